import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventRow } from '../db/events/events.ts';
import { EventStream } from './event-stream.ts';

const pieceBytes = 65_536;

function* piecesOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

test('a large event is written a piece at a time, each once the reader has read the one before', async () => {
  const payload = JSON.stringify({ text: 'x'.repeat(24_000_000) });
  const event: EventRow = {
    id: 'evt_1',
    workspace_id: 'ws_1',
    job_id: null,
    kind: 'batch.completed',
    payload,
    seq: 1,
  };
  const written: Buffer[] = [];
  let mostUnread = 0;
  // How long a reader may read nothing is measured from one piece to the next, so none may wait behind another.
  const out = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      mostUnread = Math.max(mostUnread, out.writableLength);
      written.push(piece);
      setImmediate(done);
    },
  });
  const roomLeft = Promise.withResolvers<void>();
  const stream = new EventStream(out as unknown as ServerResponse, {
    jobId: null,
    read: async (seq) => ({ events: seq < 1 ? [event] : [], hasMore: false }),
    nextBytes: async (seq) => (seq < 1 ? payload.length : 0),
    inRoom: async (read) => ({
      ...(await read()),
      pieces: piecesOf,
      leave: roomLeft.resolve,
    }),
    isThere: async () => true,
  });
  const ended = stream.run(0, new AbortController().signal);
  await roomLeft.promise;
  await nextTurn();
  stream.end();
  await ended;

  assert.ok(mostUnread <= pieceBytes, `${mostUnread} bytes waited`);
  const text = Buffer.concat(written).toString();
  assert.equal(text, `id: 1.evt_1\nevent: batch.completed\ndata: ${payload}\n\n`);
});
