/** Finished jobs end after the time that the operator set, as if their owners had deleted them. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { countOf } from '../server/src/db/count.ts';
import { enqueueRemoval } from '../server/src/domain/removals.ts';
import { auditEntries } from '../server/src/domain/upkeep/sweep.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import {
  accepted,
  dayMs,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
  urls,
} from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await startSubject({
    REELSIGHT_JOB_RETENTION_DAYS: '30',
    REELSIGHT_PLANS: JSON.stringify({
      scale: { max_upload_mb: 3 },
      pro: { max_uncharged_jobs: 2 },
    }),
  });
  owner = await subject.owner();
});
after(() => subject.close());

const sweep = (aheadDays: number) =>
  subject.clock.ahead(aheadDays * dayMs, () => subject.sweep('jobs'));
const isThere = async (id: string) => (await owner.get(`/v1/jobs/${id}`)).status === 200;

test('without the setting jobs are kept for ever, and 0 days are refused', () => {
  assert.equal(readConfig({}).domain.jobsMs, null);
  assert.throws(() => readConfig({ REELSIGHT_JOB_RETENTION_DAYS: '0' }), /must be more than 0/);
});

test('a job stays until its time is over, an unfinished one as long as it lasts', async () => {
  const done = await owner.job();
  const failed = await owner.job();
  const waiting = await owner.job();

  await subject.worker.complete(done.job_id);
  await subject.worker.fail(failed.job_id);
  await sweep(29);
  assert.ok(await isThere(done.job_id));

  const entries = accepted(await owner.get('/v1/usage'), 200).transactions.length;
  await sweep(31);

  for (const id of [done.job_id, failed.job_id])
    refused(await owner.get(`/v1/jobs/${id}`), 404, 'JOB_NOT_FOUND');

  assert.ok(await isThere(waiting.job_id));
  assert.equal(accepted(await owner.get('/v1/usage'), 200).transactions.length, entries);

  const audit = accepted(await subject.operator.get('/admin/v1/audit?action=job.deleted'), 200);
  assert.deepEqual(audit, [], 'nobody asked for it');
  await owner.post(`/v1/jobs/${waiting.job_id}/cancel`);
});

test('frames and media of it go too', async () => {
  const { job_id: id } = await owner.job();
  await subject.worker.complete(id);
  const folder = join(subject.service.dataDir, 'storage', 'frames', owner.tenantId, id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'thumbnail.jpg'), 'picture');
  await sweep(31);
  await waitFor(() => assert.ok(!existsSync(join(folder, 'thumbnail.jpg'))));
});

test('jobs of a batch stay until it is over', async () => {
  const batch = await owner.batch();
  const [first] = (await owner.readBatch(batch.batch_id)).jobs;

  await subject.worker.complete(first.job_id);
  await sweep(31);
  assert.ok(await isThere(first.job_id));
  accepted(await owner.post(`/v1/batch/${batch.batch_id}/cancel`), 200);
  await sweep(62);
  assert.equal(await isThere(first.job_id), false);
  assert.equal((await owner.readBatch(batch.batch_id)).rollup.completed, 1, 'it keeps counting');
});

test('many go in one sweep', async () => {
  const other = await subject.owner('scale', 100_000);
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const { batch_id, jobs } = await other.batch({ urls: urls(40) });
    accepted(await other.post(`/v1/batch/${batch_id}/cancel`), 200);
    ids.push(...jobs.map(({ job_id }: Json) => job_id));
  }

  assert.equal(new Set(ids).size, 120);
  assert.ok(accepted(await other.get('/v1/jobs'), 200).length > 0);
  await sweep(31);
  assert.equal(accepted(await other.get('/v1/jobs'), 200).length, 0);
});

/** Records for a job that media of this size were stored this many minutes ago. */
async function keepMedia(jobId: string, bytes: number, minutesAgo: number): Promise<string> {
  await subject.domain.db.query(
    `update jobs set media_kept_at = now() - $2 * interval '1 minute', media_bytes = $3,
       stages_completed = '{ingestion}' where id = $1`,
    [jobId, minutesAgo, bytes],
  );
  const { dataDir } = subject.service;
  const folder = join(dataDir, 'storage', 'artifacts', scale.tenantId, jobId, 'ingestion');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'media.json'), '{}');

  return folder;
}

const mediaOf = async (jobId: string) => {
  const [row] = await subject.domain.db.query<Json>(
    'select status, media_bytes, stages_completed from jobs where id = $1',
    [jobId],
  );
  return row;
};

let scale: Owner;

