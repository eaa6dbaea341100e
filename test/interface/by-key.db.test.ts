/**
 * interface.md "Calls": the console's functions with a key: brand library, Follows, webhook deliveries, keys, shots and
 * media.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { newId } from '../../server/src/db/id.ts';
import { artifactKey } from '../../server/src/storage/artifact-key.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { startReceiver } from '../../server/testing/webhooks/receiver.ts';
import {
  type Answer,
  accepted,
  type Caller,
  isTimestamp,
  type Json,
  type Owner,
  put,
  refused,
  type Subject,
  startSubject,
} from './subject.ts';

let subject: Subject;
let owner: Owner;
/** The owner of another workspace. */
let stranger: Owner;
let reader: Caller;
before(async () => {
  subject = await startSubject({
    REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
    REELSIGHT_COSTLY_CALLS_PER_MINUTE: '60',
    REELSIGHT_COSTLY_CALLS_BURST: '12',
  });
  owner = await subject.owner('scale', 1000);
  stranger = await subject.owner('scale', 1000);

  reader = await owner.limitedTo('jobs:read');
});
after(() => subject.close());

const isForbidden = (answer: Answer): void => {
  refused(answer, 403, 'INSUFFICIENT_SCOPE');
};
/** The latest audit log entries of a workspace. */
const audited = async (of: Owner): Promise<Json[]> =>
  accepted(await subject.operator.get(`/admin/v1/audit?workspace_id=${of.tenantId}`), 200);

