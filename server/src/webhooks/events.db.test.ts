/** Each test is named after the statement that it proves: interface.md "Webhook events", "Delivery of events". */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CreateBatch,
  type CreateJob,
  type EventKind,
  eventSchemas,
  Fault,
  type PlanName,
} from '@reelsight/contract';
import { verifyWebhook } from '../../../sdk/src/webhook.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { admitIngested } from '../../testing/jobs/steps.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { type Received, startReceiver } from '../../testing/webhooks/receiver.ts';
import { addWorkspace, openWebhookDomain } from '../../testing/webhooks/webhook-domain.ts';
import {
  insertWebhookAttempt,
  insertWebhookEvent,
  webhookEventPage,
} from '../db/events/webhook-events.ts';
import { batchJobs } from '../db/jobs/batch-jobs.ts';
import { findJob, type JobRow } from '../db/jobs/jobs.ts';
import { cancelBatch, submitBatch } from '../domain/batches/batch.ts';
import {
  changeWebhookAddress,
  readWebhookAddress,
  removeWebhookAddress,
} from '../domain/events/webhook-address.ts';
import { claimJob } from '../domain/jobs/claim-jobs.ts';
import { cancelJob, expireHeldJob, failJob } from '../domain/jobs/lifecycle.ts';
import { settleJob } from '../domain/jobs/settle-jobs.ts';
import { submitJob } from '../domain/jobs/submit-job.ts';

