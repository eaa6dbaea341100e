import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNameServer } from '../../testing/network/name-server.ts';
import { testNames } from '../../testing/network/test-names.ts';
import { body, ownAddress, startMediaServer } from '../../testing/sources/media-server.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { openNames } from '../network/names.ts';
import { allowsNetworks, isPublicAddress } from '../network/public-address.ts';
import { EgressGuard, type GuardOptions } from './egress-guard.ts';

const openGuard = (allow: GuardOptions['allow'], change: Partial<GuardOptions> = {}) =>
  EgressGuard.open({ allow, lookup: testNames, workspaceId: 'ws_a', ownNames: true, ...change });

/** Sends a plain http request through the guard as a proxy. */
async function through(guard: EgressGuard, url: string): Promise<IncomingMessage> {
  const { hostname, port } = new URL(guard.url);
  const outgoing = request({ hostname, port, path: url, headers: { host: new URL(url).host } });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return incoming;
}

async function tunnel(guard: EgressGuard, target: string): Promise<string> {
  const { hostname, port } = new URL(guard.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return first.toString().split('\r\n')[0] ?? '';
}

test('passes requests on to allowed addresses, byte for byte', async () => {
  const server = await startMediaServer();
  await using guard = await openGuard(() => true);
  const answer = await through(guard, `${server.url}/good/a.mp4`);
  assert.equal(answer.statusCode, 200);

  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  assert.ok(Buffer.concat(chunks).equals(body));
  assert.equal(guard.refusal, null);

  const named = await through(guard, `${server.url.replace('127.0.0.1', 'localhost')}/good/a.mp4`);
  assert.equal(named.statusCode, 200);
  named.resume();
  await server.close();
});

test('an answer that is none is a 502, and does no harm', async () => {
  const answers = [
    'HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTrailer: a\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    'nonsense\r\n\r\n',
  ];
  await using guard = await openGuard(() => true);

  for (const [index, answer] of answers.entries()) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(answer));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');

    const { port } = server.address() as { port: number };
    const got = await through(guard, `http://127.0.0.1:${port}/`);
    assert.equal(got.statusCode, index === 2 ? 200 : 502, answer);
    got.resume();
    server.close();
  }
});

