/**
 * Chunked bodies are accepted as ordinary clients send them; a connection with chunks that only keep the parser busy is
 * ended.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { waitFor } from '../../testing/wait-for.ts';
import { refuseTinyChunks } from './tiny-chunks.ts';

/** Number of chunks of the last request that reached its listeners. */
let chunks = 0;
const server = createServer((request, response) => {
  chunks = 0;
  if (request.url === '/refused') return void response.writeHead(401).end();

  request.on('data', () => {
    chunks += 1;
  });
  request.on('error', () => undefined);
  request.on('end', () => response.end());
});
refuseTinyChunks(server);

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`;

async function post(path: string, body: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);

  return socket;
}

async function answerTo(path: string, body: string): Promise<string> {
  const socket = await post(path, `${body}0\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();

  return String(answer).slice(0, 12);
}

test('a few small chunks, and many that carry something, are a body like any other', async () => {
  assert.equal(await answerTo('/', chunk(1).repeat(400)), 'HTTP/1.1 200');
  assert.equal(await answerTo('/', chunk(100).repeat(5000)), 'HTTP/1.1 200');
});

test('a body in tiny chunks ends its connection before many of them are handed on', async () => {
  const socket = await post('/', chunk(1).repeat(50_000));
  socket.resume();
  await waitFor(() => assert.ok(socket.closed));
  assert.ok(chunks <= 500, `${chunks} chunks`);
});

test('so does one that goes on after its request was refused', async () => {
  const socket = await post('/refused', chunk(1).repeat(100));
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1.1 401/);
  socket.resume();
  socket.write(chunk(1).repeat(50_000));
  await waitFor(() => assert.ok(socket.closed));
});
