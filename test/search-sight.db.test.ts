/**
 * Search by sight over HTTP, with vectors as a worker stores them: what is found and in which order, by whom, and how bad
 * input is refused. search-sight-video.db.test.ts analyses a video.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Results, sightHit } from '@reelsight/contract';
import sharp from 'sharp';
import {
  type DescribedStretch,
  sightLength,
  sightModel,
  sightPackOf,
} from '../server/src/analysis/sight-pack.ts';
import { reindexJob } from '../server/src/db/search/search-index.ts';
import { openSight, type SightEngine } from '../server/src/engines/sight/sight-network.ts';
import { Sight } from '../server/src/search/sight.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import type { Answer, Json, Owner, Subject } from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
let engine: SightEngine;
before(async () => {
  subject = await sharedSubject();
  owner = await subject.owner('scale', 100_000);
  engine = await openSight();
});
after(async () => {
  await engine.close();
  await subject.close();
});

const path = '/v1/search/sight';

function found(answer: Answer): Json[] {
  assert.equal(answer.status, 200, answer.text);
  for (const hit of answer.json.data) sightHit.parse(hit);
  return answer.json.data;
}

function refusedWith(answer: Answer, status: number, code: string, text: RegExp): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.json.error.code, code);
  assert.match(answer.json.error.message, text);
}

/** Vectors of different seeds are not alike; `turn` is the angle by which one is turned away, in radians. */
function vectorOf(seed: number, turn = 0): Int8Array {
  return Int8Array.from({ length: sightLength }, (_, index) => {
    const one = Math.sin(seed * 12.9898 + index * 78.233);
    const other = Math.cos(seed * 39.425 + index * 11.135);
    return Math.round(100 * (one * Math.cos(turn) + other * Math.sin(turn)));
  });
}

const stretchOf = (start: number, vector: Int8Array): DescribedStretch => ({
  start,
  end: start + 5,
  timestamp: start + 2,
  vector,
});

/** A completed job that looks like this, as a worker would have stored it. */
async function jobThatLooks(
  whose: Owner,
  stretches: readonly DescribedStretch[],
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { job_id } = await whose.job(fields);
  await subject.worker.complete(job_id);
  await keepSight(job_id, stretches);
  return job_id;
}

async function keepSight(jobId: string, stretches: readonly DescribedStretch[]): Promise<void> {
  const pack = Buffer.from(sightPackOf(stretches)).toString('base64');
  await subject.domain.db.query(
    `insert into sight_jobs (job_id, workspace_id, made_at, model, pack, packed_at)
     select id, workspace_id, created_at, $2, decode($3, 'base64'), clock_timestamp() from jobs where id = $1`,
    [jobId, sightModel, pack],
  );
}

const likeMoment = (job_id: string, timestamp: number, others: object = {}) => ({
  moment: { job_id, timestamp },
  ...others,
});

async function pictureOf(picture: ReturnType<typeof sharp>): Promise<string> {
  return `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`;
}

const flat = (background: string, width = 320, height = 240) =>
  sharp({ create: { width, height, channels: 3, background } });

/** Results of a job that looked for brands and found none. */
const withoutBrands = {
  brands: [],
  meta: { fps_used: 1, frames_analyzed: 0, engines: {} },
} as unknown as Results;

const search = (whose: Owner, json: object): Promise<Answer> => whose.post(path, json);

/** A house on a meadow, at this size. */
async function house(width = 640, height = 360): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="${width}" height="${height}"><rect width="640" height="360" fill="#9cf"/><rect y="250" width="640" height="110" fill="#4a4"/><rect x="200" y="150" width="200" height="150" fill="#c96"/><path d="M180 150L300 60L420 150Z" fill="#933"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