const db = await openTestDatabase();
const webhooks = await openWebhookDomain(db);
/** A domain with the checks of a production service: private receivers are not allowed. */
const strict = await openWebhookDomain(db, {
  allowPrivate: false,
  lookup: async (name) => records[name]?.map((address) => ({ address, family: 4 })) ?? [],
});
const records: Record<string, string[]> = {
  'hooks.example.com': ['93.184.216.34'],
  'loopback.example.com': ['127.0.0.1'],
  'private.example.com': ['10.1.2.3'],
  'link-local.example.com': ['169.254.1.1'],
  'metadata.example.com': ['169.254.169.254'],
  'mixed.example.com': ['93.184.216.34', '192.168.0.1'],
};
const { domain } = webhooks;
const receiver = await startReceiver();
webhooks.deliver();
after(async () => {
  await webhooks[Symbol.asyncDispose]();
  await strict[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await db.close();
});

type Workspace = Awaited<ReturnType<typeof addWorkspace>>;
const callerOf = ({ id }: Workspace, plan: PlanName = 'scale') => ({
  workspaceId: id,
  plan,
  pastDue: false,
  balance: 1,
});

async function submit(workspace: Workspace, change: Partial<CreateJob> = {}): Promise<JobRow> {
  const body: CreateJob = {
    url: 'https://youtu.be/a',
    capabilities: ['transcription'],
    webhook_url: receiver.url,
    ...change,
  };
  const submitted = await submitJob(domain, callerOf(workspace), body, null);
  assert.equal(submitted.kind, 'created');

  return (submitted as { job: JobRow }).job;
}

async function begin(job: JobRow): Promise<JobRow> {
  const claim = await claimJob(domain, {
    jobId: job.id,
    taskId: job.task_id ?? '',
    workerId: 'worker_1',
  });
  assert.ok('job' in claim);
  return claim.job;
}

/** Puts a job on hold: one credit does not pay for an hour of video. */
async function hold(job: JobRow): Promise<JobRow> {
  const begun = await begin(job);
  const facts = { title: null, durationSeconds: 3_600, thumbnailUrl: null };
  assert.equal(await admitIngested(domain, begun, facts), 'held');
  return begun;
}

const complete = (job: JobRow) =>
  settleJob(domain, job, { results: {} as never, usage: {}, thumbnailUrl: null });

const recordedFor = async (workspace: Workspace) =>
  (await webhookEventPage(db, { workspaceId: workspace.id, limit: 100 })).map(({ event }) => event);

/** Waits for the only delivery about this id, checks its signatures as a receiver would, and returns its payload. */
async function delivered(workspace: Workspace, event: string, id: string) {
  const of = ({ body }: Received) => {
    const payload = JSON.parse(body);
    return payload.event === event && (payload.job_id === id || payload.batch_id === id);
  };
  const request = await waitFor(() => {
    const found = receiver.received.find(of);
    assert.ok(found, `no ${event} of ${id} arrived`);
    return found;
  });
  const headers = request.headers as Record<string, string>;
  await verifyWebhook(request.body, headers, workspace.secret);

  const payload = JSON.parse(request.body);
  eventSchemas[event as EventKind].parse(payload);

  return payload as Record<string, unknown>;
}

const common = ['event', 'event_id', 'created_at', 'status'];
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function hasExactly(payload: Record<string, unknown>, ...fields: string[]): void {
  assert.deepEqual(Object.keys(payload).sort(), [...common, ...fields].sort());
  assert.match(String(payload.event_id), /^evt_/);
  assert.match(String(payload.created_at), timestamp);
  if ('completed_at' in payload) assert.match(String(payload.completed_at), timestamp);
}

test('job.completed: job finished successfully', async () => {
  const workspace = await addWorkspace(domain, 'scale', 1);
  const job = await begin(await submit(workspace));

  await sleep(5);
  await complete(job);

  const payload = await delivered(workspace, 'job.completed', job.id);
  hasExactly(payload, 'job_id', 'credits_charged', 'completed_at');
  assert.equal(payload.status, 'completed');
  assert.equal(payload.credits_charged, 1);
  assert.deepEqual(await recordedFor(workspace), ['job.completed']);
});

test('job.failed: job failed at any stage, not charged; it carries error', async () => {
  const workspace = await addWorkspace(domain, 'scale', 1);
  const job = await begin(await submit(workspace));
  await failJob(domain, job, new Fault('TRANSCRIPTION_FAILED', 'engine died at /secret/path'));

  const payload = await delivered(workspace, 'job.failed', job.id);
  hasExactly(payload, 'job_id', 'credits_charged', 'completed_at', 'error');
  assert.equal(payload.status, 'failed');
  assert.equal(payload.credits_charged, null);
  assert.deepEqual(payload.error, {
    code: 'TRANSCRIPTION_FAILED',
    message: 'The speech could not be transcribed.',
  });
});

test('job.cancelled: a job that had already started processing was cancelled', async () => {
  const workspace = await addWorkspace(domain, 'scale', 1);
  const job = await begin(await submit(workspace));
  await cancelJob(domain, workspace.id, job.id);
  const payload = await delivered(workspace, 'job.cancelled', job.id);
  hasExactly(payload, 'job_id', 'credits_charged', 'completed_at');
  assert.equal(payload.status, 'cancelled');
});

test('credits_charged is null on cancels without metered compute', async () => {
  const workspace = await addWorkspace(domain, 'scale', 1);
  const job = await hold(await submit(workspace));
  await cancelJob(domain, workspace.id, job.id);
  const payload = await delivered(workspace, 'job.cancelled', job.id);
  assert.equal(payload.credits_charged, null);
});

test('job.cancelled is not sent for cancelling a still pending job', async () => {
  const workspace = await addWorkspace(domain, 'scale', 1);
  const job = await submit(workspace);
  await cancelJob(domain, workspace.id, job.id);
  assert.deepEqual(await recordedFor(workspace), []);
});

test('job.cancelled is not sent for a held job expiring', async () => {
  const workspace = await addWorkspace(domain, 'scale', 1);
  const job = await hold(await submit(workspace));
  await expireHeldJob(domain, job.id);
  assert.equal((await findJob(db, workspace.id, job.id))?.status, 'cancelled');
  assert.deepEqual(await recordedFor(workspace), ['job.held']);
});

test('job.held: carries reason, credits_needed and balance; completed_at is absent, credits_charged null', async () => {
  const workspace = await addWorkspace(domain, 'scale', 1);
  const job = await hold(await submit(workspace));
  const payload = await delivered(workspace, 'job.held', job.id);

  hasExactly(payload, 'job_id', 'credits_charged', 'reason', 'credits_needed', 'balance');
  assert.equal(payload.status, 'held');
  assert.equal(payload.credits_charged, null);
  assert.equal(payload.reason, 'insufficient_credits');
  assert.ok(Number.isInteger(payload.credits_needed) && Number(payload.credits_needed) > 1);
  assert.equal(payload.balance, 1);
});

async function submitTwo(workspace: Workspace) {
  const body = {
    urls: ['https://youtu.be/a', 'https://youtu.be/b'],
    capabilities: ['transcription'],
    webhook_url: receiver.url,
  } as CreateBatch;
  const submitted = await submitBatch(domain, callerOf(workspace), body, null);
  assert.equal(submitted.kind, 'created');

  const { batch } = submitted as Extract<typeof submitted, { kind: 'created' | 'replayed' }>;
  const [first, second] = await batchJobs(db, batch.id);
  assert.ok(first && second);

  return { batch, first, second };
}

test('batch.completed: every job in the batch is terminal; its jobs send no events of their own', async () => {
  const workspace = await addWorkspace(domain, 'scale', 100);
  const { batch, first, second } = await submitTwo(workspace);
  const begun = await begin(first);

  await sleep(5);
  await complete(begun);
  await failJob(domain, await begin(second), new Fault('EXTRACTION_FAILED', 'no video'));

  const payload = await delivered(workspace, 'batch.completed', batch.id);
  hasExactly(
    payload,
    ...['batch_id', 'total_jobs', 'completed_count', 'failed_count', 'credits_charged'],
    ...['aggregate_results', 'completed_at'],
  );

  const { status, total_jobs, completed_count, failed_count, credits_charged } = payload;
  assert.deepEqual(
    { status, total_jobs, completed_count, failed_count, credits_charged },
    { status: 'completed', total_jobs: 2, completed_count: 1, failed_count: 1, credits_charged: 1 },
  );
  assert.equal(payload.aggregate_results, null);
  assert.deepEqual(await recordedFor(workspace), ['batch.completed']);
});

test('batch.paused: no runnable jobs remain and at least one is held; carries rollup and credits_needed_to_resume', async () => {
  const workspace = await addWorkspace(domain, 'scale', 1);
  const { batch, first, second } = await submitTwo(workspace);
  await hold(first);
  assert.deepEqual(await recordedFor(workspace), []);
  await hold(second);

  const jobs = await batchJobs(db, batch.id);
  const needed = jobs.reduce((sum, { credits_needed }) => sum + (credits_needed ?? Number.NaN), 0);
  const payload = await delivered(workspace, 'batch.paused', batch.id);
  hasExactly(payload, 'batch_id', 'rollup', 'credits_needed_to_resume');
  assert.equal(payload.status, 'paused');
  assert.deepEqual(payload.rollup, { completed: 0, failed: 0, held: 2, pending: 0 });
  assert.equal(payload.credits_needed_to_resume, needed - 1, 'beside the one that is there');
  assert.deepEqual(await recordedFor(workspace), ['batch.paused']);
});

test('a cancelled batch and its jobs send no event', async () => {
  const workspace = await addWorkspace(domain, 'scale', 100);
  const { batch, first } = await submitTwo(workspace);
  await begin(first);
  await cancelBatch(domain, workspace.id, batch.id);
  assert.deepEqual(await recordedFor(workspace), []);
});

test('no event without a webhook_url, and none for a dry run', async () => {
  const workspace = await addWorkspace(domain, 'scale', 1);
  await complete(await begin(await submit(workspace, { webhook_url: null })));

  const body: CreateJob = {
    url: 'https://youtu.be/a',
    capabilities: ['metadata'],
    webhook_url: receiver.url,
    dry_run: true,
  };
  assert.equal((await submitJob(domain, callerOf(workspace), body, null)).kind, 'preview');
  assert.deepEqual(await recordedFor(workspace), []);
});

const refusal = (work: Promise<unknown>, code: string, text: RegExp) =>
  assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof Fault, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, text);
    return true;
  });

