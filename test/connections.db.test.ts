/** A thousand clients that send as slowly as possible, next to a client that works normally. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../server/testing/wait-for.ts';
import { accepted, type Owner, type Subject, startSubject } from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await startSubject({
    REELSIGHT_HEADERS_SECONDS: '2',
    REELSIGHT_REQUEST_SECONDS: '4',
    REELSIGHT_MAX_CONNECTIONS_OF_ADDRESS: '1200',
    REELSIGHT_IDLE_SECONDS: '20',
    REELSIGHT_PLANS: JSON.stringify({ scale: { max_requests_per_minute: 1e6, burst: 1e6 } }),
  });
  owner = await subject.owner('scale');
});
after(() => subject.close());

interface SlowClient {
  readonly socket: Socket;
  text: string;
  endedMs: number | null;
}

const kinds = ['headers', 'body', 'silent'] as const;

/** A client that sends a byte from time to time. */
async function slowClient(kind: (typeof kinds)[number]): Promise<SlowClient> {
  const { hostname, port } = new URL(subject.service.apiUrl);
  const socket = connect(Number(port), hostname);
  const client: SlowClient = { socket, text: '', endedMs: null };
  const startedMs = performance.now();

  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    client.text += bytes;
  });
  socket.once('close', () => {
    client.endedMs = performance.now() - startedMs;
  });
  await once(socket, 'connect');

  if (kind !== 'silent') socket.write(`POST /v1/jobs HTTP/1.1\r\nHost: ${hostname}\r\nX-Slow: `);
  if (kind === 'body')
    socket.write(`x\r\nX-Api-Key: ${owner.apiKey}\r\nContent-Length: 1000\r\n\r\n`);

  return client;
}

test('slow clients are ended with 408 where they said anything, and others do not notice them', async (t) => {
  const heapBefore = process.memoryUsage().rss;
  const clients: SlowClient[] = [];
  for (let count = 0; count < 1000; count += 50) {
    const some = Array.from({ length: 50 }, (_, index) => slowClient(kinds[index % 3] ?? 'silent'));
    clients.push(...(await Promise.all(some)));
  }

  const drip = setInterval(() => {
    for (const { socket } of clients)
      if (socket.writable && socket.bytesWritten > 0) socket.write('x');
  }, 500);
  const waits: number[] = [];
  let peak = 0;

  while (clients.some(({ endedMs }) => endedMs === null) && waits.length < 600) {
    const startedMs = performance.now();
    accepted(await owner.get('/v1/account'), 200);
    waits.push(performance.now() - startedMs);
    peak = Math.max(peak, process.memoryUsage().rss - heapBefore);
    await sleep(50);
  }

  clearInterval(drip);
  const still = clients.filter(({ endedMs }) => endedMs === null);
  assert.equal(still.length, 0, `${still.length} are still connected`);

  const answered = clients.filter(({ text }) => text.startsWith('HTTP/1.1 408 '));
  const spoke = clients.length - Math.floor(clients.length / 50) * 16;
  assert.ok(answered.length >= spoke, `${answered.length} of ${spoke} were told`);
  assert.match(answered[0]?.text ?? '', /"REQUEST_TIMEOUT"/);

  const slowest = Math.max(...waits);
  const longest = Math.max(...clients.map(({ endedMs }) => endedMs ?? 0));
  t.diagnostic(
    `${waits.length} calls meanwhile, slowest ${slowest.toFixed(0)} ms; last slow client ended after ${(longest / 1000).toFixed(1)} s; ${(peak / 1e6).toFixed(0)} MB more, both sides`,
  );
  assert.ok(slowest < 10_000, `a call took ${slowest} ms`);
  assert.ok(longest < 40_000, `${longest} ms`);
  assert.ok(peak < 250e6, `${peak} bytes`);
});

test('an address has so many connections and no more; one that is closed makes room', async () => {
  const few = await startSubject({ REELSIGHT_MAX_CONNECTIONS_OF_ADDRESS: '4' });
  const { hostname, port } = new URL(few.service.apiUrl);
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };

  const works = async (socket: Socket): Promise<void> => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    const [bytes] = (await once(socket, 'data', { signal: AbortSignal.timeout(5000) })) as [Buffer];
    assert.match(String(bytes), /^HTTP\/1\.1 200 /);
  };
  // Requests from the start of the service may still occupy one or two connections, so this repeats until the limit is
  // reached.
  const sockets: Socket[] = [];
  await waitFor(async () => {
    const socket = await open();
    const closed = once(socket.resume(), 'close').then(() => true);
    if (await Promise.race([closed, sleep(200, false)])) return;
    sockets.push(socket);
    assert.fail('room for more');
  });
  assert.ok(sockets.length >= 1 && sockets.length <= 4, `${sockets.length}`);

  const [first, ...rest] = sockets;
  first?.destroy();
  await waitFor(async () => {
    const again = await open();
    await works(again);
    again.destroy();
  });
  for (const socket of rest) socket.destroy();
  await few.close();
});

