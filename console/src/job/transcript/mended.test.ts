import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '@reelsight/sdk';
import { timeText } from '../../format/time.ts';
import { divided, draftOf, editOf, linesOf, textOf, withLine } from './mended.ts';

const segment = (start: number, text: string, speaker: number) => ({
  start,
  end: start + 4,
  text,
  speaker,
});
const heard = (more: object = {}) =>
  ({
    results: {
      transcription: {
        text: '',
        segments: [segment(0, 'one', 1), segment(10, 'two', 2), segment(20, 'three', 1)],
        language: 'en',
        duration_seconds: 30,
        word_count: 3,
        speakers: [{ speaker: 2, name: 'Ada' }],
        ...more,
      },
    },
  }) as unknown as Job;
const linesIn = (job: Job) => linesOf(job.results?.transcription);

test('a copied transcript has times and names, a nameless speaker their number', () => {
  const segments = [
    { start: 0, text: 'Good morning.' },
    { start: 4.25, text: 'Hello.', speaker: 1, speaker_name: ' Ada ' },
    { start: 725, text: 'Bye.', speaker: 2 },
  ];
  assert.equal(
    textOf(segments, timeText),
    '0:00.0  Good morning.\n0:04.3  Ada: Hello.\n12:05  Speaker 2: Bye.',
  );
});

test('a changed line is shown at once, with its mark, revision and the name of its speaker', () => {
  const [, line] = linesIn(withLine(heard(), 1, [{ text: 'deux', speaker: 2 }], 7));
  assert.deepEqual(line, {
    start: 10,
    end: 14,
    text: 'deux',
    speaker: 2,
    speaker_name: 'Ada',
    index: 1,
    revision: 7,
    corrected: true,
  });
});

test('a line of two speakers becomes two, and one again', () => {
  const parts = [
    { text: 'abc', speaker: 1 },
    { text: 'd', speaker: 2 },
  ];
  const two = withLine(heard(), 1, parts, 7);
  assert.deepEqual(
    linesIn(two).map(({ index, start, end }) => [index, start, end]),
    [
      [0, 0, 4],
      [1, 10, 13],
      [1, 13, 14],
      [2, 20, 24],
    ],
  );
  assert.deepEqual(draftOf(linesIn(two), 1), parts);
  const one = withLine(two, 1, [{ text: 'two', speaker: undefined }], 8);
  assert.equal(linesIn(one).length, 3);
  assert.equal(linesIn(one)[1]?.speaker, undefined);
});

test('an emptied line stays in the list, to be written again', () => {
  const emptied = withLine(heard(), 1, [{ text: ' ', speaker: 2 }], 7);
  assert.deepEqual(
    linesIn(emptied).map(({ index, text }) => [index, text]),
    [
      [0, 'one'],
      [1, ''],
      [2, 'three'],
    ],
  );
  const again = withLine(emptied, 1, [{ text: 'two', speaker: 2 }], 8);
  assert.equal(linesIn(again)[1]?.text, 'two');
  assert.equal(again.results?.transcription?.emptied, undefined);
});

test('what is sent is the whole state of the line', () => {
  assert.deepEqual(editOf([{ text: 'a', speaker: undefined }], 0), { text: 'a', revision: 0 });
  const parts = divided([{ text: 'who is it', speaker: 1 }], 0, 4);
  assert.deepEqual(editOf(parts, 3), {
    parts: [
      { text: 'who', speaker: 1 },
      { text: 'is it', speaker: 1 },
    ],
    revision: 3,
  });
  assert.equal(divided(parts, 0, 0).length, 2);
});
