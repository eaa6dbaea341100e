/** Tests cutting a transcript into sentences, including a transcript without a single word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../testing/cpu-time.ts';
import { sentencesIn } from './sentences.ts';

test('thousands of segments without a word take time that grows with their number', () => {
  const took = (count: number): number => {
    const segments = Array.from({ length: count }, (_, index) => ({
      start: index,
      end: index + 0.9,
      text: '-',
    }));
    const times = [0, 1, 2].map(() => {
      const before = cpuMs();
      assert.ok(sentencesIn(segments).length > count / 200);
      return cpuMs() - before;
    });
    return Math.min(...times);
  };
  const few = took(1000);
  const many = took(10_000);

  assert.ok(many < 30 * Math.max(few, 5), `${many} ms after ${few} ms`);
});