describe('Brand library by key', () => {
  test('a brand is made, read, listed, replaced and deleted', async () => {
    const made = accepted(await owner.post('/v1/brands', { name: 'Apex', aliases: ['AX'] }), 201);
    const path = `/v1/brands/${made.brand_id}`;
    assert.deepEqual(accepted(await reader.get(path), 200), made);
    assert.deepEqual(accepted(await reader.get('/v1/brands'), 200), [made]);

    const changed = accepted(
      await owner.call('PUT', path, { json: { name: 'Apex', unless: ['predator'] } }),
      200,
    );
    assert.deepEqual([changed.aliases, changed.unless], [[], ['predator']]);
    accepted(await owner.delete(path), 204);
    refused(await owner.get(path), 404, 'NOT_FOUND');
    assert.deepEqual(accepted(await owner.get('/v1/brands'), 200), []);
  });

  test('a name that the library has, also in another spelling, is VALIDATION_FAILED (422)', async () => {
    accepted(await owner.post('/v1/brands', { name: 'Coca-Cola' }), 201);
    const again = await owner.post('/v1/brands', { name: 'COCA COLA' });
    refused(again, 422, 'VALIDATION_FAILED', 'Coca-Cola');
  });

  test('a logo has its own limit of size, and its path takes the same key', async () => {
    const { brand_id: id } = accepted(await owner.post('/v1/brands', { name: 'Summit' }), 201);
    const noise = Buffer.from(
      Array.from({ length: 200 * 200 * 3 }, (_, index) => (index * 7919) % 251),
    );
    const raw = { width: 200, height: 200, channels: 3 } as const;
    const picture = await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer();
    assert.ok(picture.length > 10_240);

    const send = (bytes: Uint8Array) =>
      owner.call('POST', `/v1/brands/${id}/logos`, {
        body: new Uint8Array(bytes),
        headers: { 'Content-Type': 'image/png' },
      });
    const logo = accepted(await send(picture), 201);
    assert.equal(logo.path, `/v1/brands/${id}/logos/${logo.logo_id}`);

    const got = await fetch(subject.service.apiUrl + logo.path, {
      headers: { 'X-Api-Key': owner.apiKey },
    });
    assert.equal(got.headers.get('content-type'), 'image/png');
    assert.equal((await sharp(Buffer.from(await got.arrayBuffer())).metadata()).width, 200);
    refused(await send(new Uint8Array(2_097_153)), 413, 'BODY_TOO_LARGE');
    refused(await send(Buffer.from('no picture')), 422, 'VALIDATION_FAILED');

    assert.equal(logo.plain, undefined);
    const bar = { create: { width: 60, height: 30, channels: 3, background: '#123' } } as const;
    const framed = { left: 20, right: 20, top: 9, bottom: 9, background: '#eee' };
    const barLogo = accepted(await send(await sharp(bar).extend(framed).png().toBuffer()), 201);
    assert.equal(barLogo.plain, true);
    accepted(await owner.delete(barLogo.path), 204);
    accepted(await owner.delete(logo.path), 204);
    refused(await owner.get(logo.path), 404, 'NOT_FOUND');
  });

  test('an entry above 10 KB is BODY_TOO_LARGE (413)', async () => {
    const aliases = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(100, '日'));
    refused(await owner.post('/v1/brands', { name: 'X', aliases }), 413, 'BODY_TOO_LARGE');
  });

  test('reading needs jobs:read, changing jobs:write', async () => {
    const { brand_id: id } = accepted(await owner.post('/v1/brands', { name: 'Globex' }), 201);
    isForbidden(await reader.post('/v1/brands', { name: 'Other' }));
    isForbidden(await reader.call('PUT', `/v1/brands/${id}`, { json: { name: 'Other' } }));
    isForbidden(await reader.delete(`/v1/brands/${id}`));
    isForbidden(await reader.call('POST', `/v1/brands/${id}/logos`, { body: 'x' }));

    const writer = await owner.limitedTo('jobs:write');
    isForbidden(await writer.get('/v1/brands'));
    isForbidden(await writer.get(`/v1/brands/${id}`));
  });

  test("another workspace's brands and logos are NOT_FOUND (404)", async () => {
    const { brand_id: id } = accepted(await owner.post('/v1/brands', { name: 'Initech' }), 201);
    const path = `/v1/brands/${id}`;

    assert.deepEqual(accepted(await stranger.get('/v1/brands'), 200), []);
    refused(await stranger.get(path), 404, 'NOT_FOUND');
    refused(await stranger.call('PUT', path, { json: { name: 'Mine' } }), 404, 'NOT_FOUND');
    refused(await stranger.delete(path), 404, 'NOT_FOUND');
    refused(await stranger.call('POST', `${path}/logos`, { body: 'x' }), 404, 'NOT_FOUND');
    refused(await stranger.get(`${path}/logos/logo_0`), 404, 'NOT_FOUND');
    refused(await stranger.delete(`${path}/logos/logo_0`), 404, 'NOT_FOUND');
    assert.equal(accepted(await owner.get(path), 200).name, 'Initech');
  });

  test('the audit log names the key', async () => {
    accepted(await owner.post('/v1/brands', { name: 'Umbrella' }), 201);
    const [entry] = await audited(owner);
    assert.equal(entry?.action, 'brand.created');
    assert.equal(entry?.actor.type, 'key');
    const keys = accepted(await owner.get('/v1/keys'), 200);
    assert.equal(entry?.actor.id, keys.find(({ name }: Json) => name === 'default').key_id);
  });
});

const followed = {
  name: 'Channel',
  source: 'https://www.youtube.com/@reelsight',
  capabilities: ['summary'],
};

