/** Tests how an engine's words become readable segments with valid times. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { SpeechSegment, Word } from './speech.ts';
import { segmentsOf, tidySegments } from './transcript.ts';

const words = (text: string, starts: readonly number[], length = 0.3): Word[] =>
  text.split(' ').map((word, index) => ({
    text: word,
    start: starts[index] ?? 0,
    end: (starts[index] ?? 0) + length,
  }));

const texts = (segments: readonly SpeechSegment[]) => segments.map(({ text }) => text);

describe('segments', () => {
  test('end at a pause', () => {
    const segments = segmentsOf(words('so it was and then', [1, 1.4, 1.8, 4, 4.4]));
    assert.deepEqual(texts(segments), ['so it was', 'and then']);
    assert.deepEqual(
      segments.map(({ start, end }) => [start, Math.round(end * 10) / 10]),
      [
        [1, 2.1],
        [4, 4.7],
      ],
    );
  });

  test('end with a sentence, not with a title or an initial', () => {
    const list = words(
      'I met Mr. J. Smith. He said: "No!" Then he left',
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      0.9,
    );
    assert.deepEqual(texts(segmentsOf(list)), [
      'I met Mr. J. Smith.',
      'He said: "No!"',
      'Then he left',
    ]);
  });

  test('long talk is cut at its longest pauses', () => {
    const starts = Array.from({ length: 100 }, (_, index) => index * 0.4 + (index >= 30 ? 0.1 : 0));
    const segments = segmentsOf(words(starts.map((_, index) => `w${index}`).join(' '), starts));
    assert.ok(segments.every(({ start, end }) => end - start <= 15));
    assert.equal(segments.find(({ text }) => text.startsWith('w30 '))?.start, starts[30]);
    assert.equal(segments.flatMap((segment) => segment.words ?? []).length, 100);
  });

  test('talk without any pause is cut into a few, not word by word, however long it is', () => {
    const even = Array.from({ length: 100_000 }, (_, index) => ({
      text: 'word',
      start: index / 4,
      end: (index + 1) / 4,
    }));
    const segments = segmentsOf(even);
    assert.ok(segments.length < 100_000 / 10, `${segments.length} segments`);
    assert.ok(segments.every(({ start, end }) => end - start <= 15));

    let at = 0;
    // Each pause is a little shorter than the one before.
    const falling = even.slice(0, 50_000).map(({ text }, index) => {
      at += 0.1 + 0.4 * (1 - index / 50_000);
      return { text, start: at, end: at + 0.01 };
    });
    assert.equal(
      segmentsOf(falling).reduce((sum, { words = [] }) => sum + words.length, 0),
      50_000,
    );
  });

  test('scripts without spaces are put together without any', () => {
    assert.deepEqual(texts(segmentsOf(words('今天 天气 好', [0, 0.4, 0.8]))), ['今天天气好']);
  });

  test('carry the mean confidence where every word has one', () => {
    const [a, b] = words('one two', [0, 0.4]) as [Word, Word];
    assert.equal(
      segmentsOf([
        { ...a, confidence: 0.4 },
        { ...b, confidence: 0.8 },
      ])[0]?.confidence?.toFixed(2),
      '0.60',
    );
    assert.equal(segmentsOf([{ ...a, confidence: 0.4 }, b])[0]?.confidence, undefined);
  });
});

describe('tidy segments', () => {
  test('lose what has no text, come by time, and stay inside the video', () => {
    const tidy = tidySegments(
      [
        { start: 5, end: 12, text: '  two\n lines ' },
        { start: -1, end: 2, text: 'first' },
        { start: 3, end: 4, text: ' ' },
      ],
      10,
    );
    assert.deepEqual(tidy, [
      { start: 0, end: 2, text: 'first' },
      { start: 5, end: 10, text: 'two lines' },
    ]);
  });

  test('are in order whatever comes in', () => {
    const time = fc.double({ min: -5, max: 50, noNaN: true });
    const word = fc.record({ start: time, end: time, text: fc.string({ maxLength: 5 }) });
    const segment = fc.record({ start: time, end: time, text: fc.string(), words: fc.array(word) });

    fc.assert(
      fc.property(
        fc.array(segment),
        fc.double({ min: 0, max: 40, noNaN: true }),
        (list, duration) => {
          let last = 0;
          for (const { start, end, text, words: inside = [] } of tidySegments(list, duration)) {
            assert.ok(text.trim() !== '' && start >= last && end > start && end <= duration);
            last = start;
            let at = start;

            for (const one of inside) {
              assert.ok(
                one.start >= at && one.end > one.start && one.end <= end && one.text.trim() !== '',
              );
              at = one.start;
            }
          }
        },
      ),
    );
  });
});
