/** Calls about many jobs at once: each job succeeds or is refused separately. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { jobsChanged } from '@reelsight/contract';
import { sharedTwo } from './shared-subject.ts';
import { accepted, type Json, type Owner, refused, type Subject, urls } from './subject.ts';

let subject: Subject;
let owner: Owner;
let stranger: Owner;
before(async () => {
  ({ subject, owner, stranger } = await sharedTwo());
});
after(() => subject.close());

const bulk = async (fields: Json, headers?: Record<string, string>, of = owner): Promise<Json> => {
  const data = accepted(await of.post('/v1/jobs/bulk', fields, headers), 200);
  jobsChanged.parse(data);
  return data;
};
const finished = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const { job_id } = await owner.job(fields);
  await subject.worker.complete(job_id);
  return job_id;
};
const codesOf = (data: Json): (string | null)[] =>
  data.jobs.map((job: Json) => job.error?.code ?? null);

describe('Deleting many jobs', () => {
  test('deletes what can be deleted, and says of each other why not', async () => {
    const done = await finished();
    const other = await finished();
    const open = (await owner.job()).job_id;
    const foreign = (await stranger.job()).job_id;
    const ids = [done, open, foreign, 'job_0', '’; drop', other, done];
    const data = await bulk({ action: 'delete', job_ids: ids });
    assert.deepEqual(codesOf(data), [
      ...[null, 'JOB_NOT_DELETABLE', 'JOB_NOT_FOUND', 'JOB_NOT_FOUND', 'JOB_NOT_FOUND', null],
    ]);
    assert.deepEqual([data.done, data.refused], [2, 4]);
    refused(await owner.get(`/v1/jobs/${done}`), 404, 'JOB_NOT_FOUND');
    refused(await owner.get(`/v1/jobs/${other}`), 404, 'JOB_NOT_FOUND');
    accepted(await owner.get(`/v1/jobs/${open}`), 200);
    accepted(await stranger.get(`/v1/jobs/${foreign}`), 200);

    const audit = `/admin/v1/audit?tenant_id=${owner.tenantId}&action=job.deleted`;
    const targets = accepted(await subject.operator.get(audit), 200).map(
      (one: Json) => one.target.id,
    );
    assert.deepEqual(targets.toSorted(), [done, other].toSorted());
  });

  test('a dry run says the same and deletes nothing', async () => {
    const done = await finished();
    const open = (await owner.job()).job_id;
    const data = await bulk({ action: 'delete', job_ids: [done, open], dry_run: true });
    assert.deepEqual(codesOf(data), [null, 'JOB_NOT_DELETABLE']);
    accepted(await owner.get(`/v1/jobs/${done}`), 200);
  });

  test('a job of an open batch is refused', async () => {
    const batch = await owner.batch({ urls: urls(2) });
    const id = batch.jobs[0].job_id;
    await subject.worker.complete(id);
    assert.deepEqual(codesOf(await bulk({ action: 'delete', job_ids: [id] })), [
      'JOB_NOT_DELETABLE',
    ]);
  });
});

describe('Running many jobs again', () => {
  test('asks the same of the same video, outside of its batch', async () => {
    const batch = await owner.batch({
      urls: urls(1),
      capabilities: ['custom_query', 'transcription'],
      queries: ['Who?'],
    });
    const id = batch.jobs[0].job_id;
    await subject.worker.complete(id);

    const before = await owner.read(id);
    const data = await bulk({ action: 'rerun', job_ids: [id] });
    const [{ new_job_id: made, credits_estimated }] = data.jobs;
    const job = await owner.read(made);
    assert.equal(job.status, 'pending');
    assert.equal(job.credits_estimated, credits_estimated);
    assert.equal(data.credits_estimated, credits_estimated);

    for (const field of ['url', 'platform', 'capabilities', 'queries', 'video_title', 'language'])
      assert.deepEqual(job[field], before[field], field);

    assert.equal(job.batch_id, undefined);
  });

  test('a failed job and one of an upload, whose file is still there', async () => {
    const { job_id: failed } = await owner.job({ external_id: 'mine' });
    await subject.worker.fail(failed);

    const key = await owner.upload();
    const uploaded = await finished({ url: undefined, upload_key: key, upload_filename: 'a.mp4' });
    const data = await bulk({ action: 'rerun', job_ids: [failed, uploaded] });
    assert.deepEqual(codesOf(data), [null, null]);

    const [first, second] = await Promise.all(
      data.jobs.map((job: Json) => owner.read(job.new_job_id)),
    );
    assert.equal(first.external_id, 'mine');
    assert.deepEqual([second.upload_key, second.video_title], [key, 'a.mp4']);
  });

  test('an upload that was never opened is not refused for the length that its headers state', async () => {
    const key = await owner.upload();
    const ask = { url: undefined, upload_key: key, upload_filename: 'a.mp4' };
    const { job_id: open } = await owner.job(ask);
    accepted(await owner.post(`/v1/jobs/${open}/cancel`, {}), 200);

    const measured = await finished(ask);
    const stated = 'update jobs set duration_seconds = 1e6 where id = any($1)';
    await subject.domain.db.query(stated, [[open, measured]]);

    const data = await bulk({ action: 'rerun', job_ids: [open, measured], dry_run: true });
    assert.deepEqual(codesOf(data), [null, 'VIDEO_TOO_LONG']);
  });

  test('the price is told before: a dry run creates nothing', async () => {
    const ids = [await finished(), await finished()];
    const before = accepted(await owner.get('/v1/jobs?limit=100'), 200).length;
    const data = await bulk({ action: 'rerun', job_ids: ids, dry_run: true });
    const sum = data.jobs.reduce((total: number, one: Json) => total + one.credits_estimated, 0);

    assert.ok(sum > 0);
    assert.deepEqual([data.credits_estimated, data.would_exceed_balance], [sum, false]);
    assert.deepEqual(
      data.jobs.map((job: Json) => job.new_job_id),
      [undefined, undefined],
    );
    assert.equal(accepted(await owner.get('/v1/jobs?limit=100'), 200).length, before);
  });

  test('an Idempotency-Key makes each job once, also by calls at the same time', async () => {
    const ids = [await finished(), await finished()];
    const headers = { 'Idempotency-Key': 'again' };
    const ask = { action: 'rerun', job_ids: ids };
    const answers = await Promise.all([bulk(ask, headers), bulk(ask, headers)]);
    const later = await bulk(ask, headers);
    const made = [...answers, later].map((data) => data.jobs.map((job: Json) => job.new_job_id));
    assert.deepEqual(made[0], made[1]);
    assert.deepEqual(made[0], made[2]);
    assert.equal(new Set(made.flat()).size, 2);

    const others = await bulk(ask, { 'Idempotency-Key': 'another' });
    assert.notEqual(others.jobs[0].new_job_id, made[0][0]);
  });

  test('what cannot run again is refused by itself', async () => {
    const open = (await owner.job()).job_id;
    const foreign = (await stranger.job()).job_id;
    const data = await bulk({ action: 'rerun', job_ids: [open, foreign, await finished()] });
    assert.deepEqual(codesOf(data), ['VALIDATION_FAILED', 'JOB_NOT_FOUND', null]);
  });

  test('nothing is begun for an account that cannot pay, but its price is told', async () => {
    const poor = await subject.owner('scale', 1000);
    const { job_id } = await poor.job();
    await subject.worker.complete(job_id);
    accepted(await poor.change({ past_due: true }), 200);

    const body = { action: 'rerun', job_ids: [job_id] };
    refused(await poor.post('/v1/jobs/bulk', body), 402, 'SUBSCRIPTION_PAST_DUE');

    const dry = await bulk({ ...body, dry_run: true }, {}, poor);
    assert.ok(dry.credits_estimated > 0);
  });
});

test('what is no list of jobs is refused', async () => {
  const post = (fields: Json) => owner.post('/v1/jobs/bulk', { action: 'delete', ...fields });
  for (const job_ids of [
    [],
    'job',
    [1],
    [''],
    Array.from({ length: 101 }, (_, index) => `job_${index}`),
  ])
    refused(await post({ job_ids }), 422, 'VALIDATION_FAILED');
  refused(await post({ action: 'export', job_ids: ['job_1'] }), 422, 'VALIDATION_FAILED');
  const reader = await owner.limitedTo('jobs:read');
  const body = { action: 'delete', job_ids: ['job_1'] };
  refused(await reader.post('/v1/jobs/bulk', body), 403, 'INSUFFICIENT_SCOPE');
});

test('a hundred jobs are deleted in a call', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 100; index += 1) ids.push((await owner.job()).job_id);
  for (const id of ids) accepted(await owner.post(`/v1/jobs/${id}/cancel`), 200);
  const data = await bulk({ action: 'delete', job_ids: ids });
  assert.equal(data.done, 100);
});
