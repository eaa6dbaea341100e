/**
 * The host names under which the console answers: a foreign site whose name points to this service must get neither
 * cookies nor sign-up.
 */
import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text as read } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { createWorkspace } from '../../server/src/domain/workspaces/workspace.ts';
import { freePort } from '../../server/src/wiring/start/free-port.ts';
import { type Json, type Subject, startSubject } from '../interface/subject.ts';
import { password, signUp } from './visitor.ts';

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

interface Got {
  readonly status: number;
  readonly text: string;
  readonly json: Json;
  readonly headers: IncomingHttpHeaders;
}

/** Sends a request with the given Host header, which `fetch` would replace. */
async function send(url: string, { method = 'GET', body, headers = {} }: Sent): Promise<Got> {
  const json = body !== undefined && { 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...json, ...headers } }, async (answer) => {
      const text = await read(answer);
      const isJson = answer.headers['content-type']?.startsWith('application/json');
      const { statusCode: status = 0, headers: got } = answer;
      resolve({ status, text, headers: got, json: isJson ? JSON.parse(text) : undefined });
    });
    sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The Host and Origin headers that a page of `origin` would send. */
const from = (origin: string): Record<string, string> => ({
  host: new URL(origin).host,
  origin,
});

/** Passes `work` the port on which the service really listens, whatever PUBLIC_URL says. */
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

const at = (port: number) => `http://127.0.0.1:${port}`;
const evil = 'http://evil.example';

describe('A name of another site that leads here', () => {
  test('reaches neither sign-up, nor sign-in, nor what a cookie opens', async () => {
    await withSubject({}, async (port, subject) => {
      const base = at(port);

      for (const origin of [evil, `${evil}:${port}`, 'http://localhost.evil.example']) {
        const first = await send(`${base}/console/auth/sign-up/email`, {
          method: 'POST',
          headers: from(origin),
          body: { name: 'E', email: 'e@evil.example', password, code: subject.service.adminToken },
        });
        assert.deepEqual([first.status, first.json.error.code], [403, 'INSUFFICIENT_SCOPE']);
        assert.match(first.json.error.message, /PUBLIC_URL/);
      }

      const ada = await signUp(subject, 'Ada');
      const cookie = ada.visitor.cookie;
      const calls: [string, string, unknown?][] = [
        ['GET', '/console/v1/session'],
        ['GET', `${ada.home}/members`],
        ['GET', `${ada.home}/v1/account`],
        ['POST', '/console/v1/workspaces', { name: 'x' }],
        ['POST', '/console/auth/sign-in/email', { email: ada.email, password }],
        ['GET', '/console/v1/operator/overview'],
      ];
      for (const [method, path, body] of calls) {
        const answer = await send(base + path, {
          method,
          headers: { ...from(evil), cookie },
          body,
        });
        assert.equal(answer.status, 403, `${method} ${path} ${answer.text}`);
        assert.equal(answer.headers['set-cookie'], undefined);
      }
    });
  });

  test('is no matter to programs, which bring a key or a token, and to probes', async () => {
    await withSubject({ PUBLIC_URL: 'https://video.example.com' }, async (port, subject) => {
      const base = at(port);
      const { domain } = subject;
      const { apiKey } = await createWorkspace(domain, {
        name: 'w',
        email: 'w@example.com',
        plan: 'pro',
      });
      const token = { authorization: `Bearer ${subject.service.adminToken}` };
      const calls: [string, Record<string, string>][] = [
        ['/v1/account', { 'x-api-key': apiKey }],
        ['/admin/v1/workspaces', token],
        ['/console/v1/operator/overview', token],
        ['/healthz', {}],
        ['/readyz', {}],
        ['/metrics', {}],
        ['/openapi.json', {}],
        ['/docs', {}],
      ];

      for (const [path, headers] of calls) {
        const answer = await send(base + path, {
          headers: { host: 'api.internal:8080', ...headers },
        });
        assert.equal(answer.status, 200, `${path} ${answer.text}`);
      }
    });
  });
});

describe('The console answers', () => {
  const session = (base: string, headers: Record<string, string>) =>
    send(`${base}/console/v1/session`, { headers });
  const signOut = (base: string, headers: Record<string, string>) =>
    send(`${base}/console/auth/sign-out`, { method: 'POST', headers, body: {} });

  test('under names and addresses of this machine if PUBLIC_URL is not set', async () => {
    await withSubject({}, async (port) => {
      const names = ['localhost', '127.0.0.1', '127.9.8.7', '[::1]', 'reelsight.localhost'];
      for (const name of [...names, 'LOCALHOST']) {
        const host = `${name}:${port}`;
        assert.equal((await session(at(port), { host })).status, 200, host);
        const origin = `http://${host.toLowerCase()}`;
        const answer = await signOut(at(port), { host, origin });
        assert.equal(answer.status, 200, host);
      }

      const others = [
        '192.168.1.9',
        'video',
        'xlocalhost',
        'localhost.example',
        '[::2]',
        '0.0.0.0',
      ];
      for (const name of others) {
        const answer = await session(at(port), { host: `${name}:${port}` });
        assert.equal(answer.status, 403, name);
        assert.match(answer.json.error.message, /PUBLIC_URL/);
      }

      // Other programs on this machine may serve pages too.
      const neighbour = await signOut(at(port), {
        host: `localhost:${port}`,
        origin: 'http://localhost:3000',
      });
      assert.equal(neighbour.status, 403);
    });
  });

  test('under the address of this machine that a request came to', async (context) => {
    const other = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
    if (!other) return context.skip('this machine has no address but loopback');

    await withSubject({ REELSIGHT_HOST: '0.0.0.0' }, async (port) => {
      const base = `http://${other}:${port}`;
      assert.equal((await session(base, { host: `${other}:${port}` })).status, 200);
      assert.equal((await session(base, { host: `10.255.255.1:${port}` })).status, 403);
      assert.equal((await session(base, { host: `video.example:${port}` })).status, 403);
    });
  });

  test('under the name of PUBLIC_URL alone if that is set, for changes to its origin alone', async () => {
    await withSubject({ PUBLIC_URL: 'https://video.example.com' }, async (port) => {
      const base = at(port);
      const host = 'video.example.com';
      assert.equal((await session(base, { host })).status, 200);

      const own = await signOut(base, { host, origin: 'https://video.example.com' });
      assert.equal(own.status, 200);

      for (const origin of [
        'http://video.example.com',
        'https://video.example.com:8443',
        'https://evil.example',
        'https://video.example.com.evil.example',
        'null',
      ])
        assert.equal((await signOut(base, { host, origin })).status, 403, origin);

      for (const name of [`localhost:${port}`, `127.0.0.1:${port}`, 'evil.example']) {
        const answer = await session(base, { host: name });
        assert.equal(answer.status, 403, name);
        assert.match(answer.json.error.message, /https:\/\/video\.example\.com/);
      }
    });
  });

  test('under the name a trusted proxy passes on, and no other proxy', async () => {
    const forwarded = { host: 'backend:8080', 'x-forwarded-host': 'video.example.com' };
    const env = { PUBLIC_URL: 'https://video.example.com' };

    await withSubject({ ...env, REELSIGHT_TRUSTED_PROXIES: '127.0.0.1' }, async (port) => {
      assert.equal((await session(at(port), forwarded)).status, 200);
    });
    await withSubject(env, async (port) => {
      assert.equal((await session(at(port), forwarded)).status, 403);
    });
  });
});
