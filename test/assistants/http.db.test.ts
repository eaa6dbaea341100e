/** `/mcp` over HTTP: who may use it, how many requests at once, what is refused, and that nothing is left behind. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cpuMs } from '../../server/testing/cpu-time.ts';
import { startTestService } from '../../server/testing/service.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  accepted,
  type Caller,
  type Owner,
  type Subject,
  startSubject,
} from '../interface/subject.ts';
import { type Json, overHttp } from './assistant.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const allowedOrigin = 'https://assistant.example.com';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await startSubject({
    REELSIGHT_MCP_ORIGINS: allowedOrigin,
    REELSIGHT_MCP_MESSAGES_PER_MINUTE: '100000',
    REELSIGHT_MCP_MESSAGES_BURST: '100000',
    REELSIGHT_MCP_REQUESTS_OF_WORKSPACE: '3',
  });
  owner = await subject.owner();
});
after(() => subject.close());

const accept = { Accept: 'application/json, text/event-stream' };
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a test', version: '1' },
  },
};
const toolCall = (name: string, args: object, id = 7) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

const post = (caller: Caller, json: unknown, headers: Record<string, string> = {}) =>
  caller.call('POST', '/mcp', { json, headers: { ...accept, ...headers } });

/** Sends a complete message and resets the connection after this many milliseconds. */
async function leaveAfter(ms: number): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const headers = { Host: 'localhost', ...owner.headers, ...accept, 'Content-Length': body.length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const { hostname, port } = new URL(subject.service.apiUrl);
  const socket = connect(Number(port), hostname);

  socket.on('error', () => undefined);
  socket.write(
    `POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\n${lines.join('')}\r\n${body}`,
  );
  await sleep(ms);
  socket.resetAndDestroy();
}

/**
 * Has a request to `/mcp` in progress until the signal aborts: it waits for a job. If a probe occupies its place, it is
 * refused and tries again.
 */
async function keepWaiting(
  { service }: Subject,
  caller: Owner,
  jobId: string,
  signal: AbortSignal,
): Promise<void> {
  const body = JSON.stringify(toolCall('job_status', { job_id: jobId, wait_seconds: 30 }));
  const headers = { ...caller.headers, ...accept, 'Content-Type': 'application/json' };

  while (!signal.aborted) {
    await fetch(`${service.apiUrl}/mcp`, { method: 'POST', headers, body, signal })
      .then((response) => response.text())
      .catch(() => undefined);
  }
}

/** Sends the headers and the first byte of a message, and gives the service time to look up the key. */
async function beginMessage(apiUrl: string, caller: Owner): Promise<Socket> {
  const headers = { Host: 'localhost', ...caller.headers, ...accept, 'Content-Length': 200 };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const { hostname, port } = new URL(apiUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');

  socket.write(`POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\n${lines.join('')}\r\n{`);
  await sleep(200);
  return socket;
}

/** Parses the message in an answer that is a stream with a single event. */
const eventOf = (text: string): Json => JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? 'null');

