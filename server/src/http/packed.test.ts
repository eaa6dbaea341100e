/** Large answers are compressed in turns, so that a caller who requests many of them leaves threads to others. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { FairTurns } from '../network/fair-turns.ts';
import { groupOf } from './group-of.ts';
import { packed } from './packed.ts';

const large = Buffer.from(JSON.stringify({ text: 'a word '.repeat(60_000) }));

function exchangeOf(workspaceId: string) {
  const raw = Object.assign(new EventEmitter(), { writableFinished: false, destroyed: false });
  const request = {
    url: '/console/v1/x',
    method: 'GET',
    headers: { 'accept-encoding': 'gzip' },
    asking: { workspaceId, ownerGroup: workspaceId, keyId: null },
  };

  return { request, reply: { raw } } as never;
}

const answer = { status: 200, raw: large, headers: { 'Content-Type': 'application/json' } };

test('a workspace has one at a time, so many wait, and the rest is sent as it is', async () => {
  const turns = new FairTurns({ atOnce: 2, perGroup: 1, waitingPerGroup: 3 });
  const asked = Array.from({ length: 10 }, () => packed(turns, answer, large, exchangeOf('ws_1')));
  const other = await packed(turns, answer, large, exchangeOf('ws_2'));
  assert.equal(other.headers['Content-Encoding'], 'gzip');

  const answers = await Promise.all(asked);
  const compressed = answers.filter(({ headers }) => headers['Content-Encoding'] === 'gzip');
  assert.equal(compressed.length, 4);
  for (const { raw } of answers) assert.ok(raw);
});

test('nothing is compressed for who has left while it waited', async () => {
  const turns = new FairTurns({ atOnce: 1, perGroup: 1 });
  const exchange = exchangeOf('ws_1') as { reply: { raw: EventEmitter } };
  const first = packed(turns, answer, large, exchangeOf('ws_1'));
  const waiting = packed(turns, answer, large, exchange as never);
  exchange.reply.raw.emit('close');

  assert.equal((await waiting).headers['Content-Encoding'], undefined);
  assert.equal((await first).headers['Content-Encoding'], 'gzip');
});

test('links, people with a session and keys take turns apart from each other', () => {
  const opened = (owner_group: string) =>
    groupOf({ asking: null, entered: { share: { owner_group } } } as never);
  const called = groupOf({ asking: { ownerGroup: 'user_1' }, entered: null } as never);

  const signedIn = (id: string) =>
    groupOf({ asking: null, entered: { session: { user: { id } } } } as never);

  const groups = [
    opened('user_1'),
    opened('user_2'),
    called,
    signedIn('user_1'),
    signedIn('user_2'),
  ];
  assert.equal(new Set(groups).size, groups.length);
  assert.equal(groupOf({ asking: null, entered: null }), '');
});