test('between requests a connection is kept for longer than load balancers keep theirs, and the client is told', async () => {
  const answer = await fetch(`${subject.service.apiUrl}/healthz`);
  await answer.text();
  assert.equal(answer.headers.get('keep-alive'), 'timeout=72');
});

test('five blocks of one wide network do not keep a newcomer out', async () => {
  const limits = { REELSIGHT_MAX_CONNECTIONS: '50', REELSIGHT_MAX_CONNECTIONS_OF_ADDRESS: '10' };
  const full = await startSubject(limits);
  const { port } = new URL(full.service.apiUrl);
  const sockets: Socket[] = [];
  for (let count = 0; count < 50; count += 1) {
    const localAddress = `127.1.${Math.floor(count / 10)}.1`;
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
    sockets.push(socket.on('error', () => undefined));
    await once(socket, 'connect');
  }

  const newcomer = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.2.0.1' });
  newcomer.on('error', () => undefined);
  newcomer.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = (await once(newcomer, 'data')) as [Buffer];
  assert.match(String(answer), /^HTTP\/1\.1 200 /);

  for (const socket of [...sockets, newcomer]) socket.destroy();
  await full.close();
});

interface Visitor extends SlowClient {
  readonly visitor: string;
}

test('behind a proxy, visitors who send many slow bodies share the places of their network, and leave room for others', async () => {
  const behind = await startSubject({
    REELSIGHT_TRUSTED_PROXIES: '127.0.0.1',
    REELSIGHT_MAX_CONNECTIONS: '60',
    REELSIGHT_MAX_CONNECTIONS_OF_ADDRESS: '10',
    REELSIGHT_MAX_CONNECTIONS_OF_NETWORK: '20',
  });
  const { host, hostname, port } = new URL(behind.service.apiUrl);
  const slowBody = async (visitor: string): Promise<Visitor> => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const client: Visitor = { socket, text: '', endedMs: null, visitor };
    socket.on('data', (bytes) => {
      client.text += bytes;
    });
    socket.once('close', () => {
      client.endedMs = performance.now();
    });
    await once(socket, 'connect');

    const head = [
      'POST /console/auth/sign-in/email HTTP/1.1',
      `Host: ${host}`,
      `X-Forwarded-For: 192.0.2.1, ${visitor}`,
      `Origin: http://${host}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
    return client;
  };

  const blocks = ['203.0.0.7', '203.0.1.7', '203.0.2.7', '203.0.3.7', '203.0.4.7'];
  const clients: Visitor[] = [];
  for (const visitor of blocks)
    for (let count = 0; count < 12; count += 1) clients.push(await slowBody(visitor));
  await waitFor(() => {
    // On a slow machine the bodies of the others, which stand still, may have been ended too by now.
    const refused = clients.filter(({ endedMs, text }) => endedMs !== null && !/ 408 /.test(text));
    assert.equal(refused.length, 40);
    for (const visitor of blocks)
      assert.equal(refused.filter((client) => client.visitor === visitor).length, 8, visitor);

    // Who came first was cut without an answer, to make room for a block that had fewer places.
    const told = refused.filter(({ text }) => text !== '');
    assert.ok(told.length >= blocks.length * 2, `${told.length} were told`);
    for (const { text } of told) {
      assert.match(text, /^HTTP\/1\.1 429 [\s\S]*\r\nretry-after: 60\r\n/i);
      assert.match(text, /"RATE_LIMITED"/);
    }
  });

  const headers = { 'X-Forwarded-For': '198.51.100.9' };
  const { status } = await fetch(`${behind.service.apiUrl}/healthz`, { headers });
  assert.equal(status, 200);

  // Once they have left, their network is served again.
  for (const { socket } of clients) socket.destroy();
  await waitFor(async () => {
    const again = await slowBody('203.0.0.7');
    await sleep(100);
    again.socket.destroy();
    assert.equal(again.text, '');
  });
  await behind.close();
});
