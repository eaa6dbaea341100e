/** Tests the passages that are made of a job, such as pieces of speech with the times at which their words are said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { cpuMs } from '../../testing/cpu-time.ts';
import { nameTag, passagesOf } from './search-passages.ts';

/** Results with a single segment of `count` numbered words, one word per second. */
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
    // The minimum of three runs, because garbage of earlier tests is collected during some of them.
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

/** Results in which a name is said `count` times, each time in a segment of its own. */
function mentions(count: number): Results {
  const segments = Array.from({ length: count }, (_, index) => ({
    start: 2 * index,
    end: 2 * index + 1,
    text: 'Kia.',
  }));
  const appearances = segments.map(({ start, end }) => ({
    timestamp: start,
    timestamp_start: start,
    timestamp_end: end,
    source: 'speech' as const,
    confidence: 1,
  }));
  const { meta, transcription } = speech(1);
  return {
    meta,
    transcription: { ...transcription, segments },
    brands: [{ name: 'Kia', total_appearances: count, appearances }],
  } as unknown as Results;
}

test('a name that is said 60,000 times takes time that grows with how often it is said', () => {
  const took = (count: number): number => {
    const results = mentions(count);
    const times = [0, 1, 2].map(() => {
      const before = cpuMs();
      const passages = passagesOf(job, results);
      assert.equal(passages.filter(({ tags }) => tags.includes('brand:kia')).length, 2 * count);
      return cpuMs() - before;
    });
    return Math.min(...times);
  };
  const few = took(6000);
  const many = took(60_000);

  // If the mentions were compared with each other, so many would take several seconds.
  assert.ok(many < 50 * Math.max(few, 10), `${many} ms after ${few} ms`);
});

test('hundreds of names in tens of thousands of passages are added to the first names of each', () => {
  const { transcription, meta } = mentions(20_000);
  const brands = Array.from({ length: 300 }, (_, index) => ({
    name: `Brand ${index}`,
    appearances: [{ timestamp: 0, timestamp_start: 0, timestamp_end: 40_000 }],
  }));
  const passages = passagesOf(job, { meta, transcription, brands } as unknown as Results);
  const counts = passages.map(({ tags }) => tags.length);

  assert.equal(Math.max(...counts), Math.floor(2_000_000 / 20_300));
  const first = passages.find(({ kind }) => kind === 'speech');
  assert.ok(first?.tags.includes(nameTag('brand', 'Brand 0')));
});

test('thousands of names that are seen one after the other are not compared with all passages', () => {
  const brands = Array.from({ length: 12_000 }, (_, index) => {
    const starts = [index, index + 12_000, index + 24_000];
    const appearances = starts.map((start) => ({
      timestamp: start,
      timestamp_start: start,
      timestamp_end: start + 0.5,
      source: 'visual' as const,
    }));
    return { name: `Brand ${index}`, appearances };
  });
  const before = cpuMs();
  const passages = passagesOf(job, { brands } as unknown as Results);

  assert.equal(passages.length, 36_000);
  for (const { text, tags } of passages) assert.deepEqual(tags, [nameTag('brand', text)]);
  // About 400 ms; comparing each passage with all names took 8 s.
  assert.ok(cpuMs() - before < 2500, `${cpuMs() - before} ms`);
});