/** Events that arrived at a path of the receiver, as kind and id of their job or batch. */
const arrivedAt = (path: string): readonly string[] =>
  receiver.received
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body))
    .map((payload) => `${payload.event} ${payload.job_id ?? payload.batch_id}`);

test('the address of a workspace gets the chosen events of all jobs, beside the address of a request', async () => {
  const workspace = await addWorkspace(domain, 'scale', 100);
  const url = `${receiver.url}/of-workspace`;
  const { events } = await changeWebhookAddress(domain, workspace.id, {
    url,
    events: ['job.failed', 'job.completed'],
    access: null,
  });
  assert.deepEqual(events, ['job.completed', 'job.failed']);
  assert.deepEqual(await readWebhookAddress(domain, workspace.id), { url, events });

  const both = await begin(await submit(workspace));
  const alone = await begin(await submit(workspace, { webhook_url: undefined }));
  const same = await begin(await submit(workspace, { webhook_url: url }));
  const held = await submit(workspace, { webhook_url: undefined });
  await complete(both);
  await failJob(domain, alone, new Fault('TRANSCRIPTION_FAILED', 'gone'));
  await complete(same);
  await begin(held);
  await cancelJob(domain, workspace.id, held.id);

  await waitFor(() => assert.equal(arrivedAt('/hook/of-workspace').length, 3));
  await sleep(100);
  assert.deepEqual(
    arrivedAt('/hook/of-workspace').toSorted(),
    [`job.completed ${both.id}`, `job.completed ${same.id}`, `job.failed ${alone.id}`].toSorted(),
  );

  const { event_id: eventId } = await delivered(workspace, 'job.completed', both.id);
  const requests = receiver.received.filter(({ body }) => JSON.parse(body).event_id === eventId);
  assert.deepEqual(requests.map(({ path }) => path).toSorted(), ['/hook', '/hook/of-workspace']);
  for (const { headers } of requests) assert.equal(headers['webhook-id'], eventId);
  const rows = await webhookEventPage(db, { workspaceId: workspace.id, jobId: both.id, limit: 10 });
  assert.equal(new Set(rows.map(({ id }) => id)).size, 2);

  await removeWebhookAddress(domain, workspace.id, null);
  assert.deepEqual(await readWebhookAddress(domain, workspace.id), { url: null, events: [] });
  const afterwards = await begin(await submit(workspace, { webhook_url: undefined }));
  await complete(afterwards);
  assert.ok(!(await recordedFor(workspace)).includes(`job.completed ${afterwards.id}`));
  assert.equal(arrivedAt('/hook/of-workspace').length, 3);
});

