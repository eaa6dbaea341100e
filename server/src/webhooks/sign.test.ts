import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { signatureHeaders } from '@reelsight/contract/webhook-signature';
import fc from 'fast-check';
import { newWebhookSecret } from '../domain/workspaces/workspace.ts';

// Secret, id, time and body of the test vector in the Standard Webhooks reference libraries.
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  now: new Date(1_614_265_330_999),
  body: '{"test": 2432232314}',
};

test('the Standard Webhooks headers match the published vector', async () => {
  const headers = await signatureHeaders(vector);
  assert.equal(headers['webhook-id'], vector.eventId);
  assert.equal(headers['webhook-timestamp'], '1614265330');
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('X-Service-Signature is the hex HMAC-SHA256 of the body, keyed with the secret and its prefix', async () => {
  // The expected value was computed with Python's hmac module.
  const signature = async (body: string) =>
    (await signatureHeaders({ ...vector, body }))['X-Service-Signature'];
  assert.equal(
    await signature(vector.body),
    '80ec8a89ce3cd22133a1066caecb4d04fea7467657c8514d717ec42c38a5c94c',
  );
  assert.equal(
    await signature('{"title":"Füße 🎬"}'),
    '840e14f486892dade23ddfe9c5a5bc98aa9a14a7da4879984e15641a2d368a49',
  );
});

test('any change of body, secret, id or second changes the signature that covers it', async () => {
  const base = await signatureHeaders(vector);
  const other = (change: Partial<typeof vector>) => signatureHeaders({ ...vector, ...change });

  for (const change of [{ body: `${vector.body} ` }, { secret: newWebhookSecret() }]) {
    const changed = await other(change);
    assert.notEqual(changed['X-Service-Signature'], base['X-Service-Signature']);
    assert.notEqual(changed['webhook-signature'], base['webhook-signature']);
  }

  for (const change of [{ eventId: 'evt_1' }, { now: new Date(1_614_265_331_000) }]) {
    const changed = await other(change);
    assert.equal(changed['X-Service-Signature'], base['X-Service-Signature']);
    assert.notEqual(changed['webhook-signature'], base['webhook-signature']);
  }
});

test('a new secret is whsec_ and the base64 of 32 random bytes', () => {
  const secrets = new Set(Array.from({ length: 100 }, newWebhookSecret));
  assert.equal(secrets.size, 100);
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32);
  }
});

test('a receiver that knows only body, headers and secret can check both signatures', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.json(),
      fc.date({ noInvalidDate: true, min: new Date(0) }),
      async (body, now) => {
        const secret = newWebhookSecret();
        const headers = await signatureHeaders({ secret, body, eventId: 'evt_1', now });
        const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
        const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
        const expected = createHmac('sha256', key).update(Buffer.from(content)).digest('base64');
        assert.equal(headers['webhook-signature'], `v1,${expected}`);

        const plain = createHmac('sha256', secret).update(Buffer.from(body)).digest('hex');
        assert.equal(headers['X-Service-Signature'], plain);
      },
    ),
    { numRuns: 200 },
  );
});
