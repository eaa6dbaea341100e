/** Uploaded logo pictures: valid ones in three formats, and files that only look like pictures. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { openLogoPicture, readLogoPicture } from './logo-picture.ts';

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

test('one of a Full HD screen is small, one that takes longer to decode up to a quarter of it', async () => {
  const isLarge = async (width: number, height: number, progressive: boolean) => {
    const bytes = await drawing(width, height).png({ progressive }).toBuffer();
    return (await openLogoPicture(bytes)).isLarge;
  };
  assert.equal(await isLarge(1920, 1080, false), false);
  assert.equal(await isLarge(960, 540, true), false);
  assert.equal(await isLarge(1280, 800, true), true);
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

  test('one that takes long to decode, from half as many pixels on', async () => {
    const slow = refusal(/at most 12\.5 million pixels/);
    await assert.rejects(readLogoPicture(bomb(3600, 3600, { interlaced: true })), slow);
    await assert.rejects(readLogoPicture(bomb(3600, 3600, { bits: 16 })), slow);

    const { isLarge } = await openLogoPicture(bomb(3500, 3500, { bits: 16, interlaced: true }));
    assert.ok(isLarge);
    const ordinary = await openLogoPicture(bomb(4900, 4900, { bits: 8 }));
    assert.ok(ordinary.isLarge);
  });
});

test('texts in a PNG are not unpacked', async () => {
  const whole = await drawing(300, 300).png().toBuffer();
  const unpacked = deflateSync(Buffer.alloc(7_900_000));
  const text = chunk('zTXt', Buffer.concat([Buffer.from('k\0\0', 'latin1'), unpacked]));
  const texts = Array<Buffer>(200).fill(text);
  const head = whole.subarray(0, 33);
  const rest = whole.subarray(33);
  const before = process.cpuUsage();
  const read = await readLogoPicture(Buffer.concat([head, ...texts, rest]));
  const { user, system } = process.cpuUsage(before);

  assert.deepEqual([read.width, read.height], [300, 300]);
  // Unpacking them takes over a second.
  assert.ok(user + system < 500_000, `${user + system} µs`);
});

test('a PNG of very many chunks is refused before they are looked through', async () => {
  const whole = await drawing(300, 300).png().toBuffer();
  const empty = Array<Buffer>(150_000).fill(chunk('tEXt', Buffer.alloc(0)));
  const file = Buffer.concat([whole.subarray(0, 33), ...empty, whole.subarray(33)]);
  const before = process.cpuUsage();
  await assert.rejects(readLogoPicture(file), refusal(/more than 4096 chunks/));
  assert.ok(process.cpuUsage(before).user < 60_000);
});

/** A small grey PNG with so many bits per pixel that decodes to a picture of this size. */
function bomb(width: number, height: number, { bits = 1, interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 0, 0, 0, interlaced ? 1 : 0], 8);

  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