describe('Follows by key', () => {
  test('a Follow is made, read, listed, changed, run and deleted', async () => {
    const of = await subject.owner('scale', 1000);
    const made = accepted(await of.post('/v1/follows', followed), 201);
    const path = `/v1/follows/${made.follow_id}`;

    assert.equal(made.tenant_id, of.tenantId);
    const read = accepted(await of.get(path), 200);
    assert.deepEqual([read.follow_id, read.name], [made.follow_id, 'Channel']);

    const ids = accepted(await of.get('/v1/follows'), 200).map((one: Json) => one.follow_id);
    assert.deepEqual(ids, [made.follow_id]);

    const change = { every_minutes: 120 };
    assert.equal(accepted(await of.patch(path, change), 200).rule.every_minutes, 120);
    assert.equal(accepted(await of.post(`${path}/runs`, { backfill: 1 }), 201).name, 'Channel');
    assert.deepEqual(accepted(await of.get(`${path}/videos`), 200), []);
    accepted(await of.delete(path), 204);
    refused(await of.get(path), 404, 'NOT_FOUND');
  });

  test('a source that is watched already gets a second Follow', async () => {
    const of = await subject.owner('scale', 1000);
    const made = [
      accepted(await of.post('/v1/follows', followed), 201),
      accepted(await of.post('/v1/follows', followed), 201),
    ];
    assert.notEqual(made[0].follow_id, made[1].follow_id);
  });

  test('reading needs jobs:read, changing and looking at a source jobs:write', async () => {
    isForbidden(await reader.post('/v1/follows', followed));
    isForbidden(await reader.post('/v1/follows/preview', { source: followed.source }));
    isForbidden(await reader.patch('/v1/follows/fol_0', {}));
    isForbidden(await reader.delete('/v1/follows/fol_0'));
    isForbidden(await reader.post('/v1/follows/fol_0/runs', {}));
    const writer = await owner.limitedTo('jobs:write');

    for (const path of ['', '/fol_0', '/fol_0/videos'])
      isForbidden(await writer.get(`/v1/follows${path}`));
  });

  test("another workspace's Follows are NOT_FOUND (404)", async () => {
    const of = await subject.owner('scale', 1000);
    const { follow_id: id } = accepted(await of.post('/v1/follows', followed), 201);
    const path = `/v1/follows/${id}`;

    assert.deepEqual(accepted(await stranger.get('/v1/follows'), 200), []);
    refused(await stranger.get(path), 404, 'NOT_FOUND');
    refused(await stranger.get(`${path}/videos`), 404, 'NOT_FOUND');
    refused(await stranger.patch(path, { name: 'Mine' }), 404, 'NOT_FOUND');
    refused(await stranger.post(`${path}/runs`, {}), 404, 'NOT_FOUND');
    refused(await stranger.delete(path), 404, 'NOT_FOUND');
  });

  test("a key that is revoked pauses its Follows, and nobody else's", async () => {
    const of = await subject.owner('scale', 1000);
    const keys = `/admin/v1/workspaces/${of.tenantId}/keys`;
    const body = { name: 'leaked', scopes: ['jobs:read', 'jobs:write'] };
    const { key_id, api_key } = accepted(await subject.operator.post(keys, body), 201);
    const leaked = of.with({ 'X-Api-Key': api_key });
    const ofKey = accepted(await leaked.post('/v1/follows', followed), 201).follow_id;
    const ofOther = accepted(await of.post('/v1/follows', followed), 201).follow_id;
    const admin = `/admin/v1/workspaces/${of.tenantId}/follows`;
    const ofOperator = accepted(await subject.operator.post(admin, followed), 201).follow_id;
    // The key that resumes a Follow becomes responsible for it.
    const resumed = accepted(await leaked.post('/v1/follows', followed), 201).follow_id;

    for (const status of ['paused', 'active'])
      accepted(await of.patch(`/v1/follows/${resumed}`, { status }), 200);

    accepted(await subject.operator.delete(`/admin/v1/keys/${key_id}`), 204);

    const { status, paused_reason, next_run_at } = accepted(
      await of.get(`/v1/follows/${ofKey}`),
      200,
    );
    assert.deepEqual([status, next_run_at], ['paused', null]);
    assert.match(paused_reason, /^KEY_REVOKED: The API key "leaked", /);

    for (const id of [ofOther, ofOperator, resumed]) {
      const other = accepted(await of.get(`/v1/follows/${id}`), 200);
      assert.deepEqual([other.status, other.paused_reason], ['active', null]);
    }

    const log = accepted(await subject.operator.get('/admin/v1/audit?limit=20'), 200);
    const entry = log.find(({ action }: Json) => action === 'key.revoked');
    assert.equal(entry.target.id, key_id);
    assert.deepEqual(entry.details, { follows_paused: 1, follow_ids: [ofKey] });

    const again = accepted(await of.patch(`/v1/follows/${ofKey}`, { status: 'active' }), 200);
    assert.deepEqual([again.status, again.paused_reason], ['active', null]);
  });

  test('a key that is revoked turns its targets of alerts and its schedules with public links off', async () => {
    const of = await subject.owner('scale', 1000);
    const keys = `/admin/v1/workspaces/${of.tenantId}/keys`;
    const body = { name: 'leaked', scopes: ['jobs:read', 'jobs:write'] };
    const { key_id, api_key } = accepted(await subject.operator.post(keys, body), 201);
    const leaked = of.with({ 'X-Api-Key': api_key });
    const target = { type: 'webhook', address: `${subject.service.apiUrl}/healthz` };
    const condition = { type: 'appears', brands: ['Acme'] };
    const every = { period: 'week', weekday: 'monday', hour: 8 };
    const madeBy = async (by: typeof of | typeof leaked, name: string) => {
      const alert = { name, condition, targets: [target] };
      const schedule = { name, every, public_link: true };
      return [
        `/v1/alerts/${accepted(await by.post('/v1/alerts', alert), 201).alert_id}`,
        `/v1/report-schedules/${accepted(await by.post('/v1/report-schedules', schedule), 201).schedule_id}`,
      ] as const;
    };
    const ofKey = await madeBy(leaked, 'Leaked');
    const ofOther = await madeBy(of, 'Other');

    accepted(await subject.operator.delete(`/admin/v1/keys/${key_id}`), 204);
    const reasons = async ([alert, schedule]: readonly [string, string]) => [
      accepted(await of.get(alert), 200).targets[0].off_reason,
      accepted(await of.get(schedule), 200).off_reason,
    ];
    for (const reason of await reasons(ofKey))
      assert.match(reason, /^KEY_REVOKED: The API key "leaked", /);
    assert.deepEqual(await reasons(ofOther), [null, null]);
  });

  test('a key that is revoked while it makes a Follow leaves none that runs', async () => {
    const body = { name: 'leaked', scopes: ['jobs:read', 'jobs:write'] };
    for (let round = 0; round < 4; round += 1) {
      const of = await subject.owner('scale', 1000);
      const keys = `/admin/v1/workspaces/${of.tenantId}/keys`;
      const { key_id, api_key } = accepted(await subject.operator.post(keys, body), 201);
      const leaked = of.with({ 'X-Api-Key': api_key });
      const making = Array.from({ length: 4 }, () => leaked.post('/v1/follows', followed));
      const revoked = subject.operator.delete(`/admin/v1/keys/${key_id}`);

      for (const { status, text } of await Promise.all(making))
        assert.ok([201, 401].includes(status), `${status}: ${text}`);
      accepted(await revoked, 204);

      for (const { status } of accepted(await of.get('/v1/follows'), 200))
        assert.equal(status, 'paused');
    }
  });

  test('a preview of what is no source is INVALID_URL (422)', async () => {
    const answer = await owner.post('/v1/follows/preview', { source: 'https://example.com/' });
    refused(answer, 422, 'INVALID_URL');
  });
});

