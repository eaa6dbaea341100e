/**
 * The client with the whole service: the service understands what the client sends, answers have the right types, and
 * refusals become errors.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  createAdminClient,
  createClient,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
} from '../sdk/src/index.ts';
import type { TestService } from '../server/testing/service.ts';
import { sharedService } from '../server/testing/shared-service.ts';

let service: TestService;
before(async () => {
  service = await sharedService();
});
after(() => service.close());

const video = () => new Blob([new Uint8Array(100_000)], { type: 'video/mp4' });

async function uploaded(client: ReturnType<typeof createClient>) {
  return { upload_key: await client.uploads.put(video()), upload_filename: 'clip.mp4' };
}

test('a file is uploaded with progress and becomes a job, which can be read, cancelled and deleted', async () => {
  const { client } = await service.workspace();
  const progress: number[] = [];
  const key = await client.uploads.put(video(), { onProgress: (sent) => progress.push(sent) });

  assert.equal(progress.at(-1), 100_000);

  const source = { upload_key: key, upload_filename: 'clip.mp4' };
  const job = await client.jobs.create({ ...source, capabilities: ['transcription'] });
  assert.equal(job.status, 'pending');
  assert.equal(job.video_title, 'clip.mp4');
  assert.equal((await client.jobs.get(job.job_id)).job_id, job.job_id);
  await assert.rejects(client.jobs.delete(job.job_id), ConflictError);
  assert.equal((await client.jobs.cancel(job.job_id)).status, 'cancelled');
  assert.equal((await client.jobs.wait(job.job_id)).status, 'cancelled');
  await client.jobs.delete(job.job_id);
  await assert.rejects(client.jobs.get(job.job_id), NotFoundError);
});

test('an estimate creates nothing', async () => {
  const { client } = await service.workspace();
  const source = await uploaded(client);
  const estimate = await client.jobs.estimate({ ...source, capabilities: ['summary'] });
  assert.ok(estimate.credits_estimated > 0);
  assert.deepEqual((await client.jobs.list().page()).items, []);
});

test('a repeat with the same idempotency key makes no second job', async () => {
  const { client } = await service.workspace();
  const body = { ...(await uploaded(client)), capabilities: ['summary' as const] };
  const first = await client.jobs.create(body, { idempotencyKey: 'once' });
  const again = await client.jobs.create(body, { idempotencyKey: 'once' });
  assert.equal(again.job_id, first.job_id);
});

test('lists go on over pages', async () => {
  const { client } = await service.workspace('scale', 1000);
  const source = await uploaded(client);
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    made.unshift((await client.jobs.create({ ...source, capabilities: ['summary'] })).job_id);
  }

  const seen: string[] = [];
  for await (const job of client.jobs.list({ limit: 2 })) seen.push(job.job_id);
  assert.deepEqual(seen, made);

  const { nextCursor } = await client.jobs.list({ limit: 2 }).page();
  const rest: string[] = [];

  for await (const job of client.jobs.list({ limit: 2, cursor: nextCursor ?? '' }))
    rest.push(job.job_id);

  assert.deepEqual(rest, made.slice(2), 'from a cursor on');
  const pages: number[] = [];
  for await (const page of client.jobs.list({ limit: 2 }).pages()) pages.push(page.items.length);
  assert.deepEqual(pages, [2, 2, 1]);

  const second = await client.jobs
    .list({ limit: 2 })
    .page((await client.jobs.list({ limit: 2 }).page()).nextCursor ?? '');
  assert.deepEqual(
    second.items.map((job) => job.job_id),
    made.slice(2, 4),
  );
});

test('a batch is created from uploads, read, listed and cancelled', async () => {
  const { client } = await service.workspace();
  const { upload_key: key } = await uploaded(client);
  const uploads = [{ key, filename: 'clip.mp4', duration_seconds: 10 }];
  const estimate = await client.batches.estimate({ uploads, capabilities: ['summary'] });
  const batch = await client.batches.create({ uploads, capabilities: ['summary'] });

  assert.equal(batch.total_credits_estimated, estimate.total_credits_estimated);
  assert.equal((await client.batches.get(batch.batch_id)).total_jobs, 1);
  assert.equal((await client.batches.list().page()).items[0]?.batch_id, batch.batch_id);
  assert.equal((await client.batches.cancel(batch.batch_id)).cancelled_jobs, 1);
  assert.equal((await client.batches.wait(batch.batch_id)).status, 'cancelled');
});

test('account and ledger', async () => {
  const { client, tenantId } = await service.workspace('pro', 250);
  const account = await client.account();
  assert.equal(account.tenant_id, tenantId);
  assert.equal(account.credits.purchased_credits, 250);

  const entries = [];
  for await (const entry of client.transactions({ limit: 1 })) entries.push(entry.type);
  assert.deepEqual(entries.sort(), ['grant', 'purchase']);
  assert.equal((await client.usage()).summary.credits_purchased, 250);
});

test('each kind of refusal is an error of its own, with code and request id', async () => {
  const { client } = await service.workspace('free');
  const stranger = createClient({ baseUrl: service.apiUrl, apiKey: 'rs_live_no' });
  await assert.rejects(stranger.account(), AuthenticationError);
  await assert.rejects(client.batches.get('batch_none'), NotFoundError);

  const source = await uploaded(client);
  await assert.rejects(
    client.jobs.create({ ...source, capabilities: ['brands'] }),
    (error) =>
      error instanceof PermissionError &&
      error.code === 'PLAN_REQUIRED' &&
      error.status === 403 &&
      /^req_/.test(error.requestId ?? ''),
  );

  await assert.rejects(
    client.jobs.create({ ...source, capabilities: [] }),
    (error) => error instanceof InvalidRequestError && error.message.includes('capabilities'),
  );
  await assert.rejects(
    Promise.all(Array.from({ length: 20 }, () => client.account())),
    (error) => error instanceof RateLimitError && error.retryAfterSeconds === 60,
  );
});

test('a frame that does not exist is not found, with its slashes as they are', async () => {
  const { client } = await service.workspace();
  await assert.rejects(client.frames.get('/v1/frames/job_x/sheet-1.jpg'), NotFoundError);
});

test('an upload that the host refuses is an error with its code', async () => {
  const { client } = await service.workspace();
  const file = video();
  const { put_url: url } = await client.uploads.presign({
    content_type: 'video/mp4',
    size_bytes: file.size,
  });
  const forged = createClient({
    baseUrl: service.apiUrl,
    apiKey: 'unused',
    fetch: async (target, init) =>
      String(target instanceof Request ? target.url : target).includes('/v1/uploads/presign')
        ? Response.json({ data: { put_url: url.replace('size=', 'size=1'), key: 'k' }, meta: {} })
        : fetch(target, init),
  });

  await assert.rejects(
    forged.uploads.put(file),
    (error) => error instanceof ApiError && error.code === 'UPLOAD_REFUSED',
  );
});

test('the operator makes, changes, funds and deletes a workspace', async () => {
  const { admin } = service;
  const { tenantId, client, webhookSecret } = await service.workspace('starter');
  assert.equal((await admin.workspaces.change(tenantId, { plan: 'scale' })).plan, 'scale');

  const { balance } = await admin.workspaces.addCredits(tenantId, { type: 'grant', amount: 10 });
  assert.equal((await client.account()).credits.balance, balance);

  const { api_key: key, key_id: id } = await admin.keys.create(tenantId, {
    name: 'reader',
    scopes: ['jobs:read'],
  });
  const reader = createClient({ baseUrl: service.apiUrl, apiKey: key });
  await assert.rejects(reader.account(), PermissionError);
  await admin.keys.revoke(id);
  await assert.rejects(reader.account(), AuthenticationError);

  const rotated = await admin.workspaces.rotateSecret(tenantId);
  assert.notEqual(rotated.webhook_secret, webhookSecret);
  assert.ok((await admin.workspaces.list()).some((one) => one.tenant_id === tenantId));
  assert.deepEqual(await admin.workspaces.deliveries(tenantId), []);
  await admin.workspaces.delete(tenantId);
  await assert.rejects(client.account(), AuthenticationError);

  const stranger = createAdminClient({ baseUrl: service.apiUrl, token: 'no' });
  await assert.rejects(stranger.workspaces.list(), AuthenticationError);
});

test('no answer is a connection error; a stop is the reason given', async () => {
  const nowhere = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'x', maxRetries: 0 });
  await assert.rejects(nowhere.account(), ConnectionError);

  const { client } = await service.workspace();
  const job = await client.jobs.create({
    ...(await uploaded(client)),
    capabilities: ['summary'],
  });
  const reason = new Error('enough');
  const stop = new AbortController();
  const waiting = client.jobs.wait(job.job_id, { signal: stop.signal });

  stop.abort(reason);
  await assert.rejects(waiting, reason);
});

test('brands of the library are made, replaced and deleted, with their logos', async () => {
  const { client } = await service.workspace();
  const brand = await client.brands.create({ name: 'Apex', aliases: ['Apex Sports'] });
  const replaced = await client.brands.replace(brand.brand_id, { name: 'Apex' });
  assert.deepEqual(replaced.aliases, []);

  const background = { width: 64, height: 64, channels: 3, background: 'red' } as const;
  const png = await sharp({ create: background }).png().toBuffer();
  const picture = new Blob([new Uint8Array(png)], { type: 'image/png' });
  const { logo_id } = await client.brands.addLogo(brand.brand_id, picture);

  const read = await client.brands.get(brand.brand_id);
  assert.deepEqual(
    read.logos.map((logo) => logo.logo_id),
    [logo_id],
  );
  assert.deepEqual(await client.brands.list(), [read]);

  const stored = await client.brands.logo(brand.brand_id, logo_id);
  assert.equal(stored.type, 'image/png');

  await client.brands.deleteLogo(brand.brand_id, logo_id);
  await assert.rejects(client.brands.logo(brand.brand_id, logo_id), NotFoundError);
  await client.brands.delete(brand.brand_id);
  await assert.rejects(client.brands.get(brand.brand_id), NotFoundError);
});

test('a Follow is made, changed, run, read and deleted', async () => {
  const { client } = await service.workspace();
  const { follow_id } = await client.follows.create({
    name: 'Channel',
    source: 'https://www.youtube.com/@reelsight',
    capabilities: ['summary'],
  });
  const changed = await client.follows.change(follow_id, { every_minutes: 120 });
  assert.equal(changed.rule.every_minutes, 120);
  assert.equal((await client.follows.run(follow_id)).follow_id, follow_id);
  assert.equal((await client.follows.get(follow_id)).name, 'Channel');

  const listed = await client.follows.list();
  assert.deepEqual(
    listed.map((follow) => follow.follow_id),
    [follow_id],
  );
  assert.deepEqual(await client.follows.videos(follow_id), []);

  const noSource = client.follows.preview({ source: 'https://www.youtube.com/' });
  await assert.rejects(noSource, InvalidRequestError);
  await client.follows.delete(follow_id);
  await assert.rejects(client.follows.get(follow_id), NotFoundError);
});

test('deliveries are listed and sent again by id, keys are listed without secrets', async () => {
  const { client } = await service.workspace();
  assert.deepEqual((await client.deliveries.list({ status: 'exhausted' }).page()).items, []);
  await assert.rejects(client.deliveries.replay('dlv_00000000000000000000000000'), NotFoundError);

  const [key] = await client.keys.list();
  assert.match(key?.key_id ?? '', /^key_/);
  assert.equal(key?.revoked_at, null);
});

test('any call goes by the id of its operation', async () => {
  const { client, tenantId } = await service.workspace();
  const job = { url: 'https://youtu.be/dQw4w9WgXcQ', capabilities: ['metadata' as const] };
  const header = { 'Idempotency-Key': 'once' };
  const made = await client.call('createJob', { header, body: job });
  assert.equal(made.response.status, 202);

  const again = await client.call('createJob', { header, body: job });
  assert.equal(again.response.headers.get('idempotency-replayed'), 'true');

  const { body } = await client.call('listJobs', { query: { limit: 1 } });
  assert.equal(body.data.length, 1);

  const { admin } = service;
  const { body: changed } = await admin.call('adminChangeWorkspace', {
    params: { id: tenantId },
    body: { plan: 'free' },
  });
  assert.equal(changed.data.plan, 'free');

  const { body: nothing } = await admin.call('adminDeleteWorkspace', { params: { id: tenantId } });
  assert.equal(nothing, undefined);
  await assert.rejects(client.call('getAccount', {}), AuthenticationError);
});
