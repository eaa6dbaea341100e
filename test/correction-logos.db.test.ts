/**
 * A box drawn for a missed brand becomes a picture of its logo in the brand library, and the picture is removed with
 * the correction.
 */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import sharp from 'sharp';
import { libraryLimits } from '../server/src/domain/brands/brand-library.ts';
import { artifactKey } from '../server/src/storage/artifact-key.ts';
import type { Storage } from '../server/src/storage/storage.ts';
import { storageKey } from '../server/src/storage/storage-key.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import {
  type Answer,
  accepted,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
} from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
let storage: Storage;
before(async () => {
  subject = await startSubject();
  owner = await subject.owner('scale', 100_000);
  storage = await subject.storage();
});
after(() => subject.close());

const width = 640;
const height = 360;
/** In pixels of the frame: left 64, top 90, size 160 × 72. */
const box = { x: 0.1, y: 0.25, width: 0.25, height: 0.2 };
const grey = { r: 128, g: 128, b: 128 };
type Colour = Record<'r' | 'g' | 'b', number>;
const red = { r: 220, g: 20, b: 20 };
const blue = { r: 20, g: 20, b: 220 };
const green = { r: 20, g: 180, b: 20 };

/** A grey picture that is coloured only inside the box. */
function frame(colour: Colour): Promise<Buffer> {
  const rectangle = sharp({
    create: { width: 160, height: 72, channels: 3, background: colour },
  }).png();
  return rectangle.toBuffer().then((input) =>
    sharp({ create: { width, height, channels: 3, background: grey } })
      .composite([{ input, left: 64, top: 90 }])
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer(),
  );
}

interface Kept {
  /** Proof frames, by second. */
  readonly proofs?: Readonly<Record<number, Buffer>>;
  /** Sampled frames, by second. */
  readonly samples?: Readonly<Record<number, Buffer>>;
}

const proofFile = (at: number): string => `proof-${String(at * 10).padStart(6, '0')}.jpg`;
const seen = (id: string, at: number) => ({
  timestamp: at,
  timestamp_start: at,
  timestamp_end: at + 1,
  confidence: 0.9,
  visible_duration: 1,
  context: 'on screen',
  source: 'visual',
  frame_url: `/v1/frames/${id}/${proofFile(at)}`,
  bounding_box: box,
});

async function completed({ proofs = {}, samples }: Kept, by = owner): Promise<string> {
  const { job_id: id } = await by.job({ capabilities: ['brands'] });
  const times = Object.keys(proofs).map(Number);
  const sony = {
    name: 'Sony',
    confidence: 0.9,
    total_appearances: times.length,
    first_seen: 0,
    last_seen: 9,
    appearances: times.map((at) => seen(id, at)),
    frame_detections: [],
  };
  const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
  await subject.worker.complete(id, { brands: [sony], meta } as unknown as Results);

  for (const [at, bytes] of Object.entries(proofs))
    await storage.put(storageKey('frames', by.tenantId, id, proofFile(Number(at))), bytes);

  // The files of the job's stages are removed in the background, which could remove media that were stored earlier.
  await subject.quiet();
  if (samples) await putMedia({ workspace_id: by.tenantId, id }, samples);

  return id;
}

/** Stores media as an ingestion leaves them. */
async function putMedia(
  job: { readonly workspace_id: string; readonly id: string },
  samples: NonNullable<Kept['samples']>,
): Promise<void> {
  const pictures = Object.entries(samples).map(([at, bytes]) => ({ timestamp: Number(at), bytes }));
  let offset = 0;
  const images = pictures.map(({ timestamp, bytes: { length } }) => {
    const one = { offset, length, width, height, timestamp };
    offset += length;
    return one;
  });
  const frames = pictures.map(({ timestamp }, image) => ({ timestamp, image, shot: 0 }));
  const put = (file: string, bytes: Buffer) =>
    storage.put(artifactKey(job, 'ingestion', file), bytes);

  await put('frames.pack', Buffer.concat(pictures.map(({ bytes }) => bytes)));
  await put('media.json', Buffer.from(JSON.stringify({ frames, images, shots: [] })));
}

const pathOf = (id: string, tail = ''): string => `/v1/jobs/${id}/corrections${tail}`;
const ask = (id: string, name: string, added: object = {}, by = owner): Promise<Answer> =>
  by.post(pathOf(id), {
    kind: 'add',
    target: 'brand',
    name,
    library: true,
    appearance_added: { start: 2, end: 6, timestamp: 4, source: 'visual', box, ...added },
  });
const make = async (id: string, name: string, added: object = {}): Promise<Json> =>
  accepted(await ask(id, name, added), 201);
const undo = (id: string, { correction_id }: Json): Promise<Answer> =>
  owner.delete(pathOf(id, `/${correction_id}`));
