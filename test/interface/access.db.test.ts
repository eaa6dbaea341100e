/**
 * interface.md "Authentication", "Order of refusals", "Rate limits", "Requests and answers": who may call, in which
 * order calls are refused, and what every answer contains.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Access, accessesOf, callRows } from '@reelsight/contract';
import { handlers } from '../../server/src/http/handlers.ts';
import {
  type Answer,
  accepted,
  type Json,
  many,
  refused,
  type Subject,
  startSubject,
  videoUrl,
} from './subject.ts';

let subject: Subject;
before(async () => {
  subject = await startSubject({ REELSIGHT_WRONG_KEYS_PER_MINUTE: '1000000' });
});
after(() => subject.close());

const calls = callRows.flatMap(([, row]) =>
  accessesOf(row).map((access) => ({ method: row.method, access })),
);
const byKey = calls.flatMap(({ method, access }) =>
  access.by === 'key' ? [{ method, access }] : [],
);
const concrete = ({ path }: Access): string =>
  path.replace(':id', 'job_0').replace('*', 'job_0/sheet-1.jpg');
const job = { url: videoUrl, capabilities: ['summary'] };

describe('Routes', () => {
  test('every call of the contract has a handler, and no handler is beside it', () => {
    const ids = callRows.map(([id]) => id);
    assert.deepEqual(Object.keys(handlers).sort(), ids.sort());
  });
});

describe('Authentication', () => {
  test('a missing, wrong or malformed key is INVALID_API_KEY (401) on every call', async () => {
    for (const { method, access } of byKey) {
      for (const headers of [
        {},
        { 'X-Api-Key': 'rs_live_nobody' },
        { 'X-Api-Key': 'x' },
        { Authorization: 'Bearer x' },
      ]) {
        const answer = await subject.stranger.call(method, concrete(access), { headers });
        refused(answer, 401, 'INVALID_API_KEY');
      }
    }
  });

  test('the message tells a key that is missing, or in Authorization, from one that is wrong; and repeats none', async () => {
    const secret = `rs_live_${'x'.repeat(40)}`;
    const message = async (headers: Record<string, string>) => {
      const answer = await subject.stranger.call('GET', '/v1/account', { headers });
      refused(answer, 401, 'INVALID_API_KEY');
      assert.ok(!answer.text.includes('xxx'), answer.text);
      return answer.json.error.message;
    };
    assert.match(await message({}), /X-Api-Key with an API key is missing/);
    assert.match(await message({ 'X-Api-Key': '' }), /X-Api-Key with an API key is missing/);
    assert.match(await message({ Authorization: 'Basic eHg=' }), /X-Api-Key .* is missing/);

    for (const scheme of ['Bearer ', 'bearer ', '', 'ApiKey '])
      assert.match(
        await message({ Authorization: `${scheme}${secret}` }),
        /Send the key in X-Api-Key; Authorization is not read here/,
      );

    for (const key of [secret, 'xxx'])
      assert.match(await message({ 'X-Api-Key': key }), /The API key is revoked or invalid/);
  });

  test('a revoked key is INVALID_API_KEY (401)', async () => {
    const owner = await subject.owner();
    const path = `/admin/v1/workspaces/${owner.tenantId}/keys`;
    const made = await subject.operator.post(path, { name: 'x', scopes: ['account:read'] });
    const { key_id, api_key } = accepted(made, 201);
    const caller = owner.with({ 'X-Api-Key': api_key });

    accepted(await caller.get('/v1/account'), 200);
    accepted(await subject.operator.delete(`/admin/v1/keys/${key_id}`), 204);
    refused(await caller.get('/v1/account'), 401, 'INVALID_API_KEY');
    accepted(await owner.get('/v1/account'), 200);
  });

  test('a key without the scope of the call is INSUFFICIENT_SCOPE (403)', async () => {
    const owner = await subject.owner();
    const scopes = ['jobs:write', 'jobs:read', 'account:read'];
    for (const scope of scopes) {
      const caller = await owner.limitedTo(...scopes.filter((one) => one !== scope));
      for (const { method, access } of byKey.filter((one) => one.access.scope === scope)) {
        const answer = await caller.call(method, concrete(access));
        refused(answer, 403, 'INSUFFICIENT_SCOPE', scope);
        assert.equal(answer.headers.get('x-ratelimit-limit'), null);
      }
    }
  });

  test('each scope grants its calls', async () => {
    const owner = await subject.owner();
    const writer = await owner.limitedTo('jobs:write');
    const reader = await owner.limitedTo('jobs:read');
    const accountant = await owner.limitedTo('account:read');
    const { job_id: id } = accepted(await writer.post('/v1/jobs', job), 202);

    accepted(await reader.get('/v1/jobs'), 200);
    accepted(await reader.get(`/v1/jobs/${id}`), 200);
    accepted(await reader.get('/v1/batch'), 200);
    refused(await reader.get('/v1/frames/job_0/sheet-1.jpg'), 404, 'NOT_FOUND');
    accepted(await accountant.get('/v1/account'), 200);
    accepted(await accountant.get('/v1/usage'), 200);

    const upload = { content_type: 'video/mp4', size_bytes: 1 };
    accepted(await writer.post('/v1/uploads/presign', upload), 200);
  });

  test('cancel needs jobs:write', async () => {
    const owner = await subject.owner();
    const reader = await owner.limitedTo('jobs:read', 'account:read');
    const { job_id: id } = await owner.job();
    refused(await reader.post(`/v1/jobs/${id}/cancel`), 403, 'INSUFFICIENT_SCOPE');
    refused(await reader.delete(`/v1/jobs/${id}`), 403, 'INSUFFICIENT_SCOPE');
    refused(await reader.post('/v1/batch/batch_0/cancel'), 403, 'INSUFFICIENT_SCOPE');

    const writer = await owner.limitedTo('jobs:write');
    accepted(await writer.post(`/v1/jobs/${id}/cancel`), 200);
  });

  test('a replay shows results only to a key that may read them', async () => {
    const owner = await subject.owner();
    const key = { 'Idempotency-Key': 'once' };
    const { job_id: id } = await owner.job({}, key);
    await subject.worker.complete(id);

    const writer = await owner.limitedTo('jobs:write');
    const body = { url: videoUrl, capabilities: ['transcription'] };
    const seen = accepted(await writer.post('/v1/jobs', body, key), 200);
    assert.deepEqual([seen.job_id, seen.status, seen.results], [id, 'completed', undefined]);
    assert.ok(accepted(await owner.post('/v1/jobs', body, key), 200).results);
  });

  test('a job or batch of another workspace is reported as not found', async () => {
    const owner = await subject.owner();
    const other = await subject.owner();
    const { job_id: id } = await owner.job();
    const { batch_id: batch } = await owner.batch();

    refused(await other.get(`/v1/jobs/${id}`), 404, 'JOB_NOT_FOUND');
    refused(await other.post(`/v1/jobs/${id}/cancel`), 404, 'JOB_NOT_FOUND');
    refused(await other.delete(`/v1/jobs/${id}`), 404, 'JOB_NOT_FOUND');
    refused(await other.get(`/v1/batch/${batch}`), 404, 'BATCH_NOT_FOUND');
    refused(await other.post(`/v1/batch/${batch}/cancel`), 404, 'BATCH_NOT_FOUND');
    assert.deepEqual(accepted(await other.get('/v1/jobs'), 200), []);
    assert.deepEqual(accepted(await other.get('/v1/batch'), 200), []);
    assert.equal((await owner.read(id)).status, 'pending');
  });

  test('the operator needs its token: a missing or wrong one is INVALID_API_KEY (401)', async () => {
    const owner = await subject.owner();
    for (const { method, access } of calls.filter((call) => call.access.by === 'operator')) {
      refused(await subject.stranger.call(method, concrete(access)), 401, 'INVALID_API_KEY');
      refused(await owner.call(method, concrete(access)), 401, 'INVALID_API_KEY');
      const headers = { Authorization: 'Bearer wrong' };
      refused(await owner.call(method, concrete(access), { headers }), 401, 'INVALID_API_KEY');
    }
  });
});

describe('Order of refusals', () => {
  const tooLarge = 'x'.repeat(10_241);

  test('the key comes before everything else', async () => {
    const answer = await subject.stranger.call('POST', '/v1/jobs', { body: tooLarge });
    refused(answer, 401, 'INVALID_API_KEY');
  });

  test('the scope comes before the size of the body', async () => {
    const owner = await subject.owner();
    const reader = await owner.limitedTo('jobs:read');
    refused(await reader.call('POST', '/v1/jobs', { body: tooLarge }), 403, 'INSUFFICIENT_SCOPE');
  });

  test('the scope comes before the rate limit, the rate limit before the size of the body', async () => {
    const owner = await subject.owner('free');
    const reader = await owner.limitedTo('jobs:read');
    // More than the burst, and all at once, so that no token is refilled in the meantime.
    await Promise.all(Array.from({ length: 30 }, () => owner.get('/v1/account')));
    refused(await owner.call('POST', '/v1/jobs', { body: tooLarge }), 429, 'RATE_LIMITED');
    refused(await reader.post('/v1/jobs', job), 403, 'INSUFFICIENT_SCOPE');
  });

  test('the size of the body comes before its JSON', async () => {
    const owner = await subject.owner();
    refused(await owner.call('POST', '/v1/jobs', { body: tooLarge }), 413, 'BODY_TOO_LARGE');
    const answer = await owner.call('POST', '/v1/jobs', { body: tooLarge.slice(1) });
    refused(answer, 422, 'VALIDATION_FAILED');
  });

  test('JSON comes before a known idempotency key, the key before the schema', async () => {
    const owner = await subject.owner();
    const headers = { 'Idempotency-Key': 'order' };
    const { job_id: id } = await owner.job({}, headers);
    refused(await owner.call('POST', '/v1/jobs', { headers, body: '{' }), 422, 'VALIDATION_FAILED');
    const replayed = accepted(await owner.post('/v1/jobs', { nonsense: true }, headers), 200);
    assert.equal(replayed.job_id, id);
  });

  test('a known idempotency key answers before plan and balance are looked at', async () => {
    const owner = await subject.owner('starter');
    const headers = { 'Idempotency-Key': 'plan' };
    const { job_id: id } = await owner.job({}, headers);
    await owner.change({ plan: 'free', past_due: true });
    const body = { ...job, webhook_url: 'https://example.com/hook' };
    assert.equal(accepted(await owner.post('/v1/jobs', body, headers), 200).job_id, id);
    refused(await owner.post('/v1/jobs', body), 403, 'MODE_NOT_ALLOWED');
  });

  test('within the schema: VALIDATION_FAILED, INVALID_CAPABILITIES, TOO_MANY_BRANDS, INVALID_SURFACE, INVALID_URL', async () => {
    const owner = await subject.owner();
    const faults: [string, Record<string, unknown>][] = [
      ['INVALID_URL', { url: 'https://example.com/video' }],
      ['INVALID_SURFACE', { surfaces: ['ceiling'] }],
      ['TOO_MANY_BRANDS', { brands: Array.from({ length: 51 }, () => 'x') }],
      ['INVALID_CAPABILITIES', { capabilities: ['custom_query'] }],
      ['VALIDATION_FAILED', { fps: 9 }],
    ];
    let body: Record<string, unknown> = { ...job };

    for (const [code, field] of faults) {
      body = { ...body, ...field };
      refused(await owner.post('/v1/jobs', body), 422, code as 'INVALID_URL');
    }
  });

  test('the schema comes before the plan, features before quantities', async () => {
    const owner = await subject.owner('free');
    const manyQueries = Array.from({ length: 4 }, (_, index) => `q${index}`);
    const body = {
      url: videoUrl,
      capabilities: ['brands', 'custom_query'],
      queries: manyQueries,
      webhook_url: 'https://example.com/hook',
    };
    const post = (fields: Record<string, unknown>): Promise<Answer> =>
      owner.post('/v1/jobs', { ...body, ...fields });

    refused(await post({ url: 'nonsense://x' }), 422, 'INVALID_URL');
    refused(await post({}), 403, 'MODE_NOT_ALLOWED');
    refused(await post({ webhook_url: null }), 403, 'PLAN_REQUIRED');
    refused(await post({ webhook_url: null, brands: ['Nike'] }), 422, 'TOO_MANY_QUERIES');
  });

  test('quantities come before uploads and from_job, those before the address of webhook_url', async () => {
    const owner = await subject.owner('pro');
    const many = Array.from({ length: 11 }, (_, index) => `q${index}`);
    const body = {
      upload_key: 'uploads/ws_x/y/video.mp4',
      capabilities: ['custom_query'],
      queries: many,
      from_job: 'job_0',
      webhook_url: 'http://10.0.0.1/hook',
    };
    refused(await owner.post('/v1/jobs', body), 422, 'TOO_MANY_QUERIES');

    const few = { ...body, queries: ['q'] };
    refused(await owner.post('/v1/jobs', few), 422, 'VALIDATION_FAILED', 'upload_key');

    const linked = { ...few, upload_key: null, url: videoUrl };
    refused(await owner.post('/v1/jobs', linked), 422, 'VALIDATION_FAILED', 'from_job');

    const lone = { ...linked, from_job: null };
    refused(await owner.post('/v1/jobs', lone), 422, 'VALIDATION_FAILED', 'webhook_url');
  });

  test('the account comes last: SUBSCRIPTION_PAST_DUE, INSUFFICIENT_CREDITS, CONCURRENT_LIMIT_REACHED', async () => {
    const owner = await subject.owner('free');
    await subject.worker.claim((await owner.job()).job_id);
    await owner.change({ past_due: true });

    const invalid = { ...job, from_job: 'job_0' };
    refused(await owner.post('/v1/jobs', invalid), 422, 'VALIDATION_FAILED', 'from_job');
    refused(await owner.post('/v1/jobs', job), 402, 'SUBSCRIPTION_PAST_DUE');
    await owner.change({ past_due: false });
    refused(await owner.post('/v1/jobs', job), 429, 'CONCURRENT_LIMIT_REACHED');

    const empty = await subject.owner('scale', 0);
    await empty.change({ past_due: true });
    refused(await empty.post('/v1/jobs', job), 402, 'SUBSCRIPTION_PAST_DUE');
    await empty.change({ past_due: false });
    refused(await empty.post('/v1/jobs', job), 402, 'INSUFFICIENT_CREDITS');
  });
});

describe('Request bodies', () => {
  /** A valid body of exactly this size. */
  const sized = (bytes: number, filler: string): string => {
    const text = JSON.stringify(job);
    const space = bytes - Buffer.byteLength(text);
    const count = Math.floor(space / Buffer.byteLength(filler));
    return text + filler.repeat(count) + ' '.repeat(space - count * Buffer.byteLength(filler));
  };

  test('10,240 bytes are accepted, 10,241 are BODY_TOO_LARGE (413)', async () => {
    const owner = await subject.owner();
    const send = (body: string): Promise<Answer> => owner.call('POST', '/v1/jobs', { body });
    accepted(await send(sized(10_240, ' ')), 202);
    refused(await send(sized(10_241, ' ')), 413, 'BODY_TOO_LARGE');

    for (const path of ['/v1/batch', '/v1/uploads/presign']) {
      const body = sized(10_241, ' ');
      refused(await owner.call('POST', path, { body }), 413, 'BODY_TOO_LARGE');
    }
  });

  test('the limit counts bytes, not characters', async () => {
    const owner = await subject.owner();
    const body = (bytes: number): string => {
      const rest = JSON.stringify({ ...job, brands: [''] });
      const room = bytes - Buffer.byteLength(rest);
      const text = '😀'.repeat(Math.floor(room / 4)) + 'x'.repeat(room % 4);
      return JSON.stringify({ ...job, brands: [text] });
    };
    assert.equal(Buffer.byteLength(body(10_241)), 10_241);
    refused(await owner.call('POST', '/v1/jobs', { body: body(10_241) }), 413, 'BODY_TOO_LARGE');

    const answer = await owner.call('POST', '/v1/jobs', { body: body(10_240) });
    refused(answer, 422, 'VALIDATION_FAILED', 'brands');
  });

  test('a body without Content-Length is counted as it comes', async () => {
    const owner = await subject.owner();
    const chunked = (bytes: number) => {
      const text = sized(bytes, ' ');
      return chunkedRequest(owner.apiKey, [text.slice(0, 5000), text.slice(5000)]);
    };
    assert.match(await chunked(10_240), /^HTTP\/1.1 202 /);
    assert.match(await chunked(10_241), /^HTTP\/1.1 413 /);
  });

  test('a body of megabytes is refused with an answer, not with a reset', async () => {
    const owner = await subject.owner();
    const body = 'x'.repeat(3_000_000);
    refused(await owner.call('POST', '/v1/jobs', { body }), 413, 'BODY_TOO_LARGE');
  });

  test('malformed JSON is VALIDATION_FAILED (422)', async () => {
    const owner = await subject.owner();
    const bodies = ['{', '{"url":}', "{'url':1}", '{"url":1,}', 'NaN', '{"a":1}{', 'undefined', ''];
    for (const body of bodies) {
      const answer = await owner.call('POST', '/v1/jobs', { body });
      refused(answer, 422, 'VALIDATION_FAILED', 'body');
    }
  });

  test('a body that is not UTF-8 is VALIDATION_FAILED (422)', async () => {
    const owner = await subject.owner();
    for (const byte of [0xff, 0xc0, 0xed]) {
      const body = Buffer.concat([Buffer.from('{"url":"'), Buffer.from([byte]), Buffer.from('"}')]);
      refused(await owner.call('POST', '/v1/jobs', { body }), 422, 'VALIDATION_FAILED', 'body');
    }
  });

  test('a body that is not an object is VALIDATION_FAILED (422)', async () => {
    const owner = await subject.owner();
    for (const json of [[], [job], null, true, 1, 'text']) {
      const answer = await owner.call('POST', '/v1/jobs', { body: JSON.stringify(json) });
      refused(answer, 422, 'VALIDATION_FAILED', 'body');
    }
  });

  test('no body at all is VALIDATION_FAILED (422)', async () => {
    const owner = await subject.owner();
    for (const path of ['/v1/jobs', '/v1/batch', '/v1/uploads/presign']) {
      refused(await owner.call('POST', path), 422, 'VALIDATION_FAILED', 'body');
    }
  });

  test('another content type than JSON is VALIDATION_FAILED (422)', async () => {
    const owner = await subject.owner();
    const body = JSON.stringify(job);

    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'x']) {
      const call = { body, headers: { 'Content-Type': type } };
      const answer = await owner.call('POST', '/v1/jobs', call);
      refused(answer, 422, 'VALIDATION_FAILED');
    }

    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
    ]) {
      const call = { body, headers: { 'Content-Type': type } };
      accepted(await owner.call('POST', '/v1/jobs', call), 202);
    }
  });

  test('a compressed body is VALIDATION_FAILED (422), and why is said', async () => {
    const owner = await subject.owner();
    const body = new Uint8Array(gzipSync(JSON.stringify(job)));
    const headers = { 'Content-Encoding': 'gzip' };
    const answer = await owner.call('POST', '/v1/jobs', { body, headers });
    refused(answer, 422, 'VALIDATION_FAILED', 'without compression');
    const plain = { json: job, headers: { 'Content-Encoding': 'identity' } };
    accepted(await owner.call('POST', '/v1/jobs', plain), 202);
  });

  test('an unknown field is VALIDATION_FAILED (422) and named', async () => {
    const owner = await subject.owner();
    for (const name of ['colour', '__proto__', 'constructor', 'toString', 'URL', '']) {
      const body = `${JSON.stringify(job).slice(0, -1)},${JSON.stringify(name)}:{"a":1}}`;
      const answer = await owner.call('POST', '/v1/jobs', { body });
      refused(answer, 422, 'VALIDATION_FAILED', name);
    }
  });

  test('a message names an unknown field first, with the one that was probably meant, then what else is wrong', async () => {
    const owner = await subject.owner();
    const messages: [path: string, body: Json, expected: string][] = [
      [
        '/v1/jobs',
        { upload_key: 'k', capabilites: ['summary'] },
        'capabilites: unknown field; did you mean capabilities? capabilities: must be given, or a preset that has them.',
      ],
      [
        '/v1/batch',
        { uploads: [{ key: 'k', fileName: 'a' }], capabilities: ['summary'] },
        'uploads.0.fileName: unknown field; did you mean filename? uploads.0.filename: must be given.',
      ],
      [
        '/v1/reports',
        { job_ids: [], formats: ['docx'], cpm_usd: -1 },
        'job_ids: must have at least 1 item. formats.0: must be one of html, pdf, csv, json, xlsx, pptx. cpm_usd: must be at least 0.',
      ],
      ['/v1/exposure', { job_ids: 'job_1' }, 'job_ids: expected array, received string.'],
      [
        '/v1/jobs',
        { ...job, 'a\nb': 1, fps: 9, language: '' },
        'a\nb: unknown field. language: must not be empty. fps: must be at most 4.',
      ],
    ];
    for (const [path, body, expected] of messages) {
      const answer = await owner.post(path, body);
      refused(answer, 422, 'VALIDATION_FAILED');
      assert.equal(answer.json.error.message, expected.replace('a\nb', '"a\\nb"'));
    }
  });

  test('a refused address of a webhook is named by the field it came in', async () => {
    const owner = await subject.owner();
    const url = 'http://localhost:1/hook';
    const hint = 'for development the operator may set REELSIGHT_ALLOW_PRIVATE_WEBHOOKS=true';

    for (const [path, field, body] of [
      ['/v1/webhooks/test', 'url', { url }],
      ['/v1/jobs', 'webhook_url', { ...job, webhook_url: url }],
    ] as const) {
      const answer = await owner.post(path, body);
      refused(answer, 422, 'VALIDATION_FAILED');
      assert.equal(answer.json.error.message, `${field}: must use https; ${hint}`);
    }
  });

  test('one message tells of five problems at most, and of no more than 60 characters of a name', async () => {
    const owner = await subject.owner();
    const strange = Object.fromEntries(many(40).map((name) => [`strange_${name}`, 1]));
    const { message } = (await owner.post('/v1/jobs', { ...job, ...strange })).json.error;
    assert.equal(message.match(/unknown field/g)?.length, 5);
    const long = await owner.post('/v1/jobs', { ...job, ['x'.repeat(5000)]: 1 });
    refused(long, 422, 'VALIDATION_FAILED', `"${'x'.repeat(60)}": unknown field.`);
    assert.ok(long.json.error.message.length < 100);
  });

  test('of a duplicate key the last value counts', async () => {
    const owner = await subject.owner();
    const body = `{"capabilities":["nonsense"],"url":"${videoUrl}","capabilities":["summary"]}`;
    const made = accepted(await owner.call('POST', '/v1/jobs', { body }), 202);
    assert.deepEqual(made.capabilities, ['summary']);
  });

  test('calls without a body ignore what is sent', async () => {
    const owner = await subject.owner();
    for (const call of [{}, { json: {} }, { body: '' }, { body: 'nonsense' }]) {
      const { job_id: id } = await owner.job();
      accepted(await owner.call('POST', `/v1/jobs/${id}/cancel`, call), 200);
    }
  });
});

