import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventRow } from '../db/events/events.ts';
import { EventStream } from './event-stream.ts';

const pieceBytes = 65_536;

function* piecesOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Streams one event in steps of the reader that take far longer together than a reader may read nothing. */
test('a large event reaches a reader who is slow, but reads', async (t) => {
  const payload = JSON.stringify({ text: 'x'.repeat(24_000_000) });
  const event: EventRow = {
    id: 'evt_1',
    workspace_id: 'ws_1',
    job_id: null,
    kind: 'batch.completed',
    payload,
    seq: 1,
  };
  const readAfter = async (seq: number) => ({ events: seq < 1 ? [event] : [], hasMore: false });
  let roomsLeft = 0;
  const server = createServer((_request, response) => {
    const stream = new EventStream(
      response,
      {
        jobId: null,
        read: readAfter,
        nextBytes: async (seq) => (seq < 1 ? payload.length : 0),
        inRoom: async (read) => ({
          ...(await read()),
          pieces: piecesOf,
          leave: () => {
            roomsLeft += 1;
          },
        }),
        isThere: async () => true,
      },
      { drainMs: 400 },
    );
    response.on('close', stream.end);
    void stream.run(0, new AbortController().signal);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());

  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.0\r\n\r\n');
  const beganMs = performance.now();
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (text.endsWith('\n\n')) break;
    await sleep(4);
  }

  assert.ok(performance.now() - beganMs > 800, 'it takes longer than a reader may read nothing');
  assert.ok(text.endsWith(`id: 1.evt_1\nevent: batch.completed\ndata: ${payload}\n\n`));
  assert.equal(roomsLeft, 1);
});
