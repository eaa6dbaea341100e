/** Test workspaces: their jobs end at once in the state that the link names, free of charge and with fixed results. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testFailureCodes, testHost, testPaths } from '@reelsight/contract';
import { chargedWork } from '../../server/src/db/jobs/ended-jobs.ts';
import { retryStalledJobs } from '../../server/src/domain/upkeep/sweep.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { sharedSubject } from './shared-subject.ts';
import { accepted, type Json, Owner, refused, type Subject, videoUrl } from './subject.ts';

let subject: Subject;
before(async () => {
  subject = await sharedSubject();
});
after(() => subject.close());

/** Creates a test workspace with the operator's call. */
async function testOwner(plan = 'scale', credits = 0): Promise<Owner> {
  const body = { name: 'Tests', email: 'ci@example.com', plan, credits, test: true };
  const made = accepted(await subject.operator.post('/admin/v1/workspaces', body), 201);
  const { tenant_id: tenantId, api_key: apiKey, webhook_secret: webhookSecret } = made;
  return new Owner(subject, { tenantId, apiKey, webhookSecret });
}

const testUrl = (path: string): string => `https://${testHost}${path}`;

/** Time limit for the end of a test job, which takes a fraction of a second on an idle machine. */
const mostMs = 30_000;

async function reached(owner: Owner, jobId: string, status: string): Promise<Json> {
  return waitFor(async () => {
    const job = await owner.read(jobId);
    assert.equal(job.status, status);
    return job;
  }, mostMs);
}

async function jobAt(owner: Owner, path: string, status: string, fields = {}): Promise<Json> {
  const { job_id: id } = await owner.job({ url: testUrl(path), ...fields });
  return reached(owner, id, status);
}

/** Waits until the job's first task has run, which leaves a job of the link `/pending` a task for later. */
async function leftPending(jobId: string): Promise<void> {
  await waitFor(async () => {
    const tasks = await subject.domain.db.query(
      `select 1 from jobs join pgboss.job task on task.id::text = jobs.task_id
       where jobs.id = $1 and task.start_after > now() + interval '1 day'`,
      [jobId],
    );
    assert.equal(tasks.length, 1);
  }, mostMs);
}

describe('a test workspace', () => {
  test('shows that it is one, has keys of its own form, and stays one', async () => {
    const owner = await testOwner();
    assert.match(owner.apiKey, /^rs_test_/);
    assert.equal(accepted(await owner.get('/v1/account'), 200).test, true);

    const change = await owner.change({ test: false });
    refused(change, 422, 'VALIDATION_FAILED', 'test');
    const workspaces = accepted(await subject.operator.get('/admin/v1/workspaces'), 200);
    const view = workspaces.find((one: Json) => one.tenant_id === owner.tenantId);
    assert.equal(view.test, true);

    const keyBody = { name: 'another', scopes: ['jobs:read'] };
    const key = await subject.operator.post(`/admin/v1/workspaces/${owner.tenantId}/keys`, keyBody);
    assert.match(accepted(key, 201).api_key, /^rs_test_/);
  });

  test('an ordinary workspace has no mark, and its keys have the usual form', async () => {
    const owner = await subject.owner();
    assert.match(owner.apiKey, /^rs_live_/);
    assert.ok(!('test' in accepted(await owner.get('/v1/account'), 200)));
    assert.ok(!('test' in (await owner.job())));
  });

  test('an ordinary workspace refuses the reserved links as it does any other host', async () => {
    const owner = await subject.owner();
    const body = { url: testUrl('/completed'), capabilities: ['transcription'] };
    const reserved = await owner.post('/v1/jobs', body);
    const foreign = await owner.post('/v1/jobs', { ...body, url: 'https://example.invalid/' });
    refused(reserved, 422, 'INVALID_URL');
    assert.equal(reserved.json.error.message, foreign.json.error.message);
  });
});

