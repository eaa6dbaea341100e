/** How many calls a session may make in a period, and the limits on wrong keys. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Database } from '../../server/src/db/database.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  type Answer,
  accepted,
  refused,
  type Subject,
  startSubject,
} from '../interface/subject.ts';
import { type Person, signUp } from './visitor.ts';

let subject: Subject;
let ada: Person;
before(async () => {
  subject = await startSubject({
    REELSIGHT_SIGN_UP: 'open',
    REELSIGHT_SIGN_UP_PLAN: 'scale',
    REELSIGHT_SESSION_CALLS_PER_MINUTE: '60',
    REELSIGHT_SESSION_CALLS_BURST: '25',
    REELSIGHT_COSTLY_CALLS_PER_MINUTE: '6',
    REELSIGHT_COSTLY_CALLS_BURST: '3',
    REELSIGHT_WRONG_KEYS_PER_MINUTE: '20',
  });
  // The first account is the operator's.
  await signUp(subject, 'Root');
  ada = await signUp(subject, 'Ada');
});
after(() => subject.close());

const repeat = (count: number, send: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, send));
const count = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

/** Counts the statements that contain this text and are sent while `work` runs. */
async function statements(text: string, work: () => Promise<unknown>): Promise<number> {
  const db = subject.domain.db as { -readonly [Key in keyof Database]: Database[Key] };
  const { query } = db;
  let asked = 0;
  db.query = (sql, params, name) => {
    if (sql.includes(text)) asked += 1;
    return query.call(db, sql, params, name) as never;
  };

  try {
    await work();
  } finally {
    db.query = query;
  }

  return asked;
}

describe('Sessions', () => {
  test('calls above the burst are RATE_LIMITED, those of others and of keys are not', async () => {
    const startedMs = performance.now();
    const answers = await repeat(60, () => ada.visitor.get(`${ada.home}/jobs`));
    const passed = count(answers, 200);
    const refilled = 1 + (performance.now() - startedMs) / 1000;
    assert.ok(passed >= 25 && passed <= 25 + refilled, `${passed} passed`);
    refused(answers.find(({ status }) => status === 429) as Answer, 429, 'RATE_LIMITED', 'Wait');

    const bob = await signUp(subject, 'Bob');
    accepted(await bob.visitor.get(`${bob.home}/jobs`), 200);

    const owner = await subject.owner('scale');
    assert.equal(count(await repeat(40, () => owner.get('/v1/jobs')), 200), 40);
    // Every page reads who is signed in, even for strangers, so this call is not limited.
    assert.equal((await ada.visitor.get('/console/v1/session')).status, 200);
  });

  test('what sends something has a smaller bucket, in all workspaces of a user', async () => {
    const eve = await signUp(subject, 'Eve');
    const other = accepted(await eve.visitor.post('/console/v1/workspaces', { name: 'Two' }), 201);
    const homes = [eve.home, `/console/v1/workspaces/${other.workspace_id}`];
    let turn = 0;
    const answers = await repeat(8, () => {
      turn += 1;
      const email = `guest${turn}@example.com`;
      return eve.visitor.post(`${homes[turn % 2]}/invitations`, { email, role: 'member' });
    });

    assert.equal(count(answers, 201), 3);
    assert.equal(count(answers, 429), 5);
    accepted(await eve.visitor.get(`${eve.home}/invitations`), 200);
  });

  test('who called too often is refused without the database, and gets in again', async () => {
    const dan = await signUp(subject, 'Dan');
    let calls = 0;
    // Cookies other than the session's make no difference.
    const read = () => {
      calls += 1;
      const cookie = `a_session_token=${calls}; ${dan.visitor.cookie}`;
      return dan.visitor.with({ cookie }).get(`${dan.home}/jobs`);
    };
    await repeat(60, read);

    const startedMs = performance.now();
    let answers: Answer[] = [];
    const asked = await statements('from sessions', async () => {
      answers = await repeat(100, read);
    });
    const refilled = 1 + (performance.now() - startedMs) / 1000;
    // The bucket may gain a token while a request is on its way to the database.
    assert.ok(asked <= 3 * refilled + 3, `${asked} asked`);
    assert.ok(count(answers, 429) >= 100 - refilled);
    await waitFor(async () => accepted(await read(), 200));
  });

  test('of one caller, two lists are made at a time', async () => {
    const owner = await subject.owner('scale');
    const other = await subject.owner('scale');
    const db = subject.domain.db as { -readonly [Key in keyof Database]: Database[Key] };
    const { query } = db;
    let running = 0;
    let most = 0;
    db.query = async (sql, params, name) => {
      if (!/from presets/.test(sql)) return query.call(db, sql, params, name) as never;
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return query.call(db, sql, params, name) as never;
    };

    try {
      const ofOne = await repeat(30, () => owner.get('/v1/presets'));
      assert.equal(count(ofOne, 200), 30);
      assert.equal(most, 2);

      const both = await Promise.all([
        ...Array.from({ length: 20 }, () => owner.get('/v1/presets')),
        ...Array.from({ length: 20 }, () => other.get('/v1/presets')),
      ]);
      assert.equal(count(both, 200), 40);
      assert.equal(most, 3);
    } finally {
      db.query = query;
    }
  });

  test("the operator's token has no limit", async () => {
    const answers = await repeat(60, () => subject.operator.get('/admin/v1/workspaces'));
    assert.equal(count(answers, 429), 0);
  });
});

