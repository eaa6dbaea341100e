import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { body, startMediaServer } from '../../testing/sources/media-server.ts';
import { isPublicAddress } from '../network/public-address.ts';
import { EgressGuard } from './egress-guard.ts';

/** A plain request through a proxy. */
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

test('addresses that are not public', () => {
  for (const address of [
    ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '198.18.0.1', '192.0.2.1', '224.0.0.1', '255.255.255.255'],
    ...['168.63.129.16', '::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1'],
    ...['example.com', '', '127.1', '0x7f000001'],
  ]) {
    assert.equal(isPublicAddress(address), false, address);
  }
  for (const address of ['8.8.8.8', '142.250.1.1', '2607:f8b0::1', '64:ff9b::808:808']) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

test('passes requests on to allowed addresses, byte for byte', async () => {
  const server = await startMediaServer();
  await using guard = await EgressGuard.open(() => true);
  const answer = await through(guard, `${server.url}/good/a.mp4`);
  assert.equal(answer.statusCode, 200);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  assert.ok(Buffer.concat(chunks).equals(body));
  assert.equal(guard.refusedHost, null);
  const named = await through(guard, `${server.url.replace('127.0.0.1', 'localhost')}/good/a.mp4`);
  assert.equal(named.statusCode, 200);
  named.resume();
  await server.close();
});

test('tunnels to allowed addresses', async () => {
  const echo = createServer((socket) => socket.pipe(socket));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port } = echo.address() as { port: number };
  await using guard = await EgressGuard.open(() => true);
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
  await using guard = await EgressGuard.open(allow);
  const target = encodeURIComponent(`${inside.url}/good/a.mp4`);
  const redirect = await through(guard, `${outside.url}/redirect/${target}`);
  assert.equal(redirect.statusCode, 302);
  redirect.resume();
  assert.equal((await through(guard, redirect.headers.location ?? '')).statusCode, 403);
  assert.equal(guard.refusedHost, '127.0.0.2');
  assert.match(await tunnel(guard, new URL(inside.url).host), / 403 /);
  assert.match(await tunnel(guard, '[::1]:443'), / 403 /);
  assert.match(await tunnel(guard, '2130706434:80'), / 403 /, '127.0.0.2 as one number');
  assert.deepEqual(inside.requests, []);
  await inside.close();

  await using strict = await EgressGuard.open(isPublicAddress);
  const named = outside.url.replace('127.0.0.1', 'localhost');
  const before = outside.requests.length;
  assert.equal((await through(strict, `${named}/good/a.mp4`)).statusCode, 403);
  assert.equal(strict.refusedHost, 'localhost');
  assert.match(await tunnel(strict, new URL(named).host), / 403 /);
  assert.match(await tunnel(strict, new URL(outside.url).host), / 403 /);
  assert.equal(outside.requests.length, before);
  await outside.close();
});

test('answers what can not be reached, and speaks nothing but http', async () => {
  await using guard = await EgressGuard.open(() => true);
  assert.equal((await through(guard, 'http://127.0.0.1:1/a')).statusCode, 502);
  assert.match(await tunnel(guard, '127.0.0.1:1'), / 502 /);
  assert.equal((await through(guard, 'ftp://127.0.0.1/a')).statusCode, 403);
  assert.equal((await through(guard, 'file://localhost/etc/passwd')).statusCode, 403);
});

test('closing ends what is under way', async () => {
  const server = await startMediaServer();
  const guard = await EgressGuard.open(() => true);
  const answer = await through(guard, `${server.url}/stall/a.mp4`);
  const ended = assert.rejects(text(answer));
  await guard[Symbol.asyncDispose]();
  await ended;
  await server.close();
});
