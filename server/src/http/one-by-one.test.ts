/**
 * Requests that a client sends ahead on one connection are handled in order and up to a limit, whether or not the
 * client reads the answers.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import Fastify from 'fastify';
import { waitFor } from '../../testing/wait-for.ts';
import { limitConnections } from '../network/connection-limits.ts';
import { answerOneByOne } from './one-by-one.ts';

const app = Fastify();
let begun: string[] = [];
let held = Promise.withResolvers<void>();

before(async () => {
  limitConnections(app.server, {
    headersMs: 60_000,
    idleMs: 60_000,
    connections: 100,
    connectionsOfBlock: 100,
    connectionsOfWideBlock: 100,
    trustedProxies: [],
  });
  answerOneByOne(app);
  app.get<{ Params: { name: string } }>('/:name', async ({ params: { name } }) => {
    begun.push(name);
    await held.promise;
    return name;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
after(() => app.close());
beforeEach(() => {
  begun = [];
  held = Promise.withResolvers();
});

async function connected(): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');

  return socket;
}

const requests = (count: number): string =>
  Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

test('the next is begun when the answer before it has been sent, in the order of the requests', async () => {
  const socket = await connected();
  let answers = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answers += text;
  });
  socket.write(requests(20));
  await waitFor(() => assert.deepEqual(begun, ['0']));
  // Another connection does not wait for this one.
  const other = await connected();
  other.write('GET /other HTTP/1.1\r\nHost: a\r\n\r\n');
  await waitFor(() => assert.deepEqual(begun, ['0', 'other']));

  held.resolve();
  await waitFor(() => assert.equal(answers.match(/200 OK/g)?.length, 20));
  const inOrder = Array.from({ length: 20 }, (_, index) => String(index));
  assert.deepEqual(
    begun.filter((name) => name !== 'other'),
    inOrder,
  );
  assert.deepEqual(answers.match(/(?<=\r\n\r\n)\d+/g), inOrder);
  socket.destroy();
  other.destroy();
});

test('a connection with too many unanswered requests is closed, and none of them is begun', async () => {
  const socket = await connected();
  socket.resume();
  socket.write(requests(100));
  await waitFor(() => assert.ok(socket.closed));
  held.resolve();

  const next = await connected();
  next.write('GET /next HTTP/1.1\r\nHost: a\r\n\r\n');
  await waitFor(() => assert.ok(begun.includes('next')));
  assert.deepEqual(begun, ['0', 'next']);
  next.destroy();
});

test('requests that Node refuses by itself count too', async () => {
  const socket = await connected();
  socket.resume();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n');
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1.1 417 .*\r\nConnection: close\r\n/);
  await waitFor(() => assert.ok(socket.closed));
});

test('one answer after the other on a connection that is kept costs nobody a turn', async () => {
  held.resolve();
  const socket = await connected();
  for (const name of ['a', 'b', 'c']) {
    socket.write(`GET /${name} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    assert.ok(String(answer).endsWith(name));
  }
  socket.destroy();
});
