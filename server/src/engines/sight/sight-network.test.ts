/** Pictures and their vectors: changed copies are alike, other pictures are not, and some show nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { sightLength } from '../../analysis/sight-pack.ts';
import { likeness } from '../../analysis/vectors.ts';
import type { RgbImage } from '../engine.ts';
import { openSight, type SightEngine } from './sight-network.ts';

let engine: SightEngine;
before(async () => {
  engine = await openSight();
});
after(() => engine.close());

const { signal } = new AbortController();
const vectorOf = async (image: RgbImage) => engine.describe(image, { signal });

async function drawn(inside: string, width = 640, height = 360): Promise<RgbImage> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten()
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

const house =
  '<rect width="640" height="360" fill="#9cf"/><rect y="250" width="640" height="110" fill="#4a4"/><rect x="200" y="150" width="200" height="150" fill="#c96"/><path d="M180 150L300 60L420 150Z" fill="#933"/><circle cx="540" cy="70" r="40" fill="#fd4"/>';
const street =
  '<rect width="640" height="360" fill="#223"/><path d="M0 360L280 120H360L640 360Z" fill="#555"/><rect x="40" y="40" width="120" height="220" fill="#876"/><rect x="480" y="20" width="120" height="240" fill="#765"/><path d="M316 360L318 130H322L324 360Z" fill="#ee8"/>';

function noise(width: number, height: number): RgbImage {
  let state = 5;
  const data = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
  return { width, height, data };
}

async function changed(image: RgbImage, change: (picture: Sharp) => Sharp) {
  const { width, height } = image;
  const { data, info } = await change(sharp(image.data, { raw: { width, height, channels: 3 } }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

describe('what pictures look like', () => {
  test('a picture that was scaled, darkened or got black bars is nearly the same', async () => {
    const image = await drawn(house);
    const original = (await vectorOf(image)) as Int8Array;
    assert.equal(original.length, sightLength);

    const versions = {
      scaled: await changed(image, (picture) => picture.resize(320, 180)),
      darker: await changed(image, (picture) => picture.modulate({ brightness: 0.7 })),
      barred: await changed(image, (picture) =>
        picture.extend({ top: 60, bottom: 60, background: '#000000' }),
      ),
    };
    for (const [name, version] of Object.entries(versions)) {
      const alike = likeness(original, (await vectorOf(version)) as Int8Array);
      assert.ok(alike > 0.8, `${name}: ${alike}`);
    }

    const other = likeness(original, (await vectorOf(await drawn(street))) as Int8Array);
    assert.ok(other < 0.6, `another picture: ${other}`);
  });

  test('the same picture has the same vector each time', async () => {
    const image = await drawn(street);
    assert.deepEqual(await vectorOf(image), await vectorOf(image));
  });

  test('one colour and noise have none', async () => {
    for (const colour of ['#000000', '#ffffff', '#2468ac'])
      assert.equal(
        await vectorOf(await drawn(`<rect width="640" height="360" fill="${colour}"/>`)),
        null,
        colour,
      );
    for (const [width, height] of [
      [32, 32],
      [320, 240],
      [1000, 1000],
    ] as const)
      assert.equal(await vectorOf(noise(width, height)), null, `noise of ${width} x ${height}`);
  });

  test('a call that is no longer wanted ends', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    await assert.rejects(engine.describe(await drawn(house), { signal: stopped }), /stopped/);
  });
});