test('the address of a workspace gets events of batches and of their jobs, and none without webhooks in the plan', async () => {
  const workspace = await addWorkspace(domain, 'scale', 100);
  await changeWebhookAddress(domain, workspace.id, {
    url: `${receiver.url}/of-batches`,
    access: null,
  });
  const body = {
    urls: ['https://youtu.be/a', 'https://youtu.be/b'],
    capabilities: ['transcription'],
  };
  const submitted = await submitBatch(domain, callerOf(workspace), body as CreateBatch, null);
  const { batch } = submitted as { batch: { id: string } };
  for (const job of await batchJobs(db, batch.id)) await complete(await begin(job));
  await waitFor(() => assert.equal(arrivedAt('/hook/of-batches').length, 3));
  assert.ok(arrivedAt('/hook/of-batches').includes(`batch.completed ${batch.id}`));

  await db.query("update workspaces set plan = 'free' where id = $1", [workspace.id]);
  const job = await begin(await submit(workspace, { webhook_url: undefined }));
  await complete(job);
  const rows = await webhookEventPage(db, { workspaceId: workspace.id, jobId: job.id, limit: 10 });
  assert.deepEqual(rows, []);
  await refusal(
    changeWebhookAddress(domain, workspace.id, { url: receiver.url, access: null }),
    'MODE_NOT_ALLOWED',
    /webhook/,
  );
});

