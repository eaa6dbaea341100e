/** Small versions of frames: their size, the part of the frame that they show, and what is refused. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { sharedSubject } from './interface/shared-subject.ts';
import { type Owner, refused, type Subject } from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
let frame = '';

before(async () => {
  subject = await sharedSubject();
  owner = await subject.owner();

  const { job_id: id } = await owner.job({ capabilities: ['brands'] });
  await subject.worker.complete(id, {
    brands: [],
    meta: { fps_used: 1, frames_analyzed: 1, engines: {} },
  });
  await store(id, 'proof-1.jpg', await picture());
  await store(id, 'torn.jpg', (await picture()).subarray(0, 400));
  frame = `/v1/frames/${id}/proof-1.jpg`;
});
after(() => subject.close());

async function store(job: string, name: string, bytes: Uint8Array): Promise<void> {
  const { dataDir } = subject.service;
  const file = join(dataDir, 'storage', 'frames', owner.tenantId, job, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

/** A noisy picture of 1280 × 720 with a red field in the lower right quarter. */
function picture(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const red = { create: { width: 640, height: 360, channels: 3 as const, background: '#e01010' } };
  return sharp({ create: { width: 1280, height: 720, channels: 3, background: '#888', noise } })
    .composite([{ input: red, left: 640, top: 360 }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(subject.service.apiUrl + path, {
    headers: { 'X-Api-Key': owner.apiKey, ...headers },
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test('a width makes a small JPEG of the same shape; without one the frame is as it was', async () => {
  const whole = await read(frame);

  for (const width of [160, 320, 640]) {
    const { answer, bytes } = await read(`${frame}?width=${width}`);
    assert.equal(answer.headers.get('content-type'), 'image/jpeg');
    assert.equal(answer.headers.get('cache-control'), 'private, max-age=31536000, immutable');
    assert.equal(Number(answer.headers.get('content-length')), bytes.length);

    const size = await sharp(bytes).metadata();
    assert.deepEqual([size.width, size.height], [width, (width * 9) / 16]);
    assert.ok(bytes.length < whole.bytes.length);
  }

  assert.ok((await read(`${frame}?width=160`)).bytes.length < 9000, 'even of noise');
  assert.equal((await sharp(whole.bytes).metadata()).width, 1280);
});

test('a crop shows its part of the frame, and is never larger than that part was', async () => {
  const { bytes } = await read(`${frame}?width=320&crop=0.6,0.6,0.2,0.3`);
  const { dominant } = await sharp(bytes).stats();
  assert.ok(dominant.r > 150 && dominant.g < 60, JSON.stringify(dominant));
  assert.equal((await sharp(bytes).metadata()).width, 256, 'a fifth of 1280 pixels');
  const corner = await read(`${frame}?width=160&crop=1,1,0,0`);
  assert.equal(corner.answer.status, 200);
});

test('a picture that one has is not sent again', async () => {
  const path = `${frame}?width=160&crop=0.5,0.5,0.5,0.5`;
  const first = await read(path);
  const tag = first.answer.headers.get('etag') ?? '';
  const again = await read(path, { 'If-None-Match': tag });
  assert.deepEqual([again.answer.status, again.bytes.length], [304, 0]);
  const other = await read(`${frame}?width=320`, { 'If-None-Match': tag });
  assert.equal(other.answer.status, 200);
});

test('other widths and crops are refused', async () => {
  for (const query of [
    ...['width=161', 'width=', 'width=1e9', 'width=160&width=320', 'crop=0,0'],
    ...['width=160&crop=0,0,1', 'width=160&crop=-1,0,1,1', 'width=160&crop=0,0,1.5,1'],
  ]) {
    const { answer } = await read(`${frame}?${query}`);
    assert.equal(answer.status, 422, query);
  }
});

test('a frame that is not there is 404 in every size, also of another workspace', async () => {
  for (const query of ['', '?width=160'])
    refused(await owner.get(frame.replace('proof-1', 'proof-2') + query), 404, 'NOT_FOUND');
  const other = await subject.owner();
  refused(await other.get(`${frame}?width=160`), 404, 'NOT_FOUND');
});

test('many at once are all answered', async () => {
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      read(`${frame}?width=160&crop=0.${10 + index},0.1,0.2,0.2`),
    ),
  );
  assert.deepEqual(new Set(all.map(({ answer }) => answer.status)), new Set([200]));
});
