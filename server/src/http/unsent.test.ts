/** How large answers share the memory of a process, and how slowly they may be read. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import Fastify, { type FastifyReply } from 'fastify';
import { waitFor } from '../../testing/wait-for.ts';
import { type Reader, Unsent } from './unsent.ts';

const unhurried = { bytesPerSecond: 0, overMs: 1000 };
const replying = (): FastifyReply => ({ raw: new PassThrough() }) as unknown as FastifyReply;
const known = (group: string, owner = group): Reader => ({ group, owner, visitorAddress: null });
/** The answer of a client that reads nothing. */
const unread = (): FastifyReply => {
  const raw = Object.assign(new PassThrough(), { socket: {} });
  return { raw, request: {} } as unknown as FastifyReply;
};
const refusal = (code: string) => (error: unknown) => error instanceof Fault && error.code === code;

test('a quarter of the room is kept for workspaces that have nothing unsent', () => {
  const unsent = new Unsent({ ofWorkspace: 60, all: 100, leastRate: unhurried });
  unsent.count(known('one'), replying(), 50);
  assert.throws(() => unsent.check(known('one'), 11), refusal('RATE_LIMITED'));
  unsent.check(known('one'), 10);
  unsent.count(known('two'), replying(), 20);
  assert.throws(() => unsent.check(known('two'), 10), refusal('SERVICE_UNAVAILABLE'));
  unsent.check(known('two'), 5);
  // A workspace with nothing unsent may have an answer of any size while there is room at all.
  unsent.check(known('three'), 500);
  unsent.count(known('three'), replying(), 29);
  unsent.check(known('four'), 500);
  unsent.count(known('four'), replying(), 1);

  assert.throws(() => unsent.check(known('five')), refusal('SERVICE_UNAVAILABLE'));
});

test('all workspaces of an owner have three quarters of the room together', () => {
  const unsent = new Unsent({ ofWorkspace: 60, all: 100, leastRate: unhurried });
  unsent.count(known('one', 'jo'), replying(), 40);
  unsent.count(known('two', 'jo'), replying(), 30);
  const third = known('three', 'jo');
  assert.throws(() => unsent.check(third, 6), refusal('RATE_LIMITED'));
  assert.equal(unsent.hasRoom(third), true);
  unsent.check(third, 5);

  // Room that is reserved for others is none for a new workspace of this owner.
  unsent.count(third, replying(), 5);
  assert.throws(() => unsent.check(known('four', 'jo')), refusal('RATE_LIMITED'));
  unsent.check(known('five', 'somebody else'), 500);
});

test('all workspaces of an owner have three quarters of the places for files together', () => {
  const unsent = new Unsent({ ofWorkspace: 1, all: 1, leastRate: unhurried });
  for (let opened = 0; opened < 750; opened += 1) {
    const reader = known(`workspace ${opened % 20}`, 'jo');
    unsent.checkOpen(reader);
    unsent.open(reader, replying());
  }
  assert.throws(() => unsent.checkOpen(known('new', 'jo')), refusal('SERVICE_UNAVAILABLE'));
  unsent.checkOpen(known('new', 'somebody else'));
});

test('for an owner that has nothing unsent, the answer that is read most slowly makes room', async () => {
  const leastRate = { bytesPerSecond: 1, overMs: 1200 };
  const unsent = new Unsent({ ofWorkspace: 200_000, all: 200_000, leastRate });
  const first = unread();
  const second = unread();
  unsent.count(known('one'), first, 100_000);
  unsent.count(known('two'), second, 100_000);
  // Nothing is closed yet, because it is not known yet which reader is slow.
  assert.throws(() => unsent.check(known('three')), refusal('SERVICE_UNAVAILABLE'));

  await waitFor(() => unsent.check(known('three')));
  assert.equal([first, second].filter(({ raw }) => raw.destroyed).length, 1);
  // A workspace that has unsent answers itself is refused; the answers of others are not closed for it.
  unsent.count(known('three'), unread(), 100_000);
  assert.throws(() => unsent.check(known('three'), 50_000), refusal('SERVICE_UNAVAILABLE'));
  for (const { raw } of [first, second]) raw.destroy();
});

