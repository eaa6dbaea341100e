/** Deliveries are believed only with a signature that holds, of either scheme, and a recent time. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verifyWebhook, WebhookVerificationError } from './webhook.ts';

const secretBytes = Buffer.from('0123456789abcdef0123456789abcdef');
const secret = `whsec_${secretBytes.toString('base64')}`;
const body = '{"event":"job.completed","job_id":"job_1","note":"größer"}';
const nowMs = Date.UTC(2026, 10, 21);

function signed(text = body, timestamp = nowMs / 1000) {
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data);
  return {
    own: hmac(secret, text).digest('hex'),
    standard: `v1,${hmac(secretBytes, `evt_1.${timestamp}.${text}`).digest('base64')}`,
    id: 'evt_1',
    timestamp: String(timestamp),
  };
}

function headers(parts: Partial<ReturnType<typeof signed>>): Record<string, string> {
  return {
    ...(parts.own && { 'X-Service-Signature': parts.own }),
    ...(parts.standard && { 'Webhook-Signature': parts.standard }),
    ...(parts.id && { 'webhook-id': parts.id }),
    ...(parts.timestamp && { 'webhook-timestamp': parts.timestamp }),
  };
}

const refused = (given: Record<string, string>, text: string | Uint8Array = body) =>
  assert.rejects(verifyWebhook(text, given, secret, { nowMs }), WebhookVerificationError);

test('either signature alone is enough, and both together', async () => {
  const { own, ...standard } = signed();
  for (const given of [headers({ own }), headers(standard), headers(signed())]) {
    const event = await verifyWebhook(body, given, secret, { nowMs });
    assert.equal(event.event, 'job.completed');
  }
});

test('bytes and a Headers object do as well', async () => {
  const bytes = new TextEncoder().encode(body);
  const event = await verifyWebhook(bytes, new Headers(headers(signed())), secret, { nowMs });
  assert.equal(event.event, 'job.completed');
});

test('an example of the Standard Webhooks specification is accepted', async () => {
  // github.com/standard-webhooks, the vector its libraries share.
  const event = await verifyWebhook(
    '{"test": 2432232314}',
    {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    { nowMs: 1614265330_000 },
  );
  assert.deepEqual(event, { test: 2432232314 });
});

test('one of several listed signatures may match, as while a secret is rotated', async () => {
  const { standard, id, timestamp } = signed();
  const given = headers({ standard: `v1,AAAA v2,x ${standard}`, id, timestamp });
  assert.ok(await verifyWebhook(body, given, secret, { nowMs }));
});

test('an unsigned, altered, foreign or truncated delivery is refused', async () => {
  await refused({});
  await refused(headers(signed()), body.replace('job_1', 'job_2'));
  await refused(headers({ own: signed('other').own }));
  await refused(headers({ own: signed().own.slice(0, 62) }));
  await refused(headers({ own: 'not hex' }));
});

test('a good signature does not excuse a bad one beside it', async () => {
  await refused(headers({ ...signed(), standard: 'v1,AAAA' }));
  await refused(headers({ ...signed(), own: '0'.repeat(64) }));
});

test('an old, early or missing time is refused', async () => {
  const seconds = nowMs / 1000;
  await refused(headers(signed(body, seconds - 301)));
  await refused(headers(signed(body, seconds + 301)));
  const { standard, id } = signed();
  await refused(headers({ standard, id }));
  assert.ok(await verifyWebhook(body, headers(signed(body, seconds - 299)), secret, { nowMs }));
});
