import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileOrder } from '../exports/order.ts';
import { FairTurns } from '../network/fair-turns.ts';
import { exportPlaces, openExportThread } from './export-thread.ts';

const segments = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    start: index,
    end: index + 1,
    text: `Sentence ${index}.`,
  }));

const orderOf = (count: number): FileOrder => ({
  format: 'srt',
  view: { job_id: 'job_1', capabilities: ['transcription'] } as never,
  results: {
    base: JSON.stringify({ transcription: { text: '', segments: segments(count) } }),
    frames: [],
  },
  options: { names: null, maxLineChars: 42, maxLines: 2 } as never,
  correctionsJson: '[]',
  whole: true,
});

test('an order nobody waits for any more ends in the same thread, and its answer is nobody else’s', async () => {
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  process.on('worker', count);

  const closing = new AbortController();
  const thread = openExportThread(closing.signal);
  try {
    const never = new AbortController().signal;
    const small = await thread.run('file', orderOf(1), never);
    assert.match(String(Buffer.from(small)), /Sentence 0\./);

    const left = new AbortController();
    const large = thread.run('file', orderOf(1000), left.signal);

    left.abort(new Error('gone'));
    await assert.rejects(large, /gone/);
    assert.deepEqual(await thread.run('file', orderOf(1), never), small);
    assert.equal(threads, 1);
  } finally {
    closing.abort();
    process.off('worker', count);
  }
});

test('a small file does not wait for a large one of another workspace', async () => {
  const closing = new AbortController();
  const thread = openExportThread(closing.signal);
  const turns = new FairTurns(exportPlaces);
  const never = new AbortController().signal;
  const make = (group: string, count: number) =>
    turns.run(group, never, () => thread.run('file', orderOf(count), never));
  try {
    // Starts both threads first: on a busy machine, starting the second thread could take longer than making a file.
    await Promise.all([1, 1].map((count) => thread.run('file', orderOf(count), never)));
    const ended: string[] = [];
    const large = Array.from({ length: 3 }, () =>
      make('ws_large', 100_000).then(() => ended.push('large')),
    );
    const small = make('ws_small', 1).then(() => ended.push('small'));
    await Promise.all([...large, small]);

    assert.equal(ended[0], 'small');
  } finally {
    closing.abort();
  }
});
