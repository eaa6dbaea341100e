/** Which recordings are considered to hold one voice in each channel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VoiceChannels } from './voice-channels.ts';

const voice = 3000 ** 2;
const silence = 10 ** 2;

/** Passes pairs of levels, each for a number of blocks; returns whether each channel holds one voice. */
function heard(...stretches: readonly [blocks: number, left: number, right: number][]): boolean {
  const channels = new VoiceChannels();
  for (const [blocks, left, right] of stretches) {
    for (let block = 0; block < blocks; block += 1) channels.add(left, right);
  }
  return channels.holdOneEach;
}

test('two voices that take turns, and now and then speak at once', () => {
  assert.ok(heard([50, voice, silence], [40, silence, voice / 9], [20, voice, voice]));
});

test('one who only listens says a few words', () => {
  assert.ok(heard([400, voice, silence], [12, silence, voice]));
  assert.ok(!heard([400, voice, silence], [5, silence, voice]), 'a cough is no voice');
});

test('not one voice in both channels, in one, or in the middle of a wide picture of sound', () => {
  assert.ok(!heard([100, voice, voice]));
  assert.ok(!heard([100, voice, silence]));
  assert.ok(!heard([50, voice, voice / 40], [50, voice / 40, voice]), 'microphones of one room');
  assert.ok(!heard([100, voice, voice], [20, voice, silence], [20, silence, voice]), 'effects');
});

test('not noise that is far below speech', () => {
  assert.ok(!heard([100, 50 ** 2, 1], [100, 1, 50 ** 2]));
});
