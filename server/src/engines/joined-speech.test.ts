/**
 * Tests joining many spans into one transcript: the order, segments that cross from one span into the next, the
 * language chosen by vote, and speech that is left out.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { joinSpeech } from './joined-speech.ts';
import type { HeardSpan, HeardUtterance } from './speech.ts';

const engine = { name: 'test', version: '1', kind: 'local' } as const;

/** An utterance from `start` on, with one word per second. */
function utterance(start: number, text: string, sureness?: number): HeardUtterance {
  const words = text.split(' ').map((word, n) => ({
    text: word,
    start: start + n,
    end: start + n + 0.9,
  }));
  const end = start + words.length;
  return { start, end, words, ...(sureness !== undefined && { sureness }) };
}

const span = (utterances: readonly HeardUtterance[], more: Partial<HeardSpan> = {}): HeardSpan => ({
  start: utterances[0]?.start ?? 0,
  end: utterances.at(-1)?.end ?? 0,
  utterances,
  speechSeconds: utterances.reduce((sum, { start, end }) => sum + end - start, 0),
  language: 'en',
  degraded: false,
  engine,
  ...more,
});

const texts = (spans: readonly HeardSpan[]) =>
  joinSpeech(spans, null, 100).segments.map(({ text }) => text);

describe('joined speech', () => {
  test('is in order of time, and a sentence goes on over a border', () => {
    const first = span([utterance(0, 'it goes')]);
    const second = span([utterance(2, 'on here.')]);
    assert.deepEqual(texts([second, first]), ['it goes on here.']);
  });

  test('keeps the segments of an engine that makes its own', () => {
    const segments = [{ start: 1, end: 2, text: ' as  it is ' }];
    assert.deepEqual(texts([span([{ start: 1, end: 2, segments }])]), ['as it is']);
  });

  test('has the language of most of the speech, else the hint', () => {
    const long = span([utterance(0, 'guten tag und auf wiedersehen')], { language: 'de' });
    const short = [10, 20].map((at) => span([utterance(at, 'so')], { language: 'en' }));
    assert.equal(joinSpeech([...short, long], null, 100).language, 'de');
    const unknown = span([utterance(0, 'x')], { language: null });
    assert.equal(joinSpeech([unknown], 'pt-BR', 100).language, 'pt');
    assert.equal(joinSpeech([unknown], null, 100).language, 'und');
    assert.deepEqual(joinSpeech([], 'en', 100), { language: '', segments: [], languageSpans: [] });
  });

  test('gives each channel that was heard apart a speaker, by who speaks first', () => {
    const left = { channel: 0 };
    const right = { channel: 1 };
    const { segments, language } = joinSpeech(
      [
        span([utterance(3, 'how are you?')], left),
        span([utterance(0, 'hallo.')], { ...right, language: 'de' }),
        span([utterance(4, 'sehr gut.')], { ...right, language: 'de' }),
        span([utterance(20, 'that is good to hear.')], left),
      ],
      null,
      100,
    );

    assert.deepEqual(
      segments.map(({ start, text, speaker }) => [start, text, speaker]),
      [
        [0, 'hallo.', 1],
        [3, 'how are you?', 2],
        [4, 'sehr gut.', 1],
        [20, 'that is good to hear.', 2],
      ],
    );
    assert.equal(language, 'en', 'of whom speaks longest');
  });

  test('tells each stretch of a language, and where nothing was understood', () => {
    const spans = [
      span([utterance(0, 'good morning to all of you', 0.9), utterance(8, 'one two three', 0.2)]),
      span([utterance(20, 'guten tag')], { language: 'de' }),
      span([utterance(30, 'wer da')], { language: null }),
    ];
    assert.deepEqual(joinSpeech(spans, 'en', 100).languageSpans, [
      { start: 0, end: 6, language: 'en' },
      { start: 8, end: 11, language: 'und', understood: false },
      { start: 20, end: 22, language: 'de' },
      { start: 30, end: 32, language: 'en' },
    ]);
    const apart = spans.map((one, index) => ({ ...one, channel: index % 2 }));
    assert.deepEqual(
      joinSpeech(apart, 'en', 100).languageSpans.map(({ start }) => start),
      [0, 8, 20, 30],
    );
  });

  test('has the same words whatever the hint, in whatever spelling', () => {
    const clear = [span([utterance(0, 'the library opens at nine', 0.65)])];
    const unhinted = joinSpeech(clear, null, 100);
    assert.equal(unhinted.segments.length, 1);

    for (const hint of ['en_US', 'eng', 'english', 'auto', 'und', 'zh-Hans-CN', 'de', '??'])
      assert.deepEqual(joinSpeech(clear, hint, 100), unhinted, hint);
    const unknown = span([utterance(0, 'x')], { language: null });

    for (const hint of ['pt_BR', 'por', 'Portuguese'])
      assert.equal(joinSpeech([unknown], hint, 100).language, 'pt');

    assert.equal(joinSpeech([unknown], 'auto', 100).language, 'und');
  });

  test('is judged by what stands around, beyond the border of a span', () => {
    const doubtful = utterance(20, 'perhaps not', 0.52);
    const alone = joinSpeech([span([doubtful])], null, 100);
    assert.deepEqual(alone, {
      language: 'und',
      segments: [],
      languageSpans: [{ start: 20, end: 22, language: 'und', understood: false }],
      degraded: true,
    });
    const among = [span([utterance(10, 'a b c d e f g h', 0.95)]), span([doubtful])];
    assert.equal(joinSpeech(among, null, 100).segments.at(-1)?.text.includes('perhaps'), true);
  });

  test('is degraded where a fifth of it was read by a model that does not know its language', () => {
    const good = span([utterance(0, 'one two three four five six seven eight nine')]);
    const bad = (words: string) => span([utterance(20, words)], { degraded: true });
    assert.equal(joinSpeech([good, bad('x')], null, 100).degraded, undefined);
    assert.equal(joinSpeech([good, bad('x y z')], null, 100).degraded, true);
  });
});
