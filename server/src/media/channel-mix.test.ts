/** Mixing two channels into one loses no sound of either channel. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ChannelMix } from './channel-mix.ts';

const rate = 16_000;

/** One second of a tone, as 16-bit little-endian samples. */
function tone(hertz: number, amplitude: number, from = 0): Buffer {
  const pcm = Buffer.alloc(2 * rate);
  for (let index = 0; index < rate; index += 1) {
    const value = amplitude * Math.sin((2 * Math.PI * hertz * (from + index)) / rate);
    pcm.writeInt16LE(Math.round(value), 2 * index);
  }
  return pcm;
}

function level(pcm: Buffer): number {
  let sum = 0;
  for (let index = 0; index < pcm.length; index += 2) sum += pcm.readInt16LE(index) ** 2;
  return Math.sqrt(sum / (pcm.length / 2));
}

function mixed(left: Buffer, right: Buffer): Buffer {
  const mix = new ChannelMix();
  return Buffer.concat([mix.add(left, right), mix.finish()]);
}

const loud = level(tone(440, 8000));

describe('a mix of two channels', () => {
  test('is their mean where they agree, sample for sample', () => {
    const pcm = tone(440, 8000);
    assert.deepEqual(mixed(pcm, pcm), pcm);
  });

  for (const amplitude of [-8000, -6000, -2000]) {
    test(`keeps a voice that is in the other channel at ${amplitude}`, () => {
      assert.ok(level(mixed(tone(440, 8000), tone(440, amplitude))) > 0.95 * loud);
      assert.ok(level(mixed(tone(440, amplitude), tone(440, 8000))) > 0.95 * loud);
    });
  }

  test('keeps both of two voices', () => {
    const both = mixed(tone(440, 8000), tone(700, 8000));
    assert.ok(level(both) > 0.6 * loud);
  });

  test('has as many samples as it is given, in pieces of any length', () => {
    const mix = new ChannelMix();
    let count = 0;
    for (const samples of [1, 1599, 1601, 3, 5000]) {
      const piece = tone(440, 8000).subarray(0, 2 * samples);
      count += mix.add(piece, piece).length;
    }
    assert.equal((count + mix.finish().length) / 2, 8204);
  });

  test('changes from one side to both without a step', () => {
    const mix = new ChannelMix();
    const pieces = [
      mix.add(tone(440, 8000), tone(440, -8000)),
      mix.add(tone(440, 8000), tone(440, 8000)),
      mix.add(tone(440, 8000), tone(440, 8000)),
      mix.finish(),
    ];
    const pcm = Buffer.concat(pieces);
    let steepest = 0;
    for (let index = 2; index < pcm.length; index += 2) {
      steepest = Math.max(steepest, Math.abs(pcm.readInt16LE(index) - pcm.readInt16LE(index - 2)));
    }

    // The steepest possible step between two samples of this tone is 1,382.
    assert.ok(steepest < 1700, `${steepest}`);
  });
});
