/** What ends the work of a call, and which error the work then receives. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import type { FastifyReply } from 'fastify';
import { FairTurns } from '../network/fair-turns.ts';
import { inTurn } from './in-turn.ts';
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
  const waiting = { call, closing: stopping.signal, tooMany: '' };
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

  setTimeout(() => stopping.abort(reason), 20);
  await Promise.all([assert.rejects(first, reason), assert.rejects(second, reason)]);
  assert.equal(reply.raw.listenerCount('close'), 0);
});