test('of an event that is sent again and again, the latest attempts are kept', async () => {
  const workspace = await addWorkspace(domain, 'scale', 100);
  // Without a task, so that nobody delivers it.
  const event = await insertWebhookEvent(db, {
    id: domain.newId('evt'),
    event_id: null,
    workspace_id: workspace.id,
    job_id: null,
    batch_id: null,
    event: 'webhook.test',
    url: receiver.url,
    body: '{}',
    created_at: new Date(),
  });
  const attempt = { event_id: event.id, at: new Date(), duration_ms: 1, status: 200 };
  for (let count = 0; count < 50; count += 1)
    await insertWebhookAttempt(db, { ...attempt, error: null, response: 'x'.repeat(1000) });

  const kept = await db.query<{ attempt: number }>(
    'select attempt from webhook_attempts where event_id = $1 order by attempt',
    [event.id],
  );
  assert.deepEqual(
    kept.map((row) => row.attempt),
    Array.from({ length: 40 }, (_, index) => index + 11),
  );
});

test('the address of a workspace is checked as that of a request', async () => {
  const workspace = await addWorkspace(strict.domain, 'scale', 1);
  for (const [url, reason] of Object.values(refusedAtCreation)) {
    const refused = changeWebhookAddress(strict.domain, workspace.id, { url, access: null });
    await refusal(refused, 'VALIDATION_FAILED', reason);
  }
  await refusal(
    changeWebhookAddress(strict.domain, 'ws_none', {
      url: 'https://hooks.example.com/',
      access: null,
    }),
    'NOT_FOUND',
    /workspace/,
  );
});

const submitTo = (webhook_url: string, plan: PlanName = 'starter') => {
  const caller = { workspaceId: 'ws_none', plan, pastDue: false, balance: 1 };
  const body: CreateJob = { url: 'https://youtu.be/a', capabilities: ['metadata'], webhook_url };
  return submitJob(strict.domain, caller, { ...body, dry_run: true }, null);
};

test('on Free a webhook_url is rejected with MODE_NOT_ALLOWED, whatever the URL: the plan is checked first', async () => {
  for (const url of ['https://hooks.example.com/', 'http://127.0.0.1/', 'nonsense']) {
    await refusal(submitTo(url, 'free'), 'MODE_NOT_ALLOWED', /webhook/);
  }
});

test('webhooks are available on Starter, Pro and Scale', async () => {
  for (const plan of ['starter', 'pro', 'scale'] as const) {
    assert.equal((await submitTo('https://hooks.example.com/', plan)).kind, 'preview');
  }
});

const refusedAtCreation: Record<string, [string, RegExp]> = {
  'an http URL': ['http://hooks.example.com/', /https/],
  'an IPv6 literal host': ['https://[2606:2800:220:1::1]/', /not an IP address/],
  'an IPv4 address, a domain name is required': ['https://93.184.216.34/', /not an IP address/],
  'a URL that resolves to a loopback address': ['https://loopback.example.com/', /public/],
  'a URL that resolves to a private address': ['https://private.example.com/', /public/],
  'a URL that resolves to a link-local address': ['https://link-local.example.com/', /public/],
  'a URL that resolves to a cloud-metadata address': ['https://metadata.example.com/', /public/],
  'a URL of which one record of several is private': ['https://mixed.example.com/', /public/],
  'a name that does not resolve': ['https://unknown.example.com/', /does not resolve/],
};

for (const [what, [url, reason]] of Object.entries(refusedAtCreation)) {
  test(`rejected at creation with VALIDATION_FAILED naming the reason: ${what}`, async () => {
    await refusal(submitTo(url), 'VALIDATION_FAILED', reason);
    await refusal(submitTo(url), 'VALIDATION_FAILED', /^webhook_url: /);
    const body = { urls: ['https://youtu.be/a'], capabilities: ['metadata'], webhook_url: url };
    const caller = { workspaceId: 'ws_none', plan: 'starter', pastDue: false, balance: 1 } as const;
    const batch = submitBatch(strict.domain, caller, body as CreateBatch, null);
    await refusal(batch, 'VALIDATION_FAILED', reason);
  });
}
