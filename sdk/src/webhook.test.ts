/** Tests that a delivery is accepted only with a valid signature and a recent time. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { type VerifyOptions, verifyWebhook, WebhookVerificationError } from './webhook.ts';

const secretOf = (text: string): string => `whsec_${Buffer.from(text).toString('base64')}`;
const secret = secretOf('0123456789abcdef0123456789abcdef');
const older = secretOf('fedcba9876543210fedcba9876543210');
const foreign = secretOf('00000000000000000000000000000000');
const body =
  '{"event":"job.completed","event_id":"evt_1","created_at":"2026-11-21T00:00:00.000Z","job_id":"job_1","note":"größer"}';
const nowMs = Date.UTC(2026, 10, 21);
const nowSeconds = nowMs / 1000;

function standardOf(by: string, text: string, timestamp: number | string): string {
  const key = Buffer.from(by.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`evt_1.${timestamp}.${text}`).digest('base64')}`;
}

function signed(text = body, timestamp: number | string = nowSeconds) {
  return {
    own: createHmac('sha256', secret).update(text).digest('hex'),
    standard: standardOf(secret, text, timestamp),
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

const verify = (
  given: Record<string, string>,
  options: VerifyOptions = {},
  by: string | string[] = secret,
) => verifyWebhook(body, given, by, { nowMs, ...options });

const refused = (
  given: Record<string, string>,
  message: RegExp,
  { text = body, ...options }: VerifyOptions & { text?: string | Uint8Array } = {},
) =>
  assert.rejects(verifyWebhook(text, given, secret, { nowMs, ...options }), (error: Error) => {
    assert.ok(error instanceof WebhookVerificationError, String(error));
    assert.match(error.message, message);
    return true;
  });

describe('Signatures', () => {
  test('the Standard Webhooks headers are enough, in an object or Headers, for text or bytes', async () => {
    const { own: _, ...standard } = signed();
    assert.equal((await verify(headers(standard))).event, 'job.completed');
    const bytes = new TextEncoder().encode(body);
    const event = await verifyWebhook(bytes, new Headers(headers(signed())), secret, { nowMs });
    assert.equal(event.event_id, 'evt_1');
  });

  test('the vector that the libraries of Standard Webhooks share has a good signature', async () => {
    const given = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const by = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const options = { nowMs: 1614265330_000 };

    // The signature is valid, but the body is not a Reelsight event.
    await assert.rejects(
      verifyWebhook('{"test": 2432232314}', given, by, options),
      /signed, but it is no event/,
    );
    await assert.rejects(verifyWebhook('{"test": 1}', given, by, options), /does not match/);
  });

  test('an unsigned, altered, foreign or truncated delivery is refused', async () => {
    await refused({}, /missing/);
    await refused(headers(signed()), /does not match/, { text: body.replace('job_1', 'job_2') });
    await refused(headers(signed('other')), /does not match/);
    await refused(headers({ ...signed(), standard: 'v1,AAAA' }), /does not match/);
    await refused(headers({ ...signed(), id: 'evt_2' }), /does not match/);
    await refused(headers({ ...signed(), standard: signed().standard.slice(3) }), /not match/);
    await assert.rejects(verify(headers(signed()), {}, foreign), WebhookVerificationError);
  });
});

describe('Time', () => {
  test('without its headers a delivery is refused, however good X-Service-Signature is', async () => {
    const { own, standard, id, timestamp } = signed();
    await refused(headers({ own }), /webhook-id is missing/);
    await refused(headers({ own, id, timestamp }), /webhook-signature is missing/);
    await refused(headers({ own, standard, id }), /webhook-timestamp is missing/);
  });

  test('allowUntimed accepts X-Service-Signature alone, and nothing worse', async () => {
    const allowUntimed = true;
    const { own, ...standard } = signed();
    assert.equal((await verify(headers({ own }), { allowUntimed })).event, 'job.completed');
    assert.ok(await verify(headers(standard), { allowUntimed }));
    await refused({}, /not signed/, { allowUntimed });
    await refused(headers({ own: own.slice(0, 62) }), /X-Service/, { allowUntimed });
    await refused(headers({ own: 'not hex' }), /X-Service/, { allowUntimed });
    await refused(headers({ own: signed('other').own }), /X-Service/, { allowUntimed });

    // If the Standard Webhooks headers are present, they must be valid, even with `allowUntimed`.
    const old = signed(body, nowSeconds - 301);
    await refused(headers(old), /within 300 s/, { allowUntimed });
    await refused(headers({ ...signed(), standard: 'v1,AAAA' }), /not match/, { allowUntimed });
  });

  test('age and lead are bounded', async () => {
    for (const seconds of [-301, 301, 365 * 86_400, -365 * 86_400])
      await refused(headers(signed(body, nowSeconds + seconds)), /within 300 s/);
    for (const seconds of [-299, 299])
      assert.ok(await verify(headers(signed(body, nowSeconds + seconds))));
    const tight = { toleranceSeconds: 10 };
    await refused(headers(signed(body, nowSeconds - 11)), /within 10 s/, tight);
  });

  test('what is no number of seconds is no time', async () => {
    for (const time of ['1e9', 'Infinity', `${nowSeconds}.5`, ` ${nowSeconds}`, `+${nowSeconds}`])
      await refused(headers(signed(body, time)), /webhook-timestamp/);
  });

  test('a tolerance without bound is a mistake', async () => {
    for (const toleranceSeconds of [Number.POSITIVE_INFINITY, Number.NaN, -1])
      await assert.rejects(verify(headers(signed()), { toleranceSeconds }), TypeError);
  });
});

describe('Rotation', () => {
  test('one of several listed signatures may match', async () => {
    const { own: _, ...standard } = signed();
    const list = `v1,AAAA v2,x ${standardOf(foreign, body, nowSeconds)} ${standard.standard}`;
    assert.ok(await verify(headers({ ...standard, standard: list })));
  });

  test('one of several given secrets may match', async () => {
    assert.ok(await verify(headers(signed()), {}, [older, secret]));
    assert.ok(await verify(headers(signed()), {}, [secret, older]));
    const { own } = signed();
    assert.ok(await verify(headers({ own }), { allowUntimed: true }, [older, secret]));
    await assert.rejects(verify(headers(signed()), {}, [older, foreign]), /does not match/);
  });

  test('who still has the old secret only accepts what both have signed', async () => {
    const { own, standard, ...rest } = signed();
    const both = `${standard} ${standardOf(older, body, nowSeconds)}`;
    // X-Service-Signature is made with the new secret only.
    assert.ok(await verify(headers({ own, standard: both, ...rest }), {}, older));
  });
});

describe('Mistakes', () => {
  const mistaken = (given: unknown, by: unknown, message: RegExp) =>
    assert.rejects(
      verifyWebhook(given as string, headers(signed()), by as string, { nowMs }),
      (error: Error) => {
        assert.ok(error instanceof TypeError, String(error));
        assert.match(error.message, message);
        return true;
      },
    );

  test('a body that was parsed already is told', async () => {
    for (const given of [JSON.parse(body), [], null, undefined, 5])
      await mistaken(given, secret, /rawBody: must be the body as received/);
  });

  test('a secret that is none is told', async () => {
    for (const by of ['', [''], [secret, '']]) await mistaken(body, by, /secret: is empty/);
    for (const by of [undefined, null, []]) await mistaken(body, by, /secret: give/);
    await mistaken(body, secret.slice('whsec_'.length), /begin with whsec_/);
    await mistaken(body, [secret, 'rs_live_x'], /begin with whsec_/);
    for (const by of ['whsec_', 'whsec_%%%']) await mistaken(body, by, /not base64/);
  });

  test('an empty body is refused', async () => {
    for (const text of ['', new Uint8Array()])
      await refused(headers(signed('')), /body is empty/, { text });
  });

  test('signed text that is no event of ours is refused', async () => {
    const others = ['nonsense', 'null', '5', '[]', '{}', '{"event":1,"event_id":"evt_1"}'];
    for (const text of [...others, '{"event":"job.completed"}'])
      await refused(headers(signed(text)), /no event of ours/, { text });
  });
});

test('an event of a later kind is given as it is, and known kinds are narrowed', async () => {
  const text = body.replace('job.completed', 'job.sneezed');
  const later = await verifyWebhook(text, headers(signed(text)), secret, { nowMs });
  assert.deepEqual(later, JSON.parse(text));

  const event = await verify(headers(signed()));
  // Checks the types: `job_id` is a string for this kind, and unknown kinds may have any fields.
  const known: string = event.event === 'job.completed' ? event.job_id : '';
  assert.equal(known, 'job_1');

  const kind: string = event.event;
  assert.equal(kind, 'job.completed');
});