test('files that are passed on are counted, and places are kept for workspaces that read none', () => {
  const unsent = new Unsent({ ofWorkspace: 1, all: 1, leastRate: unhurried });
  const open = (workspace: string, count: number): void => {
    for (let opened = 0; opened < count; opened += 1) {
      unsent.checkOpen(known(workspace));
      unsent.open(known(workspace), replying());
    }
  };
  open('one', 200);
  assert.throws(() => unsent.checkOpen(known('one')), refusal('RATE_LIMITED'));
  for (const workspace of ['two', 'three', 'four']) open(workspace, 183);
  open('five', 1);
  assert.throws(() => unsent.checkOpen(known('five')), refusal('SERVICE_UNAVAILABLE'));
  unsent.checkOpen(known('six'));
});

test('answers that wait for us take no places of others', () => {
  const unsent = new Unsent({ ofWorkspace: 1, all: 1, leastRate: unhurried });
  const answers = Array.from({ length: 1000 }, (_, index) =>
    unsent.open(known(`workspace ${index % 10}`), replying()),
  );
  assert.throws(() => unsent.checkOpen(known('new')), refusal('SERVICE_UNAVAILABLE'));
  for (const answer of answers) answer.isWaiting = true;
  unsent.checkOpen(known('new'));
});

test('of files, the one that is read most slowly makes room, of a workspace that has more of them', async () => {
  const leastRate = { bytesPerSecond: 1, overMs: 1200 };
  const unsent = new Unsent({ ofWorkspace: 1e9, all: 1e9, leastRate });
  const held: FastifyReply[] = [];
  for (const workspace of ['one', 'two', 'three', 'four']) {
    for (let opened = 0; opened < 188; opened += 1) {
      held.push(unread());
      unsent.count(known(workspace), held.at(-1) as FastifyReply, 100);
    }
  }

  unsent.count(known('five'), unread(), 100);
  await waitFor(() => unsent.checkOpen(known('five')));
  for (let opened = 1; opened < 50; opened += 1) {
    unsent.checkOpen(known('five'));
    unsent.count(known('five'), unread(), 100);
  }
  const closed = held.filter(({ raw }) => raw.destroyed).length;
  assert.ok(closed >= 48 && closed <= 52, `${closed} closed`);
  // Nothing is closed for a workspace that has as many as the others.
  await sleep(0);
  const [first] = held.filter(({ raw }) => !raw.destroyed);
  assert.ok(first);
  assert.throws(() => unsent.checkOpen(known('one')), refusal('SERVICE_UNAVAILABLE'));
  assert.equal(held.filter(({ raw }) => raw.destroyed).length, closed);
});

