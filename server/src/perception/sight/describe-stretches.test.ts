/** Describing the stretches of a part, with engines that are made up: once for pictures, and once for words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PictureEngine } from '../../engines/clip/picture-engine.ts';
import type { CallContext, RgbImage } from '../../engines/engine.ts';
import type { SightEngine } from '../../engines/sight/sight-network.ts';
import type { MediaPass } from '../../media/media.ts';
import type { Pictures } from '../frame-reader.ts';
import { describeStretches } from './describe-stretches.ts';

/** Three shots of 10 s, each with a picture of its own; the second one is black. */
const shots = [0, 10, 20].map((start) => ({ start, end: start + 10 }));
const pass = {
  fps: 1,
  frames: shots.map(({ start }, shot) => ({ image: shot, shot, timestamp: start + 5 })),
  images: shots.map(() => ({ offset: 0, length: 1 })),
  shots,
} as unknown as MediaPass;

/** Grows brighter from left to right, up to this brightness. */
const slope = (brightest: number): RgbImage => ({
  width: 64,
  height: 64,
  data: Uint8Array.from({ length: 64 * 64 * 3 }, (_, index) =>
    Math.round(((Math.floor(index / 3) % 64) * brightest) / 64),
  ),
});
const pictures = {
  pass,
  frames: { rgb: async (image: number) => slope(image === 1 ? 0 : 200 + image) },
} as unknown as Pictures;
const span = { from: 0, to: 3 };

const sight = {
  info: { name: 'sight', version: 'made-up', kind: 'embedded' },
  describeComparable: async () => Int8Array.of(1, 2),
} as unknown as SightEngine;

function wordsEngine(describe: () => Int8Array): PictureEngine {
  return { model: 'both', describeComparable: async () => describe(), close: async () => {} };
}

const logged: string[] = [];
const context = {
  signal: new AbortController().signal,
  log: (message: string) => logged.push(message),
} as unknown as CallContext;

test('each stretch that shows something is described for pictures and for words', async () => {
  const forWords = wordsEngine(() => Int8Array.of(3));
  const { sight: bySight, sightForWords } = await describeStretches(
    pictures,
    span,
    { sight, forWords },
    context,
  );

  assert.equal(bySight.model, 'made-up');
  assert.deepEqual(
    bySight.stretches.map(({ timestamp }) => timestamp),
    [5, 25],
  );
  assert.deepEqual(
    sightForWords,
    {
      model: 'both',
      stretches: bySight.stretches.map((stretch) => ({ ...stretch, vector: 'Aw==' })),
    },
    'the same stretches',
  );
});

test('without a model for words, or if it fails, pictures are described alone', async () => {
  const without = await describeStretches(pictures, span, { sight, forWords: null }, context);
  assert.equal(without.sight.stretches.length, 2);
  assert.equal('sightForWords' in without, false);

  let calls = 0;
  const forWords = wordsEngine(() => {
    calls += 1;
    if (calls === 2) throw new Error('broken');
    return Int8Array.of(3);
  });
  const failed = await describeStretches(pictures, span, { sight, forWords }, context);
  assert.equal(failed.sight.stretches.length, 2);
  assert.equal('sightForWords' in failed, false, 'all stretches or none');
  assert.deepEqual(logged, ['pictures could not be described for search by words']);
});
