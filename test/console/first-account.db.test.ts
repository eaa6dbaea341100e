/** The first account of a service: only a visitor with the one-time code or the operator's token can create it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../../server/src/wiring/settings/config.ts';
import { type Service, startService } from '../../server/src/wiring/start/service.ts';
import { migratedDatabase } from '../../server/testing/database.ts';
import { accepted, refused, type Subject, startSubject } from '../interface/subject.ts';
import { password, Visitor } from './visitor.ts';

const path = '/console/auth/sign-up/email';
const ada = { name: 'Ada', email: 'ada@example.com', password };
const linkPath = '/console/v1/operator/first-account';

/** The code after the `#` of the link. */
const codeIn = (link: string | null): string =>
  new URLSearchParams(new URL(link ?? 'http://none').hash.slice(1)).get('code') ?? '';

const accountsOf = ({ domain }: Subject) =>
  domain.db.query<{ email: string; operator: boolean }>('select email, operator from users');

async function withSubject(work: (subject: Subject) => Promise<void>, env = {}): Promise<void> {
  const subject = await startSubject(env);
  try {
    await work(subject);
  } finally {
    await subject.close();
  }
}

describe('The first account', () => {
  test('is not for who has no code, or a wrong one, even where sign-up is open', async () => {
    await withSubject(
      async (subject) => {
        const visitor = new Visitor(subject.service.apiUrl);
        assert.equal((await visitor.session()).sign_up, 'first');

        const wrong = [undefined, '', 'wrong', `${codeIn(subject.service.firstAccountUrl)}x`];
        for (const code of wrong) {
          const answer = await visitor.post(path, { ...ada, ...(code !== undefined && { code }) });
          if (code === '') refused(answer, 422, 'VALIDATION_FAILED', 'code:');
          else refused(answer, 403, 'SIGN_UP_CODE_NEEDED', 'npx reelsight admin first-account');
        }

        assert.deepEqual(await accountsOf(subject), []);
        assert.equal(visitor.cookie, '');
      },
      { REELSIGHT_SIGN_UP: 'open' },
    );
  });

  test('a stranger learns of it, and nothing more', async () => {
    await withSubject(async (subject) => {
      const { user, workspaces, sign_up, ...rest } = await new Visitor(
        subject.service.apiUrl,
      ).session();
      assert.deepEqual([user, workspaces, sign_up], [null, [], 'first']);
      assert.deepEqual(rest, {
        oidc: null,
        own_workspaces: false,
        counts_credits: false,
        api_url: null,
        version: null,
      });
      const page = await subject.stranger.get(linkPath);
      refused(page, 401, 'SIGN_IN_REQUIRED');
    });
  });

  test('of many who have the code at once, one becomes the operator, and the code is gone', async () => {
    await withSubject(async (subject) => {
      const { service } = subject;
      const link = service.firstAccountUrl;
      assert.ok(link?.startsWith(`${service.apiUrl}/sign-up#code=`));
      assert.equal(accepted(await subject.operator.get(linkPath), 200).link, link);

      const code = codeIn(link);
      assert.ok(code.length >= 22, 'at least 128 bits');

      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          new Visitor(service.apiUrl).post(path, { ...ada, email: `a${index}@example.com`, code }),
        ),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);

      for (const answer of answers) {
        // Passwords wait in a short queue to be hashed. This many at once may fill the queue.
        if (answer.status === 429) assert.equal(answer.json.error.code, 'RATE_LIMITED');
        else if (answer.status !== 200) refused(answer, 403, 'INSUFFICIENT_SCOPE', 'invitation');
      }

      assert.deepEqual(
        (await accountsOf(subject)).map(({ operator }) => operator),
        [true],
      );
      refused(await subject.operator.get(linkPath), 404, 'NOT_FOUND');
      assert.deepEqual(await subject.domain.db.query('select code from first_account'), []);
    });
  });

  test("is also made with the operator's token, as the code or as a program sends it", async () => {
    await withSubject(async (subject) => {
      const visitor = new Visitor(subject.service.apiUrl);
      const code = subject.service.adminToken;
      assert.equal((await visitor.post(path, { ...ada, code })).status, 200);
      assert.equal((await visitor.session()).user.operator, true);
    });
    await withSubject(async (subject) => {
      const { stranger, operator } = subject;
      const wrong = stranger.with({ Authorization: 'Bearer wrong' });
      refused(await wrong.post(path, ada), 401, 'INVALID_API_KEY');
      // No browser sends the Authorization header by itself, so the request needs no Origin header.
      assert.equal((await operator.post(path, ada)).status, 200);
      assert.deepEqual(await accountsOf(subject), [{ email: ada.email, operator: true }]);

      // The token is only valid for creating the first account.
      const second = { ...ada, email: 'second@example.com' };
      refused(await operator.post(path, second), 403, 'INSUFFICIENT_SCOPE', 'invitation');
    });
  });

  test('a refused form leaves the code as it is', async () => {
    await withSubject(async (subject) => {
      const visitor = new Visitor(subject.service.apiUrl);
      const code = codeIn(subject.service.firstAccountUrl);
      const short = await visitor.post(path, { ...ada, password: 'short', code });
      assert.equal(short.status, 400);
      assert.equal((await visitor.post(path, { ...ada, code })).status, 200);
    });
  });

  test('codes cannot be tried without end', async () => {
    await withSubject(async (subject) => {
      const visitor = new Visitor(subject.service.apiUrl);
      const guess = async (index: number) =>
        (await visitor.post(path, { ...ada, email: `g${index}@example.com`, code: `c${index}` }))
          .status;
      const statuses = [];

      for (let index = 0; index < 31; index += 1) statuses.push(await guess(index));
      assert.deepEqual([...new Set(statuses.slice(0, 30))], [403]);
      assert.equal(statuses[30], 429);
    });
  });

  test('the code is the same after a restart, and for every process on one database', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-first-'));
    const fresh = await migratedDatabase();
    const open: Service[] = [];
    const start = async (folder: string) => {
      const config = readConfig({
        PORT: '0',
        UPLOAD_PORT: '0',
        REELSIGHT_HOST: '127.0.0.1',
        REELSIGHT_ROLE: 'api',
        REELSIGHT_YTDLP: 'no-such-program',
        REELSIGHT_DATA_DIR: join(dataDir, folder),
        DATABASE_URL: fresh.url,
      });
      const service = await startService(config, pino({ level: 'silent' }));
      open.push(service);

      return service;
    };

    const stop = async () => {
      for (const service of open.splice(0)) await service.close();
    };
    try {
      const before = await start('one');
      const code = codeIn(before.firstAccountUrl);
      // A second process can be started only on PostgreSQL; the embedded database allows a single process.
      if (fresh.url) assert.equal(codeIn((await start('one')).firstAccountUrl), code);

      await stop();
      const after = await start('one');
      assert.equal(codeIn(after.firstAccountUrl), code);

      const visitor = new Visitor(after.apiUrl);
      assert.equal((await visitor.post(path, { ...ada, code })).status, 200);
      await stop();
      assert.equal((await start('one')).firstAccountUrl, null);
    } finally {
      await stop();
      await fresh.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
