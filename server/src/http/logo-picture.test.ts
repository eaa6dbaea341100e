/** Uploaded logo pictures: valid ones in three formats, and files that only look like pictures. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { readLogoPicture } from './logo-picture.ts';

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#20a0e080' } });
const refusal = (text: RegExp) => ({ code: 'VALIDATION_FAILED', message: text });

describe('a picture of a logo', () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    test(`comes as ${format}, and leaves as a small PNG`, async () => {
      const read = await readLogoPicture(await drawing(1400, 700).toFormat(format).toBuffer());
      assert.deepEqual([read.width, read.height], [512, 256]);
      const { format: written, width, hasAlpha } = await sharp(read.png).metadata();
      assert.deepEqual([written, width, hasAlpha], ['png', 512, format !== 'jpeg']);
    });
  }

  test('stands as it is shown, without what a camera wrote into it', async () => {
    const turned = await drawing(90, 60)
      .withExif({ IFD0: { Artist: 'someone' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const read = await readLogoPicture(turned);

    assert.deepEqual([read.width, read.height], [60, 90]);
    assert.equal((await sharp(read.png).metadata()).exif, undefined);
  });

  test('of 16 pixels is taken as it is, a smaller or narrower one refused', async () => {
    const { width } = await readLogoPicture(await drawing(16, 16).png().toBuffer());
    assert.equal(width, 16);
    const small = readLogoPicture(await drawing(400, 15).png().toBuffer());
    await assert.rejects(small, refusal(/at least 16 pixels/));
    const strip = readLogoPicture(await drawing(16, 2000).png().toBuffer());
    await assert.rejects(strip, refusal(/32 times/));
  });
});

test('one that is broken stops none of those read beside it', async () => {
  const good = await drawing(600, 600).png({ compressionLevel: 0 }).toBuffer();
  const bad = good.subarray(0, good.length / 2);
  const read = await Promise.allSettled([good, bad, good, bad, good].map(readLogoPicture));
  assert.deepEqual(
    read.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
});

describe('refused is', () => {
  for (const [what, bytes] of [
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>'),
    ],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
  ] as const) {
    test(what, () => assert.rejects(readLogoPicture(bytes), refusal(/PNG, JPEG or WebP/)));
  }

  test('what only begins as a picture', async () => {
    const whole = await drawing(300, 300).png({ compressionLevel: 0 }).toBuffer();
    await assert.rejects(readLogoPicture(whole.subarray(0, whole.length / 2)), refusal(/broken/));
    await assert.rejects(readLogoPicture(whole.subarray(0, 20)), refusal(/broken/));
    const jpeg = Buffer.from('\xff\xd8\xff\xe0 and then nothing of the kind', 'latin1');
    await assert.rejects(readLogoPicture(jpeg), refusal(/broken/));
  });

  test('a small file that unfolds to a giant, before it is unfolded', async () => {
    const before = process.memoryUsage().rss;
    await assert.rejects(readLogoPicture(bomb(60_000, 60_000)), refusal(/25 million pixels/));
    assert.ok(process.memoryUsage().rss - before < 500_000_000);
  });
});

/** A small PNG with one bit per pixel that decodes to a picture of this size. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);

  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
