/** When visitors come by https, cookies are for https only, and browsers are told to use nothing else. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../../server/src/wiring/settings/config.ts';
import { freePort } from '../../server/src/wiring/start/free-port.ts';
import { startService } from '../../server/src/wiring/start/service.ts';
import { migratedDatabase } from '../../server/testing/database.ts';
import { type Answer, Caller, type Subject, startSubject } from '../interface/subject.ts';
import { password } from './visitor.ts';

const account = { name: 'Ada', email: 'ada@example.com', password };
const year = 'max-age=31536000';
const hsts = (answer: Answer) => answer.headers.get('strict-transport-security');

/** Creates the first account with a call as a proxy passes it on. */
async function signUp(
  subject: Subject,
  port: number,
  headers: Record<string, string>,
): Promise<string[]> {
  const caller = new Caller(`http://127.0.0.1:${port}`, headers);
  const body = { ...account, code: subject.service.firstCode };
  const answer = await caller.post('/console/auth/sign-up/email', body);
  assert.equal(answer.status, 200, answer.text);
  const cookies = answer.headers.getSetCookie();
  assert.equal(cookies.length, 2, 'session and device');
  return cookies;
}

async function withSubject(
  env: Record<string, string>,
  work: (port: number, subject: Subject) => Promise<void>,
) {
  const port = await freePort();
  const subject = await startSubject({ PORT: String(port), ...env });
  try {
    await work(port, subject);
  } finally {
    await subject.close();
  }
}

const proxy = { REELSIGHT_TRUSTED_PROXIES: '127.0.0.1' };
const secure = /;\s*secure\b/i;

describe('By https', () => {
  test('as PUBLIC_URL says, cookies are secure and every answer says to stay', async () => {
    const env = { PUBLIC_URL: 'https://video.example.com', ...proxy };
    await withSubject(env, async (port, subject) => {
      const headers = {
        'X-Forwarded-Host': 'video.example.com',
        Origin: 'https://video.example.com',
      };
      for (const cookie of await signUp(subject, port, headers)) assert.match(cookie, secure);
      const caller = new Caller(`http://127.0.0.1:${port}`, headers);

      for (const path of ['/', '/healthz', '/v1/jobs', '/console/v1/session', '/nothing'])
        assert.equal(hsts(await caller.get(path)), year, path);
    });
  });

  test('as a trusted proxy says, too, and as nobody else does', async () => {
    const forwarded = { 'X-Forwarded-Proto': 'https' };
    await withSubject(proxy, async (port, subject) => {
      const headers = { ...forwarded, Origin: `https://127.0.0.1:${port}` };
      for (const cookie of await signUp(subject, port, headers)) assert.match(cookie, secure);
      const caller = new Caller(`http://127.0.0.1:${port}`, {});
      assert.equal(hsts(await caller.with(forwarded).get('/healthz')), year);
      assert.equal(hsts(await caller.get('/healthz')), null);
    });

    await withSubject({}, async (port, subject) => {
      const headers = { ...forwarded, Origin: `http://127.0.0.1:${port}` };
      for (const cookie of await signUp(subject, port, headers))
        assert.doesNotMatch(cookie, secure);
      const caller = new Caller(`http://127.0.0.1:${port}`, forwarded);
      assert.equal(hsts(await caller.get('/healthz')), null);
    });
  });

  test('for as long as the operator says', async () => {
    assert.equal(readConfig({}).http.hstsDays, 365);
    const env = { PUBLIC_URL: 'https://video.example.com', REELSIGHT_HSTS_DAYS: '0.5' };
    await withSubject(env, async (port) => {
      const caller = new Caller(`http://127.0.0.1:${port}`, {});
      assert.equal(hsts(await caller.get('/healthz')), 'max-age=43200');
    });
  });

  test('without PUBLIC_URL the log says once that it is missing', async () => {
    const lines: string[] = [];
    const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-https-'));
    const fresh = await migratedDatabase();
    const config = readConfig({
      PORT: '0',
      UPLOAD_PORT: '0',
      REELSIGHT_HOST: '127.0.0.1',
      REELSIGHT_ROLE: 'api',
      REELSIGHT_YTDLP: 'no-such-program',
      REELSIGHT_DATA_DIR: dataDir,
      DATABASE_URL: fresh.url,
      ...proxy,
    });

    const write = (line: string): void => {
      if (line.includes('PUBLIC_URL')) lines.push(line);
    };
    const log = pino({ level: 'warn' }, { write });
    const service = await startService(config, log);
    try {
      const caller = new Caller(service.apiUrl.replace('localhost', '127.0.0.1'), {});
      await caller.get('/healthz');
      assert.deepEqual(lines, []);

      for (let count = 0; count < 3; count += 1)
        await caller.with({ 'X-Forwarded-Proto': 'https' }).get('/healthz');

      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? '', /"level":40.*PUBLIC_URL/);
    } finally {
      await service.close();
      await fresh.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
