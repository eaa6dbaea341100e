/** interface.md "Account and usage", "Plans", "Uploads", "Frames", "Operator": plans, the ledger, uploads, frames, and the operator's calls. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { calls } from '@reelsight/contract';
import { storageKey } from '../../server/src/storage/storage-key.ts';
import { codeBlocks } from '../../server/testing/code-blocks.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  accepted,
  type Caller,
  dayMs,
  hourMs,
  isTimestamp,
  type Json,
  type Owner,
  put,
  refused,
  type Subject,
  startSubject,
  urls,
} from './subject.ts';

let subject: Subject;
before(async () => {
  subject = await startSubject({ REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true' });
});
after(() => subject.close());

const account = async (owner: Caller): Promise<Json> =>
  accepted(await owner.get('/v1/account'), 200);
const usage = async (owner: Caller, query = ''): Promise<Json> =>
  accepted(await owner.get(`/v1/usage${query}`), 200);

describe('GET /v1/account', () => {
  test('has these fields', async () => {
    const owner = await subject.owner('pro', 30);
    const { created_at, credits, limits: _limits, ...rest } = await account(owner);
    isTimestamp(created_at);
    assert.match(rest.name, /^workspace /);
    assert.match(rest.email, /@example\.com$/);
    assert.deepEqual(Object.keys(rest).sort(), [
      'email',
      'name',
      'plan',
      'tenant_id',
      'webhook_secret',
    ]);
    assert.equal(rest.tenant_id, owner.tenantId);
    assert.match(rest.tenant_id, /^ws_[0-9a-z]{26}$/);
    assert.equal(rest.plan, 'pro');
    assert.equal(rest.webhook_secret, owner.webhookSecret);

    const { resets_at: resets, ...numbers } = credits;
    isTimestamp(resets);
    assert.deepEqual(numbers, {
      balance: 10_030,
      plan_credits: 10_000,
      purchased_credits: 30,
      monthly_allowance: 10_000,
      used_this_period: 0,
    });
  });

  test('the webhook secret is whsec_ and the base64 of 32 bytes', async () => {
    const { webhook_secret: secret } = await account(await subject.owner());
    const [, encoded = ''] = /^whsec_(.+)$/.exec(secret) ?? [];
    assert.equal(Buffer.from(encoded, 'base64').length, 32);
    assert.equal(Buffer.from(encoded, 'base64').toString('base64'), encoded);
  });

  test('limits and credits of each plan', async () => {
    const table: Record<string, unknown[]> = {
      max_video_duration_minutes: [20, 60, 120, 240],
      max_audio_duration_minutes: [60, 180, 300, 600],
      max_fps: [1, 2, 4, 4],
      max_concurrent_jobs: [1, 3, 10, 25],
      max_queries_per_job: [3, 10, 10, 10],
      max_batch_size: [0, 10, 25, 50],
      max_aggregate_queries_per_batch: [0, 0, 5, 10],
      requires_target: [true, true, false, false],
      webhooks_enabled: [false, true, true, true],
      downloadable_reports: [false, false, true, true],
      max_requests_per_minute: [10, 30, 60, 300],
    };

    const credits = {
      plan_credits: [500, 2000, 10_000, 0],
      monthly_allowance: [0, 2000, 10_000, 0],
    };

    for (const [index, plan] of (['free', 'starter', 'pro', 'scale'] as const).entries()) {
      const shown = await account(await subject.owner(plan, 0));
      const column = (rows: Record<string, unknown[]>) =>
        Object.fromEntries(Object.entries(rows).map(([name, values]) => [name, values[index]]));
      assert.deepEqual(shown.limits, column(table));

      for (const [name, value] of Object.entries(column(credits)))
        assert.equal(shown.credits[name], value, `${plan} ${name}`);

      assert.equal(shown.credits.resets_at === null, plan === 'free' || plan === 'scale');
    }
  });

  test('used_this_period counts charges of the calendar month', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    await subject.worker.complete(id);

    const { credits_charged: charged } = await owner.read(id);
    assert.equal((await account(owner)).credits.used_this_period, charged);
    assert.equal((await account(owner)).credits.balance, 1000 - charged);
    await subject.clock.ahead(31 * dayMs, async () => {
      assert.equal((await account(owner)).credits.used_this_period, 0);
    });
  });

  test('a change of plan changes limits at once and credits at the next reset', async () => {
    const owner = await subject.owner('starter');
    await owner.change({ plan: 'pro' });

    const { limits, credits, plan } = await account(owner);
    assert.equal(plan, 'pro');
    assert.equal(limits.max_batch_size, 25);
    assert.equal(credits.monthly_allowance, 10_000);
    assert.equal(credits.plan_credits, 2000);
    await subject.clock.ahead(31 * dayMs, async () => {
      await subject.sweep('resets');
      assert.equal((await account(owner)).credits.plan_credits, 10_000);
    });
  });

  test('at the reset what is left of the plan is forfeited and the allowance granted; purchased credits stay', async () => {
    const owner = await subject.owner('starter', 70);
    const { resets_at: before } = (await account(owner)).credits;
    await subject.clock.ahead(31 * dayMs, async () => {
      await subject.sweep('resets');
      await subject.sweep('resets');

      const { credits } = await account(owner);
      assert.equal(credits.plan_credits, 2000);
      assert.equal(credits.purchased_credits, 70);
      assert.ok(Date.parse(credits.resets_at) > Date.parse(before));

      const { summary, transactions } = await usage(owner, '?start_date=2020-01-01');
      assert.deepEqual(
        transactions.map(({ type, amount }: Json) => [type, amount]).sort(),
        [
          ['forfeit', -2000],
          ['grant', 2000],
          ['grant', 2000],
          ['purchase', 70],
        ].sort(),
      );
      assert.equal(summary.credits_granted, 4000);
    });
  });
});

describe('GET /v1/usage', () => {
  test('summary and transactions of a workspace', async () => {
    const owner = await subject.owner('starter', 30);
    await owner.credit(5, 'refund');
    await owner.credit(7, 'grant');

    const { job_id: id } = await owner.job();
    await subject.worker.complete(id);

    const { credits_charged: charged } = await owner.read(id);
    const { summary, transactions } = await usage(owner);
    const { period, ...sums } = summary;
    isTimestamp(period.start);
    isTimestamp(period.end);
    assert.match(period.start, /-01T00:00:00\.000Z$/);
    assert.deepEqual(sums, {
      credits_used: charged,
      credits_purchased: 30,
      credits_refunded: 5,
      credits_granted: 2007,
      total_jobs: 1,
    });

    const [charge, ...others] = transactions;
    isTimestamp(charge.created_at);
    assert.match(charge.id, /^txn_[0-9a-z]{26}$/);
    assert.equal(charge.type, 'charge');
    assert.equal(charge.amount, -charged);
    assert.equal(charge.job_id, id);
    assert.equal(typeof charge.description, 'string');
    for (const other of others) assert.ok(!('job_id' in other));

    const total = transactions.reduce((sum: number, one: Json) => sum + one.amount, 0);
    assert.equal(total, (await account(owner)).credits.balance);
  });

  test('a grant goes to the plan credits, a purchase and a refund to the purchased ones', async () => {
    const owner = await subject.owner('scale', 0);
    await owner.credit(1, 'grant');
    await owner.credit(20, 'purchase');
    await owner.credit(300, 'refund');
    const { credits } = await account(owner);
    assert.deepEqual([credits.plan_credits, credits.purchased_credits], [1, 320]);
  });

  test('plan credits are spent before purchased ones', async () => {
    const owner = await subject.owner('scale', 100);
    await owner.credit(3, 'grant');

    const { job_id: id } = await owner.job();
    const claimed = await subject.worker.claim(id);
    await subject.worker.ingest(claimed, 60);
    await subject.workedFor(id, 60);
    await subject.worker.settle(claimed);

    const { credits_charged: charged } = await owner.read(id);
    assert.ok(charged > 3);

    const { credits } = await account(owner);
    assert.deepEqual([credits.plan_credits, credits.purchased_credits], [0, 103 - charged]);
  });

  test('the settled charge never takes a balance below 0: what is missing is written off in the description', async () => {
    const owner = await subject.owner('scale', 13);
    const { job_id: id } = await owner.job();
    const claimed = await subject.worker.claim(id);
    assert.equal(await subject.worker.ingest(claimed, 60), 'go');
    await subject.workedFor(id, 600);
    await subject.worker.settle(claimed);
    assert.equal((await owner.read(id)).credits_charged, 13);
    assert.equal(await owner.balance(), 0);

    const [charge] = (await usage(owner, '?type=charge')).transactions;
    assert.equal(charge.amount, -13);
    assert.match(charge.description, /8[78] credits written off/);
  });

  test('type filters the transactions, not the summary', async () => {
    const owner = await subject.owner('starter', 5);
    const all = await usage(owner);

    for (const type of ['charge', 'purchase', 'refund', 'grant', 'forfeit']) {
      const { summary, transactions } = await usage(owner, `?type=${type}`);
      assert.equal(summary.credits_purchased, all.summary.credits_purchased);
      const expected = all.transactions.filter((transaction: Json) => transaction.type === type);
      assert.deepEqual(transactions, expected);
    }

    for (const type of ['', 'Charge', 'any'])
      refused(await owner.get(`/v1/usage?type=${type}`), 422, 'VALIDATION_FAILED', 'type');
  });

  test('pages: limit 1 to 100, default 50; a malformed cursor is VALIDATION_FAILED', async () => {
    const owner = await subject.owner('scale', 0);
    for (let count = 1; count <= 51; count += 1) await owner.credit(count);

    const first = await owner.get('/v1/usage');
    assert.equal(accepted(first, 200).transactions.length, 50);
    assert.equal(first.json.pagination.has_more, true);

    const second = await owner.get(`/v1/usage?cursor=${first.json.pagination.next_cursor}`);
    assert.deepEqual(second.json.pagination, { has_more: false, next_cursor: null });

    const amounts = [first, second].flatMap(({ json }) =>
      json.data.transactions.map((transaction: Json) => transaction.amount),
    );
    assert.equal(new Set(amounts).size, 51);
    assert.equal(amounts[0], 51);
    assert.equal((await usage(owner, '?limit=1')).transactions.length, 1);

    for (const limit of ['0', '101', '', 'x', '1.5'])
      refused(await owner.get(`/v1/usage?limit=${limit}`), 422, 'VALIDATION_FAILED', 'limit');

    for (const cursor of ['', 'x', Buffer.from('1.job_0').toString('base64url')])
      refused(await owner.get(`/v1/usage?cursor=${cursor}`), 422, 'VALIDATION_FAILED', 'cursor');
  });

  test('start_date and end_date bound the period; bad ones are VALIDATION_FAILED', async () => {
    const owner = await subject.owner('scale', 5);
    const past = await usage(owner, '?start_date=2020-01-01&end_date=2020-02-01T00:00:00Z');
    assert.deepEqual(past.transactions, []);
    assert.deepEqual(past.summary, {
      period: { start: '2020-01-01T00:00:00.000Z', end: '2020-02-01T00:00:00.000Z' },
      credits_used: 0,
      credits_purchased: 0,
      credits_refunded: 0,
      credits_granted: 0,
      total_jobs: 0,
    });
    assert.equal((await usage(owner, '?start_date=2020-01-01')).transactions.length, 1);

    for (const name of ['start_date', 'end_date']) {
      for (const value of ['', 'x', '2026-02-30', '1700000000', '0000-01-01'])
        refused(await owner.get(`/v1/usage?${name}=${value}`), 422, 'VALIDATION_FAILED', name);
    }

    const turned = '/v1/usage?start_date=2026-02-01&end_date=2026-01-01';
    refused(await owner.get(turned), 422, 'VALIDATION_FAILED', 'end_date');
  });
});

describe('POST /v1/uploads/presign', () => {
  const presign = (owner: Caller, content_type: unknown, size_bytes: unknown) =>
    owner.post('/v1/uploads/presign', { content_type, size_bytes });

  test('200 with put_url, key and expires_at, on every plan', async () => {
    const kinds = { 'video/mp4': 'mp4', 'video/quicktime': 'mov', 'video/webm': 'webm' };
    for (const plan of ['free', 'starter', 'pro', 'scale'] as const) {
      const owner = await subject.owner(plan);
      for (const [type, extension] of Object.entries(kinds)) {
        const made = accepted(await presign(owner, type, 10), 200);
        const form = new RegExp(`^uploads/${owner.tenantId}/[0-9a-z]+/video\\.${extension}$`);
        assert.match(made.key, form);
        assert.ok(made.put_url.startsWith(subject.service.uploadUrl));

        const lifeMs = Date.parse(made.expires_at) - Date.now();
        assert.ok(Math.abs(lifeMs - 3_600_000) < 30_000);
      }
    }
  });

  test('a bad content_type or size_bytes: VALIDATION_FAILED', async () => {
    const owner = await subject.owner();

    for (const type of ['video/avi', 'VIDEO/MP4', 'video/mp4; x=y', '', null, 1, undefined])
      refused(await presign(owner, type, 1), 422, 'VALIDATION_FAILED', 'content_type');

    for (const size of [0, -1, 1.5, '1', null, undefined, 524_288_001, 1e300])
      refused(await presign(owner, 'video/mp4', size), 422, 'VALIDATION_FAILED', 'size_bytes');

    for (const size of [1, 524_288_000]) accepted(await presign(owner, 'video/mp4', size), 200);
    const more = { content_type: 'video/mp4', size_bytes: 1, name: 'x' };
    refused(await owner.post('/v1/uploads/presign', more), 422, 'VALIDATION_FAILED', 'name');
  });

  test('the upload host: 200, then 409; 403 for another type or signature; 413 for more, 400 for fewer bytes', async () => {
    const owner = await subject.owner();
    const url = async () => accepted(await presign(owner, 'video/mp4', 100), 200).put_url;
    const once = await url();
    assert.equal(await put(once, { bytes: 100 }), 200);
    assert.equal(await put(once, { bytes: 100 }), 409);
    assert.equal(await put(await url(), { bytes: 100, type: 'video/webm' }), 403);
    assert.equal(await put(`${await url()}0`, { bytes: 100 }), 403);
    assert.equal(await put((await url()).replace('size=100', 'size=101'), { bytes: 101 }), 403);

    const broken = await url();
    assert.equal(await put(broken, { bytes: 101 }), 413);
    assert.equal(await put(broken, { bytes: 99 }), 400);
    assert.equal(await put(broken, { bytes: 100 }), 200);
  });

  test('an upload that no job used is deleted after 24 hours', async () => {
    const owner = await subject.owner();
    const upload = { url: null, upload_key: await owner.upload(), capabilities: ['summary'] };
    const used = { ...upload, upload_key: await owner.upload() };
    await owner.job(used);
    await subject.clock.ahead(dayMs - 60_000, () => subject.sweep('uploads'));
    accepted(await owner.post('/v1/jobs', { ...upload, dry_run: true }), 200);
    await subject.clock.ahead(dayMs + 60_000, () => subject.sweep('uploads'));

    const gone = await owner.post('/v1/jobs', { ...upload, dry_run: true });
    refused(gone, 422, 'VALIDATION_FAILED', 'upload_key');
    accepted(await owner.post('/v1/jobs', { ...used, dry_run: true }), 200);
  });
});

test('the commands of "Uploads" make a job of a file, as they stand', async (t) => {
  if (spawnSync('curl', ['--version']).status !== 0) return t.skip('curl is not installed');

  const blocks = await codeBlocks('docs/interface.md');
  const [block, ...others] = blocks.filter(({ heading }) => heading === 'Uploads');
  assert.deepEqual(others, []);

  const commands = block?.text ?? assert.fail('no commands');
  assert.ok(calls.presignUpload.description.includes(commands));

  const owner = await subject.owner();
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-upload-'));
  try {
    await writeFile(join(folder, 'holiday.mp4'), Buffer.alloc(1234));
    const env = {
      PATH: process.env.PATH ?? '',
      URL: subject.service.apiUrl,
      KEY: owner.apiKey,
      FILE: 'holiday.mp4',
    };
    const run = promisify(execFile)('bash', ['-euc', commands], { cwd: folder, env });
    const { data: job } = JSON.parse((await run).stdout);
    assert.deepEqual([job.platform, job.video_title], ['upload', 'holiday.mp4']);
    assert.ok(job.upload_key.startsWith(`uploads/${owner.tenantId}/`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

describe('POST /v1/uploads/presign: after a deletion', () => {
  test('nothing can be put to the address of a deleted workspace, or of a deleted upload', async () => {
    const late = await startSubject({ REELSIGHT_UNUSED_UPLOAD_HOURS: String(10_000 / hourMs) });
    try {
      const gone = await late.owner();
      const owner = await late.owner();
      const terms = { content_type: 'video/mp4', size_bytes: 10 };
      const presign = async (one: Owner): Promise<Json> =>
        accepted(await one.post('/v1/uploads/presign', terms), 200);
      const ofWorkspace = await presign(gone);

      accepted(await late.operator.delete(`/admin/v1/workspaces/${gone.tenantId}`), 204);
      const ofJob = await presign(owner);
      assert.equal(await put(ofJob.put_url, { bytes: 10 }), 200);

      const { job_id: id } = await owner.job({ url: null, upload_key: ofJob.key });
      accepted(await owner.post(`/v1/jobs/${id}/cancel`), 200);
      accepted(await owner.delete(`/v1/jobs/${id}`), 204);

      const stored = (key: string) => late.domain.ports.storedFile(key);
      const removed = (key: string) => waitFor(async () => assert.ok(!(await stored(key))));
      await removed(ofJob.key);

      for (const { put_url: url, key } of [ofWorkspace, ofJob]) {
        assert.equal(await put(url, { bytes: 10 }), 403);
        assert.ok(!(await stored(key)));
      }
    } finally {
      await late.close();
    }
  });
});

describe('GET /v1/frames/:key', () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

  async function withFrame(owner: Owner): Promise<string> {
    const { job_id: id } = await owner.job();
    const storage = await subject.storage();
    await storage.put(storageKey('frames', owner.tenantId, id, 'sheet-1.jpg'), jpeg);
    return id;
  }

  test('200 with the JPEG, Content-Type and Cache-Control', async () => {
    const owner = await subject.owner();
    const id = await withFrame(owner);
    await subject.worker.complete(id);

    const answer = await owner.get(`/v1/frames/${id}/sheet-1.jpg`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'image/jpeg');
    assert.equal(answer.headers.get('cache-control'), 'private, max-age=31536000, immutable');
    assert.equal(answer.headers.get('content-length'), String(jpeg.length));
    assert.match(answer.headers.get('x-request-id') ?? '', /^req_/);
    assert.ok(answer.headers.get('x-ratelimit-remaining'));
  });

  test('another workspace, an unknown key, a job that is not completed, any way out of the folder: NOT_FOUND (404)', async () => {
    const owner = await subject.owner();
    const other = await subject.owner();
    const id = await withFrame(owner);
    const path = `/v1/frames/${id}/sheet-1.jpg`;
    refused(await owner.get(path), 404, 'NOT_FOUND');
    await subject.worker.complete(id);
    refused(await other.get(path), 404, 'NOT_FOUND');

    const tails = [
      `${id}/sheet-2.jpg`,
      `${id}/`,
      id,
      '',
      `${id}%2fsheet-1.jpg%00`,
      `${id}/..%2f..%2fadmin-token`,
      `${id}/..%2f${id}/sheet-1.jpg`,
      `..%2f..%2fadmin-token`,
      `${id}/.hidden.jpg`,
      `${owner.tenantId}/${id}/sheet-1.jpg`,
    ];
    for (const tail of tails) {
      const answer = await owner.get(`/v1/frames/${tail}`);
      refused(answer, 404, 'NOT_FOUND');
    }

    refused(await subject.stranger.get(path), 401, 'INVALID_API_KEY');
  });
});

describe('Operator: workspaces', () => {
  const make = (fields: Json): Promise<Json> =>
    subject.operator.post('/admin/v1/workspaces', {
      name: 'A',
      email: 'a@example.com',
      plan: 'free',
      ...fields,
    });

  test('POST: 201 with tenant_id, api_key of all scopes, webhook_secret', async () => {
    const made = accepted(await make({ credits: 30 }), 201);
    assert.deepEqual(Object.keys(made).sort(), ['api_key', 'tenant_id', 'webhook_secret']);
    assert.match(made.api_key, /^rs_live_/);

    const caller = subject.stranger.with({ 'X-Api-Key': made.api_key });
    const shown = await account(caller);
    assert.equal(shown.name, 'A');
    assert.equal(shown.webhook_secret, made.webhook_secret);
    assert.deepEqual([shown.credits.plan_credits, shown.credits.purchased_credits], [500, 30]);
    accepted(await caller.get('/v1/jobs'), 200);
  });

  test('POST: fields that are missing, wrong or unknown: VALIDATION_FAILED', async () => {
    const wrong: [string, unknown[]][] = [
      ['name', [undefined, null, '', 1, 'x'.repeat(201)]],
      ['email', [undefined, null, '', 'x', 1]],
      ['plan', [undefined, null, '', 'gold', 'Free', 1]],
      ['credits', ['1', 1.5, -1]],
      ['colour', ['red']],
    ];
    for (const [name, values] of wrong) {
      for (const value of values)
        refused(await make({ [name]: value }), 422, 'VALIDATION_FAILED', name);
    }

    accepted(await make({ credits: null }), 201);
  });

  test('PATCH: plan, past_due and name, 200; unknown workspaces NOT_FOUND (404)', async () => {
    const owner = await subject.owner('free');
    const changed = accepted(await owner.change({ plan: 'pro', past_due: true, name: 'New' }), 200);
    assert.equal(changed.plan, 'pro');
    assert.equal(changed.past_due, true);
    assert.equal((await account(owner)).name, 'New');
    accepted(await owner.change({}), 200);
    accepted(await owner.change({ plan: null, past_due: null, name: null }), 200);

    for (const bad of [{ plan: 'gold' }, { past_due: 'yes' }, { name: '' }, { email: 'x@y' }])
      refused(await owner.change(bad), 422, 'VALIDATION_FAILED', Object.keys(bad)[0]);

    for (const id of ['ws_0', 'x', 'job_0'])
      refused(await subject.operator.patch(`/admin/v1/workspaces/${id}`, {}), 404, 'NOT_FOUND');
  });

  test('credits: grant, purchase, refund; 201; anything else VALIDATION_FAILED', async () => {
    const owner = await subject.owner('scale', 0);
    const path = `/admin/v1/workspaces/${owner.tenantId}/credits`;
    const give = (json: Json) => subject.operator.post(path, json);
    const entered = accepted(await give({ type: 'grant', amount: 5, description: 'Hello' }), 201);
    assert.equal(entered.balance, 5);
    assert.equal(entered.transaction.description, 'Hello');
    assert.equal((await usage(owner)).transactions[0].description, 'Hello');

    const bad = [
      { type: 'charge', amount: 1 },
      { type: 'forfeit', amount: 1 },
      { type: 'grant', amount: 0 },
      { type: 'grant', amount: -1 },
      { type: 'grant', amount: 1.5 },
      { type: 'grant', amount: '1' },
      { type: 'grant' },
      { amount: 1 },
      { type: 'grant', amount: 1, x: 1 },
    ];
    for (const json of bad) refused(await give(json), 422, 'VALIDATION_FAILED');

    const unknown = '/admin/v1/workspaces/ws_0/credits';
    refused(await subject.operator.post(unknown, { type: 'grant', amount: 1 }), 404, 'NOT_FOUND');
  });

  test('keys: 201 with key_id and api_key; revoked by DELETE: 204, then 404', async () => {
    const owner = await subject.owner();
    const path = `/admin/v1/workspaces/${owner.tenantId}/keys`;
    const made = accepted(
      await subject.operator.post(path, { name: 'r', scopes: ['jobs:read'] }),
      201,
    );
    assert.match(made.key_id, /^key_[0-9a-z]{26}$/);
    assert.match(made.api_key, /^rs_live_/);

    for (const scopes of [[], ['admin'], 'jobs:read', null, undefined, [1]])
      refused(
        await subject.operator.post(path, { name: 'x', scopes }),
        422,
        'VALIDATION_FAILED',
        'scopes',
      );
    accepted(await subject.operator.delete(`/admin/v1/keys/${made.key_id}`), 204);

    for (const id of [made.key_id, 'key_0', 'x'])
      refused(await subject.operator.delete(`/admin/v1/keys/${id}`), 404, 'NOT_FOUND');

    const unknown = '/admin/v1/workspaces/ws_0/keys';
    const key = { name: 'x', scopes: ['jobs:read'] };
    refused(await subject.operator.post(unknown, key), 404, 'NOT_FOUND');
  });

  test('only a SHA-256 of a key is stored', async () => {
    const owner = await subject.owner();
    const rows = await subject.domain.db.query<{ hash: string }>(
      'select * from api_keys where workspace_id = $1',
      [owner.tenantId],
    );
    assert.match(rows[0]?.hash ?? '', /^[0-9a-f]{64}$/);
    assert.ok(!JSON.stringify(rows).includes(owner.apiKey));
  });

  test('webhook-secret: rotated with immediate effect', async () => {
    const owner = await subject.owner();
    const path = `/admin/v1/workspaces/${owner.tenantId}/webhook-secret`;
    const { webhook_secret: secret } = accepted(await subject.operator.post(path), 201);
    assert.notEqual(secret, owner.webhookSecret);
    assert.equal((await account(owner)).webhook_secret, secret);
    const unknown = '/admin/v1/workspaces/ws_0/webhook-secret';
    refused(await subject.operator.post(unknown), 404, 'NOT_FOUND');
  });

  test('DELETE: 204, the keys stop at once, then 404', async () => {
    const owner = await subject.owner();
    await owner.batch({ urls: urls(3) });

    const { job_id: id } = await owner.job();
    await subject.worker.claim(id);

    const path = `/admin/v1/workspaces/${owner.tenantId}`;
    accepted(await subject.operator.delete(path), 204);
    refused(await owner.get('/v1/jobs'), 401, 'INVALID_API_KEY');
    refused(await subject.operator.delete(path), 404, 'NOT_FOUND');
    refused(await subject.operator.patch(path, {}), 404, 'NOT_FOUND');
    await waitFor(async () => assert.equal(await subject.worker.row(id), undefined));
  });

  test('GET lists workspaces', async () => {
    const owner = await subject.owner();
    const list = accepted(await subject.operator.get('/admin/v1/workspaces'), 200);
    assert.ok(list.some((one: Json) => one.tenant_id === owner.tenantId));
  });

  test('GET hides no workspace, however many are newer', async () => {
    const owner = await subject.owner();
    const { db } = subject.domain;
    await db.query(
      `insert into workspaces (id, name, email, plan, webhook_secret, plan_grants, resets_at, anchor_at, created_at)
       select 'ws_many_' || n, 'One of many', 'many@example.com', plan, 'whsec_none', plan_grants, resets_at, anchor_at,
         created_at + interval '1 hour'
       from workspaces, generate_series(1, 1000) n where id = $1`,
      [owner.tenantId],
    );
    const list = accepted(await subject.operator.get('/admin/v1/workspaces'), 200);
    await db.query(`delete from workspaces where id like 'ws_many_%'`);
    assert.ok(list.some((one: Json) => one.tenant_id === owner.tenantId));
  });
});

describe('Operator: deliveries', () => {
  test('the deliveries of a workspace are listed, and one is sent once more', async () => {
    const owner = await subject.owner();
    const path = `/admin/v1/workspaces/${owner.tenantId}/deliveries`;
    assert.deepEqual(accepted(await subject.operator.get(path), 200), []);

    const { job_id: id } = await owner.job({ webhook_url: 'http://127.0.0.1:9/hook' });
    await subject.worker.fail(id);

    const [made] = accepted(await subject.operator.get(path), 200);
    assert.equal(made.event, 'job.failed');
    assert.match(made.event_id, /^evt_/);
    isTimestamp(made.created_at);

    const again = await subject.operator.post(`/admin/v1/deliveries/${made.delivery_id}/replay`);
    assert.equal(accepted(again, 201).event_id, made.event_id);
    refused(await subject.operator.get('/admin/v1/workspaces/ws_0/deliveries'), 404, 'NOT_FOUND');
    refused(await subject.operator.post('/admin/v1/deliveries/evt_0/replay'), 404, 'NOT_FOUND');
  });
});