function chunkedRequest(apiKey: string, parts: string[]): Promise<string> {
  const chunks = parts.map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`);
  const head = [
    'POST /v1/jobs HTTP/1.1',
    'Host: localhost',
    `X-Api-Key: ${apiKey}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  return raw(`${head.join('\r\n')}\r\n\r\n${chunks.join('')}0\r\n\r\n`);
}

/** Sends bytes and returns the first part of the answer. */
function raw(text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(subject.service.apiUrl).port), '127.0.0.1');
  socket.setTimeout(10_000, () => reject(new Error('no answer')));
  socket.on('error', reject).on('close', () => reject(new Error('closed without an answer')));
  socket.once('data', (bytes) => {
    resolve(bytes.toString());
    socket.destroy();
  });
  socket.write(text);

  return promise;
}

describe('Errors', () => {
  test('every answer carries meta.request_id and the header X-Request-Id, each its own', async () => {
    const owner = await subject.owner();
    const answers = [
      await owner.get('/v1/jobs'),
      await owner.get('/v1/jobs/job_0'),
      await owner.post('/v1/jobs', {}),
      await subject.stranger.get('/v1/jobs'),
      await subject.stranger.get('/nowhere'),
      await subject.stranger.get('/healthz'),
      await subject.stranger.get('/readyz'),
      await subject.operator.get('/admin/v1/workspaces'),
      await subject.operator.get('/admin/v1/nothing'),
    ];
    const ids = answers.map(({ headers, json }) => {
      const id = headers.get('x-request-id');
      assert.match(id ?? '', /^req_/);
      assert.equal(json.meta.request_id, id);
      return id;
    });

    assert.equal(new Set(ids).size, ids.length);
  });

  test('an unknown route is NOT_FOUND (404)', async () => {
    const owner = await subject.owner();
    const unknown = [
      'GET /v1/nothing',
      'GET /v1',
      'GET /v2/jobs',
      'DELETE /v1/keys/key_0',
      'POST /v1/webhook-secret',
      'GET /v1/members',
      'GET /v1/audit',
    ];
    for (const line of unknown) {
      const [method = '', path = ''] = line.split(' ');
      refused(await owner.call(method, path), 404, 'NOT_FOUND');
    }
  });

  test('a known path with a wrong method is METHOD_NOT_ALLOWED (405), and names the right ones', async () => {
    const owner = await subject.owner();
    const wrong = {
      'PUT /v1/jobs': 'GET, HEAD, POST',
      'DELETE /v1/jobs': 'GET, HEAD, POST',
      'PUT /v1/batch/batch_0': 'GET, HEAD, PATCH',
      'GET /v1/uploads/presign': 'POST',
      'GET /v1/jobs/job_0/cancel': 'POST',
      'POST /v1/account?x=y': 'GET, HEAD',
      'PUT /v1/follows': 'GET, HEAD, POST',
      'POST /v1/keys': 'GET, HEAD',
    };
    for (const [line, allowed] of Object.entries(wrong)) {
      const [method = '', path = ''] = line.split(' ');
      const answer = await owner.call(method, path);
      refused(answer, 405, 'METHOD_NOT_ALLOWED');
      assert.equal(answer.headers.get('allow'), allowed, line);
      refused(await subject.stranger.call(method, path), 401, 'INVALID_API_KEY');
    }

    const operator = await subject.operator.call('PUT', '/admin/v1/workspaces');
    refused(operator, 405, 'METHOD_NOT_ALLOWED');
  });

  test('an unknown path under /v1 without a key is INVALID_API_KEY (401)', async () => {
    for (const path of ['/v1/nothing', '/v1/jobs/%zz', '/v1/', '/v1?x', '/v1/a/b/c']) {
      refused(await subject.stranger.get(path), 401, 'INVALID_API_KEY');
    }
    refused(await subject.stranger.get('/nothing'), 404, 'NOT_FOUND');
    refused(await subject.stranger.get('/admin/v1/nothing'), 401, 'INVALID_API_KEY');
  });

  test('an unknown path is refused as such before its body is looked at', async () => {
    const owner = await subject.owner();
    const large = { name: 'x'.repeat(20_000) };
    refused(await owner.post('/v1/nothing', large), 404, 'NOT_FOUND');
    refused(await subject.stranger.post('/v1/nothing', large), 401, 'INVALID_API_KEY');
  });

  test('ids of any form are not found, never a fault', async () => {
    const owner = await subject.owner();
    const ids = [
      'x',
      'job_',
      'JOB_0',
      'job_0%00',
      '%F0%9F%98%80',
      "'--",
      'job_0'.repeat(500),
      'batch_0',
      '%zz',
      '..%2f..',
      '__proto__',
    ];
    for (const id of ids) {
      for (const path of [`/v1/jobs/${id}`, `/v1/batch/${id}`, `/v1/frames/${id}`]) {
        const answer = await owner.get(path);
        assert.equal(answer.status, 404, `${path}: ${answer.text}`);
      }
    }

    refused(await owner.get(`/v1/jobs/${'a'.repeat(3000)}`), 404, 'JOB_NOT_FOUND');
  });

  test('what is not HTTP is answered in the envelope', async () => {
    const answer = await raw('nonsense\r\n\r\n');
    assert.match(answer, /^HTTP\/1.1 400 /);
    assert.match(answer, /"code":"VALIDATION_FAILED".*"request_id":"req_/);
  });

  test('an address that is too long to be read is told how long it may be', async () => {
    const answer = await raw(`GET /v1/jobs/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: here\r\n\r\n`);
    assert.match(answer, /^HTTP\/1.1 431 /);
    assert.match(
      answer,
      /"code":"VALIDATION_FAILED","message":"The address and the headers .* 16 KB/,
    );
  });
});

describe('Rate limiting', () => {
  const bursts = { free: 15, starter: 45, pro: 90, scale: 450 } as const;

  /** Makes it appear to the bucket that `seconds` have passed; the bucket uses the database's clock. */
  const pass = (tenantId: string, seconds: number): Promise<unknown> =>
    subject.domain.db.query(
      `update rate_buckets set filled_at = filled_at - make_interval(secs => $2) where workspace_id = $1`,
      [tenantId, seconds],
    );
  /** Stops refilling for an hour, however slow the machine is. */
  const freeze = (tenantId: string): Promise<unknown> => pass(tenantId, -3600);

  test('successful answers carry the burst and what is left of it, this request counted', async () => {
    for (const [plan, burst] of Object.entries(bursts)) {
      const owner = await subject.owner(plan as keyof typeof bursts);
      for (const left of [burst - 1, burst - 2]) {
        const { headers } = await owner.get('/v1/account');
        assert.equal(headers.get('x-ratelimit-limit'), String(burst));
        assert.equal(headers.get('x-ratelimit-remaining'), String(left));
        await freeze(owner.tenantId);
      }
    }
  });

  test('an idle client may spend a full burst at once; the next call is RATE_LIMITED (429)', async () => {
    for (const plan of ['free', 'starter'] as const) {
      const owner = await subject.owner(plan);
      const burst = bursts[plan];

      accepted(await owner.get('/v1/account'), 200);
      await freeze(owner.tenantId);
      for (const answer of await spend(owner, burst - 1)) accepted(answer, 200);
      refused(await owner.get('/v1/account'), 429, 'RATE_LIMITED');
    }
  });

  test('on 429 there is Retry-After: 60 and no X-RateLimit header', async () => {
    const owner = await subject.owner('free');
    const sent = Array.from({ length: 17 }, () => owner.get('/v1/jobs'));
    const last = (await Promise.all(sent)).find(({ status }) => status === 429);

    assert.ok(last);
    refused(last, 429, 'RATE_LIMITED');
    assert.equal(last.headers.get('retry-after'), '60');
    assert.equal(last.headers.get('x-ratelimit-limit'), null);
    assert.equal(last.headers.get('x-ratelimit-remaining'), null);
  });

  const spend = (caller: { get(path: string): Promise<Answer> }, count: number) =>
    Promise.all(Array.from({ length: count }, () => caller.get('/v1/account')));

  test('the bucket refills at the sustained rate, up to the burst', async () => {
    const owner = await subject.owner('free');
    await spend(owner, 15);
    await pass(owner.tenantId, 12.1);

    const after = await spend(owner, 4);
    assert.ok(after.filter(({ status }) => status === 200).length >= 2);
    assert.ok(after.filter(({ status }) => status === 429).length >= 1);
    await pass(owner.tenantId, 100_000);

    const { headers } = await owner.get('/v1/account');
    assert.equal(headers.get('x-ratelimit-remaining'), '14');
  });

  test('one bucket per workspace, shared by its keys', async () => {
    const owner = await subject.owner('free');
    const other = await owner.limitedTo('account:read');

    await spend(owner, 10);
    const { headers } = await other.get('/v1/account');
    assert.ok(Number(headers.get('x-ratelimit-remaining')) <= 5);
    await spend(owner, 10);
    refused(await other.get('/v1/account'), 429, 'RATE_LIMITED');
    accepted(await (await subject.owner('free')).get('/v1/account'), 200);
  });

  test('a change of plan changes the limit at once', async () => {
    const owner = await subject.owner('free');
    await owner.get('/v1/account');
    await owner.change({ plan: 'scale' });
    const { headers } = await owner.get('/v1/account');
    assert.equal(headers.get('x-ratelimit-limit'), '450');
  });

  test('refusals count, and carry the headers of the bucket', async () => {
    const owner = await subject.owner('free');
    const answer = await owner.post('/v1/jobs', {});
    assert.equal(answer.headers.get('x-ratelimit-limit'), '15');
    assert.equal(answer.headers.get('x-ratelimit-remaining'), '14');
  });
});

describe('Running', () => {
  test('health, readiness, metrics and the OpenAPI document need no key', async () => {
    assert.equal((await subject.stranger.get('/healthz')).status, 200);
    assert.equal((await subject.stranger.get('/readyz')).status, 200);
    assert.equal((await subject.stranger.get('/metrics')).status, 200);
    const document = await subject.stranger.get('/openapi.json');
    assert.equal(document.status, 200);
    assert.match(document.json.openapi, /^3\.1/);
  });
});