describe('a job of a test workspace', () => {
  test('completes for any link of a platform and for an upload, and carries the mark', async () => {
    const owner = await testOwner();
    const upload = { url: undefined, upload_key: await owner.upload(), upload_filename: 'my.mp4' };
    for (const fields of [{ url: videoUrl }, { url: testUrl('/completed') }, upload]) {
      const created = await owner.job({ capabilities: ['transcription', 'summary'], ...fields });
      assert.equal(created.test, true);
      assert.equal(created.status, 'pending');
      assert.equal(created.video_duration_seconds, 60);
      assert.ok(created.credits_estimated > 0, 'it is priced as usual');

      const job = await reached(owner, created.job_id, 'completed');
      assert.equal(job.test, true);
      assert.equal(job.credits_charged, 0);
      assert.equal(job.results.meta.test, true);
      assert.match(job.results.transcription.text, /This is a test result/);
    }

    const listed = accepted(await owner.get('/v1/jobs'), 200);
    assert.deepEqual(new Set(listed.map((job: Json) => job.test)), new Set([true]));
    assert.deepEqual(
      new Set(listed.map((job: Json) => job.platform)),
      new Set(['youtube', 'test', 'upload']),
    );
    assert.equal(accepted(await owner.get('/v1/usage'), 200).summary.credits_used, 0);
  });

  test('fails with each of the failure codes, as its link says', async () => {
    const owner = await testOwner();
    const ids: [string, string][] = [];
    for (const code of testFailureCodes) {
      const job = await owner.job({ url: testUrl(`/failed/${code}`) });
      ids.push([code, job.job_id]);
    }
    for (const [code, id] of ids) {
      const job = await reached(owner, id, 'failed');
      assert.equal(job.error.code, code);
      assert.equal(job.credits_charged, null);
    }
  });

  test('stays pending or in processing until it is cancelled', async () => {
    const owner = await testOwner();
    const pending = await owner.job({ url: testUrl('/pending') });
    const { job_id: id } = await owner.job({ url: testUrl('/processing') });
    const processing = await waitFor(async () => {
      const job = await owner.read(id);
      assert.equal(job.progress?.stage, 'analysis');
      return job;
    }, mostMs);
    assert.deepEqual(processing.progress.stages_completed, ['ingestion', 'transcription']);

    await subject.clock.ahead(3_600_000, async () => {
      await subject.sweep('tasks');
      await subject.sweep('held');
    });
    assert.equal((await owner.read(pending.job_id)).status, 'pending');
    assert.equal((await owner.read(processing.job_id)).status, 'processing');

    for (const { job_id: jobId } of [pending, processing]) {
      const cancelled = accepted(await owner.post(`/v1/jobs/${jobId}/cancel`), 200);
      assert.equal(cancelled.status, 'cancelled');
      assert.ok(!cancelled.credits_charged, 'it is free');
    }
  });

  test('is held until credits are added, and then completes', async () => {
    const owner = await testOwner('scale', 10);
    const held = await jobAt(owner, '/held', 'held');
    assert.equal(held.credits_charged, null);
    accepted(await owner.credit(5000), 201);
    const completed = await reached(owner, held.job_id, 'completed');
    assert.equal(completed.credits_charged, 0);
    assert.equal(await owner.balance(), 5010);
  });

  test('is cancelled after it began, or because nobody added credits', async () => {
    const owner = await testOwner();
    const cancelled = await jobAt(owner, '/cancelled', 'cancelled');
    assert.ok(!('error' in cancelled));
    const expired = await jobAt(owner, '/cancelled/HELD_EXPIRED', 'cancelled');
    assert.equal(expired.error.code, 'HELD_EXPIRED');
  });

  test('may have partial or empty results', async () => {
    const owner = await testOwner();
    const partial = await jobAt(owner, '/completed/partial', 'completed');
    assert.equal(partial.results.meta.transcription_degraded, true);
    const empty = await jobAt(owner, '/completed/empty', 'completed');
    assert.equal(empty.results.transcription.text, '');
  });

  test('is refused with the possible paths where its link has none of them', async () => {
    const owner = await testOwner();
    const body = { url: testUrl('/finished'), capabilities: ['transcription'] };
    const answer = await owner.post('/v1/jobs', body);
    refused(answer, 422, 'INVALID_URL', '/completed/partial');
    for (const path of testPaths.filter((path) => !path.startsWith('/failed/')))
      assert.ok(answer.json.error.message.includes(path), path);
    refused(
      await owner.post('/v1/batch', { urls: [body.url], capabilities: ['summary'] }),
      422,
      'INVALID_URL',
    );
  });

  test('keeps the rules of any job: max_credits, plans and the number that run at once', async () => {
    const owner = await testOwner('free');
    const dear = await jobAt(owner, '/completed', 'failed', { max_credits: 1 });
    assert.equal(dear.error.code, 'BUDGET_EXCEEDED');

    const hook = { url: testUrl('/completed'), webhook_url: 'https://hooks.example.com/' };
    refused(
      await owner.post('/v1/jobs', { ...hook, capabilities: ['summary'] }),
      403,
      'MODE_NOT_ALLOWED',
    );

    const { limits } = accepted(await owner.get('/v1/account'), 200);
    for (let count = 0; count < limits.max_concurrent_jobs; count += 1)
      await jobAt(owner, `/processing?n=${count}`, 'processing');
    const more = { url: testUrl('/completed'), capabilities: ['summary'] };
    refused(await owner.post('/v1/jobs', more), 429, 'CONCURRENT_LIMIT_REACHED');
  });

  test('needs no credits, and its dry run tells the price of a real one', async () => {
    const owner = await testOwner('scale', 0);
    assert.equal(await owner.balance(), 0);
    const body = { url: testUrl('/completed'), capabilities: ['transcription'], dry_run: true };
    const preview = accepted(await owner.post('/v1/jobs', body), 200);
    assert.equal(preview.duration_seconds, 60);
    assert.ok(preview.credits_estimated > 0);
    await jobAt(owner, '/completed', 'completed');
  });

  test('begins again after the process that had it was killed', async () => {
    const owner = await testOwner();
    const { job_id: id } = await owner.job({ url: testUrl('/pending') });
    await leftPending(id);
    await subject.domain.db.query('update jobs set url = $2 where id = $1', [
      id,
      testUrl('/completed'),
    ]);
    await subject.worker.claim(id);
    await subject.domain.db.query(
      "update jobs set heartbeat_at = now() - interval '1 hour' where id = $1",
      [id],
    );
    await retryStalledJobs(subject.domain);
    await reached(owner, id, 'completed');
  });

  test('tells its events with the mark, and counts in no estimate of others', async () => {
    const owner = await testOwner();
    const job = await jobAt(owner, '/completed', 'completed');
    const events = accepted(await owner.get('/v1/events'), 200);
    const kinds = events.map(({ event }: Json) => event);
    assert.deepEqual(kinds, ['job.created', 'job.started', 'job.completed']);
    for (const event of events) assert.equal(event.test, true);

    const work = await chargedWork(subject.domain.db, 1000);
    assert.ok(work.every(({ ask }) => !ask.test));
    assert.equal(job.results.meta.test, true);
  });

  test('can be found, exported, corrected, run again and deleted like any other', async () => {
    const owner = await testOwner();
    const job = await jobAt(owner, '/completed', 'completed', {
      capabilities: ['transcription', 'brands'],
      brands: ['Acme'],
    });
    const subtitles = await owner.get(`/v1/jobs/${job.job_id}/exports/srt`);
    assert.equal(subtitles.status, 200, subtitles.text);
    assert.match(subtitles.text, /This is a test result/);
    assert.match(subtitles.headers.get('content-disposition') ?? '', /"TEST Test video\.srt"/);
    const records = await owner.get(`/v1/jobs/${job.job_id}/exports/jsonl`);
    for (const line of records.text.trim().split('\n')) assert.equal(JSON.parse(line).test, true);

    const exposure = accepted(await owner.get(`/v1/jobs/${job.job_id}/exposure`), 200);
    assert.equal(exposure.brands[0].name, 'Acme');

    const again = { action: 'rerun', job_ids: [job.job_id] };
    const [rerun] = accepted(await owner.post('/v1/jobs/bulk', again), 200).jobs;
    await reached(owner, rerun.new_job_id, 'completed');
    accepted(await owner.call('DELETE', `/v1/jobs/${job.job_id}`), 204);
  });
});

