/** What is found of a job: pieces of speech with the time at which their words are said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { cpuMs } from '../../testing/cpu-time.ts';
import { nameTag, passagesOf } from './search-passages.ts';

/** One segment of numbered words, one a second. */
function speech(count: number): Results {
  const words = Array.from({ length: count }, (_, index) => ({
    text: `word${index}`,
    start: index,
    end: index + 0.8,
    confidence: 1,
  }));
  const text = words.map((word) => word.text).join(' ');
  return {
    meta: { fps_used: 0, frames_analyzed: 0, engines: {} },
    transcription: {
      text,
      language: 'en',
      duration_seconds: count,
      word_count: count,
      segments: [{ start: 0, end: count, text, words }],
    },
  };
}
const job = { title: null, filename: null, batch_id: null };

test('a long segment is cut, and each piece begins and ends with its words', () => {
  const passages = passagesOf(job, speech(500));
  assert.ok(passages.length > 10);
  for (const { text, start, end } of passages) {
    const said = text.split(' ').map((word) => Number(word.slice('word'.length)));
    assert.equal(start, said[0]);
    assert.equal(end, (said.at(-1) as number) + 0.8);
  }
});

test('a brand is filtered by any spelling of its name', () => {
  assert.equal(nameTag('brand', 'CocaCola'), nameTag('brand', 'Coca-Cola'));
  assert.notEqual(nameTag('brand', 'Coca-Cola'), nameTag('object', 'Coca-Cola'));
});

test('a segment of 200,000 words is cut in time that grows with its length', () => {
  const took = (count: number): number => {
    const results = speech(count);
    // The least of three, as garbage of the suites before is collected in some of them.
    const times = [0, 1, 2].map(() => {
      const before = cpuMs();
      passagesOf(job, results);
      return cpuMs() - before;
    });
    return Math.min(...times);
  };
  const few = took(20_000);
  const many = took(200_000);

  assert.ok(many < 40 * Math.max(few, 5), `${many} ms after ${few} ms`);
});
