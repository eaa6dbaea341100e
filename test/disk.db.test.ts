/** Disk usage is counted by kind, and freeing space early removes only what was requested. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { waitFor } from '../server/testing/wait-for.ts';
import { reelsight } from './cli/harness.ts';
import {
  accepted,
  dayMs,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
} from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await startSubject({});
  owner = await subject.owner();
});
after(() => subject.close());

const path = (key: string) => join(subject.service.dataDir, 'storage', ...key.split('/'));

/** Writes an object as a worker would have left it `days` ago. */
async function store(key: string, days = 2, bytes = 1000): Promise<string> {
  const file = path(key);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Buffer.alloc(bytes));
  const at = new Date(Date.now() - days * dayMs);
  await utimes(file, at, at);
  return file;
}

async function measured(): Promise<Json> {
  // A recent measurement is not repeated, so each test changes the subject before it measures.
  let found = accepted(await subject.operator.get('/admin/v1/disk?measure=true'), 200);
  await waitFor(async () => {
    found = accepted(await subject.operator.get('/admin/v1/disk'), 200);
    assert.ok(!found.measuring && found.use);
  });
  return found.use;
}

const free = (kind: string, hours: number, fields: object = {}) =>
  subject.operator.post('/admin/v1/disk/free', { kind, older_than_hours: hours, ...fields });

/** Returns the id of a job that has ended and whose media are kept. */
async function doneWithMedia(): Promise<string> {
  const { job_id: id } = await owner.job();
  const claimed = await subject.worker.claim(id);
  assert.equal(await subject.worker.ingest(claimed, 60), 'go');
  await subject.domain.db.query('update jobs set media_kept_at = $2 where id = $1', [
    id,
    new Date(),
  ]);
  await subject.worker.settle(claimed);

  return id;
}

const ahead = <T>(days: number, work: () => Promise<T>) => subject.clock.ahead(days * dayMs, work);

test('files are counted by kind, and those of nothing as leftovers if they are old', async () => {
  const id = await doneWithMedia();
  const of = (folder: string, job: string) => `${folder}/${owner.tenantId}/${job}`;
  await store(`${of('artifacts', id)}/ingestion/frames.pack`);
  await store(`${of('artifacts', id)}/parts/see-00001.json`, 2, 300);
  await store(`${of('frames', id)}/thumbnail.jpg`);
  await store(`${of('frames', 'job_gone')}/thumbnail.jpg`, 2, 500);
  await store(`${of('frames', 'job_new')}/thumbnail.jpg`, 0);
  await store(`${of('uploads', 'gone')}/video.mp4`, 2, 700);

  const use = await measured();
  const tally = (kind: string) => use.kinds.find((one: Json) => one.kind === kind);
  assert.equal(tally('media').bytes, 1000);
  assert.equal(tally('parts').files, 1);
  assert.equal(tally('frames').files, 3);
  assert.equal(tally('uploads').bytes, 700);
  assert.deepEqual({ ...use.leftovers }, { files: 3, bytes: 1500 });
  assert.match(tally('media').kept, /^7 days after the job \(REELSIGHT_MEDIA_DAYS\)$/);
  assert.match(tally('frames').kept, /REELSIGHT_JOB_RETENTION_DAYS is not set/);
  assert.ok(use.database_bytes > 100_000);

  const storage = use.data_folder.find((one: Json) => one.name === 'storage');
  assert.ok(storage.bytes >= 4500, JSON.stringify(use.data_folder));
});

test('leftovers go when asked, and nothing else with them', async () => {
  const { job_id: id } = await owner.job();
  const kept = await store(`frames/${owner.tenantId}/${id}/thumbnail.jpg`, 40);
  const fresh = await store(`frames/${owner.tenantId}/job_fresh/thumbnail.jpg`, 0.5);
  const old = await store(`artifacts/${owner.tenantId}/job_old/parts/see-00001.json`, 3);
  const upload = await store(`uploads/${owner.tenantId}/up_old/video.mp4`, 3);
  const logo = await store(`brands/${owner.tenantId}/br_old/lg_1.png`, 3);
  // These files were stored late, by workers that no longer had the job.
  const done = await owner.job();
  const cancelled = await owner.job();
  const open = await owner.job();

  await subject.worker.complete(done.job_id);
  const late = await store(`artifacts/${owner.tenantId}/${done.job_id}/parts/hear-00002.json`, 3);

  accepted(await owner.post(`/v1/jobs/${cancelled.job_id}/cancel`), 200);
  const picture = await store(`frames/${owner.tenantId}/${cancelled.job_id}/thumbnail.jpg`, 3);
  const begun = await store(`artifacts/${owner.tenantId}/${open.job_id}/parts/see-00001.json`, 3);

  // The call asks for an hour, but less than a day counts as a day.
  assert.equal(accepted(await free('leftovers', 1), 200).started, true);
  const unowned = [old, upload, logo, late, picture];
  await waitFor(() => assert.deepEqual(unowned.filter(existsSync), []));
  assert.ok([kept, fresh, begun].every(existsSync));
});

