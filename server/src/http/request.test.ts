/** What ends the work of a call, and which error the work then receives. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import type { FastifyReply } from 'fastify';
import type { Queryable } from '../db/database.ts';
import { FairTurns } from '../network/fair-turns.ts';
import { inOwnersTurn, inTurn } from './in-turn.ts';
import { leftOr } from './request.ts';

const replying = () => ({ raw: new PassThrough() }) as unknown as FastifyReply;
const open = new AbortController().signal;
const isLeft = (error: unknown) => error instanceof Fault && error.code === 'REQUEST_TIMEOUT';

test('a client that leaves is a request that took too long, not a fault of ours', async () => {
  const reply = replying();
  const { signal } = leftOr(reply, [open]);
  reply.raw.destroy();
  await new Promise((resolve) => reply.raw.once('close', resolve));
  assert.ok(isLeft(signal.reason), String(signal.reason));
  assert.ok(isLeft(leftOr(reply, []).signal.reason));
});

test('work in turn ends with why the service stops, and nothing listens afterwards', async () => {
  const reply = replying();
  const stopping = new AbortController();
  const call = { reply, params: {}, caller: { workspace_id: 'ws_1' } } as never;
  const turns = new FairTurns({ atOnce: 1, perGroup: 1 });
  const waiting = { call, closing: stopping.signal, tooMany: '', group: 'kim' };
  const first = inTurn(
    turns,
    waiting,
    (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const second = inTurn(turns, waiting, async () => undefined);
  const reason = new Fault('SERVICE_UNAVAILABLE', 'the service stops');

  void setTimeout(20).then(() => stopping.abort(reason));
  await Promise.all([assert.rejects(first, reason), assert.rejects(second, reason)]);
  assert.equal(reply.raw.listenerCount('close'), 0);
});

test("work in an owner's turn waits for that of another workspace of the owner", async () => {
  const owners = new Map([
    ['ws_1', 'kim'],
    ['ws_2', 'kim'],
  ]);
  const db = {
    query: async (_sql: string, [ids]: [string[]]) =>
      ids.flatMap((id) => (owners.has(id) ? [{ workspace_id: id, owner: owners.get(id) }] : [])),
  } as unknown as Queryable;
  const turns = new FairTurns({ atOnce: 4, perGroup: 1 });
  const running = new Set<string>();
  const together: string[][] = [];
  const work = (workspace: string) => {
    const call = { reply: replying(), params: {}, caller: { workspace_id: workspace } } as never;
    return inOwnersTurn(db, turns, { call, closing: open, tooMany: '' }, async () => {
      running.add(workspace);
      together.push([...running]);
      await setTimeout(10);
      running.delete(workspace);
    });
  };

  await Promise.all([work('ws_1'), work('ws_2'), work('ws_3')]);
  assert.ok(together.some((workspaces) => workspaces.includes('ws_3') && workspaces.length === 2));
  assert.ok(
    together.every((workspaces) => !(workspaces.includes('ws_1') && workspaces.includes('ws_2'))),
  );
});