describe('who may use it', () => {
  test('a key in X-Api-Key or as a bearer token', async () => {
    const bearer = subject.stranger.with({ Authorization: `Bearer ${owner.apiKey}` });
    for (const caller of [owner, bearer]) {
      const answer = await post(caller, initialize);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(eventOf(answer.text).result.serverInfo.name, 'reelsight');
      const { result } = eventOf((await post(caller, toolCall('account', {}))).text);
      assert.equal(result.structuredContent.credits.balance, await owner.balance());
    }
  });

  test('no key, a wrong one and the operator’s token are refused with 401 in our envelope', async () => {
    const wrong = [
      subject.stranger,
      subject.stranger.with({ 'X-Api-Key': 'rs_live_wrong' }),
      subject.stranger.with({ Authorization: 'Bearer rs_live_wrong' }),
      subject.operator,
    ];
    for (const caller of wrong) {
      const answer = await post(caller, initialize);
      assert.equal(answer.status, 401);
      assert.equal(answer.json.error.code, 'INVALID_API_KEY');
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
    }
  });

  test('an empty key is none, and what else Authorization holds is told apart', async () => {
    const secret = `rs_live_${'x'.repeat(40)}`;
    const bearer = { Authorization: `Bearer ${owner.apiKey}` };
    const empty = subject.stranger.with({ 'X-Api-Key': '', ...bearer });
    assert.equal((await post(empty, initialize)).status, 200);

    const message = async (headers: Record<string, string>) => {
      const answer = await post(subject.stranger, initialize, headers);
      assert.deepEqual([answer.status, answer.json.error.code], [401, 'INVALID_API_KEY']);
      return answer.json.error.message;
    };

    for (const scheme of ['Basic ', '', 'ApiKey '])
      assert.equal(
        await message({ Authorization: `${scheme}${secret}` }),
        'Send the key in X-Api-Key, or as Authorization: Bearer.',
      );

    assert.match(await message({}), /X-Api-Key, or Authorization: Bearer, .* is missing/);
    assert.match(await message({ 'X-Api-Key': '' }), /is missing/);
    assert.match(await message({ Authorization: `Bearer ${secret}` }), /revoked or invalid/);
  });

  test('a revoked key ends at once', async () => {
    const short = await subject.owner();
    const path = `/admin/v1/workspaces/${short.tenantId}/keys`;
    const fields = { name: 'one more', scopes: ['jobs:read'] };
    const data = accepted(await subject.operator.post(path, fields), 201);
    const caller = short.with({ 'X-Api-Key': data.api_key });

    assert.equal((await post(caller, initialize)).status, 200);
    await subject.operator.delete(`/admin/v1/keys/${data.key_id}`);
    assert.equal((await post(caller, initialize)).status, 401);
  });

  test('pages of other sites are refused, allowed ones and our own are not', async () => {
    const own = new URL(subject.service.apiUrl).origin;
    for (const origin of [own, allowedOrigin])
      assert.equal((await post(owner, initialize, { Origin: origin })).status, 200, origin);
    for (const origin of ['https://evil.example.com', 'null', 'http://localhost:1'])
      assert.equal((await post(owner, initialize, { Origin: origin })).status, 403, origin);
  });

  test('a browser may send messages from an allowed page, and read answers and refusals', async () => {
    const ask = (origin: string) =>
      fetch(`${subject.service.apiUrl}/mcp`, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers':
            'accept,authorization,content-type,cookie,mcp-method,mcp-protocol-version,x-api-key',
        },
      });
    const asked = await ask(allowedOrigin);
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get('access-control-allow-origin'), allowedOrigin);
    assert.equal(asked.headers.get('vary'), 'Origin');
    assert.equal(asked.headers.get('access-control-allow-methods'), 'POST');
    assert.equal(
      asked.headers.get('access-control-allow-headers'),
      'accept, authorization, content-type, mcp-method, mcp-protocol-version, x-api-key',
    );
    assert.equal(asked.headers.get('access-control-allow-credentials'), null);

    for (const [caller, status] of [[owner, 200] as const, [subject.stranger, 401] as const]) {
      const answer = await post(caller, initialize, { Origin: allowedOrigin });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('access-control-allow-origin'), allowedOrigin);
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', /Retry-After/);
    }

    const other = await ask('https://evil.example.com');
    assert.equal(other.headers.get('access-control-allow-origin'), null);
    assert.equal(other.status, 404);
  });

  test('the operator can switch it off', async () => {
    const off = await startTestService({ REELSIGHT_MCP: 'false' });
    try {
      const { apiKey } = await off.workspace();
      const headers = { 'X-Api-Key': apiKey, ...accept };
      const answer = await fetch(`${off.apiUrl}/mcp`, { method: 'POST', headers, body: '{}' });
      assert.equal(answer.status, 404);
    } finally {
      await off.close();
    }
  });
});