const deliveries = '/v1/webhooks/deliveries';

describe('Deliveries by key', () => {
  test('they are listed newest first, a page at a time, with next_attempt_at', async () => {
    const of = await subject.owner('scale', 1000);
    const url = 'http://127.0.0.1:9/hook';
    const sent: string[] = [];
    for (let count = 0; count < 3; count += 1)
      sent.unshift(accepted(await of.post('/v1/webhooks/test', { url }), 201).delivery_id);

    const first = await of.get(`${deliveries}?limit=2`);
    assert.equal(first.json.pagination.has_more, true);

    const rest = await of.get(`${deliveries}?limit=2&cursor=${first.json.pagination.next_cursor}`);
    assert.deepEqual(rest.json.pagination, { has_more: false, next_cursor: null });

    const all = [...accepted(first, 200), ...accepted(rest, 200)];
    assert.deepEqual(
      all.map(({ delivery_id }) => delivery_id),
      sent,
    );

    for (const one of all) {
      assert.equal(one.status, 'pending');
      isTimestamp(one.next_attempt_at);
      assert.deepEqual([one.job_id, one.batch_id], [null, null]);
    }
  });

  test('filters: event, status, job_id, alone and together', async () => {
    const of = await subject.owner('scale', 1000);
    await using receiver = await startReceiver();
    const { job_id: failed } = await of.job({ webhook_url: receiver.url });
    await subject.worker.fail(failed);

    const { job_id: completed } = await of.job({ webhook_url: receiver.url });
    await subject.worker.complete(completed);

    const list = async (query: string): Promise<Json[]> =>
      accepted(await of.get(`${deliveries}?${query}`), 200);
    await waitFor(async () => assert.equal((await list('status=delivered')).length, 2));

    const jobsOf = async (query: string) => (await list(query)).map(({ job_id }) => job_id);
    assert.deepEqual(await jobsOf(''), [completed, failed]);
    assert.deepEqual(await jobsOf('event=job.failed'), [failed]);
    assert.deepEqual(await jobsOf(`job_id=${completed}`), [completed]);
    assert.deepEqual(await jobsOf(`job_id=${completed}&event=job.failed`), []);
    assert.deepEqual(await jobsOf('status=pending'), []);
    assert.deepEqual(await jobsOf(`status=delivered&event=job.failed&job_id=${failed}`), [failed]);

    const [one] = await list(`job_id=${failed}`);
    assert.equal(one?.next_attempt_at, null);
    assert.equal(one?.attempts[0].status, 200);

    for (const query of ['event=x', 'status=x', 'limit=0', 'limit=101', 'cursor=x', 'job_id='])
      refused(await of.get(`${deliveries}?${query}`), 422, 'VALIDATION_FAILED');
  });

  test('one is sent again, with the same id', async () => {
    const of = await subject.owner('scale', 1000);
    await using receiver = await startReceiver();
    const sent = accepted(await of.post('/v1/webhooks/test', { url: receiver.url }), 201);
    const delivered = () =>
      waitFor(async () => {
        const [one] = accepted(await of.get(deliveries), 200);
        assert.equal(one.status, 'delivered');
        return one;
      });
    await delivered();

    const again = await of.post(`${deliveries}/${sent.delivery_id}/replay`);
    const { status, next_attempt_at } = accepted(again, 201);
    assert.equal(status, 'pending');
    isTimestamp(next_attempt_at);
    await delivered();
    assert.equal(receiver.received.length, 2);
    for (const { headers } of receiver.received) assert.equal(headers['webhook-id'], sent.event_id);

    const entry = (await audited(of))[0];
    assert.deepEqual([entry?.action, entry?.actor.type], ['delivery.replayed', 'key']);
  });

  test("another workspace's deliveries are not listed, and sending one is NOT_FOUND (404)", async () => {
    const of = await subject.owner('scale', 1000);
    const url = 'http://127.0.0.1:9/hook';
    const { delivery_id: id } = accepted(await of.post('/v1/webhooks/test', { url }), 201);

    assert.deepEqual(accepted(await stranger.get(deliveries), 200), []);
    refused(await stranger.post(`${deliveries}/${id}/replay`), 404, 'NOT_FOUND');
    refused(await stranger.post(`${deliveries}/evt_0/replay`), 404, 'NOT_FOUND');

    const [one] = accepted(await of.get(deliveries), 200);
    assert.equal(one.delivery_id, id);
  });

  test('reading needs jobs:read, sending jobs:write; on Free a test is MODE_NOT_ALLOWED (403)', async () => {
    isForbidden(await reader.post('/v1/webhooks/test', { url: 'http://127.0.0.1:9/' }));
    isForbidden(await reader.post(`${deliveries}/evt_0/replay`));
    isForbidden(await (await owner.limitedTo('jobs:write')).get(deliveries));
    const free = await subject.owner('free');
    const answer = await free.post('/v1/webhooks/test', { url: 'http://127.0.0.1:9/' });
    refused(answer, 403, 'MODE_NOT_ALLOWED');
  });
});

