/** Runners choose the bytes they send, so only JPEG data may reach a picture decoder. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import sharp from 'sharp';
import { checkPicture } from './picture-check.ts';

const blank = () => sharp({ create: { width: 64, height: 36, channels: 3, background: 'white' } });

/** Returns whether the check read the picture's header, and whether it accepted the picture. */
async function check(body: Buffer): Promise<{ read: boolean; taken: boolean }> {
  let read = false;
  const readHeader = (bytes: Buffer) => {
    read = true;
    return sharp(bytes).metadata();
  };
  const taken = await checkPicture('a.jpg', body, readHeader).then(
    () => true,
    (error: unknown) => {
      assert.ok(error instanceof Fault);
      assert.equal(error.code, 'VALIDATION_FAILED');
      return false;
    },
  );

  return { read, taken };
}

test('a JPEG picture is read and taken', async () => {
  assert.deepEqual(await check(await blank().jpeg().toBuffer()), { read: true, taken: true });
});

test('no reader sees another kind of picture, whatever follows its first bytes', async () => {
  const jpeg = await blank().jpeg().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const others = {
    png: await blank().png().toBuffer(),
    webp: await blank().webp().toBuffer(),
    tiff: await blank().tiff().toBuffer(),
    gif: await blank().gif().toBuffer(),
    avif: await blank().avif().toBuffer(),
    svg: Buffer.from(svg),
    'a JPEG behind a space': Buffer.concat([Buffer.from(' '), jpeg]),
    'a JPEG without its first byte': jpeg.subarray(1),
    'two bytes of a JPEG': jpeg.subarray(0, 2),
    nothing: Buffer.alloc(0),
  };

  for (const [kind, body] of Object.entries(others))
    assert.deepEqual(await check(body), { read: false, taken: false }, kind);
});

test('what begins like a JPEG and is none is read as one and refused', async () => {
  const start = Buffer.from([0xff, 0xd8, 0xff]);
  for (const rest of [await blank().png().toBuffer(), Buffer.alloc(100)])
    assert.deepEqual(await check(Buffer.concat([start, rest])), { read: true, taken: false });
});