describe('Of the visitors to the links of a workspace,', () => {
  const leastRate = { bytesPerSecond: 1, overMs: 1200 };
  const links = (visitorAddress: string): Reader => ({
    group: 'links of one',
    owner: 'links of jo',
    visitorAddress,
  });

  /** Opens an answer that is not read. */
  function open(unsent: Unsent, address: string, bytes = 100): FastifyReply {
    const reply = unread();
    unsent.count(links(address), reply, bytes);
    return reply;
  }

  test('those of one network may read 40 files, and their slowest makes room for their next', async () => {
    const unsent = new Unsent({ ofWorkspace: 1e9, all: 1e9, leastRate });
    const held: FastifyReply[] = [];
    for (let opened = 0; opened < 40; opened += 1) {
      unsent.checkOpen(links('192.0.2.7'));
      held.push(open(unsent, '192.0.2.7'));
    }

    // Nothing is closed yet, because it is not known yet which reader is slow.
    assert.throws(() => unsent.checkOpen(links('192.0.2.8')), refusal('RATE_LIMITED'));
    unsent.checkOpen(links('198.51.100.1'));

    await waitFor(() => unsent.checkOpen(links('192.0.2.8')));
    assert.equal(held.filter(({ raw }) => raw.destroyed).length, 1);
    for (const { raw } of held) raw.destroy();
  });

  test('those of the network that reads most make room for others', async () => {
    const unsent = new Unsent({ ofWorkspace: 1e9, all: 1e9, leastRate });
    const most = Array.from({ length: 40 }, () => open(unsent, '192.0.2.7'));
    const others = [1, 2, 3, 4, 5].flatMap((block) =>
      Array.from({ length: 32 }, () => open(unsent, `198.51.${block}.1`)),
    );
    assert.throws(() => unsent.checkOpen(links('203.0.113.1')), refusal('RATE_LIMITED'));

    await waitFor(() => unsent.checkOpen(links('203.0.113.1')));
    assert.equal(most.filter(({ raw }) => raw.destroyed).length, 1);
    assert.equal(others.filter(({ raw }) => raw.destroyed).length, 0);
    for (const { raw } of [...most, ...others]) raw.destroy();
  });

  test('somebody with many blocks of addresses counts as one where each has few', async () => {
    const unsent = new Unsent({ ofWorkspace: 1e9, all: 1e9, leastRate });
    const many = Array.from({ length: 200 }, (_, block) => open(unsent, `2001:db8:1:${block}::1`));
    await waitFor(() => unsent.checkOpen(links('2001:db8:2::1')));
    assert.equal(many.filter(({ raw }) => raw.destroyed).length, 1);
    // Nothing is closed for one more of the same.
    const { length: closedBefore } = many.filter(({ raw }) => raw.destroyed);
    open(unsent, '2001:db8:1:ffff::1');
    assert.throws(() => unsent.checkOpen(links('2001:db8:1:fffe::1')), refusal('RATE_LIMITED'));
    assert.equal(many.filter(({ raw }) => raw.destroyed).length, closedBefore);
    for (const { raw } of many) raw.destroy();
  });

  test('one who leaves large answers unread makes room for others', async () => {
    const unsent = new Unsent({ ofWorkspace: 1000, all: 1e9, leastRate });
    const large = [1, 2, 3].map(() => open(unsent, '192.0.2.7', 400));
    const check = (address: string) => unsent.check(links(address), 400);
    await waitFor(() => check('203.0.113.1'));
    assert.equal(large.filter(({ raw }) => raw.destroyed).length, 1);
    for (const { raw } of large) raw.destroy();
  });
});

test('what has been read makes room again', async () => {
  const unsent = new Unsent({ ofWorkspace: 10, all: 100, leastRate: unhurried });
  const reply = replying();
  unsent.count(known('one'), reply, 50);
  assert.equal(unsent.find(reply), unsent.count(known('one'), reply, 40), 'counted once');

  const waiting = new AbortController();
  const room = unsent.room(known('one'), waiting.signal);

  reply.raw.destroy();
  await room;
  unsent.count(known('one'), replying(), 10);

  const reason = new Error('left');
  setTimeout(() => waiting.abort(reason), 20);
  await assert.rejects(unsent.room(known('one'), waiting.signal), reason);
});

/** A server with a single answer and a minimum rate of 200 KB/s. */
async function serving(bytes: number) {
  const leastRate = { bytesPerSecond: 200_000, overMs: 600 };
  const unsent = new Unsent({ ofWorkspace: 1, all: 1e9, leastRate });
  const app = Fastify();
  app.decorateRequest('fault', null);
  app.get('/', (_request, reply) => {
    const body = Buffer.alloc(bytes, 'x');
    const pieces = unsent.count(known('one'), reply, bytes).pieces([body]);
    return reply.send(Readable.from(pieces, { objectMode: false }));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });

  const ask = () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.0\r\n\r\n');
    return socket;
  };

  return { app, unsent, ask };
}

test('an answer that is read a byte now and then is cut, and its room given back', async () => {
  const { app, unsent, ask } = await serving(40_000_000);
  const socket = ask();
  await once(socket, 'readable');

  let isClosed = false;
  socket.once('close', () => {
    isClosed = true;
  });

  const trickle = setInterval(() => void socket.read(1), 20);
  await waitFor(async () => assert.equal(unsent.hasRoom(known('one')), false));
  await waitFor(async () => assert.ok(unsent.hasRoom(known('one'))));
  clearInterval(trickle);
  socket.resume();
  await waitFor(async () => assert.ok(isClosed));
  await app.close();
});

test('one that is read steadily is sent whole, however long it takes', async () => {
  const bytes = 20_000_000;
  const { app, ask } = await serving(bytes);
  const socket = ask();
  let read = 0;
  const startedMs = performance.now();

  for await (const chunk of socket) {
    read += chunk.length;
    await sleep(8);
  }

  assert.ok(read > bytes, `${read}`);
  assert.ok(performance.now() - startedMs > 1500, 'it takes longer than the rate is averaged over');
  await app.close();
});
