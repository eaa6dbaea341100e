/** Pictures of logos wait for their turn: small ones never behind large ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import type { FastifyReply } from 'fastify';
import sharp from 'sharp';
import { FairTurns } from '../network/fair-turns.ts';
import type { CallDeps, WorkspaceCall } from './call.ts';
import { readPictureInTurn } from './picture-turn.ts';

const drawing = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#20a0e0' } })
    .png()
    .toBuffer();

const callOf = (workspace: string): WorkspaceCall => {
  const raw = { once: () => undefined, off: () => undefined, destroyed: false };
  const reply = { raw } as unknown as FastifyReply;
  return { caller: { workspace_id: workspace }, params: {}, reply } as unknown as WorkspaceCall;
};

test('a small picture is decoded while large ones of others are', async () => {
  const options = { atOnce: 1, perGroup: 1, waitingPerGroup: 1 };
  const deps = {
    // Without members, each workspace is a group of its own.
    domain: { db: { query: async () => [] } },
    pictureTurns: new FairTurns(options),
    largePictureTurns: new FairTurns(options),
    closing: new AbortController().signal,
  } as unknown as CallDeps;
  const { promise: longDecoding, resolve: endDecoding } = Promise.withResolvers<void>();
  const running = deps.largePictureTurns.run('other', deps.closing, () => longDecoding);
  const small = await drawing(300);
  const large = await drawing(1500);

  let isLargeRead = false;
  const reading = readPictureInTurn(deps, callOf('one'), large).then(() => {
    isLargeRead = true;
  });
  assert.equal((await readPictureInTurn(deps, callOf('one'), small)).width, 300);
  assert.equal((await readPictureInTurn(deps, callOf('two'), small)).width, 300);
  assert.equal(isLargeRead, false);

  // No more than these wait, and one that no decoder may see does not wait at all.
  await assert.rejects(
    readPictureInTurn(deps, callOf('one'), large),
    (error: unknown) => error instanceof Fault && error.code === 'RATE_LIMITED',
  );
  await assert.rejects(
    readPictureInTurn(deps, callOf('one'), Buffer.from('hello')),
    (error: unknown) => error instanceof Fault && error.code === 'VALIDATION_FAILED',
  );

  endDecoding();
  await Promise.all([running, reading]);
});

test("a picture waits for that of another workspace of the owner, and another owner's does not", async () => {
  const turns = () => new FairTurns({ atOnce: 2, perGroup: 1, waitingPerGroup: 1 });
  const owners: Record<string, string> = { one: 'kim', two: 'kim', three: 'ada' };
  const query = async (_sql: string, [ids]: [string[]]) =>
    ids.map((id) => ({ workspace_id: id, owner: owners[id] }));
  const deps = {
    domain: { db: { query } },
    pictureTurns: turns(),
    largePictureTurns: turns(),
    closing: new AbortController().signal,
  } as unknown as CallDeps;
  const { promise: longDecoding, resolve: endDecoding } = Promise.withResolvers<void>();
  const running = deps.pictureTurns.run('kim', deps.closing, () => longDecoding);
  const picture = await drawing(300);

  let isRead = false;
  const reading = readPictureInTurn(deps, callOf('two'), picture).then(() => {
    isRead = true;
  });
  assert.equal((await readPictureInTurn(deps, callOf('three'), picture)).width, 300);
  assert.equal(isRead, false);

  endDecoding();
  await Promise.all([running, reading]);
});
