/** Pages of other origins may make calls with a key if the operator allows their origin, and no other calls. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../server/src/wiring/start/free-port.ts';
import { startTestService, type TestService } from '../../server/testing/service.ts';

const app = 'https://app.example.com';
const stranger = 'https://evil.example';

/** Sends the preflight request that a browser makes before a call with these headers. */
const ask = (url: string, origin: string, method = 'POST') =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'x-api-key,content-type,idempotency-key,prefer',
    },
  });

const allowed = (response: Response) => response.headers.get('access-control-allow-origin');

describe('with origins allowed', () => {
  let service: TestService;
  let apiKey: string;
  before(async () => {
    const port = await freePort();
    // PUBLIC_URL makes the console's origin known to the upload host, which has another address.
    service = await startTestService({
      REELSIGHT_CORS_ORIGINS: `${app}, http://localhost:3000`,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    });
    ({ apiKey } = await service.workspace());
  });
  after(() => service.close());

  test('a page of one of them may ask, call, and read what the client needs', async () => {
    const asked = await ask(`${service.apiUrl}/v1/jobs`, app);
    assert.equal(asked.status, 204);
    assert.equal(allowed(asked), app);
    const headers = asked.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';

    for (const name of ['x-api-key', 'content-type', 'idempotency-key', 'prefer'])
      assert.ok(headers.split(', ').includes(name), name);

    for (const method of ['GET', 'POST', 'DELETE'])
      assert.ok(asked.headers.get('access-control-allow-methods')?.includes(method));

    assert.equal(asked.headers.get('access-control-allow-credentials'), null);

    const given = { origin: app, 'x-api-key': apiKey };
    const answered = await fetch(`${service.apiUrl}/v1/account`, { headers: given });
    assert.equal(answered.status, 200);
    assert.equal(allowed(answered), app);
    assert.equal(answered.headers.get('vary'), 'Origin');
    const exposed = answered.headers.get('access-control-expose-headers')?.split(', ') ?? [];

    for (const name of [
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'Retry-After',
      'Location',
      'Idempotency-Replayed',
      'ETag',
      'Preference-Applied',
    ])
      assert.ok(exposed.includes(name), name);
  });

  test('refusals can be read too', async () => {
    const { apiUrl } = service;
    const noKey = await fetch(`${apiUrl}/v1/account`, { headers: { origin: app } });
    assert.deepEqual([noKey.status, allowed(noKey)], [401, app]);

    const headers = { origin: app, 'x-api-key': apiKey };
    const unknown = await fetch(`${apiUrl}/v1/nothing`, { headers });
    assert.deepEqual([unknown.status, allowed(unknown)], [404, app]);

    const bad = await fetch(`${apiUrl}/v1/jobs`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{',
    });
    assert.deepEqual([bad.status, allowed(bad)], [422, app]);
  });

  test('other origins are told nothing, and a cache keeps them apart', async () => {
    const asked = await ask(`${service.apiUrl}/v1/jobs`, stranger);
    assert.equal(asked.status, 401);
    assert.equal(allowed(asked), null);

    const headers = { origin: stranger, 'x-api-key': apiKey };
    const answered = await fetch(`${service.apiUrl}/v1/account`, { headers });
    assert.equal(allowed(answered), null);
    assert.equal(answered.headers.get('vary'), 'Origin');
    // An origin that only begins like an allowed one is not allowed.
    assert.equal(allowed(await ask(`${service.apiUrl}/v1/jobs`, `${app}.evil.example`)), null);
  });

  test('what a session or the operator calls is never allowed', async () => {
    for (const path of ['/console/v1/session', '/admin/v1/workspaces', '/healthz', '/v1x']) {
      const asked = await ask(`${service.apiUrl}${path}`, app, 'GET');
      assert.equal(allowed(asked), null, path);
      const answered = await fetch(`${service.apiUrl}${path}`, { headers: { origin: app } });
      assert.equal(allowed(answered), null, path);
    }
  });

  test('the upload host takes files from pages of the console and of the allowed origins', async () => {
    const client = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const presigned = await fetch(`${service.apiUrl}/v1/uploads/presign`, {
      method: 'POST',
      headers: client,
      body: JSON.stringify({ content_type: 'video/mp4', size_bytes: 3 }),
    });
    const { data } = (await presigned.json()) as { data: { put_url: string } };

    for (const origin of [app, service.apiUrl])
      assert.equal(allowed(await ask(data.put_url, origin, 'PUT')), origin);

    assert.equal(allowed(await ask(data.put_url, stranger, 'PUT')), null);
    const put = await fetch(data.put_url, {
      method: 'PUT',
      headers: { origin: app, 'content-type': 'video/mp4' },
      body: 'abc',
    });
    assert.deepEqual([put.status, allowed(put)], [200, app]);
    assert.match(put.headers.get('access-control-expose-headers') ?? '', /ETag/);
  });
});

test('any origin may be allowed; without the setting none is', async () => {
  const any = await startTestService({ REELSIGHT_CORS_ORIGINS: '*' });
  try {
    assert.equal(allowed(await ask(`${any.apiUrl}/v1/jobs`, stranger)), '*');
  } finally {
    await any.close();
  }

  const none = await startTestService();
  try {
    const asked = await ask(`${none.apiUrl}/v1/jobs`, app);
    assert.deepEqual([asked.status, allowed(asked)], [401, null]);
  } finally {
    await none.close();
  }
});