describe('Wrong keys', () => {
  const wrongKey = () => `rs_live_${randomBytes(24).toString('base64url')}`;

  test('many from one network are answered without the database, and valid keys work on', async () => {
    const owner = await subject.owner('scale');
    const tryOne = () => subject.stranger.with({ 'X-Api-Key': wrongKey() }).get('/v1/account');
    for (let tries = 0; tries < 4; tries += 1) await repeat(15, tryOne);

    const startedMs = performance.now();
    const asked = await statements('from api_keys', async () => {
      const answers = await repeat(200, tryOne);
      for (const answer of answers) refused(answer, 401, 'INVALID_API_KEY');
    });
    // One look-up per second is allowed, plus some at the beginning.
    const most = 3 + ((performance.now() - startedMs) / 1000) * 1.5;
    assert.ok(asked <= most, `${asked} statements for 200 wrong keys`);
    accepted(await owner.get('/v1/account'), 200);

    const limited = await owner.limitedTo('account:read');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    accepted(await limited.get('/v1/account'), 200);
  });

  test('many guessed links from one network are answered without the database too', async () => {
    const owner = await subject.owner('scale');
    // This network has sent many wrong keys, so a key that is new to the service may have to wait.
    await waitFor(async () => accepted(await owner.get('/v1/account'), 200));

    const { job_id } = await owner.job({ capabilities: ['brands'] });
    const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
    await subject.worker.complete(job_id, { brands: [], meta });

    const body = { parts: ['brands'], expires_in_days: 1 };
    const { url } = accepted(await owner.post(`/v1/jobs/${job_id}/shares`, body), 201);
    const token = () => randomBytes(24).toString('base64url');
    const tryOne = () => subject.stranger.get(`/shared/v1/${token()}`);
    const page = subject.stranger.with({ Accept: 'text/html' });
    const readPage = () => page.get(`/shared/${token()}`);

    for (let tries = 0; tries < 4; tries += 1) await repeat(15, tryOne);
    const startedMs = performance.now();
    const asked = await statements('from shares', async () => {
      for (const answer of await repeat(200, tryOne)) refused(answer, 404, 'NOT_FOUND');
      // Reading the page of a link counts like calling the link.
      for (const { status } of await repeat(100, readPage)) assert.notEqual(status, 200);
    });
    const most = 3 + ((performance.now() - startedMs) / 1000) * 2;
    assert.ok(asked <= most, `${asked} statements for 300 guesses`);

    const [, known] = /\/shared\/(.*)$/.exec(url) ?? [];
    accepted(await subject.stranger.get(`/shared/v1/${known}`), 200);
  });

  test('a key that was revoked meanwhile is refused', async () => {
    const owner = await subject.owner('scale');
    const [key] = await subject.domain.db.query<{ id: string }>(
      'select id from api_keys where workspace_id = $1',
      [owner.tenantId],
    );

    await new Promise((resolve) => setTimeout(resolve, 1100));
    accepted(await owner.get('/v1/account'), 200);
    accepted(await subject.operator.delete(`/admin/v1/keys/${key?.id}`), 204);
    refused(await owner.get('/v1/account'), 401, 'INVALID_API_KEY');
  });
});