describe('what is made of the results of a test workspace', () => {
  test('of an upload has no clips either, so that no real video is cut for free', async () => {
    const owner = await testOwner();
    const { job_id: id } = await owner.job({ url: undefined, upload_key: await owner.upload() });
    await reached(owner, id, 'completed');
    const order = { ranges: [{ start: 0, end: 1 }], format: 'mp4' };
    refused(await owner.post(`/v1/jobs/${id}/clips`, order), 409, 'TEST_JOB', 'test jobs');
    assert.deepEqual(accepted(await owner.get(`/v1/jobs/${id}/clips`), 200), []);
  });

  test('a report says so in its title and above its numbers', async () => {
    const owner = await testOwner();
    const { job_id: id } = await jobAt(owner, '/completed', 'completed', {
      capabilities: ['brands'],
      brands: ['Acme'],
    });
    await subject.makeReports();
    const request = { job_ids: [id], formats: ['json'], title: 'Spring' };
    const report = accepted(await owner.post('/v1/reports', request), 202);
    const path = `/v1/reports/${report.report_id}`;
    await waitFor(async () => {
      const { status, title } = accepted(await owner.get(path), 200);
      assert.deepEqual([status, title], ['ready', 'TEST Spring']);
    }, mostMs);

    const file = await owner.get(`${path}/files/json`);
    assert.match(JSON.stringify(file.json.missing), /fixed results of a test workspace/);
  });

  test('a link shows the mark to people without an account', async () => {
    const owner = await testOwner();
    const { job_id: id } = await jobAt(owner, '/completed', 'completed');
    const share = accepted(
      await owner.post(`/v1/jobs/${id}/shares`, { parts: ['transcript'], expires_in_days: 1 }),
      201,
    );
    const token = share.url.split('/').at(-1);
    const shared = accepted(await subject.stranger.get(`/shared/v1/${token}`), 200);
    assert.equal(shared.test, true);
    assert.equal(shared.results.meta.test, true);
  });
});

describe('a batch of a test workspace', () => {
  test('completes with its jobs, and is paused while some are held', async () => {
    const owner = await testOwner('scale', 10);
    const urls = ['/completed', '/failed/TIMEOUT', '/held'].map(testUrl);
    const created = await owner.batch({ urls });
    const batchReached = (status: string) =>
      waitFor(
        async () => assert.equal((await owner.readBatch(created.batch_id)).status, status),
        mostMs,
      );
    await batchReached('paused');
    accepted(await owner.credit(5000), 201);
    await batchReached('completed');

    const batch = await owner.readBatch(created.batch_id);
    assert.equal(batch.test, true);
    assert.equal(batch.credits_charged, 0);
    assert.equal(batch.rollup.completed, 2);
    assert.equal(batch.rollup.failed, 1);
  });
});
