/**
 * Transcripts from captions: they have whole sentences, and are made only if the captions can be those of the whole
 * video.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Captions, captionTranscript } from './caption-transcript.ts';

const captions = (cues: Captions['cues'], more: Partial<Captions> = {}): Captions => ({
  platform: 'youtube',
  language: 'pt-BR',
  automatic: false,
  cues,
  ...more,
});

test('lines become sentences, cut at pauses, ends of sentences and after 15 seconds', () => {
  const transcript = captionTranscript(
    captions([
      { start: 0, end: 2, text: 'Bread needs' },
      { start: 2, end: 4, text: 'four things.' },
      { start: 4.1, end: 6, text: 'Flour' },
      { start: 7, end: 9, text: 'and salt' },
    ]),
    10,
  );
  assert.deepEqual(transcript?.segments, [
    { start: 0, end: 4, text: 'Bread needs four things.' },
    { start: 4.1, end: 6, text: 'Flour' },
    { start: 7, end: 9, text: 'and salt' },
  ]);
  assert.equal(transcript?.language, 'pt');
  assert.deepEqual(transcript?.engines, { speech: 'youtube captions' });
  assert.deepEqual(transcript?.flags, ['diarization_unavailable']);

  const japanese = captions([
    { start: 0, end: 2, text: '今日は' },
    { start: 2, end: 4, text: 'パンです' },
  ]);
  assert.equal(captionTranscript(japanese, 5)?.segments[0]?.text, '今日はパンです');
});

test('times of words are kept', () => {
  const words = [
    { text: 'we', start: 0, end: 0.5 },
    { text: 'bake.', start: 0.5, end: 1 },
  ];
  const made = captions([{ start: 0, end: 1, text: 'we bake.', words }], { automatic: true });
  const transcript = captionTranscript(made, 3);

  assert.deepEqual(transcript?.segments[0]?.words, words);
  assert.deepEqual(transcript?.engines, { speech: 'youtube automatic captions' });
});

test('captions of foreign words alone, or of a longer cut, are none', () => {
  const cue = { start: 0, end: 10, text: 'Hello.' };
  assert.equal(captionTranscript(captions([cue]), 100), null);
  assert.equal(captionTranscript(captions([]), 10), null);
  assert.equal(captionTranscript(captions([cue, { ...cue, start: 50, end: 60 }]), 40), null);
  assert.equal(captionTranscript(captions([cue]), 9)?.segments[0]?.end, 9);
});

test('very many cues in a moment are neither what is said nor hours of work', () => {
  const startedMs = performance.now();
  const many = (count: number, seconds: number, text: string, timed = false) =>
    captions(
      Array.from({ length: count }, (_, index) => {
        const start = (index * seconds) / count;
        const end = ((index + 1) * seconds) / count;
        return { start, end, text, ...(timed && { words: [{ text, start, end }] }) };
      }),
    );
  assert.equal(captionTranscript(many(50_000, 14, 'a b c d e f g h i j'), 14), null);

  const long = captionTranscript(many(50_000, 14_000, 'a b c d e f g h i j'), 14_000);
  assert.ok(long?.segments.every(({ text }) => text.length < 4000));
  assert.ok(captionTranscript(many(50_000, 1000, 'a'), 1000));
  assert.ok(captionTranscript(many(50_000, 1000, 'a', true), 1000));

  // All captions but one are within ten seconds of a long video.
  const moment = many(50_000, 10, 'a b c d e f g h i j');
  const rest = { start: 20, end: 14_000, text: 'a' };
  assert.equal(captionTranscript({ ...moment, cues: [...moment.cues, rest] }, 14_000), null);
  assert.equal(captionTranscript({ ...moment, cues: [rest, ...moment.cues] }, 14_000), null);
  assert.ok(performance.now() - startedMs < 20_000, `${performance.now() - startedMs} ms`);
});