test('media beyond what a workspace may store goes, the oldest first', async () => {
  scale = await subject.owner('scale', 1000);
  const jobs = [await scale.job(), await scale.job(), await scale.job()];
  const folders: string[] = [];
  for (const [index, { job_id: id }] of jobs.entries()) {
    await subject.worker.complete(id);
    folders.push(await keepMedia(id, 1_500_000, 30 - index));
  }
  // A held job that would start from the media of an earlier job does not keep them from being removed.
  const again = await scale.job({ from_job: jobs[0]?.job_id });
  await subject.domain.db.query(`update jobs set status = 'held' where id = $1`, [again.job_id]);
  await subject.sweep('media');

  await waitFor(() => assert.ok(!existsSync(folders[0] as string)));
  const bytes = await Promise.all(
    jobs.map(async ({ job_id: id }) => (await mediaOf(id)).media_bytes),
  );
  assert.deepEqual(bytes, [null, 1_500_000, 1_500_000]);
});

test('a held job whose media is beyond it is ingested again once it is funded', async () => {
  scale = await subject.owner('scale', 1);
  const { job_id: id } = await scale.job();
  const claimed = await subject.worker.claim(id);
  assert.equal(await subject.worker.ingest(claimed, 3600), 'held');
  const folder = await keepMedia(id, 4_000_000, 1);
  await subject.sweep('media');

  await waitFor(() => assert.ok(!existsSync(folder)));
  assert.deepEqual(await mediaOf(id), {
    status: 'held',
    media_bytes: null,
    stages_completed: [],
  });

  assert.equal((await scale.credit(10_000)).status, 201);
  await waitFor(async () => assert.equal((await mediaOf(id)).status, 'pending'));
});

test('clips beyond it go, those asked for longest ago first', async () => {
  scale = await subject.owner('scale', 1000);
  const upload = { upload_key: await scale.upload(), capabilities: ['metadata'] };
  const { job_id: id } = accepted(await scale.post('/v1/jobs', upload), 202);
  await subject.worker.complete(id);

  const clipIds: string[] = [];
  for (const start of [1, 2, 3]) {
    const range = { ranges: [{ start, end: start + 1 }], format: 'mp4' };
    const { clip_id } = accepted(await scale.post(`/v1/jobs/${id}/clips`, range), 202);
    await subject.domain.db.query(
      `update clips set status = 'ready', size_bytes = 1500000, expires_at = now() + $2 * interval '1 day' where id = $1`,
      [clip_id, start],
    );
    clipIds.push(clip_id);
  }
  await subject.sweep('clips');

  const states = await Promise.all(
    clipIds.map(async (clipId) => (await scale.get(`/v1/clips/${clipId}`)).status),
  );
  assert.deepEqual(states, [404, 200, 200]);
});

test('reports beyond it go, the oldest first', async () => {
  scale = await subject.owner('scale', 1000);
  const { job_id: id } = await scale.job({ capabilities: ['brands'] });
  await subject.worker.complete(id);

  const reportIds: string[] = [];
  for (const daysAgo of [3, 2, 1]) {
    const { report_id } = accepted(await scale.post('/v1/reports', { job_ids: [id] }), 202);
    await subject.domain.db.query(
      `update reports set status = 'ready', files = '{"html": 1000000, "csv": 500000}', attempt = 9,
         created_at = now() - $2 * interval '1 day' where id = $1`,
      [report_id, daysAgo],
    );
    reportIds.push(report_id);
  }
  await subject.sweep('reports');

  const states = await Promise.all(
    reportIds.map(async (reportId) => (await scale.get(`/v1/reports/${reportId}`)).status),
  );
  assert.deepEqual(states, [404, 200, 200]);
});

test('of jobs that cost nothing the newest stay, and all that were charged for', async () => {
  const pro = await subject.owner('pro', 1000);
  const cancelled: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const { job_id: id } = await pro.job();
    accepted(await pro.post(`/v1/jobs/${id}/cancel`), 200);
    cancelled.push(id);
  }
  await subject.domain.db.query('update jobs set credits_charged = 5 where id = $1', [
    cancelled[0],
  ]);
  const completed = await Promise.all([pro.job(), pro.job(), pro.job()]);
  for (const { job_id: id } of completed) await subject.worker.complete(id);
  const open = await pro.batch({ urls: urls(5) });
  const ofBatch = open.jobs.slice(0, 4).map(({ job_id: id }: Json) => id);
  await subject.domain.db.query(`update jobs set status = 'failed' where id = any($1)`, [ofBatch]);
  await subject.sweep('uncharged');

  const ids = [...cancelled, ...completed.map(({ job_id: id }) => id)];
  const statuses = await Promise.all(
    ids.map(async (id) => (await pro.get(`/v1/jobs/${id}`)).status),
  );
  assert.deepEqual(statuses, [200, 404, 200, 200, 200, 200, 200]);
  for (const { job_id: id } of open.jobs)
    assert.equal((await pro.get(`/v1/jobs/${id}`)).status, 200);
});