test('media goes by its age, unless an open job is to start from it', async () => {
  const first = await doneWithMedia();
  const second = await doneWithMedia();
  for (const id of [first, second])
    await store(`artifacts/${owner.tenantId}/${id}/ingestion/media.json`);

  await owner.job({ from_job: second });
  const asked = () => free('media', 48, { dry_run: true });
  assert.equal(accepted(await asked(), 200).count, 0, 'not that old');
  await ahead(3, async () => {
    assert.deepEqual(accepted(await asked(), 200), { kind: 'media', count: 2, started: false });
    assert.equal(accepted(await free('media', 48), 200).count, 2);
  });

  const media = (id: string) => path(`artifacts/${owner.tenantId}/${id}/ingestion/media.json`);
  await waitFor(() => assert.ok(!existsSync(media(first))));
  assert.ok(existsSync(media(second)));
});

test('jobs and uploads go by their age; open ones stay', async () => {
  const done = await owner.job();
  const open = await owner.job();

  await subject.worker.complete(done.job_id);
  const unused = await owner.upload();

  await ahead(0.5, async () => {
    assert.ok(accepted(await free('jobs', 6, { dry_run: true }), 200).count >= 1);
    accepted(await free('jobs', 6), 200);
    accepted(await free('uploads', 6), 200);
  });

  const gone = async () =>
    refused(await owner.get(`/v1/jobs/${done.job_id}`), 404, 'JOB_NOT_FOUND');
  await waitFor(gone);
  await waitFor(() => assert.ok(!existsSync(path(unused))));
  accepted(await owner.get(`/v1/jobs/${open.job_id}`), 200);

  const audit = accepted(await subject.operator.get('/admin/v1/audit?action=disk.freed'), 200);
  const kinds = audit.map((entry: Json) => entry.details.kind);
  for (const kind of ['jobs', 'uploads']) assert.ok(kinds.includes(kind), kinds.join());
});

test('an age below an hour, an unknown kind and other callers are refused', async () => {
  refused(await free('media', 0), 422, 'VALIDATION_FAILED');
  refused(await free('everything', 5), 422, 'VALIDATION_FAILED');
  assert.equal((await owner.post('/admin/v1/disk/free', {})).status, 401);
  assert.equal((await owner.get('/admin/v1/disk')).status, 401);
});

test('the command shows it, counts without --yes, and removes with it', async () => {
  const env = {
    REELSIGHT_URL: subject.service.apiUrl,
    REELSIGHT_ADMIN_TOKEN: subject.service.adminToken,
  };
  const run = { home: subject.service.dataDir, env };
  const shown = await reelsight(['disk'], run);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /Stored files +Files +Size +Kept\nuploads/);
  assert.match(shown.stdout, /Database: \d/);

  const { job_id: id } = await owner.job();
  await subject.worker.complete(id);
  await ahead(0.5, async () => {
    const counted = await reelsight(['disk', 'free', 'jobs', '--older-than', '6h'], run);
    assert.match(counted.stdout, /^This would remove \d+ jobs? with all results\. .* --yes/);
    accepted(await owner.get(`/v1/jobs/${id}`), 200);
    const removed = await reelsight(['disk', 'free', 'jobs', '--older-than', '6h', '--yes'], run);
    assert.match(removed.stdout, /^Removing \d+ jobs? with all results in the background\./);
  });
  await waitFor(async () => assert.equal((await owner.get(`/v1/jobs/${id}`)).status, 404));

  const wrong = await reelsight(['disk', 'free', 'jobs', '--older-than', 'soon'], run);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /12h, 3d or 2w/);
});
