/** How many uploads and jobs a workspace may have waiting, however many calls arrive at once. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Fault } from '@reelsight/contract';
import { submitJob } from '../server/src/domain/jobs/submit-job.ts';
import { s3Credentials, startS3 } from '../server/testing/storage/s3-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import {
  type Answer,
  accepted,
  hourMs,
  type Json,
  type Owner,
  put,
  refused,
  type Subject,
  startSubject,
  urls,
  videoUrl,
} from './interface/subject.ts';

const manyCalls = { max_requests_per_minute: 1_000_000, burst: 1_000_000 };
let subject: Subject;
before(async () => {
  subject = await startSubject({
    REELSIGHT_PLANS: JSON.stringify({
      free: manyCalls,
      starter: manyCalls,
      pro: { ...manyCalls, max_unused_uploads: 5, max_unused_upload_mb: 3, max_upload_mb: 8 },
      scale: { ...manyCalls, max_pending_jobs: 6 },
    }),
  });
});
after(() => subject.close());

const mb = 1024 * 1024;
const presign = (owner: Owner, size_bytes = 1000): Promise<Answer> =>
  owner.post('/v1/uploads/presign', { content_type: 'video/mp4', size_bytes });
const byStatus = (answers: readonly Answer[], status: number): Answer[] =>
  answers.filter((answer) => answer.status === status);
const atOnce = <T>(count: number, send: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));

describe('Unused uploads', () => {
  test('64 large ones fit on Starter, 64 small ones on Free', async () => {
    const starter = await subject.owner('starter');
    const free = await subject.owner('free', 10);
    const large = await atOnce(64, () => presign(starter, 500 * mb));
    const small = await atOnce(64, () => presign(free, 20 * mb));
    for (const answer of [...large, ...small]) accepted(answer, 200);
  });

  test('calls at once do not pass the number, and are told what to do', async () => {
    const owner = await subject.owner('pro');
    const answers = await atOnce(20, () => presign(owner));
    assert.equal(byStatus(answers, 200).length, 5);
    for (const answer of byStatus(answers, 429))
      refused(answer, 429, 'UPLOAD_QUOTA_EXCEEDED', 'Use them in jobs, or wait until they expire');
    assert.equal(byStatus(answers, 429).length, 15);
    accepted(await presign(await subject.owner('pro')), 200);
  });

  test('calls at once do not pass the bytes', async () => {
    const owner = await subject.owner('pro');
    const answers = await atOnce(10, () => presign(owner, mb));
    assert.equal(byStatus(answers, 200).length, 3);
    refused(byStatus(answers, 429)[0] as Answer, 429, 'UPLOAD_QUOTA_EXCEEDED', '3 MB');
    refused(await presign(owner, 1), 429, 'UPLOAD_QUOTA_EXCEEDED');
  });

  test('one that a job uses counts no more', async () => {
    const owner = await subject.owner('pro');
    const key = await owner.upload(3 * mb);
    refused(await presign(owner), 429, 'UPLOAD_QUOTA_EXCEEDED');
    accepted(await owner.post('/v1/jobs', { upload_key: key, capabilities: ['summary'] }), 202);
    accepted(await presign(owner, 3 * mb), 200);
  });

  test('one whose jobs all failed or were cancelled is unused again, may be used for a day, and then goes', async () => {
    const owner = await subject.owner('pro');
    const key = await owner.upload(3 * mb);
    const use = () => owner.job({ url: undefined, upload_key: key, capabilities: ['summary'] });
    const first = await use();
    const second = await use();

    await subject.worker.fail(first.job_id);
    accepted(await presign(owner, mb), 200);
    accepted(await owner.post(`/v1/jobs/${second.job_id}/cancel`), 200);
    refused(await presign(owner), 429, 'UPLOAD_QUOTA_EXCEEDED', 'no job has used');
    await subject.clock.ahead(23 * hourMs, async () => {
      await subject.sweep('uploads');
      const third = await use();
      accepted(await presign(owner, 3 * mb), 200);
      accepted(await owner.post(`/v1/jobs/${third.job_id}/cancel`), 200);
    });

    await subject.clock.ahead(46 * hourMs, async () => {
      await subject.sweep('uploads');
      refused(await presign(owner), 429, 'UPLOAD_QUOTA_EXCEEDED', 'no job has used');
    });
    await subject.clock.ahead(48 * hourMs, async () => {
      await subject.sweep('uploads');
      accepted(await presign(owner, 3 * mb), 200);
      const body = { upload_key: key, capabilities: ['summary'] };
      refused(await owner.post('/v1/jobs', body), 422, 'VALIDATION_FAILED', 'upload_key');
    });
  });

  test('takes no file once its job was deleted, or while it is being sent then', async () => {
    const owner = await subject.owner('pro');
    const granted = accepted(await presign(owner), 200);
    const send = (): Promise<Response> =>
      fetch(granted.put_url, {
        method: 'PUT',
        headers: { 'Content-Type': 'video/mp4' },
        body: Buffer.alloc(1000),
      });
    assert.equal((await send()).status, 200);
    const body = { upload_key: granted.key, capabilities: ['summary'] };
    const { job_id } = accepted(await owner.post('/v1/jobs', body), 202);
    await subject.worker.fail(job_id);
    assert.equal((await send()).status, 409);
    accepted(await owner.delete(`/v1/jobs/${job_id}`), 204);

    await waitFor(async () => {
      const answer = await send();
      assert.equal(answer.status, 403);
      assert.match(await answer.text(), /"UPLOAD_REFUSED"/);
    });

    const late = accepted(await presign(owner), 200);
    const request = fetch(late.put_url, {
      method: 'PUT',
      headers: { 'Content-Type': 'video/mp4' },
      duplex: 'half',
      body: new ReadableStream({
        async pull(controller) {
          controller.enqueue(new Uint8Array(500));
          await subject.domain.db.query('delete from uploads where key = $1', [late.key]);
          controller.enqueue(new Uint8Array(500));
          controller.close();
        },
      }),
    } as RequestInit);
    assert.equal((await request).status, 403);
    assert.equal(await subject.domain.ports.storedFile(late.key), null);
  });

  test('on S3, where a URL takes files until it expires, counts for that long though its job was deleted', async () => {
    const s3 = await startS3();
    const onS3 = await startSubject({
      STORAGE_URL: `s3://media?endpoint=${encodeURIComponent(s3.endpoint)}`,
      AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
      REELSIGHT_PLANS: JSON.stringify({ pro: { max_upload_mb: 8 } }),
    });
    try {
      const owner = await onS3.owner('pro');
      const granted = accepted(await presign(owner, 5 * mb), 200);
      assert.equal(await put(granted.put_url, { bytes: 5 * mb }), 200);
      const { job_id: id } = await owner.job({
        url: undefined,
        upload_key: granted.key,
        capabilities: ['summary'],
      });
      await onS3.worker.fail(id);
      accepted(await owner.delete(`/v1/jobs/${id}`), 204);
      await waitFor(async () =>
        assert.equal(await onS3.domain.ports.storedFile(granted.key), null),
      );
      assert.equal(await put(granted.put_url, { bytes: 5 * mb }), 200, 'S3 takes it again');

      refused(await presign(owner, 4 * mb), 429, 'UPLOAD_QUOTA_EXCEEDED', '5 MB');
      accepted(await presign(owner, 3 * mb), 200);
      // Ten minutes after the URL has expired, when the late file is removed, its size is free again.
      await onS3.clock.ahead(1.2 * hourMs, async () => {
        accepted(await presign(owner, 5 * mb), 200);
        await onS3.sweep('uploads');
      });
      const rows = await onS3.domain.db.query('select 1 from late_uploads');
      assert.equal(rows.length, 0);
    } finally {
      await onS3.close();
      await s3.stop();
    }
  });

  test('on S3, files of a deleted workspace are removed once no URL takes more of them', async () => {
    const s3 = await startS3();
    const onS3 = await startSubject({
      STORAGE_URL: `s3://media?endpoint=${encodeURIComponent(s3.endpoint)}`,
      AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
      // Sooner than a URL expires.
      REELSIGHT_UNUSED_UPLOAD_HOURS: '0.5',
    });
    try {
      const { db, now, settings } = onS3.domain;
      const gone = await onS3.owner('pro');
      const granted = accepted(await presign(gone, mb), 200);
      accepted(await onS3.operator.delete(`/admin/v1/workspaces/${gone.tenantId}`), 204);
      await waitFor(async () =>
        assert.deepEqual(
          await db.query('select 1 from workspaces where id = $1', [gone.tenantId]),
          [],
        ),
      );
      assert.equal(await put(granted.put_url, { bytes: mb }), 200, 'S3 takes it still');

      const tasks = await db.query<{ id: string; start_after: Date; prefixes: string[] }>(
        `select id, start_after, data -> 'prefixes' as prefixes from pgboss.job
         where name = 'removal' and state = 'created'`,
      );
      assert.equal(tasks.length, 1);
      const { id, start_after: startAfter, prefixes } = tasks[0] as (typeof tasks)[0];
      assert.ok(startAfter.getTime() > now().getTime() + hourMs, startAfter.toISOString());
      assert.ok(settings.unusedUploadMs < hourMs);
      for (const kind of ['uploads', 'artifacts', 'frames', 'reports'])
        assert.ok(prefixes.includes(`${kind}/${gone.tenantId}`), prefixes.join());

      await db.query('update pgboss.job set start_after = now() where id = $1', [id]);
      await waitFor(async () =>
        assert.equal(await onS3.domain.ports.storedFile(granted.key), null),
      );
    } finally {
      await onS3.close();
      await s3.stop();
    }
  });

  test('one that a completed job used stays used, whatever becomes of later jobs', async () => {
    const owner = await subject.owner('pro');
    const key = await owner.upload(3 * mb);
    const use = () => owner.job({ url: undefined, upload_key: key, capabilities: ['summary'] });
    await subject.worker.complete((await use()).job_id);
    accepted(await owner.post(`/v1/jobs/${(await use()).job_id}/cancel`), 200);
    accepted(await presign(owner, 3 * mb), 200);
  });

  test('two jobs that end at the same moment leave none that counts as used', async () => {
    const owner = await subject.owner('pro');
    const key = await owner.upload(3 * mb);
    const use = () => owner.job({ url: undefined, upload_key: key, capabilities: ['summary'] });
    const jobs = await atOnce(4, use);
    const ends = jobs.map((job: Json) => owner.post(`/v1/jobs/${job.job_id}/cancel`));

    for (const answer of await Promise.all(ends)) accepted(answer, 200);
    await subject.sweep('uploads');
    refused(await presign(owner), 429, 'UPLOAD_QUOTA_EXCEEDED', 'no job has used');
  });

  test('all that are held count too, those that jobs use included', async () => {
    const owner = await subject.owner('pro');
    const jobs: Json[] = [];
    for (let i = 0; i < 2; i += 1) {
      const upload_key = await owner.upload(3 * mb);
      jobs.push(await owner.job({ url: undefined, upload_key, capabilities: ['summary'] }));
    }

    const answers = await atOnce(5, () => presign(owner, mb));
    assert.equal(byStatus(answers, 200).length, 2);

    for (const answer of byStatus(answers, 429))
      refused(answer, 429, 'UPLOAD_QUOTA_EXCEEDED', '8 MB');

    await subject.worker.complete(jobs[0].job_id);
    accepted(await owner.delete(`/v1/jobs/${jobs[0].job_id}`), 204);
    accepted(await presign(owner, mb), 200);
  });

  test('one that expired counts only if its file came, also where nobody noted that', async () => {
    const owner = await subject.owner('pro');
    const { put_url, key } = accepted(await presign(owner, 2 * mb), 200);

    accepted(await presign(owner, mb), 200);
    assert.equal(await put(put_url, { bytes: 2 * mb }), 200);
    refused(await presign(owner), 429, 'UPLOAD_QUOTA_EXCEEDED');
    await subject.clock.ahead(1.5 * hourMs, async () => {
      accepted(await presign(owner, mb), 200);
      refused(await presign(owner), 429, 'UPLOAD_QUOTA_EXCEEDED');
      await subject.domain.db.query('update uploads set stored = null where key = $1', [key]);
      accepted(await presign(owner, mb), 200);
      await subject.sweep('uploads');
      refused(await presign(owner), 429, 'UPLOAD_QUOTA_EXCEEDED');
    });

    await subject.clock.ahead(26 * hourMs, async () => {
      await subject.sweep('uploads');
      accepted(await presign(owner, 3 * mb), 200);
    });
  });
});

describe('Waiting jobs', () => {
  const body = { url: videoUrl, capabilities: ['transcription'] };
  const create = (owner: Owner, headers: Record<string, string> = {}) =>
    owner.post('/v1/jobs', body, headers);

  /** Creates a batch, and then jobs until the limit of waiting jobs is reached. */
  async function full(): Promise<{ owner: Owner; jobs: Json[] }> {
    const owner = await subject.owner('scale', 100_000);
    const jobs = await atOnce(6, () => owner.job());
    return { owner, jobs };
  }

  test('calls at once do not pass the number, with and without a key, by any process', async () => {
    const owner = await subject.owner('scale', 100_000);
    const other = { ...subject.domain };
    const caller = {
      workspaceId: owner.tenantId,
      plan: 'scale' as const,
      pastDue: false,
      balance: 1000,
    };
    const ends = await Promise.all([
      ...Array.from({ length: 15 }, () => create(owner)),
      ...Array.from({ length: 15 }, (_, index) =>
        create(owner, { 'Idempotency-Key': `k${index}` }),
      ),
      ...Array.from({ length: 15 }, () =>
        submitJob(other, caller, { url: videoUrl, capabilities: ['summary'] }, null).then(
          () => ({ status: 202 }) as Answer,
          (error: unknown) => ({ status: (error as Fault).status }) as Answer,
        ),
      ),
    ]);
    assert.equal(byStatus(ends, 202).length, 6);
    assert.equal(byStatus(ends, 429).length, 39);

    const refusal = ends.find(({ status, json }) => status === 429 && json);
    refused(refusal as Answer, 429, 'TOO_MANY_PENDING_JOBS', '6 jobs');

    const [row] = await subject.domain.db.query<{ jobs: number; tasks: number }>(
      `select count(*) as jobs, (select count(*) from pgboss.job t join jobs j on t.id::text = j.task_id
         where j.workspace_id = $1) as tasks from jobs where workspace_id = $1`,
      [owner.tenantId],
    );
    assert.deepEqual(row, { jobs: 6, tasks: 6 });
    accepted(await create(await subject.owner()), 202);
  });

  test('those that are cancelled or begun make room; held ones do not, nor one that comes back', async () => {
    const { owner, jobs } = await full();
    const [first, second, third] = jobs;

    refused(await create(owner), 429, 'TOO_MANY_PENDING_JOBS');
    accepted(await owner.post(`/v1/jobs/${first.job_id}/cancel`), 200);
    accepted(await create(owner), 202);
    refused(await create(owner), 429, 'TOO_MANY_PENDING_JOBS');
    await subject.worker.complete(second.job_id);
    accepted(await create(owner), 202);

    const claimed = await subject.worker.claim(third.job_id);
    accepted(await create(owner), 202);
    await subject.domain.db.query(
      'update workspaces set plan_credits = 0, purchased_credits = 1 where id = $1',
      [owner.tenantId],
    );
    assert.equal(await subject.worker.ingest(claimed, 3000), 'held');
    refused(await create(owner), 429, 'TOO_MANY_PENDING_JOBS');
    accepted(await owner.post(`/v1/jobs/${third.job_id}/cancel`), 200);
    refused(await create(owner), 429, 'TOO_MANY_PENDING_JOBS');
  });

  test('a batch is taken whole or not at all, and known keys answer all the same', async () => {
    const owner = await subject.owner('scale', 100_000);
    const key = { 'Idempotency-Key': 'once' };
    const batch = { urls: urls(4), capabilities: ['transcription'] };
    const made = accepted(await owner.post('/v1/batch', batch, key), 202);

    refused(
      await owner.post('/v1/batch', { ...batch, urls: urls(3) }),
      429,
      'TOO_MANY_PENDING_JOBS',
    );
    accepted(await owner.post('/v1/batch', { ...batch, urls: urls(2) }), 202);
    assert.equal(accepted(await owner.get('/v1/batch'), 200).length, 2);
    assert.equal(accepted(await owner.post('/v1/batch', batch, key), 200).batch_id, made.batch_id);
    accepted(await owner.post('/v1/jobs', { ...body, dry_run: true }), 200);
    accepted(await owner.post(`/v1/batch/${made.batch_id}/cancel`), 200);
    await atOnce(4, () => owner.job());
    refused(await create(owner), 429, 'TOO_MANY_PENDING_JOBS');
  });

  test('a Follow waits, and is not paused', async () => {
    const { owner } = await full();
    const { ports } = subject.domain;
    const video = { platform: 'youtube', videoId: 'dQw4w9WgXcQ', url: videoUrl };
    const listed = {
      video,
      title: 'T',
      durationSeconds: 60,
      publishedAt: new Date(),
      live: false,
      sourceTitle: null,
    };
    // Replaces only the answer of the platform; everything else is real.
    const follow = { ...ports.follow, list: async () => [listed] };
    Object.assign(subject.domain, { ports: { ...ports, follow } });

    const path = `/admin/v1/workspaces/${owner.tenantId}/follows`;
    const source = 'https://www.youtube.com/@examplechannel';
    const rule = { name: 'F', source, capabilities: ['summary'], backfill: 1 };
    accepted(await subject.operator.post(path, rule), 201);
    await waitFor(async () => {
      const [found] = accepted(await subject.operator.get(path), 200);
      assert.match(found.note ?? '', /^New videos wait: At most 6 jobs/);
      assert.equal(found.status, 'active');
    });
    Object.assign(subject.domain, { ports });
    assert.equal(accepted(await owner.get('/v1/jobs'), 200).length, 6);
  });

  test('a count that went wrong is put right', async () => {
    const { owner } = await full();
    const { db } = subject.domain;
    await db.query('update waiting_jobs set waiting = 1 where workspace_id = $1', [owner.tenantId]);
    await subject.sweep('waiting');
    refused(await create(owner), 429, 'TOO_MANY_PENDING_JOBS');
  });

  test('moves in opposite order do not wait for each other', async () => {
    const { owner, jobs } = await full();
    const ids: string[] = jobs.map((job) => job.job_id);
    await Promise.all([
      ...ids.slice(0, 3).map((id) => subject.worker.complete(id)),
      ...ids
        .slice(3)
        .map((id) => owner.post(`/v1/jobs/${id}/cancel`).then((a) => accepted(a, 200))),
      ...Array.from({ length: 10 }, () => create(owner)),
    ]);

    const [row] = await subject.domain.db.query<{ waiting: number; jobs: number }>(
      `select waiting, (select count(*) from jobs j where j.workspace_id = w.workspace_id
         and status in ('pending', 'held')) as jobs from waiting_jobs w where workspace_id = $1`,
      [owner.tenantId],
    );
    assert.equal(row?.waiting, row?.jobs);
  });
});