test('who goes while the way to the target is looked for does no harm', async () => {
  const server = await startMediaServer();
  const { host } = new URL(server.url.replace('127.0.0.1', 'localhost'));
  for (const asked of [`CONNECT ${host}`, `GET http://${host}/good/a.mp4`]) {
    let isGone = false;
    await using guard = await openGuard(() => true, {
      lookup: async (...name) => {
        client.destroy();
        await once(client, 'close');
        await sleep(50);
        isGone = true;
        return testNames(...name);
      },
    });
    const client = connect(Number(new URL(guard.url).port), '127.0.0.1');
    client.write(`${asked} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await waitFor(() => assert.ok(isGone));

    const later = await through(guard, `${server.url}/good/a.mp4`);
    assert.equal(later.statusCode, 200);
    later.resume();
    await once(later, 'end');
  }

  await server.close();
});

test('tunnels to allowed addresses', async () => {
  const echo = createServer((socket) => socket.pipe(socket));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');

  const { port } = echo.address() as { port: number };
  await using guard = await openGuard(() => true);
  const proxy = new URL(guard.url);
  const socket = connect(Number(proxy.port), proxy.hostname);
  socket.write(`CONNECT localhost:${port} HTTP/1.1\r\n\r\n`);
  assert.match(String(await once(socket, 'data')), / 200 /);
  socket.end('hello');
  assert.equal(await text(socket), 'hello');
  echo.close();
});

test('refuses literals, names and redirects that lead to addresses not allowed', async () => {
  const inside = await startMediaServer({}, '127.0.0.2');
  const outside = await startMediaServer();
  const allow = (address: string) => address === '127.0.0.1';
  await using guard = await openGuard(allow);
  const target = encodeURIComponent(`${inside.url}/good/a.mp4`);
  const redirect = await through(guard, `${outside.url}/redirect/${target}`);
  assert.equal(redirect.statusCode, 302);
  redirect.resume();
  assert.equal((await through(guard, redirect.headers.location ?? '')).statusCode, 403);
  assert.equal(guard.refusal?.target, '127.0.0.2');
  assert.match(await tunnel(guard, new URL(inside.url).host), / 403 /);
  assert.match(await tunnel(guard, '[::1]:443'), / 403 /);
  assert.match(await tunnel(guard, '2130706434:80'), / 403 /, '127.0.0.2 as one number');
  assert.deepEqual(inside.requests, []);
  await inside.close();

  await using strict = await openGuard(isPublicAddress);
  const named = outside.url.replace('127.0.0.1', 'localhost');
  const before = outside.requests.length;

  assert.equal((await through(strict, `${named}/good/a.mp4`)).statusCode, 403);
  assert.equal(strict.refusal?.target, 'localhost');
  assert.match(await tunnel(strict, new URL(named).host), / 403 /);
  assert.match(await tunnel(strict, new URL(outside.url).host), / 403 /);
  assert.equal(outside.requests.length, before);
  await outside.close();
});

test('answers what can not be reached, and speaks nothing but http', async () => {
  await using guard = await openGuard(() => true);
  assert.equal((await through(guard, 'http://127.0.0.1:1/a')).statusCode, 502);
  assert.match(await tunnel(guard, '127.0.0.1:1'), / 502 /);
  assert.equal((await through(guard, 'ftp://127.0.0.1/a')).statusCode, 403);
  assert.deepEqual(guard.refusal, { reason: 'otherScheme', target: 'ftp: 127.0.0.1' });
  assert.equal((await through(guard, 'file://localhost/etc/passwd')).statusCode, 403);
});

test('closing ends what is under way', async () => {
  const server = await startMediaServer();
  const guard = await openGuard(() => true);
  const answer = await through(guard, `${server.url}/stall/a.mp4`);
  const ended = assert.rejects(text(answer));
  await guard[Symbol.asyncDispose]();
  await ended;
  await server.close();
});

test('a listed network is reached by name and address, and a redirect from it to this machine is refused', async (t) => {
  const own = ownAddress();
  if (own === undefined) {
    t.skip('this machine has no address but loopback');
    return;
  }

  const inside = await startMediaServer();
  const listed = await startMediaServer({}, own);
  await using names = await startNameServer((name) =>
    name === 'media.lan' ? { addresses: [own] } : { addresses: ['127.0.0.1'] },
  );
  const lookup = openNames({
    servers: [names.address],
    timeoutMs: 1_000,
    atOnce: 9,
    perWorkspace: 9,
  });
  const { port } = new URL(listed.url);
  await using guard = await openGuard(allowsNetworks([own], []), { lookup });

  for (const host of ['media.lan', own]) {
    const answer = await through(guard, `http://${host}:${port}/good/a.mp4`);
    assert.equal(answer.statusCode, 200, host);
    answer.resume();
  }

  for (const target of [inside.url, inside.url.replace('127.0.0.1', 'evil.lan')]) {
    const path = `/redirect/${encodeURIComponent(`${target}/good/a.mp4`)}`;
    const hop = await through(guard, `http://media.lan:${port}${path}`);
    hop.resume();
    assert.equal((await through(guard, hop.headers.location ?? '')).statusCode, 403, target);
  }

  assert.match(await tunnel(guard, '[::ffff:127.0.0.1]:80'), / 403 /);
  assert.match(await tunnel(guard, '169.254.169.254:80'), / 403 /);
  assert.deepEqual(inside.requests, []);

  await using closed = await openGuard(allowsNetworks([own], [Number(port)]), { lookup });
  assert.equal((await through(closed, `http://media.lan:${port}/good/a.mp4`)).statusCode, 403);
  await listed.close();
  await inside.close();
});

describe('the provider of tokens', () => {
  /** Starts a token provider that records the requests it receives. */
  async function startProvider() {
    const asked: { readonly url: string; readonly body: string }[] = [];
    const server = createHttpServer(async (incoming, outgoing) => {
      asked.push({ url: incoming.url ?? '', body: await text(incoming) });
      outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{"poToken":"abc"}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');

    const { port } = server.address() as { port: number };
    return { url: `http://127.0.0.1:${port}`, asked, server };
  }

  const post = (url: string, body: string) =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

  test('is reached through the guard alone, and is not told to use it as its proxy', async () => {
    const provider = await startProvider();
    const other = await startMediaServer();
    await using guard = await openGuard(() => false, { tokenProvider: `${provider.url}/base` });
    const asked = JSON.stringify({ content_binding: 'x', proxy: guard.url });
    const answer = await post(`${guard.url}/get_pot`, asked);
    assert.deepEqual(await answer.json(), { poToken: 'abc' });

    const [got] = provider.asked;
    assert.equal(got?.url, '/base/get_pot');
    assert.deepEqual(JSON.parse(got?.body ?? ''), { content_binding: 'x', proxy: null });

    // A plugin may also use the guard as a proxy to send requests to the guard.
    const proxied = await through(guard, `${guard.url}/ping`);
    assert.equal(proxied.statusCode, 200);
    proxied.resume();

    // No other address on this machine can be reached, nor can the provider's own address through the proxy.
    for (const url of [`${other.url}/good/a.mp4`, `${provider.url}/ping`]) {
      const refused = await through(guard, url);
      assert.equal(refused.statusCode, 403, url);
      refused.resume();
    }

    for (const path of ['//127.0.0.1:1/ping', '/../../ping', '/http://127.0.0.1:1/'])
      assert.equal((await fetch(guard.url + path)).status, 200, path);

    assert.ok(provider.asked.every(({ url }) => url.startsWith('/')));
    assert.equal((await post(`${guard.url}/get_pot`, 'x'.repeat(2_000_000))).status, 413);
    provider.server.close();
    await other.close();
  });

  test('one that does not answer is a 502, and without one the guard is no server', async () => {
    const { url, server } = await startProvider();
    server.close();
    await once(server, 'close');
    await using guard = await openGuard(() => false, { tokenProvider: url });
    assert.equal((await fetch(`${guard.url}/ping`)).status, 502);
    await using bare = await openGuard(() => false);
    assert.equal((await fetch(`${bare.url}/ping`)).status, 403);
  });
});
