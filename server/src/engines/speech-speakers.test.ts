/** Tests which speaker each word is assigned to. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SpeakerTurn, SpeechSegment } from './speech.ts';
import { assignSpeakers } from './speech-speakers.ts';
import { segmentOf } from './transcript.ts';

const turn = (start: number, end: number, speaker: number): SpeakerTurn => ({
  start,
  end,
  speaker,
});
/** A segment from `start` on, with one word per second. */
const segment = (start: number, text: string): SpeechSegment =>
  segmentOf(
    text.split(' ').map((word, n) => ({ text: word, start: start + n, end: start + n + 0.8 })),
  );
const said = (segments: ReturnType<typeof assignSpeakers>) =>
  segments.map(({ speaker, text }) => [speaker, text]);

describe('assign speakers', () => {
  test('cuts a segment where the speaker changes', () => {
    const spoken = assignSpeakers(
      [segment(0, 'how are you fine thanks')],
      [turn(0, 3, 1), turn(2.9, 5, 2)],
    );
    assert.deepEqual(said(spoken), [
      [1, 'how are you'],
      [2, 'fine thanks'],
    ]);
    assert.deepEqual(
      spoken.map(({ start, end }) => [start, end]),
      [
        [0, 2.8],
        [3, 4.8],
      ],
    );
  });

  test('counts speakers by their first word and leaves out who said none', () => {
    const spoken = assignSpeakers(
      [segment(10, 'one two'), segment(20, 'three')],
      [turn(0, 5, 1), turn(10, 12, 3), turn(20, 21, 2)],
    );
    assert.deepEqual(said(spoken), [
      [1, 'one two'],
      [2, 'three'],
    ]);
  });

  test('a word between turns goes to the nearest, one far from all to its neighbour', () => {
    const spoken = assignSpeakers([segment(0, 'a b c d e f')], [turn(0, 1, 1), turn(4.1, 6, 2)]);
    assert.deepEqual(said(spoken), [
      [1, 'a b c'],
      [2, 'd e f'],
    ]);
  });

  test('a segment without words stays whole', () => {
    const whole = { start: 0, end: 10, text: 'all of it' };
    assert.deepEqual(assignSpeakers([whole], [turn(0, 4, 2), turn(4, 10, 1)]), [
      { ...whole, speaker: 1 },
    ]);
  });

  test('nobody is named without turns', () => {
    const alone = segment(0, 'hello there');
    assert.deepEqual(assignSpeakers([alone], []), [alone]);
  });
});