describe('Keys by key', () => {
  test('keys are listed without themselves, with account:read', async () => {
    const of = await subject.owner('pro');
    const accountant = await of.limitedTo('account:read');
    const keys = accepted(await accountant.get('/v1/keys'), 200);

    assert.deepEqual(
      keys.map(({ name, scopes }: Json) => [name, scopes]),
      [
        ['few', ['account:read']],
        ['default', ['jobs:write', 'jobs:read', 'account:read']],
      ],
    );
    assert.ok(!JSON.stringify(keys).includes('rs_live_'));
    isForbidden(await (await of.limitedTo('jobs:read')).get('/v1/keys'));
  });
});

describe('Shots and media by key', () => {
  const bytes = new Uint8Array(2000).fill(7);

  async function uploaded(of: Owner): Promise<string> {
    const terms = { content_type: 'video/mp4', size_bytes: bytes.length };
    const { put_url, key } = accepted(await of.post('/v1/uploads/presign', terms), 200);
    assert.equal(await put(put_url, { bytes: bytes.length }), 200);
    return accepted(
      await of.post('/v1/jobs', { upload_key: key, capabilities: ['transcription'] }),
      202,
    ).job_id;
  }

  test('the video of a job is fetched whole or in ranges while it is held', async () => {
    const id = await uploaded(owner);
    const url = `${subject.service.apiUrl}/v1/jobs/${id}/media`;
    const load = (headers: Record<string, string> = {}, method = 'GET') =>
      fetch(url, { method, headers: { 'X-Api-Key': owner.apiKey, ...headers } });
    const whole = await load();
    assert.equal(whole.status, 200);
    assert.equal((await whole.arrayBuffer()).byteLength, bytes.length);

    const part = await load({ Range: 'bytes=10-19' });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), `bytes 10-19/${bytes.length}`);
    assert.equal((await part.arrayBuffer()).byteLength, 10);

    const head = await load({}, 'HEAD');
    assert.equal(head.headers.get('content-length'), String(bytes.length));

    const outside = await load({ Range: 'bytes=5000-' });
    assert.equal(outside.status, 416);
    await outside.arrayBuffer();
  });

  test('shots are read, and are none before frames were analysed', async () => {
    const { job_id: id } = await owner.job();
    assert.deepEqual(accepted(await reader.get(`/v1/jobs/${id}/shots`), 200), { shots: [] });
  });

  test('shots are those of the stored media, however many there are', async () => {
    const storage = await subject.storage();
    for (const count of [3, 40_000]) {
      const { job_id: id } = await owner.job();
      const shots = Array.from({ length: count }, (_, start) => ({ start, end: start + 1 }));
      const media = Buffer.from(JSON.stringify({ shots, scenes: shots, frames: [] }));
      const job = { workspace_id: owner.tenantId, id };
      await storage.put(artifactKey(job, 'ingestion', 'media.json'), media);
      assert.deepEqual(accepted(await reader.get(`/v1/jobs/${id}/shots`), 200), { shots });
    }
  });

  test("another workspace's are JOB_NOT_FOUND (404), and both need jobs:read", async () => {
    const id = await uploaded(owner);
    const writer = await owner.limitedTo('jobs:write');
    for (const path of [`/v1/jobs/${id}/media`, `/v1/jobs/${id}/shots`]) {
      refused(await stranger.get(path), 404, 'JOB_NOT_FOUND');
      isForbidden(await writer.get(path));
    }
    refused(await owner.get(`/v1/jobs/${newId('job')}/media`), 404, 'JOB_NOT_FOUND');
  });
});