const entry = async (name: string): Promise<Json> =>
  accepted(await owner.get('/v1/brands'), 200).find((one: Json) => one.name === name);

/** Names of the picture files of a library entry. */
const files = (brandId: string): string[] =>
  globSync('*.png', {
    cwd: join(subject.service.dataDir, 'storage', 'brands', owner.tenantId, brandId),
  });

/** The colours in the corners and the middle of a logo picture, and its size. */
async function shownBy({ brand_id, logo_id }: Json) {
  const { apiUrl } = subject.service;
  const response = await fetch(`${apiUrl}/v1/brands/${brand_id}/logos/${logo_id}`, {
    headers: { 'X-Api-Key': owner.apiKey },
  });
  assert.equal(response.status, 200);

  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  const right = info.width - 1;
  const bottom = info.height - 1;
  const places = [at(0, 0), at(right, 0), at(0, bottom), at(right, bottom)];

  return {
    size: [info.width, info.height],
    colours: [...places, at(Math.floor(right / 2), Math.floor(bottom / 2))],
  };
}

async function assertShows(library: Json, { r, g, b }: Colour): Promise<void> {
  const { size, colours } = await shownBy(library);
  assert.deepEqual(size, [160, 72]);
  for (const colour of colours)
    for (const [index, value] of [r, g, b].entries())
      assert.ok(Math.abs((colour[index] as number) - value) < 40, `${colour} is not ${[r, g, b]}`);
}