describe('what is refused', () => {
  test('bodies that are too large, no JSON, no messages, or many messages in one', async () => {
    const large = await owner.call('POST', '/mcp', { body: 'x'.repeat(70_000), headers: accept });
    assert.deepEqual([large.status, large.json.error.code], [413, 'BODY_TOO_LARGE']);
    assert.match(large.json.error.message, /64 KB/);

    const broken = await owner.call('POST', '/mcp', { body: '{', headers: accept });
    assert.deepEqual([broken.status, broken.json.error.code], [400, -32700]);

    const many = await post(owner, [initialize, initialize]);
    assert.deepEqual([many.status, many.json.error.code], [400, -32600]);

    for (const body of ['null', '7', '"x"', '{}', '{"jsonrpc":"2.0"}', '['.repeat(60_000)]) {
      const answer = await owner.call('POST', '/mcp', { body, headers: accept });
      assert.ok(answer.status >= 400 && answer.status < 500, `${body.slice(0, 20)} ${answer.text}`);
    }

    const form = { ...accept, 'Content-Type': 'text/plain' };
    const other = await owner.call('POST', '/mcp', { body: '{}', headers: form });
    assert.equal(other.status, 415);
  });

  test('there are no sessions: GET and DELETE are not taken', async () => {
    for (const method of ['GET', 'DELETE'])
      assert.equal((await owner.call(method, '/mcp', { headers: accept })).status, 405);
    const answer = await post(owner, initialize);
    assert.equal(answer.headers.get('mcp-session-id'), null);
  });

  test('unknown methods are errors of the protocol', async () => {
    const answer = await post(owner, { jsonrpc: '2.0', id: 3, method: 'shells/run' });
    assert.equal(eventOf(answer.text).error.code, -32601);
  });

  test('clients of the newest revision of the protocol are answered too', async () => {
    const assistant = await overHttp(subject.service.apiUrl, owner.headers, 'auto');
    assert.equal(assistant.client.getNegotiatedProtocolVersion(), '2026-07-28');
    assert.equal((await assistant.ask('account')).credits.balance, await owner.balance());
    assert.equal(
      (await assistant.refused('job_status', { job_id: 'job_0' })).code,
      'JOB_NOT_FOUND',
    );

    await assistant.close();
  });

  test('nothing can be subscribed to', async () => {
    const assistant = await overHttp(subject.service.apiUrl, owner.headers);
    const capabilities = assistant.client.getServerCapabilities();
    assert.equal(capabilities?.tools?.listChanged, false);
    assert.equal(capabilities?.resources, undefined);
    await assistant.close();
  });
});

