/**
 * Reports, clips and jobs of several workspaces: the first order of a workspace never waits for a second order of
 * another workspace. Uploads: all workspaces of a person share the slots of one.
 */
import assert from 'node:assert/strict';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { after, before, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { ownerGroup } from '../server/src/db/workspaces/members.ts';
import { workspacesOfOwners } from '../server/src/db/workspaces/owners.ts';
import { takeTurns } from '../server/src/db/workspaces/workspaces.ts';
import { recordTestEvent } from '../server/src/domain/events/events.ts';
import { resumeHeldJobs } from '../server/src/domain/jobs/all-jobs.ts';
import { startParkedJobs } from '../server/src/domain/states/pending-jobs.ts';
import { brand } from '../server/testing/exported.ts';
import { accepted, type Owner, type Subject, startSubject } from './interface/subject.ts';

let subject: Subject;
let busy: Owner;
let quiet: Owner;
before(async () => {
  // The service has no worker, so tasks stay in their queue.
  subject = await startSubject({
    REELSIGHT_UPLOAD_SLOTS: '4',
    REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
  busy = await subject.owner('scale');
  quiet = await subject.owner('scale');
});
after(() => subject.close());

async function completedJob(owner: Owner): Promise<string> {
  const upload_key = await owner.upload();
  const ask = { upload_key, capabilities: ['brands'] };
  const { job_id: id } = accepted(await owner.post('/v1/jobs', ask), 202);
  const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
  await subject.worker.complete(id, { brands: [brand('Sony', [[1, 2]])], meta } as Results);

  return id;
}

/** The workspaces whose tasks are in the queue, in the order in which the tasks will be taken. */
async function order(queue: string): Promise<string[]> {
  const rows = await subject.domain.db.query<{ workspace_id: string }>(
    `select coalesce(data ->> 'workspaceId', jobs.workspace_id, reports.workspace_id, batches.workspace_id) as workspace_id
     from pgboss.job task left join batches on batches.id = data ->> 'batchId'
     left join jobs on jobs.id = data ->> 'jobId' left join reports on reports.id = data ->> 'reportId'
     where task.name = $1 order by task.priority desc, task.created_on, task.id`,
    [queue],
  );
  const names = new Map([
    [busy.tenantId, 'busy'],
    [quiet.tenantId, 'quiet'],
  ]);
  return rows.map(({ workspace_id: id }) => names.get(id) ?? id);
}

/** The groups of the tasks in the queue; a worker keeps places for groups of which no task is under way. */
async function groupsIn(queue: string): Promise<string[]> {
  const rows = await subject.domain.db.query<{ group_id: string }>(
    'select distinct group_id from pgboss.job where name = $1 order by group_id',
    [queue],
  );
  return rows.map((row) => row.group_id);
}

/** Makes a person the owner of the workspaces. */
async function giveTo(user: string, owners: readonly Owner[]): Promise<void> {
  const { db } = subject.domain;
  await db.query(
    `insert into users (id, name, email, created_at, updated_at) values ($1, $1, $1 || '@example.com', now(), now())`,
    [user],
  );
  for (const { tenantId } of owners)
    await db.query(`insert into members values ($1, $2, 'owner', now())`, [tenantId, user]);
}

test('the first report of a workspace goes before the second one of another', async () => {
  const busyJob = await completedJob(busy);
  const quietJob = await completedJob(quiet);
  for (let count = 0; count < 4; count += 1)
    accepted(await busy.post('/v1/reports', { job_ids: [busyJob] }), 202);
  accepted(await quiet.post('/v1/reports', { job_ids: [quietJob] }), 202);

  assert.deepEqual(await order('report'), ['busy', 'quiet', 'busy', 'busy', 'busy']);
});

test('so does the first clip', async () => {
  const busyJob = await completedJob(busy);
  const quietJob = await completedJob(quiet);
  const clip = (owner: Owner, job: string, start: number) =>
    owner.post(`/v1/jobs/${job}/clips`, { ranges: [{ start, end: start + 1 }], format: 'mp4' });

  for (let start = 0; start < 4; start += 1) accepted(await clip(busy, busyJob, start), 202);
  accepted(await clip(quiet, quietJob, 0), 202);

  assert.deepEqual(await order('clip'), ['busy', 'quiet', 'busy', 'busy', 'busy']);
});

test('clips of all workspaces of a person wait like those of one, and long ones in a queue of their own', async () => {
  const { db } = subject.domain;
  await db.query("delete from pgboss.job where name in ('clip', 'long_clip')");
  await db.query("update clips set status = 'failed'");
  const second = await subject.owner('scale');
  await giveTo('jo', [busy, second]);

  const clip = async (owner: Owner, seconds: number) => {
    const ranges = [{ start: 0, end: seconds }];
    const job = await completedJob(owner);
    await db.query('update jobs set duration_seconds = 600 where id = $1', [job]);
    accepted(await owner.post(`/v1/jobs/${job}/clips`, { ranges, format: 'mp4' }), 202);
  };
  const who = async (queue: string) =>
    (await order(queue)).map((name) => (name === second.tenantId ? 'second' : name));
  await clip(busy, 5);
  await clip(second, 60);
  await clip(quiet, 60);
  assert.deepEqual(await who('clip'), ['busy', 'quiet', 'second']);

  await clip(second, 61);
  await clip(quiet, 300);
  assert.deepEqual(await who('long_clip'), ['quiet', 'second']);
});

test('and so does the first job, also where credits arrive for many that were held', async () => {
  const { db } = subject.domain;
  const newJob = async (owner: Owner): Promise<void> => {
    const ask = { upload_key: await owner.upload(), capabilities: ['brands'] };
    accepted(await owner.post('/v1/jobs', ask), 202);
  };
  for (let count = 0; count < 3; count += 1) await newJob(busy);
  await db.query(`delete from pgboss.job where name = 'analysis'`);
  await db.query(
    `update jobs set status = 'held', held_at = now(), hold_reason = 'insufficient_credits', credits_needed = 1
     where workspace_id = $1 and status = 'pending'`,
    [busy.tenantId],
  );

  assert.equal(await resumeHeldJobs(subject.domain, busy.tenantId), 3);
  await newJob(quiet);

  assert.deepEqual(await order('analysis'), ['busy', 'quiet', 'busy', 'busy']);
});

test('and so does the first job where jobs of a workspace waited until fewer of it run', async () => {
  const { db } = subject.domain;
  const [first, second, stranger] = await Promise.all([1, 2, 3].map(() => subject.owner('scale')));
  assert.ok(first && second && stranger);
  await giveTo('rae', [first, second]);
  await first.job();
  await second.job();
  await db.query(`update jobs set status = 'processing' where workspace_id = $1`, [first.tenantId]);
  await db.query('update jobs set task_id = null where workspace_id = $1', [second.tenantId]);
  await db.query(`delete from pgboss.job where name = 'analysis'`);

  await db.transaction((tx) => startParkedJobs(subject.domain, tx, second.tenantId));
  await stranger.job();
  assert.deepEqual(await order('analysis'), [stranger.tenantId, second.tenantId]);
});

test('jobs and answers of batches of all workspaces of a person wait like those of one', async () => {
  const { db } = subject.domain;
  await db.query("delete from pgboss.job where name in ('analysis', 'batch')");
  const [first, second, stranger] = await Promise.all([1, 2, 3].map(() => subject.owner('scale')));
  assert.ok(first && second && stranger);
  await giveTo('lee', [first, second]);
  const names = new Map([
    [first.tenantId, 'first'],
    [second.tenantId, 'second'],
    [stranger.tenantId, 'stranger'],
  ]);
  const who = async (queue: string) => (await order(queue)).map((id) => names.get(id) ?? id);

  for (const owner of [first, second, stranger]) await owner.job();
  assert.deepEqual(await who('analysis'), ['first', 'stranger', 'second']);

  for (const owner of [first, second, stranger]) {
    const { batch_id: id } = await owner.batch({
      aggregate: { enabled: true, queries: ['Which brand is seen?'] },
    });
    for (const { job_id: job } of (await owner.readBatch(id)).jobs)
      await subject.worker.complete(job, {} as Results);
  }
  assert.deepEqual(await who('batch'), ['first', 'stranger', 'second']);
});

test('a member who is made an owner by another owner has nothing counted of that workspace', async () => {
  const { db } = subject.domain;
  const [own, trap] = await Promise.all([1, 2].map(() => subject.owner('scale')));
  assert.ok(own && trap);
  // The id of the person who is promoted sorts first.
  await giveTo('maker', [trap]);
  await giveTo('anna', [own, trap]);
  const countedWith = async ({ tenantId }: Owner) => {
    const rows = await db.query<{ id: string }>(
      `select id from (${workspacesOfOwners('$1')}) as counted (id)`,
      [tenantId],
    );
    return rows.map(({ id }) => id);
  };

  assert.equal(await ownerGroup(db, trap.tenantId), 'maker');
  assert.equal(await ownerGroup(db, own.tenantId), 'anna');
  assert.deepEqual(await countedWith(own), [own.tenantId]);
  assert.deepEqual(await countedWith(trap), [trap.tenantId]);
});

test('tasks of all workspaces of a person are one group, and a workspace without an owner is one by itself', async () => {
  const { db } = subject.domain;
  await db.query("delete from pgboss.job where name <> 'sweep'");
  const owned = await Promise.all([1, 2].map(() => subject.owner('scale')));
  await giveTo('kim', owned);
  await db.query("update reports set status = 'failed'");

  for (const owner of [...owned, quiet]) {
    const job = await completedJob(owner);
    const ranges = [{ start: 0, end: 1 }];
    accepted(await owner.post(`/v1/jobs/${job}/clips`, { ranges, format: 'mp4' }), 202);
    accepted(await owner.post('/v1/reports', { job_ids: [job] }), 202);
    accepted(await owner.post('/v1/reports', { job_ids: [job] }), 202);
  }
  // The tasks of these jobs are still there, although the jobs have been completed by hand.
  const groups = ['kim', quiet.tenantId];
  for (const queue of ['analysis', 'clip', 'report'])
    assert.deepEqual(await groupsIn(queue), groups, queue);

  const [first, second] = owned.map(({ tenantId }) => tenantId);
  assert.deepEqual(await order('report'), [first, 'quiet', first, 'quiet', second, second]);
});

test('so are alerts: ended videos, messages and their deliveries', async () => {
  const { db } = subject.domain;
  await db.query("delete from pgboss.job where name <> 'sweep'");
  const owned = await Promise.all([1, 2].map(() => subject.owner('scale')));
  await giveTo('max', owned);

  for (const owner of [...owned, quiet]) {
    const alert = {
      name: 'Sony',
      condition: { type: 'appears', brands: ['Sony'] },
      targets: [{ type: 'webhook', address: 'http://127.0.0.1:9/' }],
    };
    const { alert_id: id } = accepted(await owner.post('/v1/alerts', alert), 201);
    await completedJob(owner);
    accepted(await owner.post(`/v1/alerts/${id}/test`), 202);
  }

  const rows = await db.query<{ kind: string; groups: string[] }>(
    `select data ->> 'kind' as kind, array_agg(distinct group_id order by group_id) as groups
     from pgboss.job where name = 'alert' group by 1 order by 1`,
  );
  const groups = ['max', quiet.tenantId].sort();
  assert.deepEqual(rows, [
    { kind: 'delivery', groups },
    { kind: 'job', groups },
  ]);
});

test('so are parts, runs of Follows and webhooks, and parts share the turns of the person', async () => {
  const { db } = subject.domain;
  await db.query("delete from pgboss.job where name <> 'sweep'");
  const owned = await Promise.all([1, 2].map(() => subject.owner('scale')));
  await giveTo('lou', owned);
  const [first, second] = owned.map(({ tenantId }) => tenantId);
  assert.ok(first && second);

  // Nobody sends them before the transaction ends; a failed attempt would change the priority.
  await db.transaction(async (tx) => {
    for (const { tenantId } of [...owned, quiet])
      await recordTestEvent(subject.domain, tx, tenantId, 'https://example.com/hook');
    const tasks = await tx.query<{ group_id: string; priority: number }>(
      `select group_id, priority from pgboss.job where name = 'webhook' order by priority desc, group_id`,
    );
    const ofGroup = (group: string): number[] =>
      tasks.filter(({ group_id: id }) => id === group).map(({ priority }) => priority);
    assert.equal(tasks.length, 3);
    assert.deepEqual(ofGroup('lou'), [-1, -2]);
    assert.deepEqual(ofGroup(quiet.tenantId), [-1]);
  });

  const turnOfFirst = await takeTurns(db, first, { count: 100, ahead: 0 });
  const turnOfQuiet = await takeTurns(db, quiet.tenantId, { count: 1, ahead: 0 });
  assert.ok((await takeTurns(db, second, { count: 1, ahead: 0 })) >= turnOfFirst + 100);
  assert.ok(turnOfQuiet >= 0);
});

test('uploads of all workspaces of a person share the slots of one', async () => {
  const owned = await Promise.all([1, 2, 3, 4].map(() => subject.owner('scale')));
  await giveTo('al', owned);

  const begun: ClientRequest[] = [];
  const begin = async (owner: Owner): Promise<number> => {
    const upload = { content_type: 'video/mp4', size_bytes: 1000 };
    const { put_url } = accepted(await owner.post('/v1/uploads/presign', upload), 200);

    const headers = { 'Content-Type': 'video/mp4', 'Content-Length': 1000, Expect: '100-continue' };
    const outgoing = request(put_url, { method: 'PUT', headers });
    begun.push(outgoing);

    const { promise, resolve } = Promise.withResolvers<number>();
    outgoing.on('error', () => resolve(0));
    // The upload host asks for the body once the upload has a slot.
    outgoing.once('continue', () => resolve(100));
    outgoing.once('response', ({ statusCode }: IncomingMessage) => resolve(statusCode ?? 0));
    outgoing.flushHeaders();

    return promise;
  };

  try {
    const statuses: number[] = [];
    for (const owner of owned) statuses.push(await begin(owner));
    assert.deepEqual(statuses, [100, 100, 100, 503]);
    assert.equal(await begin(quiet), 100);
  } finally {
    for (const outgoing of begun) outgoing.destroy();
  }
});