describe('A box drawn for a missed brand', () => {
  test('becomes a picture of what it shows, and goes with the correction', async () => {
    const id = await completed({ proofs: { 3: await frame(red) } });
    const made = await make(id, 'Pepsi');
    const { brand_id, logo_id, change } = made.library;
    assert.equal(change, 'logo');
    assert.equal(made.library_refused, undefined);
    await assertShows(made.library, red);

    const pepsi = await entry('Pepsi');
    assert.equal(pepsi.brand_id, brand_id);
    assert.deepEqual(
      pepsi.logos.map((logo: Json) => logo.logo_id),
      [logo_id],
    );
    assert.deepEqual(accepted(await owner.get(pathOf(id)), 200), [made]);
    accepted(await undo(id, made), 204);
    assert.equal(await entry('Pepsi'), undefined);
    await waitFor(() => assert.deepEqual(files(brand_id), []));
    refused(await undo(id, made), 404, 'NOT_FOUND');
  });

  test('is cut from the nearest picture of its seconds, sampled or proof', async () => {
    const proofs = { 3: await frame(red), 5.9: await frame(blue) };
    const samples = { 0: await frame(red), 3.8: await frame(green), 7: await frame(red) };
    const id = await completed({ proofs, samples });
    await assertShows((await make(id, 'Pepsi')).library, green);
    await assertShows((await make(id, 'Pepsi', { timestamp: 5.5 })).library, blue);
    await assertShows((await make(id, 'Pepsi', { timestamp: null })).library, red);
    // The media is removed some days later.
    await storage.deletePrefix(storageKey('artifacts', owner.tenantId, id));
    await assertShows((await make(id, 'Pepsi')).library, red);

    const { brand_id, logos } = await entry('Pepsi');
    assert.equal(logos.length, 4);
    accepted(await owner.delete(`/v1/brands/${brand_id}`), 204);
  });

  test('stands without a picture if none can be cut, and says why', async () => {
    const proofs = { 3: await frame(red), 20: Buffer.from('no picture'), 30: await frame(red) };
    const id = await completed({ proofs });
    await storage.delete(storageKey('frames', owner.tenantId, id, proofFile(30)));

    const tiny = { ...box, width: 15 / width };
    const strip = { x: 0, y: 0.5, width: 1, height: 18 / height };
    const cases: [object, string][] = [
      [{ start: 8, end: 10, timestamp: 9 }, 'no_picture'],
      [{ start: 29, end: 31, timestamp: 30 }, 'no_picture'],
      [{ start: 19, end: 21, timestamp: 20 }, 'unreadable'],
      [{ box: tiny }, 'too_small'],
      [{ box: strip }, 'too_small'],
    ];
    for (const [added, why] of cases) {
      const made = await make(id, 'Fanta', added);
      assert.deepEqual([made.library_refused, made.library], [why, undefined]);
      assert.deepEqual(accepted(await owner.get(pathOf(id)), 200).at(-1), made);
      accepted(await undo(id, made), 204);
    }

    assert.equal(await entry('Fanta'), undefined);
  });

  test('is refused if what was stored is cut off', async () => {
    const id = await completed({ samples: { 4: await frame(red) } });
    const job = { workspace_id: owner.tenantId, id };

    await storage.put(
      artifactKey(job, 'ingestion', 'frames.pack'),
      (await frame(red)).subarray(0, 300),
    );
    assert.equal((await make(id, 'Fanta')).library_refused, 'unreadable');
    await storage.put(artifactKey(job, 'ingestion', 'media.json'), Buffer.from('{"frames":'));
    assert.equal((await make(id, 'Fanta')).library_refused, 'unreadable');
    assert.equal(await entry('Fanta'), undefined);
  });

  test('leaves an entry as it was, and one that has the most pictures alone', async () => {
    const id = await completed({ proofs: { 3: await frame(red) } });
    const made = [];
    const kept = accepted(await owner.post('/v1/brands', { name: 'COLA', aliases: ['CC'] }), 201);

    for (let n = 0; n < libraryLimits.logos; n += 1) made.push(await make(id, 'Cola'));
    const more = await make(id, 'Cola');
    assert.equal(more.library_refused, 'library_full');
    await waitFor(() => assert.equal(files(kept.brand_id).length, libraryLimits.logos));
    accepted(await undo(id, more), 204);

    // The logo that was deleted by hand need not be removed again.
    const [first, ...others] = made;
    const path = `/v1/brands/${kept.brand_id}/logos`;
    accepted(await owner.delete(`${path}/${first.library.logo_id}`), 204);
    for (const one of [first, ...others]) accepted(await undo(id, one), 204);

    const { aliases, logos } = await entry('COLA');
    assert.deepEqual([aliases, logos], [['CC'], []]);
    await waitFor(() => assert.deepEqual(files(kept.brand_id), []));
    accepted(await owner.delete(`/v1/brands/${kept.brand_id}`), 204);
  });

  test('of two people at once, both are kept in one entry', async () => {
    const id = await completed({ proofs: { 3: await frame(red) } });
    const other = await completed({ proofs: { 3: await frame(blue) } });
    const asked = [ask(id, 'Sprite'), ask(other, 'Sprite'), ask(id, 'SPRITE')];
    const made = (await Promise.all(asked)).map((answer) => accepted(answer, 201));
    const ids = new Set(made.map(({ library }) => library.brand_id));
    assert.equal(ids.size, 1);

    const [brandId = ''] = ids;
    const { logos } = accepted(await owner.get(`/v1/brands/${brandId}`), 200);
    assert.equal(logos.length, 3);
    await assertShows(made[0].library, red);
    await assertShows(made[1].library, blue);
    assert.equal(files(brandId).length, 3, 'no file is left over');
    accepted(await owner.delete(`/v1/brands/${brandId}`), 204);
  });

  test('is no business of another workspace', async () => {
    const id = await completed({ proofs: { 3: await frame(red) } });
    const stranger = await subject.owner('scale', 1000);
    refused(await ask(id, 'Pepsi', {}, stranger), 404, 'JOB_NOT_FOUND');
    assert.deepEqual(accepted(await stranger.get('/v1/brands'), 200), []);

    // A result must not give access to the pictures of another job.
    const theirs = await completed({}, stranger);
    const answer = accepted(await ask(theirs, 'Pepsi', {}, stranger), 201);
    assert.equal(answer.library_refused, 'no_picture');
  });

  test('is refused for what is heard, for objects, and for names the library cannot have', async () => {
    const id = await completed({ proofs: { 3: await frame(red) } });
    const heard = { start: 2, end: 6, source: 'audio' };
    const said = { kind: 'add', target: 'brand', name: 'Pepsi', library: true };
    refused(
      await owner.post(pathOf(id), { ...said, appearance_added: heard }),
      ...([422, 'VALIDATION_FAILED', 'library'] as const),
    );

    const drawn = { start: 2, end: 6, source: 'visual', box };
    refused(
      await owner.post(pathOf(id), { ...said, target: 'object', appearance_added: drawn }),
      ...([422, 'VALIDATION_FAILED', 'library'] as const),
    );
    refused(await ask(id, 'P'.repeat(101)), 422, 'VALIDATION_FAILED', 'library: names');
    assert.deepEqual(accepted(await owner.get(pathOf(id)), 200), []);
  });

  test('leaves entries in the audit log', async () => {
    const id = await completed({ proofs: { 3: await frame(red) } });
    accepted(await undo(id, await make(id, 'Mirinda')), 204);

    const log = await subject.domain.db.query<{ action: string }>(
      'select action from audit where workspace_id = $1 order by id desc limit 6',
      [owner.tenantId],
    );
    assert.deepEqual(log.map(({ action }) => action).sort(), [
      ...['brand.created', 'brand.deleted', 'brand.logo_added', 'brand.logo_removed'],
      ...['correction.created', 'correction.undone'],
    ]);
  });
});