describe('how much', () => {
  test('a workspace has a few requests at once, and others are not held up', async () => {
    const { job_id } = await owner.job();
    const gone = new AbortController();
    const waiting = [1, 2, 3].map(() => keepWaiting(subject, owner, job_id, gone.signal));

    await waitFor(async () => {
      const refused = await post(owner, initialize);
      assert.equal(refused.status, 429, refused.text);
      assert.equal(refused.json.error.code, 'RATE_LIMITED');
      assert.equal(refused.headers.get('retry-after'), '5');
    });
    assert.equal((await post(await subject.owner(), initialize)).status, 200);
    // A client that disconnects frees its place at once, long before the wait would end.
    gone.abort();
    await Promise.all(waiting);
    await waitFor(async () => assert.equal((await post(owner, initialize)).status, 200));
  });

  test('bodies that arrive slowly take no place, and a quarter is left for persons who have none', async () => {
    const small = await startSubject({
      REELSIGHT_MCP_REQUESTS: '4',
      REELSIGHT_MCP_REQUESTS_OF_WORKSPACE: '4',
      REELSIGHT_MCP_MESSAGES_PER_MINUTE: '100000',
      REELSIGHT_MCP_MESSAGES_BURST: '100000',
    });
    const gone = new AbortController();
    const begun: Socket[] = [];
    let waiting: Promise<void>[] = [];

    try {
      const many = await small.owner();
      const newcomer = await small.owner();
      const second = await small.owner();
      await small.domain.db.query(
        `insert into users (id, name, email, created_at, updated_at) values ('jo', 'Jo', 'jo@example.com', now(), now())`,
      );
      for (const { tenantId } of [many, second])
        await small.domain.db.query(`insert into members values ($1, 'jo', 'owner', now())`, [
          tenantId,
        ]);
      for (let count = 0; count < 4; count += 1)
        begun.push(await beginMessage(small.service.apiUrl, many));
      assert.equal((await post(newcomer, initialize)).status, 200);
      assert.equal((await post(many, initialize)).status, 200);

      const { job_id } = await many.job();
      waiting = [1, 2, 3, 4].map(() => keepWaiting(small, many, job_id, gone.signal));
      await waitFor(async () => {
        const refused = await post(many, initialize);
        assert.equal(refused.status, 429, refused.text);
        assert.match(refused.text, /at the same time/);
      });
      assert.equal((await post(second, initialize)).status, 429);
      assert.equal((await post(newcomer, initialize)).status, 200);
    } finally {
      gone.abort();
      await Promise.all(waiting);
      for (const socket of begun) socket.destroy();
      await small.close();
    }
  });

  test('a client that leaves while its key is looked up keeps no place', async () => {
    const { db } = subject.domain;
    const query = db.query.bind(db);
    const slow = async (...asked: Parameters<typeof query>) => {
      await sleep(40);
      return query(...asked);
    };
    Object.assign(db, { query: slow });

    try {
      await Promise.all(Array.from({ length: 40 }, (_, index) => leaveAfter(2 + 2 * (index % 30))));
    } finally {
      Object.assign(db, { query });
    }

    await waitFor(async () => assert.equal((await post(owner, initialize)).status, 200));
    const together = await Promise.all([1, 2, 3].map(() => post(owner, initialize)));
    assert.deepEqual(
      together.map(({ status }) => status),
      [200, 200, 200],
    );
  });

  test('calls take from the bucket of the plan', async () => {
    const free = await subject.owner('free');
    const statuses: string[] = [];
    for (let count = 0; count < 60 && !statuses.includes('RATE_LIMITED'); count += 1) {
      const { result } = eventOf((await post(free, toolCall('list_jobs', {}))).text);
      statuses.push(result.isError ? JSON.parse(result.content[0].text).error.code : 'done');
    }

    assert.ok(statuses.includes('done'));
    assert.equal(statuses.at(-1), 'RATE_LIMITED');
  });

  test('messages of all workspaces of an owner have a rate together', async () => {
    const few = await startSubject({
      REELSIGHT_MCP_MESSAGES_PER_MINUTE: '1',
      REELSIGHT_MCP_MESSAGES_BURST: '1',
    });
    try {
      await few.domain.db.query(
        `insert into users (id, name, email, created_at, updated_at) values ('jo', 'Jo', 'jo@example.com', now(), now())`,
      );
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1) {
        const workspace = await few.owner();
        await few.domain.db.query(`insert into members values ($1, 'jo', 'owner', now())`, [
          workspace.tenantId,
        ]);
        statuses.push((await post(workspace, initialize)).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 429]);
      assert.equal((await post(await few.owner(), initialize)).status, 200);
    } finally {
      await few.close();
    }
  });

  test('messages of a workspace have a rate of their own', async () => {
    const few = await startSubject({
      REELSIGHT_MCP_MESSAGES_PER_MINUTE: '1',
      REELSIGHT_MCP_MESSAGES_BURST: '2',
    });
    try {
      const one = await few.owner();
      const statuses: number[] = [];
      for (let count = 0; count < 3; count += 1)
        statuses.push((await post(one, initialize)).status);
      assert.deepEqual(statuses, [200, 200, 429]);
    } finally {
      await few.close();
    }
  });

  test('a thousand assistants that come and go leave nothing behind, and the service answers meanwhile', async () => {
    const used = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed / 1e6;
    };
    const round = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        const response = await fetch(`${subject.service.apiUrl}/mcp`, {
          method: 'POST',
          headers: { ...owner.headers, ...accept, 'Content-Type': 'application/json' },
          body: JSON.stringify(index % 2 ? initialize : { ...initialize, method: 'tools/list' }),
        });
        // Half of the clients disconnect before they have read the answer.
        if (index % 4 < 2) await response.body?.cancel();
        else await response.text();
      }
    };
    await round(200);

    const before = used();
    let longestMs = 0;
    let last = cpuMs();
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, cpuMs() - last);
      last = cpuMs();
    }, 20);

    await round(1000);
    clearInterval(timer);

    const grown = used() - before;
    assert.ok(grown < 20, `the heap grew by ${grown.toFixed(1)} MB`);
    // The test and the service share this thread, so its delays show whether the service blocked it.
    assert.ok(longestMs < 2000, `nothing else ran for ${longestMs.toFixed(0)} ms`);
    assert.equal((await post(owner, initialize)).status, 200);
  });
});