describe('Calls of keys that start or send something', () => {
  test('are bounded for a workspace, whatever its plan and however many keys it has', async () => {
    const of = await subject.owner('scale', 1000);
    const keys = [of, await of.limitedTo('jobs:write'), await of.limitedTo('jobs:write')];
    const startedMs = performance.now();
    const calls = Array.from({ length: 45 }, (_, index) => {
      const key = keys[index % keys.length] as Caller;
      return key.post(`${deliveries}/evt_0/replay`);
    });
    const answers = await Promise.all(calls);
    const passed = answers.filter(({ status }) => status === 404).length;
    const refilled = 1 + (performance.now() - startedMs) / 1000;
    assert.ok(passed >= 12 && passed <= 12 + refilled, `${passed} passed`);

    const limited = answers.find(({ status }) => status === 429) as Answer;
    refused(limited, 429, 'RATE_LIMITED');
    assert.equal(limited.headers.get('retry-after'), '60');
    assert.equal(limited.headers.get('x-ratelimit-limit'), null);
    // Calls that start nothing still work, and so do other workspaces.
    accepted(await of.get('/v1/follows'), 200);
    refused(await stranger.post(`${deliveries}/evt_0/replay`), 404, 'NOT_FOUND');
  });
});

describe('Rotation of the webhook secret', () => {
  const account = async (of: Owner): Promise<Json> => accepted(await of.get('/v1/account'), 200);

  test('without a body the previous secret is void at once', async () => {
    const of = await subject.owner();
    const path = `/admin/v1/workspaces/${of.tenantId}/webhook-secret`;
    const rotated = accepted(await subject.operator.post(path), 201);
    assert.deepEqual(Object.keys(rotated), ['webhook_secret']);
    assert.ok(!('previous_webhook_secret_ends_at' in (await account(of))));
  });

  test('keep_previous_hours keeps it, and the account shows until when', async () => {
    const of = await subject.owner();
    const path = `/admin/v1/workspaces/${of.tenantId}/webhook-secret`;
    const body = { keep_previous_hours: 24 };
    const rotated = accepted(await subject.operator.post(path, body), 201);
    const ends = rotated.previous_webhook_secret_ends_at;
    const aheadHours = (Date.parse(ends) - Date.now()) / 3_600_000;
    assert.ok(aheadHours > 23.9 && aheadHours <= 24, String(aheadHours));

    const shown = await account(of);
    assert.equal(shown.webhook_secret, rotated.webhook_secret);
    assert.equal(shown.previous_webhook_secret_ends_at, ends);
    await subject.clock.ahead(25 * 3_600_000, async () =>
      assert.ok(!('previous_webhook_secret_ends_at' in (await account(of)))),
    );
    // After another rotation without an overlap, no other secret is valid.
    accepted(await subject.operator.post(path, {}), 201);
    assert.ok(!('previous_webhook_secret_ends_at' in (await account(of))));
  });

  test('hours outside 0 to 168 are VALIDATION_FAILED (422), and no key may rotate', async () => {
    const of = await subject.owner();
    const path = `/admin/v1/workspaces/${of.tenantId}/webhook-secret`;

    for (const hours of [-1, 169, 1.5, '24'])
      refused(
        await subject.operator.post(path, { keep_previous_hours: hours }),
        422,
        'VALIDATION_FAILED',
        'keep_previous_hours',
      );

    refused(await of.post(path, {}), 401, 'INVALID_API_KEY');
    assert.equal((await account(of)).webhook_secret, of.webhookSecret);
  });
});