async function describedHouse(): Promise<Int8Array> {
  const { data, info } = await sharp(await house())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = { width: info.width, height: info.height, data };
  const vector = await engine.describe(image, { signal: new AbortController().signal });
  assert.ok(vector);
  return vector;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

describe('moments like a moment', () => {
  test('come the most alike first, without the moment itself and what is hardly alike', async () => {
    const whose = await subject.owner();
    const sought = await jobThatLooks(whose, [
      stretchOf(0, vectorOf(1)),
      stretchOf(5, vectorOf(1, 0.6)),
      stretchOf(10, vectorOf(9)),
    ]);
    const other = await jobThatLooks(whose, [
      stretchOf(0, vectorOf(9)),
      stretchOf(5, vectorOf(1, 0.2)),
    ]);

    const answer = await search(whose, likeMoment(sought, 3));
    const hits = found(answer);
    assert.deepEqual(
      hits.map(({ job_id, start, end, timestamp }) => [job_id, start, end, timestamp]),
      [
        [other, 5, 10, 7],
        [sought, 5, 10, 7],
      ],
    );
    assert.ok(hits[0].likeness > hits[1].likeness && hits[1].likeness >= 0.5);
    assert.equal(hits[0].title, 'A video');
    assert.equal(answer.json.compared, 5);
    assert.equal(answer.json.jobs_without_sight, 0);
    assert.deepEqual(answer.json.pagination, { has_more: false, next_cursor: null });
  });

  test('are narrowed by job, batch, dates, and brands as people corrected them', async () => {
    const whose = await subject.owner('scale', 100_000);
    const sought = await jobThatLooks(whose, [stretchOf(0, vectorOf(2))]);
    const { job_id: other } = await whose.job({ capabilities: ['brands'], brands: ['Nike'] });
    await subject.worker.complete(other, withoutBrands);
    await keepSight(other, [stretchOf(0, vectorOf(2, 0.1))]);
    const batch = await whose.batch();
    const [first] = (await whose.readBatch(batch.batch_id)).jobs;
    await subject.worker.complete(first.job_id);
    await keepSight(first.job_id, [stretchOf(0, vectorOf(2, 0.2))]);
    const jobsOf = async (filters: object) =>
      found(await search(whose, likeMoment(sought, 1, filters))).map(({ job_id }) => job_id);

    assert.deepEqual(await jobsOf({}), [other, first.job_id]);
    assert.deepEqual(await jobsOf({ job_id: other }), [other]);
    assert.deepEqual(await jobsOf({ batch_id: batch.batch_id }), [first.job_id]);
    assert.deepEqual(await jobsOf({ since: '2100-01-01' }), []);
    assert.deepEqual(await jobsOf({ until: '2100-01-01' }), [other, first.job_id]);
    assert.deepEqual(await jobsOf({ brand: 'Nike' }), []);

    const added = await whose.post(`/v1/jobs/${other}/corrections`, {
      target: 'brand',
      kind: 'add',
      name: 'Nike',
      appearance_added: { start: 1, end: 4, source: 'audio' },
    });
    assert.equal(added.status, 201, added.text);
    await reindexJob(subject.domain.db, other);
    await waitFor(async () => assert.deepEqual(await jobsOf({ brand: 'Nike' }), [other]));
    assert.deepEqual(await jobsOf({ object: 'Nike' }), []);
  });

  test('are read page by page, with a cursor that belongs to its search', async () => {
    const whose = await subject.owner();
    const stretches = Array.from({ length: 25 }, (_, index) =>
      stretchOf(index * 5, vectorOf(3, index / 40)),
    );
    const job = await jobThatLooks(whose, stretches);
    const starts: number[] = [];
    let cursor: string | undefined;
    do {
      const answer = await search(whose, likeMoment(job, 1, { limit: 10, cursor }));
      starts.push(...found(answer).map(({ start }) => start));
      cursor = answer.json.pagination.next_cursor ?? undefined;
    } while (cursor);

    assert.deepEqual(
      starts,
      stretches.slice(1).map(({ start }) => start),
    );

    const first = await search(whose, likeMoment(job, 1, { limit: 10 }));
    const foreign = { cursor: first.json.pagination.next_cursor };
    refusedWith(
      await search(whose, likeMoment(job, 8, foreign)),
      422,
      'VALIDATION_FAILED',
      /cursor/,
    );
    refusedWith(
      await search(whose, likeMoment(job, 1, { cursor: 'bm9uc2Vuc2U' })),
      422,
      'VALIDATION_FAILED',
      /cursor: is not a cursor/,
    );
  });

  test('are of the own workspace alone, and of jobs that are there', async () => {
    const whose = await subject.owner();
    const stranger = await subject.owner();
    const own = await jobThatLooks(whose, [
      stretchOf(0, vectorOf(4)),
      stretchOf(5, vectorOf(4, 0.1)),
    ]);
    const foreign = await jobThatLooks(stranger, [stretchOf(0, vectorOf(4))]);
    const gone = await jobThatLooks(whose, [stretchOf(0, vectorOf(4, 0.05))]);

    assert.deepEqual(
      found(await search(whose, likeMoment(own, 1))).map(({ job_id }) => job_id),
      [gone, own],
    );
    refusedWith(await search(whose, likeMoment(foreign, 1)), 404, 'JOB_NOT_FOUND', /no such job/);
    refusedWith(
      await search(whose, likeMoment(own, 1, { job_id: foreign })),
      404,
      'JOB_NOT_FOUND',
      /no such job/,
    );

    assert.equal((await whose.delete(`/v1/jobs/${gone}`)).status, 204);
    assert.deepEqual(
      found(await search(whose, likeMoment(own, 1))).map(({ job_id }) => job_id),
      [own],
    );
    refusedWith(await search(whose, likeMoment(gone, 1)), 404, 'JOB_NOT_FOUND', /no such job/);
    refusedWith(
      await search(whose, likeMoment(own, 1, { batch_id: 'batch_none' })),
      404,
      'BATCH_NOT_FOUND',
      /no such batch/,
    );
  });

  test('a job of which nothing is kept says so, as do a black moment and one after the end', async () => {
    const whose = await subject.owner();
    const { job_id: old } = await whose.job();
    const unfinished = await search(whose, likeMoment(old, 1));
    refusedWith(unfinished, 409, 'JOB_NOT_COMPLETED', /completed job/);
    await subject.worker.complete(old);
    refusedWith(
      await search(whose, likeMoment(old, 1)),
      422,
      'VALIDATION_FAILED',
      /before there was search by sight; analyse the video again/,
    );

    const job = await jobThatLooks(whose, [stretchOf(10, vectorOf(5))]);
    refusedWith(
      await search(whose, likeMoment(job, 3)),
      422,
      'VALIDATION_FAILED',
      /moment\.timestamp: shows one colour alone/,
    );
    refusedWith(
      await search(whose, likeMoment(job, 400)),
      422,
      'VALIDATION_FAILED',
      /after the end/,
    );

    const { compared, jobs_without_sight } = (await search(whose, likeMoment(job, 12))).json;
    assert.deepEqual({ compared, jobs_without_sight }, { compared: 1, jobs_without_sight: 1 });
  });
});

describe('moments like a picture', () => {
  test('are found by a picture of another size and format, as base64 or data URL', async () => {
    const whose = await subject.owner();
    const job = await jobThatLooks(whose, [
      stretchOf(0, vectorOf(6)),
      stretchOf(5, await describedHouse()),
    ]);
    const png = await house(400, 225);
    const jpeg = await sharp(png).jpeg({ quality: 60 }).toBuffer();
    const webp = await sharp(png).webp().toBuffer();

    for (const picture of [
      base64(png),
      `data:image/jpeg;base64,${base64(jpeg)}`,
      `data:image/webp;base64,${base64(webp)}`,
    ]) {
      const [hit, ...others] = found(await search(whose, { picture }));
      assert.deepEqual([hit.job_id, hit.start], [job, 5]);
      assert.ok(hit.likeness > 0.8, `${hit.likeness}`);
      assert.deepEqual(others, []);
    }
  });

  test('of one owner are described one at a time, so that others need not wait for all of them', async (t) => {
    const busy = await subject.owner('scale');
    const { describe } = Sight.prototype;
    let running = 0;
    let most = 0;
    t.mock.method(
      Sight.prototype,
      'describe',
      async function (this: Sight, ...order: Parameters<typeof describe>) {
        running += 1;
        most = Math.max(most, running);
        // Longer than it takes to decode the next picture.
        await sleep(50);
        running -= 1;
        return describe.apply(this, order);
      },
    );

    const picture = base64(await house(64, 36));
    await Promise.all(
      Array.from({ length: 8 }, async () => found(await search(busy, { picture }))),
    );
    assert.equal(most, 1);
  });

  test('what shows nothing is refused with the reason: black, one colour, noise', async () => {
    const noise = Uint8Array.from({ length: 32 * 32 * 3 }, (_, index) => (index * 7919) % 251);
    for (const picture of [
      await pictureOf(flat('#000000')),
      await pictureOf(flat('#3366cc', 16, 16)),
      await pictureOf(sharp(noise, { raw: { width: 32, height: 32, channels: 3 } })),
    ])
      refusedWith(
        await search(owner, { picture }),
        422,
        'VALIDATION_FAILED',
        /^picture: shows one colour alone, or noise/,
      );
  });

  test('what is no picture, or too large or small a one, is refused', async () => {
    const png = await house();
    const cases: readonly (readonly [picture: string, message: RegExp])[] = [
      ['this is no base64!', /^picture: must be a PNG, JPEG or WebP picture/],
      ['', /^picture: must be/],
      [base64(Buffer.from('GIF89a, or so it says')), /^picture: must be a picture: PNG, JPEG/],
      [
        base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
        /^picture: must be a picture/,
      ],
      [base64(png.subarray(0, 200)), /^picture: the picture is broken/],
      [await pictureOf(flat('#123456', 8, 8)), /^picture: each side must have at least 16 pixels/],
      [
        await pictureOf(flat('#123456', 6000, 5000)),
        /^picture: the picture has more than 25 million/,
      ],
    ];
    for (const [picture, message] of cases)
      refusedWith(await search(owner, { picture }), 422, 'VALIDATION_FAILED', message);

    const huge = await search(owner, { picture: 'A'.repeat(3_100_000) });
    refusedWith(huge, 413, 'BODY_TOO_LARGE', /./);
  });

  test('a body needs exactly one of picture and moment, and knows no other fields', async () => {
    const picture = base64(await house());
    for (const body of [
      {},
      { picture, moment: { job_id: 'job_x', timestamp: 1 } },
      { picture, limit: 0 },
      { picture, limit: 101 },
      { picture, kinds: ['speech'] },
      { moment: { job_id: 'job_x', timestamp: -1 } },
      { moment: { job_id: 'job_x' } },
      { picture, since: 'yesterday' },
    ])
      refusedWith(await search(owner, body), 422, 'VALIDATION_FAILED', /./);
  });

  test('a key needs the scope that reads jobs', async () => {
    const caller = await owner.limitedTo('jobs:write');
    const answer = await caller.post(path, { picture: base64(await house()) });
    refusedWith(answer, 403, 'INSUFFICIENT_SCOPE', /./);
  });

  test('a workspace without videos gets an empty list that says how many were compared', async () => {
    const whose = await subject.owner();
    const answer = await search(whose, { picture: base64(await house()) });
    assert.deepEqual(found(answer), []);
    assert.equal(answer.json.compared, 0);
  });
});
