/** interface.md "Creating a batch", "States of a batch": batches from creation to every end. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { admitProbed } from '../../server/src/domain/jobs/ingested.ts';
import { failJob } from '../../server/src/domain/jobs/lifecycle.ts';
import { failBatch } from '../../server/src/domain/states/batch-states.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { sharedSubject } from './shared-subject.ts';
import {
  accepted,
  isTimestamp,
  type Json,
  many,
  type Owner,
  refused,
  refusing,
  type Subject,
  urls,
} from './subject.ts';

let subject: Subject;
before(async () => {
  subject = await sharedSubject();
});
after(() => subject.close());

const base = { urls: urls(2), capabilities: ['transcription'] };
const refuse = refusing('/v1/batch', base);

const idsOf = (batch: Json): string[] => batch.jobs.map((job: Json) => job.job_id);

describe('POST /v1/batch', () => {
  test('202 with Location and Retry-After: 30, the batch processing and its jobs pending', async () => {
    const owner = await subject.owner('pro');
    const answer = await owner.post('/v1/batch', base);
    const batch = accepted(answer, 202);
    assert.match(batch.batch_id, /^batch_[0-9a-z]{26}$/);
    assert.equal(answer.headers.get('location'), `/v1/batch/${batch.batch_id}`);
    assert.equal(answer.headers.get('retry-after'), '30');
    assert.deepEqual(Object.keys(batch).sort(), [
      'balance',
      'batch_id',
      'jobs',
      'status',
      'total_credits_estimated',
      'would_exceed_balance',
    ]);
    assert.equal(batch.status, 'processing');
    assert.equal(batch.balance, 10_000);
    assert.equal(batch.would_exceed_balance, false);
    assert.equal(batch.jobs.length, 2);
    let total = 0;

    for (const [index, job] of batch.jobs.entries()) {
      const { job_id, credits_estimated: credits, url, ...rest } = job;
      assert.match(job_id, /^job_/);
      assert.equal(url, urls(2)[index]);
      total += credits;
      assert.deepEqual(rest, {
        platform: 'youtube',
        video_title: null,
        duration_seconds: null,
        status: 'pending',
        note: 'duration_unresolved',
      });
    }

    assert.equal(batch.total_credits_estimated, total);
  });

  test("each job is an ordinary job with the batch's capabilities, queries and objects", async () => {
    const owner = await subject.owner();
    const given = {
      capabilities: ['custom_query', 'objects'],
      queries: ['q1', 'q2'],
      objects: ['dog'],
      return_proof: false,
    };
    const batch = await owner.batch(given);
    for (const id of idsOf(batch)) {
      const job = await owner.read(id);
      for (const [name, value] of Object.entries(given)) assert.deepEqual(job[name], value, name);
      assert.equal(job.batch_id, batch.batch_id);
      assert.equal(job.follow_id, null);
    }

    assert.equal(accepted(await owner.get('/v1/jobs'), 200).length, 2);
  });

  test('uploads: url null, platform upload, the filename as title; duration_seconds counts for estimates', async () => {
    const owner = await subject.owner();
    const keys = [await owner.upload(), await owner.upload(20)];
    const batch = await owner.batch({
      urls: null,
      uploads: [
        { key: keys[0], filename: 'a.mp4', duration_seconds: 60 },
        { key: keys[1], filename: 'b.mp4', duration_seconds: null },
      ],
    });
    const [short, unknown] = batch.jobs;

    assert.equal(short.platform, 'upload');
    assert.equal(short.url, null);
    assert.equal(short.duration_seconds, 60);
    assert.ok(!('note' in short));
    assert.equal(unknown.note, 'duration_unresolved');
    assert.ok(short.credits_estimated < unknown.credits_estimated);
    assert.equal((await owner.read(short.job_id)).video_title, 'a.mp4');
  });

  test('a stated length is not shown as that of the video, which is null until it is known', async () => {
    const owner = await subject.owner();
    const body = {
      uploads: [{ key: await owner.upload(), filename: 'a.mp4', duration_seconds: 60 }],
      capabilities: ['transcription'],
    };
    const key = { 'Idempotency-Key': 'stated' };
    const { jobs } = accepted(await owner.post('/v1/batch', body, key), 202);
    const [{ job_id }] = jobs;
    assert.equal((await owner.read(job_id)).video_duration_seconds, null);

    const [listed] = accepted(await owner.get('/v1/jobs?limit=1'), 200);
    assert.equal(listed.video_duration_seconds, null);

    // The answer to the creation says which length the estimate used, and so does a repeated request.
    const replayed = accepted(await owner.post('/v1/batch', body, key), 200);
    assert.deepEqual([jobs[0].duration_seconds, replayed.jobs[0].duration_seconds], [60, 60]);

    await subject.worker.ingest(await subject.worker.claim(job_id), 42);
    assert.equal((await owner.read(job_id)).video_duration_seconds, 42);

    const measured = accepted(await owner.post('/v1/batch', body, key), 200);
    assert.equal(measured.jobs[0].duration_seconds, 42);
  });

  test('jobs are in the order of urls, then uploads, each with its title and external_id', async () => {
    const owner = await subject.owner();
    const uploads = [
      { key: await owner.upload(), filename: 'z.mp4', external_id: 'mine-z' },
      { key: await owner.upload(), filename: 'a.mp4', external_id: null },
    ];
    const identities = ({ jobs }: Json) =>
      jobs.map(({ url, video_title, external_id }: Json) => [url, video_title, external_id]);
    const [first, second] = urls(2);
    const expected = [
      [first, null, undefined],
      [second, null, undefined],
      [null, 'z.mp4', 'mine-z'],
      [null, 'a.mp4', undefined],
    ];
    const preview = await owner.post('/v1/batch', { ...base, uploads, dry_run: true });
    assert.deepEqual(identities(accepted(preview, 200)), expected);

    const made = await owner.batch({ uploads });
    assert.deepEqual(identities(made), expected);

    const read = accepted(await owner.get(`/v1/batch/${made.batch_id}`), 200);
    assert.deepEqual(identities(read), expected);
    assert.deepEqual(
      read.jobs.map((job: Json) => job.job_id),
      made.jobs.map((job: Json) => job.job_id),
    );
    assert.equal((await owner.read(made.jobs[2].job_id)).external_id, 'mine-z');

    const [found, ...others] = accepted(await owner.get('/v1/jobs?external_id=mine-z'), 200);
    assert.equal(found.job_id, made.jobs[2].job_id);
    assert.deepEqual(others, []);
  });

  test('external_id of an upload: 1 to 200 characters', async () => {
    const owner = await subject.owner();
    const key = await owner.upload();

    for (const external_id of ['', 'x'.repeat(201), 7]) {
      const one = { uploads: [{ key, filename: 'a', external_id }] };
      await refuse(owner, one, 'VALIDATION_FAILED', 'uploads.0.external_id');
    }

    const longest = { uploads: [{ key, filename: 'a', external_id: 'x'.repeat(200) }] };
    assert.equal((await owner.batch(longest)).jobs.length, 3);
  });

  test('without any source: VALIDATION_FAILED', async () => {
    const owner = await subject.owner();
    for (const none of [undefined, null, []]) {
      await refuse(owner, { urls: none }, 'VALIDATION_FAILED', 'urls');
      await refuse(owner, { urls: none, uploads: none }, 'VALIDATION_FAILED', 'urls');
    }
  });

  test('brands, surfaces, from_job, fps and other fields of a job: VALIDATION_FAILED', async () => {
    const owner = await subject.owner();
    const none = {
      brands: ['x'],
      surfaces: ['podium'],
      from_job: 'job_0',
      fps: 1,
      url: urls(1)[0],
    };
    for (const [name, value] of Object.entries({ ...none, language: 'en', external_id: 'x' })) {
      await refuse(owner, { [name]: value }, 'VALIDATION_FAILED', name);
      await refuse(owner, { [name]: null }, 'VALIDATION_FAILED', name);
    }
  });

  test('a wrong type is VALIDATION_FAILED and names the field', async () => {
    const owner = await subject.owner();
    const wrong: Record<string, unknown[]> = {
      urls: ['x', 1, {}, [1], [null]],
      uploads: ['x', 1, {}, [1], [null], [{}], [{ key: 'x' }], [{ key: 'x', filename: 1 }]],
      capabilities: [undefined, null, [], 'summary', ['x'], [1]],
      queries: ['q', [1], [''], ['x'.repeat(501)]],
      objects: ['q', [1], [''], many(6)],
      aggregate: [true, [], {}, { enabled: 1 }, { enabled: true, queries: 'q' }],
      webhook_url: [1, [], {}],
      return_proof: ['true', 1],
      dry_run: ['true', 1],
      max_credits: ['1', 1.5, -1],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) await refuse(owner, { [name]: value }, 'VALIDATION_FAILED', name);
    }

    const more = { aggregate: { enabled: true, colour: 1 } };
    await refuse(owner, more, 'VALIDATION_FAILED', 'colour');

    const upload = { uploads: [{ key: 'k', filename: 'f', size: 1 }] };
    await refuse(owner, upload, 'VALIDATION_FAILED', 'size');

    for (const duration_seconds of [0, -1, '60']) {
      const one = { uploads: [{ key: 'k', filename: 'f', duration_seconds }] };
      await refuse(owner, one, 'VALIDATION_FAILED', 'duration_seconds');
    }
  });

  test('null for an optional field means absent', async () => {
    const owner = await subject.owner();
    const optional = ['uploads', 'queries', 'objects', 'aggregate', 'webhook_url'];
    optional.push('return_proof', 'dry_run', 'max_credits');
    await owner.batch(Object.fromEntries(optional.map((name) => [name, null])));
    await owner.batch({ aggregate: { enabled: false, queries: null } });
  });

  test('a filename has at most 255 Unicode characters', async () => {
    const owner = await subject.owner();
    const key = await owner.upload();
    const named = (filename: string) => ({ urls: null, uploads: [{ key, filename }] });
    await owner.batch(named('😀'.repeat(255)));
    await refuse(owner, named('😀'.repeat(256)), 'VALIDATION_FAILED', 'filename');
  });

  test('custom_query without queries, objects without names: INVALID_CAPABILITIES', async () => {
    const owner = await subject.owner();
    await refuse(owner, { capabilities: ['custom_query'] }, 'INVALID_CAPABILITIES');
    await refuse(owner, { capabilities: ['objects'], objects: [] }, 'INVALID_CAPABILITIES');
  });

  test('a bad url among good ones: INVALID_URL', async () => {
    const owner = await subject.owner();
    await refuse(owner, { urls: [...urls(2), 'https://example.com/x'] }, 'INVALID_URL');
    await refuse(owner, { urls: [''] }, 'INVALID_URL');
  });

  test('an upload that is unknown: VALIDATION_FAILED naming its place', async () => {
    const owner = await subject.owner();
    const uploads = [
      { key: await owner.upload(), filename: 'a' },
      { key: 'uploads/x/y/video.mp4', filename: 'b' },
    ];
    await refuse(owner, { uploads }, 'VALIDATION_FAILED', 'uploads.1.key');
  });
});

describe('PATCH /v1/batch/:id', () => {
  test('a batch has the name it was created with until it gets another, or none', async () => {
    const owner = await subject.owner('pro');
    const batch = await owner.batch({ name: ' Spring campaign ' });
    const path = `/v1/batch/${batch.batch_id}`;
    const nameNow = async () => accepted(await owner.get(path), 200).name;
    assert.equal(await nameNow(), 'Spring campaign');

    const renamed = accepted(await owner.patch(path, { name: 'Autumn' }), 200);
    assert.deepEqual([renamed.name, renamed.jobs.length], ['Autumn', batch.jobs.length]);
    const [listed] = accepted(await owner.get('/v1/batch'), 200);
    assert.equal(listed.name, 'Autumn');

    accepted(await owner.patch(path, { name: null }), 200);
    assert.equal(await nameNow(), null);
    const other = await owner.batch({});
    assert.equal(accepted(await owner.get(`/v1/batch/${other.batch_id}`), 200).name, null);
  });

  test('what is no name is VALIDATION_FAILED, a batch of others BATCH_NOT_FOUND', async () => {
    const owner = await subject.owner('pro');
    const { batch_id } = await owner.batch({});
    const path = `/v1/batch/${batch_id}`;
    for (const name of ['', ' ', 'x'.repeat(201), 'a\u0000b', 7, ['a']])
      refused(await owner.patch(path, { name }), 422, 'VALIDATION_FAILED', 'name');
    refused(await owner.patch(path, {}), 422, 'VALIDATION_FAILED', 'name');
    refused(await owner.patch(path, { name: 'a', status: 'failed' }), 422, 'VALIDATION_FAILED');
    const long = { ...base, name: 'x'.repeat(201) };
    refused(await owner.post('/v1/batch', long), 422, 'VALIDATION_FAILED', 'name');

    const stranger = await subject.owner('pro');
    refused(await stranger.patch(path, { name: 'Mine' }), 404, 'BATCH_NOT_FOUND');
    refused(await owner.patch('/v1/batch/none', { name: 'a' }), 404, 'BATCH_NOT_FOUND');
  });
});

describe('POST /v1/batch: the plan', () => {
  test('on Free a well-formed batch is BATCH_NOT_ALLOWED (403) whatever its size', async () => {
    const owner = await subject.owner('free');

    for (const count of [1, 11, 51]) {
      await refuse(owner, { urls: urls(count) }, 'BATCH_NOT_ALLOWED', undefined, 403);
    }

    const hook = { webhook_url: 'https://example.com', capabilities: ['brands'] };
    await refuse(owner, hook, 'BATCH_NOT_ALLOWED', undefined, 403);
    await refuse(owner, { dry_run: true }, 'BATCH_NOT_ALLOWED', undefined, 403);
    await refuse(owner, { urls: [] }, 'VALIDATION_FAILED');
  });

  test('more videos than max_batch_size: TOO_MANY_URLS', async () => {
    for (const [plan, limit] of [
      ['starter', 10],
      ['pro', 25],
      ['scale', 50],
    ] as const) {
      const owner = await subject.owner(plan);
      accepted(await owner.post('/v1/batch', { ...base, urls: urls(limit), dry_run: true }), 200);
      await refuse(owner, { urls: urls(limit + 1) }, 'TOO_MANY_URLS');
      const uploads = [{ key: 'uploads/x/y/video.mp4', filename: 'x' }];
      await refuse(owner, { urls: urls(limit), uploads }, 'TOO_MANY_URLS');
    }
  });

  test('a batch of 50', async () => {
    const owner = await subject.owner();
    const { jobs } = await owner.batch({ urls: urls(50) });
    assert.equal(new Set(jobs.map((job: Json) => job.job_id)).size, 50);
  });

  test('brand detection where the plan requires a target: TARGET_REQUIRED (403)', async () => {
    const fields = { capabilities: ['brands'] };
    await refuse(await subject.owner('starter'), fields, 'TARGET_REQUIRED', undefined, 403);
    await (await subject.owner('pro')).batch(fields);
  });

  test('more queries than max_queries_per_job: TOO_MANY_QUERIES', async () => {
    const owner = await subject.owner('starter');
    await owner.batch({ capabilities: ['custom_query'], queries: many(10) });
    await refuse(owner, { queries: many(11) }, 'TOO_MANY_QUERIES');
  });

  test('aggregate queries: 0 on Starter, 5 on Pro, 10 on Scale; more are TOO_MANY_AGGREGATE_QUERIES', async () => {
    for (const [plan, limit] of [
      ['starter', 0],
      ['pro', 5],
      ['scale', 10],
    ] as const) {
      const owner = await subject.owner(plan);
      const aggregate = (count: number) => ({ aggregate: { enabled: true, queries: many(count) } });
      await owner.batch(aggregate(limit));
      await refuse(owner, aggregate(limit + 1), 'TOO_MANY_AGGREGATE_QUERIES');
    }
  });

  test("an upload's duration_seconds above the plan: VIDEO_TOO_LONG, before the upload is looked up", async () => {
    const owner = await subject.owner('starter');
    const upload = (seconds: number) => ({
      urls: null,
      capabilities: ['objects'],
      objects: ['dog'],
      uploads: [{ key: 'uploads/x/y/video.mp4', filename: 'x', duration_seconds: seconds }],
    });

    await refuse(owner, upload(3601), 'VIDEO_TOO_LONG');
    await refuse(owner, upload(3600), 'VALIDATION_FAILED', 'key');
  });

  test('an invalid webhook_url: VALIDATION_FAILED', async () => {
    const owner = await subject.owner('starter');
    for (const webhook_url of ['http://example.com', 'https://127.0.0.1', '', 'x']) {
      await refuse(owner, { webhook_url }, 'VALIDATION_FAILED', 'webhook_url');
    }
  });

  test('a total above max_credits: BUDGET_EXCEEDED (402), nothing created', async () => {
    const owner = await subject.owner();
    const preview = accepted(await owner.post('/v1/batch', { ...base, dry_run: true }), 200);
    const total = preview.total_credits_estimated;
    await refuse(owner, { max_credits: total - 1 }, 'BUDGET_EXCEEDED', undefined, 402);
    assert.deepEqual(accepted(await owner.get('/v1/batch'), 200), []);
    await owner.batch({ max_credits: total });
  });

  test('an empty balance: INSUFFICIENT_CREDITS; past due: SUBSCRIPTION_PAST_DUE; both before BUDGET_EXCEEDED', async () => {
    const owner = await subject.owner('scale', 0);
    await refuse(owner, { max_credits: 1 }, 'INSUFFICIENT_CREDITS', undefined, 402);
    await owner.change({ past_due: true });
    await refuse(owner, { max_credits: 1 }, 'SUBSCRIPTION_PAST_DUE', undefined, 402);
  });

  test('would_exceed_balance is only a warning', async () => {
    const owner = await subject.owner('scale', 1);
    const batch = await owner.batch();
    assert.equal(batch.would_exceed_balance, true);
    assert.equal(batch.balance, 1);
  });

  test('batch jobs are never refused for concurrency', async () => {
    const owner = await subject.owner('starter');
    for (let count = 0; count < 3; count += 1) {
      await owner.job();
    }
    for (const job of accepted(await owner.get('/v1/jobs'), 200))
      await subject.worker.claim(job.job_id);
    await owner.batch();
  });
});

describe('POST /v1/batch: dry run', () => {
  test('200 with the estimates, without batch_id and per-job job_id and status; nothing created', async () => {
    const owner = await subject.owner();
    const preview = accepted(await owner.post('/v1/batch', { ...base, dry_run: true }), 200);
    assert.ok(!('batch_id' in preview) && !('status' in preview));
    assert.equal(preview.jobs.length, 2);

    for (const job of preview.jobs) {
      assert.deepEqual(Object.keys(job).sort(), [
        'credits_estimated',
        'duration_seconds',
        'note',
        'platform',
        'url',
        'video_title',
      ]);
    }

    const total = preview.jobs.reduce((sum: number, job: Json) => sum + job.credits_estimated, 0);
    assert.equal(preview.total_credits_estimated, total);
    assert.equal(preview.balance, 1000);
    assert.deepEqual(accepted(await owner.get('/v1/batch'), 200), []);
    assert.deepEqual(accepted(await owner.get('/v1/jobs'), 200), []);
  });

  test('skips the refusals of the account', async () => {
    const owner = await subject.owner('scale', 0);
    await owner.change({ past_due: true });
    const dry = { ...base, dry_run: true, max_credits: 0 };
    const preview = accepted(await owner.post('/v1/batch', dry), 200);
    assert.equal(preview.would_exceed_balance, true);
  });
});

describe('GET /v1/batch/:id', () => {
  test('has these fields', async () => {
    const owner = await subject.owner();
    const made = await owner.batch();
    const batch = await owner.readBatch(made.batch_id);
    isTimestamp(batch.created_at);

    const { created_at: _at, ...rest } = batch;
    assert.deepEqual(rest, {
      batch_id: made.batch_id,
      name: null,
      status: 'processing',
      total_jobs: 2,
      completed_count: 0,
      failed_count: 0,
      rollup: {
        total: 2,
        pending: 2,
        processing: 0,
        completed: 0,
        held: 0,
        failed: 0,
        cancelled: 0,
      },
      credits_estimated: made.total_credits_estimated,
      credits_charged: 0,
      jobs: made.jobs.map((job: Json) => ({
        job_id: job.job_id,
        video_title: null,
        status: 'pending',
        url: job.url,
        credits_estimated: job.credits_estimated,
      })),
      aggregate_results: null,
      webhook_url: null,
      completed_at: null,
    });
  });

  test('unknown: BATCH_NOT_FOUND (404)', async () => {
    const owner = await subject.owner();
    for (const id of ['batch_0', 'x', 'job_0'])
      refused(await owner.get(`/v1/batch/${id}`), 404, 'BATCH_NOT_FOUND');
    refused(await owner.post('/v1/batch/batch_0/cancel'), 404, 'BATCH_NOT_FOUND');
  });
});

describe('GET /v1/batch', () => {
  test('list items are the batch without jobs and aggregate_results, newest first, in pages', async () => {
    const owner = await subject.owner();
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) made.push((await owner.batch()).batch_id);

    const first = await owner.get('/v1/batch?limit=2');
    const { next_cursor: next, has_more: more } = first.json.pagination;
    assert.equal(more, true);

    const second = await owner.get(`/v1/batch?limit=2&cursor=${next}`);
    assert.deepEqual(second.json.pagination, { has_more: false, next_cursor: null });

    const items = [...accepted(first, 200), ...accepted(second, 200)];
    assert.deepEqual(items.map(({ batch_id }) => batch_id).sort(), made.sort());

    const { jobs, aggregate_results: _results, ...rest } = await owner.readBatch(items[0].batch_id);
    const { first_jobs: named, ...item } = items[0];
    assert.deepEqual(item, rest);
    assert.deepEqual(
      named.map(({ job_id }: { job_id: string }) => job_id),
      jobs.slice(0, 3).map(({ job_id }: { job_id: string }) => job_id),
    );
  });

  test('status filters; a bad status, limit or cursor is VALIDATION_FAILED', async () => {
    const owner = await subject.owner();
    const { batch_id: id } = await owner.batch();
    const list = async (status: string) =>
      accepted(await owner.get(`/v1/batch?status=${status}`), 200);
    assert.equal((await list('processing'))[0].batch_id, id);

    for (const status of ['paused', 'completed', 'failed', 'cancelled'])
      assert.deepEqual(await list(status), []);

    for (const query of [
      'status=pending',
      'status=',
      'limit=0',
      'limit=101',
      'limit=',
      'cursor=x',
    ]) {
      const name = query.split('=')[0] ?? '';
      refused(await owner.get(`/v1/batch?${query}`), 422, 'VALIDATION_FAILED', name);
    }

    const { job_id: job } = await owner.job();
    const cursor = Buffer.from(`1.${job}`).toString('base64url');
    refused(await owner.get(`/v1/batch?cursor=${cursor}`), 422, 'VALIDATION_FAILED', 'cursor');
  });
});

describe('States of a batch', () => {
  test('completed when every job is terminal; every job failed is completed', async () => {
    const owner = await subject.owner();
    for (const end of ['complete', 'fail'] as const) {
      const batch = await owner.batch();
      const [first, second] = idsOf(batch);
      await subject.worker[end](first ?? '');

      const halfway = await owner.readBatch(batch.batch_id);
      assert.equal(halfway.status, 'processing');
      assert.equal(halfway.rollup.pending, 1);
      await subject.worker[end](second ?? '');

      const done = await owner.readBatch(batch.batch_id);
      assert.equal(done.status, 'completed');
      isTimestamp(done.completed_at);

      const counts = [done.completed_count, done.failed_count];
      assert.deepEqual(counts, end === 'complete' ? [2, 0] : [0, 2]);
      assert.equal(done.rollup[end === 'complete' ? 'completed' : 'failed'], 2);
      assert.equal(done.credits_charged > 0, end === 'complete');
    }
  });

  test("credits_charged is the sum of its jobs' charges", async () => {
    const owner = await subject.owner();
    const batch = await owner.batch();
    for (const id of idsOf(batch)) await subject.worker.complete(id);
    let sum = 0;
    for (const id of idsOf(batch)) sum += (await owner.read(id)).credits_charged;
    assert.equal((await owner.readBatch(batch.batch_id)).credits_charged, sum);
  });

  test("credits_estimated is the sum of its jobs' estimates, also when real lengths are known", async () => {
    const owner = await subject.owner();
    const key = { 'Idempotency-Key': 'estimates' };
    const made = accepted(await owner.post('/v1/batch', base, key), 202);
    const [first] = made.jobs;
    await subject.worker.ingest(await subject.worker.claim(first.job_id), 30);

    const batch = await owner.readBatch(made.batch_id);
    const sum = (jobs: Json[]) => jobs.reduce((total, job) => total + job.credits_estimated, 0);

    assert.ok(batch.jobs[0].credits_estimated < first.credits_estimated);
    assert.equal(batch.credits_estimated, sum(batch.jobs));

    const replayed = accepted(await owner.post('/v1/batch', base, key), 200);
    assert.equal(replayed.total_credits_estimated, sum(replayed.jobs));
  });

  describe('max_credits, once real lengths are known', () => {
    const exceeds = (error: Error): boolean => {
      assert.ok(error instanceof Fault);
      assert.equal(error.code, 'BUDGET_EXCEEDED');
      return true;
    };

    /** A batch of two jobs. Its cap is the sum of both estimates while the lengths are unknown. */
    async function capped(): Promise<{
      readonly owner: Owner;
      readonly cap: number;
      readonly id: string;
      readonly jobs: [string, string];
    }> {
      const owner = await subject.owner();
      const { total_credits_estimated: cap } = accepted(
        await owner.post('/v1/batch', { ...base, dry_run: true }),
        200,
      );
      const batch = await owner.batch({ max_credits: cap });
      return { owner, cap, id: batch.batch_id, jobs: idsOf(batch) as [string, string] };
    }

    test('fails the job that turns out longer, and no other', async () => {
      const { owner, cap, id, jobs } = await capped();
      const [first, second] = jobs;
      const { worker } = subject;
      const long = await worker.claim(first);
      await assert.rejects(worker.ingest(long, 3000), exceeds);
      await failJob(subject.domain, long, new Fault('BUDGET_EXCEEDED', 'as ingestion does'));
      await worker.complete(second);

      const done = await owner.readBatch(id);
      assert.deepEqual([done.rollup.failed, done.rollup.completed], [1, 1]);
      assert.ok(done.credits_charged <= cap);

      const { error, credits_charged: charged } = await owner.read(first);
      assert.deepEqual([error.code, charged], ['BUDGET_EXCEEDED', null]);
    });

    test('leaves to a longer one what shorter ones and failed ones do not need', async () => {
      const { jobs } = await capped();
      const [first, second] = jobs;
      const { worker } = subject;
      const longer = await worker.claim(second);
      await assert.rejects(worker.ingest(longer, 700), exceeds);
      await worker.fail(first);
      assert.equal(await worker.ingest(longer, 700), 'go');
    });

    test('counts what ended jobs were charged, where that is above their estimates', async () => {
      const { owner, cap, jobs } = await capped();
      const [first, second] = jobs;
      const { worker } = subject;
      const dear = await worker.claim(first);

      assert.equal(await worker.ingest(dear, 60), 'go');
      await subject.workedFor(first, 3600);
      await worker.settle(dear);
      assert.ok((await owner.read(first)).credits_charged > cap);
      await assert.rejects(worker.ingest(await worker.claim(second), 30), exceeds);
    });

    test('counts each of two that are admitted at the same time', async () => {
      const { jobs } = await capped();
      const { worker } = subject;
      const claimed = [await worker.claim(jobs[0]), await worker.claim(jobs[1])];
      const ends = await Promise.allSettled(claimed.map((job) => worker.ingest(job, 700)));

      assert.deepEqual(
        ends.map(({ status }) => status),
        ['rejected', 'rejected'],
      );
    });

    test('bounds how far a video is decoded that states less than it holds', async () => {
      const { owner, jobs } = await capped();
      const caps = async (jobId: string) => {
        const { id, attempt } = await subject.worker.claim(jobId);
        const facts = { title: null, durationSeconds: 10 };
        const admission = await admitProbed(subject.domain, { job: { id, attempt }, facts });
        assert.ok(admission.kind === 'go');
        return admission.caps;
      };
      // The other job keeps its estimate, which assumes ten minutes.
      const { budgetSeconds } = await caps(jobs[0]);
      assert.ok(budgetSeconds > 590 && budgetSeconds < 640, String(budgetSeconds));

      const [free = ''] = idsOf(await owner.batch());
      const without = await caps(free);
      assert.ok(without.budgetSeconds > without.maxSeconds);
    });
  });

  test('paused when nothing can run and a job is held, with its reason; credits resume it', async () => {
    const owner = await subject.owner('scale', 20);
    const batch = await owner.batch();
    const [first, second] = idsOf(batch) as [string, string];
    await subject.worker.hold(first);
    assert.equal((await owner.readBatch(batch.batch_id)).status, 'processing');
    await subject.worker.complete(second);

    const paused = await owner.readBatch(batch.batch_id);
    assert.equal(paused.status, 'paused');
    assert.equal(paused.completed_at, null);
    assert.equal(paused.rollup.held, 1);
    assert.equal(paused.jobs[0].reason, 'insufficient_credits');
    assert.ok(!('reason' in paused.jobs[1]));
    await owner.credit(10_000);
    await waitFor(async () =>
      assert.equal((await owner.readBatch(batch.batch_id)).status, 'processing'),
    );
    await subject.worker.complete(first);
    assert.equal((await owner.readBatch(batch.batch_id)).status, 'completed');
  });

  test('cancel: every pending, processing and held job is cancelled, completed ones stay charged; idempotent', async () => {
    const owner = await subject.owner('scale', 40);
    const batch = await owner.batch({ urls: urls(5) });
    const [done, failed, held, running] = idsOf(batch) as [string, string, string, string];
    await subject.worker.complete(done);
    await subject.worker.fail(failed);
    await subject.worker.hold(held);
    await subject.worker.claim(running);

    const path = `/v1/batch/${batch.batch_id}/cancel`;
    const cancelled = accepted(await owner.post(path), 200);
    assert.equal(cancelled.batch_id, batch.batch_id);
    assert.equal(cancelled.status, 'cancelled');
    assert.equal(cancelled.cancelled_jobs, 3);
    assert.deepEqual(cancelled.rollup, {
      total: 5,
      pending: 0,
      processing: 0,
      completed: 1,
      held: 0,
      failed: 1,
      cancelled: 3,
    });
    assert.ok(cancelled.credits_charged >= (await owner.read(done)).credits_charged);
    assert.equal((await owner.read(done)).status, 'completed');
    assert.equal((await owner.read(held)).credits_charged, null);

    const read = await owner.readBatch(batch.batch_id);
    assert.equal(read.status, 'cancelled');
    isTimestamp(read.completed_at);

    const again = accepted(await owner.post(path), 200);
    assert.deepEqual(again, { ...cancelled, cancelled_jobs: 0 });
    assert.deepEqual(await owner.readBatch(batch.batch_id), read);
  });

  test('a completed or failed batch: BATCH_NOT_CANCELLABLE (409)', async () => {
    const owner = await subject.owner();
    const completed = await owner.batch();
    for (const id of idsOf(completed)) await subject.worker.fail(id);

    const failed = await owner.batch();
    await failBatch(subject.domain, failed.batch_id);
    assert.equal((await owner.readBatch(failed.batch_id)).status, 'failed');

    for (const { batch_id: id } of [completed, failed])
      refused(await owner.post(`/v1/batch/${id}/cancel`), 409, 'BATCH_NOT_CANCELLABLE');
  });

  test('a paused batch can be cancelled', async () => {
    const owner = await subject.owner('scale', 5);
    const batch = await owner.batch({ urls: urls(1) });
    await subject.worker.hold(idsOf(batch)[0] ?? '');
    assert.equal((await owner.readBatch(batch.batch_id)).status, 'paused');
    const cancelled = accepted(await owner.post(`/v1/batch/${batch.batch_id}/cancel`), 200);
    assert.equal(cancelled.cancelled_jobs, 1);
    assert.equal(cancelled.credits_charged, 0);
  });

  test('later analyses of its videos are listed, the newest of each, also of one that failed', async () => {
    const owner = await subject.owner();
    const batch = await owner.batch();
    const [first = '', second = ''] = idsOf(batch);
    const path = `/v1/batch/${batch.batch_id}/newer`;
    assert.deepEqual(accepted(await owner.get(path), 200), []);

    await subject.worker.complete(first);
    await subject.worker.fail(second);
    const again = async (url: string, fields = {}): Promise<string> => {
      const { job_id: id } = await owner.job({ url, ...fields });
      await subject.worker.complete(id);
      return id;
    };
    const [one = '', other = ''] = urls(2);
    await again(one);
    const newest = await again(one, { capabilities: ['transcription', 'summary'] });
    await again(one, { capabilities: ['summary'] });
    const repaired = await again(other);
    await owner.job({ url: other });

    const newer = accepted(await owner.get(path), 200);
    assert.deepEqual(
      newer.map(({ job_id, newer_job_id }: Json) => [job_id, newer_job_id]),
      [
        [first, newest],
        [second, repaired],
      ],
    );
    isTimestamp(newer[0].created_at);

    const stranger = await subject.owner();
    refused(await stranger.get(path), 404, 'BATCH_NOT_FOUND');
  });

  test('a large batch does not go before the job of another workspace as a block', async () => {
    const large = await subject.owner();
    const small = await subject.owner();

    await large.batch({ urls: urls(20) });
    const { job_id: id } = await small.job();
    const rows = await subject.domain.db.query<{ data: { jobId: string } }>(
      `select task.data from pgboss.job task join jobs on jobs.task_id = task.id::text
       where task.name = 'analysis' and jobs.workspace_id = any ($1) order by task.priority desc, task.created_on`,
      [[large.tenantId, small.tenantId]],
    );
    const place = rows.findIndex(({ data }) => data.jobId === id);
    assert.ok(place >= 0 && place <= 1, `place ${place}`);
  });
});
