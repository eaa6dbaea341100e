/**
 * Cells cover a video without gaps, never divide a run of the same picture, and are measured by work instead of time.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MediaPass } from '../media/media.ts';
import { frameCells, packRange, soundCells } from './cells.ts';

/** `film` has one letter per sample: the same letter means the same picture, and a space begins another shot. */
function passOf(film: string, fps = 1): MediaPass {
  const frames: MediaPass['frames'][number][] = [];
  let shot = 0;
  let image = -1;
  let last = '';

  for (const letter of film) {
    if (letter === ' ') shot += 1;
    if (letter === ' ') continue;
    if (letter !== last || letter === '.') image += 1;
    last = letter;
    frames.push({ timestamp: frames.length / fps, image, shot });
  }

  const images = Array.from({ length: image + 1 }, (_, i) => ({ offset: i * 10, length: 10 }));
  return { frames, fps, images } as unknown as MediaPass;
}

const spans = (film: string, fps = 1) =>
  frameCells(passOf(film, fps)).map(({ from, to }) => [from, to]);

describe('cells of frames', () => {
  test('end with the first shot after six seconds of new pictures', () => {
    assert.deepEqual(spans('.... ... ..'), [
      [0, 7],
      [7, 9],
    ]);
    assert.deepEqual(spans('.... ... ..', 2), [[0, 9]]);
  });

  test('end in a long shot after a minute', () => {
    assert.deepEqual(spans('.'.repeat(150)), [
      [0, 60],
      [60, 120],
      [120, 150],
    ]);
  });

  test('never divide a slide, however long it stands', () => {
    assert.deepEqual(spans('a'.repeat(500)), [[0, 500]]);
    assert.deepEqual(spans(`${'.'.repeat(59)}${'a'.repeat(100)}..`), [
      [0, 159],
      [159, 161],
    ]);
  });

  test('there are none without frames', () => assert.deepEqual(spans(''), []));

  test('a part needs the pictures of its cells and some beside them', () => {
    const pass = passOf('.'.repeat(150));
    assert.deepEqual(packRange(pass, { from: 1, to: 2 }), { offset: 520, length: 760 });
    assert.deepEqual(packRange(pass, { from: 0, to: 3 }), { offset: 0, length: 1500 });
  });
});

test('cells of sound lie between its cuts', () => {
  const audio = { file: 'audio.wav', durationSeconds: 70, cuts: [25.5, 60] };
  assert.deepEqual(soundCells({ audio }), [
    { start: 0, end: 25.5 },
    { start: 25.5, end: 60 },
    { start: 60, end: 70 },
  ]);
  assert.deepEqual(soundCells({ audio: null }), []);

  assert.deepEqual(soundCells({ audio: { ...audio, cuts: [60], channels: 2 } }), [
    { start: 0, end: 60, channel: 0 },
    { start: 0, end: 60, channel: 1 },
    { start: 60, end: 70, channel: 0 },
    { start: 60, end: 70, channel: 1 },
  ]);
});