test('of the completed jobs of a test workspace the newest stay', async () => {
  const body = { name: 'Tests', email: 'ci@example.com', plan: 'pro', test: true };
  const made = accepted(await subject.operator.post('/admin/v1/workspaces', body), 201);
  const tests = subject.stranger.with({ 'X-Api-Key': made.api_key });
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const video = { url: `https://test.reelsight.invalid/completed?n=${count}` };
    const job = await tests.post('/v1/jobs', { ...video, capabilities: ['summary'] });
    ids.push(accepted(job, 202).job_id);
  }
  for (const id of ids)
    await waitFor(async () => {
      assert.equal(accepted(await tests.get(`/v1/jobs/${id}`), 200).status, 'completed');
    });

  await subject.sweep('uncharged');
  const statuses = await Promise.all(
    ids.map(async (id) => (await tests.get(`/v1/jobs/${id}`)).status),
  );
  assert.deepEqual(statuses, [404, 404, 200, 200]);
});

test('of a workspace the newest entries of the audit log stay, and a thousand once it is deleted', async () => {
  const busy = await subject.owner('pro', 10);
  const { db } = subject.domain;
  const countOfAudit = () =>
    countOf(db, 'select count(*) as count from audit where workspace_id = $1', [busy.tenantId]);
  await db.query(
    `insert into audit (id, workspace_id, actor, action, target, details, request_id, address, created_at)
     select 'aud_made_' || n, $1, '{}', 'workspace.changed', '{}', '{}', '', '', now() - interval '1 day'
     from generate_series(1, $2::int) n`,
    [busy.tenantId, auditEntries.ofWorkspace],
  );
  const olderChange = `
    insert into audit (id, workspace_id, actor, action, target, details, request_id, address, created_at)
    values ('aud_older', $1, '{}', 'key.revoked', '{}', '{}', '', '', now() - interval '2 days')`;
  await db.query(olderChange, [busy.tenantId]);
  const before = await countOfAudit();
  assert.ok(before > auditEntries.ofWorkspace);

  await subject.sweep('audit');
  assert.equal(await countOfAudit(), auditEntries.ofWorkspace);
  // Many entries about the same change do not push another change out of the log.
  assert.equal(
    await countOf(db, `select count(*) as count from audit where id = 'aud_older'`, []),
    1,
  );
  accepted(await subject.operator.delete(`/admin/v1/workspaces/${busy.tenantId}`), 204);
  await waitFor(async () => assert.equal(await countOfAudit(), auditEntries.ofDeleted));
});

test('of a person the newest entries without a workspace stay, and all of the operator’s token', async () => {
  const { db } = subject.domain;
  const add = (prefix: string, actor: string) =>
    db.query(
      `insert into audit (id, workspace_id, actor, action, target, details, request_id, address, created_at)
       select $1 || n, null, $2, 'sign_in.sessions_ended', '{}', '{}', '', '', now() - n * interval '1 second'
       from generate_series(1, $3::int) n`,
      [prefix, actor, auditEntries.ofUser + 5],
    );
  await add('aud_user_', '{"type": "user", "id": "user_busy", "name": "B"}');
  await add('aud_operator_', '{"type": "operator", "id": null, "name": "operator"}');
  await subject.sweep('loose_audit');

  const countOfPrefix = (prefix: string) =>
    countOf(db, `select count(*) as count from audit where id like $1 || '%'`, [prefix]);
  assert.equal(await countOfPrefix('aud_user_'), auditEntries.ofUser);
  assert.equal(await countOfPrefix('aud_operator_'), auditEntries.ofUser + 5);
});

test('a job that no worker took leaves nothing to remove', async () => {
  const removals = () =>
    countOf(subject.domain.db, `select count(*) as count from pgboss.job where name = 'removal'`);
  const { job_id: id } = await owner.job();
  accepted(await owner.post(`/v1/jobs/${id}/cancel`), 200);
  const before = await removals();
  accepted(await owner.delete(`/v1/jobs/${id}`), 204);
  assert.equal(await removals(), before);
});

test('files of several workspaces that go together are removed in a task for each', async () => {
  const { db } = subject.domain;
  await enqueueRemoval(subject.domain, db, {
    prefixes: ['artifacts/ws_first/job_1', 'artifacts/ws_second/job_2', 'frames/ws_first/job_1'],
    keys: ['clips/ws_second/clip_1.mp4'],
  });
  const tasks = await db.query<{ group_id: string; files: number }>(
    `select group_id, jsonb_array_length(data -> 'prefixes') + jsonb_array_length(data -> 'keys') as files
     from pgboss.job where name = 'removal' and group_id in ('ws_first', 'ws_second') order by group_id`,
  );
  assert.deepEqual(tasks, [
    { group_id: 'ws_first', files: 2 },
    { group_id: 'ws_second', files: 2 },
  ]);
});
