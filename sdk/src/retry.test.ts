/** Tests which calls are retried after which failures, how long the client waits, and when it gives up. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  cutShort,
  data,
  html,
  nowhere,
  refusal,
  reset,
  type Scripted,
  silence,
  startScripted,
} from '../../server/testing/sdk/scripted-server.ts';
import { drawShortPauses } from '../../server/testing/sdk/short-pauses.ts';
import {
  type AdminClient,
  ApiError,
  type Client,
  ConflictError,
  ConnectionError,
  createAdminClient,
  createClient,
  NotFoundError,
  RateLimitError,
  type Trouble,
} from './index.ts';

let drawAsUsual: () => void;
before(() => {
  drawAsUsual = drawShortPauses();
});
after(() => drawAsUsual());

const account = data({ tenant_id: 'ws_1' });
const job = (status: string) => data({ job_id: 'job_1', status });

interface Run {
  readonly requests: number;
  readonly troubles: readonly Trouble[];
  readonly outcome: unknown;
  readonly error: unknown;
  readonly ms: number;
  readonly keys: readonly unknown[];
  readonly lastPath: string | undefined;
}

async function run(
  answers: Scripted[],
  work: (client: Client, admin: AdminClient) => PromiseLike<unknown>,
  options: Parameters<typeof createClient>[0] = {},
): Promise<Run> {
  await using server = await startScripted(...answers);
  const troubles: Trouble[] = [];
  const common = {
    // The limit is short only if no answer is expected; otherwise a busy machine could exceed it.
    baseUrl: server.url,
    timeoutMs: answers.includes(silence) ? 500 : 30_000,
    ...options,
    onTrouble: (one: Trouble) => troubles.push(one),
  };
  const client = createClient({ ...common, apiKey: 'k' });
  const startedMs = Date.now();
  let outcome: unknown;
  let error: unknown;
  try {
    outcome = await work(client, createAdminClient({ ...common, token: 't' }));
  } catch (thrown) {
    error = thrown;
  }

  return {
    requests: server.seen.length,
    troubles,
    outcome,
    error,
    ms: Date.now() - startedMs,
    lastPath: server.seen.at(-1)?.path,
    keys: server.seen.map(({ headers }) => headers['idempotency-key']),
  };
}

const read = (client: Client) => client.account();
const create = (client: Client) => client.jobs.create({ url: 'u', capabilities: ['summary'] });
const fund = (_: Client, admin: AdminClient) =>
  admin.workspaces.addCredits('ws_1', { type: 'grant', amount: 1 });

describe('what passes', () => {
  const passing: Record<string, Scripted> = {
    408: refusal(408, 'REQUEST_TIMEOUT'),
    429: refusal(429, 'RATE_LIMITED'),
    500: refusal(500, 'INTERNAL_ERROR'),
    '502 with a page': html(502),
    503: refusal(503, 'SERVICE_UNAVAILABLE'),
    504: html(504),
    507: refusal(507, 'STORAGE_FULL'),
    "a proxy's 409": html(409),
    'a reset': reset,
    'a body cut short': cutShort,
    silence,
  };
  for (const [name, failure] of Object.entries(passing)) {
    test(`${name}: a read is repeated`, async () => {
      const { outcome, requests, troubles } = await run([failure, account], read);
      assert.deepEqual(outcome, { tenant_id: 'ws_1' });
      assert.equal(requests, 2);
      assert.equal(troubles.length, 1);
      assert.equal(troubles[0]?.attempt, 1);
    });
  }

  test('a creation is repeated with the same key', async () => {
    const { keys, outcome } = await run([reset, html(502), job('pending')], create);
    assert.ok(outcome);
    assert.equal(keys.length, 3);
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
    assert.equal(new Set(keys).size, 1);
  });

  test('a dry run, a presign, a cancel and a deletion are repeated', async () => {
    const works: ((client: Client) => PromiseLike<unknown>)[] = [
      (client) => client.jobs.estimate({ url: 'u', capabilities: ['summary'] }),
      (client) => client.uploads.presign({ content_type: 'video/mp4', size_bytes: 1 }),
      (client) => client.batches.cancel('batch_1'),
      (client) => client.jobs.delete('job_1'),
    ];
    for (const work of works) {
      const { requests, error } = await run([reset, job('pending')], work);
      assert.equal(error, undefined);
      assert.equal(requests, 2);
    }
  });
});

describe('what does not', () => {
  test('refusals are final', async () => {
    for (const [status, code] of [
      [400, 'BAD'],
      [401, 'INVALID_API_KEY'],
      [403, 'INSUFFICIENT_SCOPE'],
      [404, 'JOB_NOT_FOUND'],
      [409, 'JOB_NOT_CANCELLABLE'],
      [422, 'VALIDATION_FAILED'],
      [501, 'NOT_IMPLEMENTED'],
    ] as const) {
      const { requests, error } = await run([refusal(status, code), account], read);
      assert.equal(requests, 1, code);
      assert.ok(error instanceof ApiError && error.code === code);
    }
  });

  test('a POST without a key is not repeated once it may have been done', async () => {
    for (const failure of [reset, html(502), cutShort]) {
      const { requests, error } = await run([failure, data({})], fund);
      assert.equal(requests, 1);
      assert.ok(error instanceof Error);
    }

    // A call that was refused by the rate limit, or that reached no service, was not carried out, so it is repeated.
    const { requests } = await run([refusal(429, 'RATE_LIMITED'), data({})], fund);
    assert.equal(requests, 2);

    const troubles: Trouble[] = [];
    const nobody = createAdminClient({
      baseUrl: await nowhere(),
      token: 't',
      maxRetries: 1,
      onTrouble: (one) => troubles.push(one),
    });
    await assert.rejects(
      nobody.workspaces.addCredits('ws_1', { type: 'grant', amount: 1 }),
      (error) => error instanceof ConnectionError && error.attempts === 2,
    );
    assert.equal(troubles.length, 1);
  });

  test('two repeats are the default, and each call may say otherwise', async () => {
    const failing = await run([html(502)], read);
    assert.equal(failing.requests, 3);
    assert.ok(failing.error instanceof ApiError && failing.error.attempts === 3);
    assert.equal(
      (await run([html(502)], (client) => client.account({ maxRetries: 0 }))).requests,
      1,
    );

    assert.equal((await run([html(502)], read, { maxRetries: 1 })).requests, 2);
  });

  test('the time for all attempts is limited', async () => {
    const { ms, error } = await run([silence], read, { totalTimeoutMs: 500, maxRetries: 50 });
    assert.ok(error instanceof ConnectionError && error.code === 'TIMEOUT', String(error));
    assert.ok(ms < 20_000, `${ms} ms`);
  });

  test('the caller stops it in a pause', async () => {
    const busy = refusal(429, 'RATE_LIMITED', { 'retry-after': '30' });
    const stop = new AbortController();
    const reason = new Error('enough');
    const { error, ms } = await run([busy], (client) =>
      client.account({ signal: stop.signal, onTrouble: () => stop.abort(reason) }),
    );

    assert.equal(error, reason);
    assert.ok(ms < 20_000);
  });
});

describe('repeats that find the work done', () => {
  test('a deletion whose answer was lost finds nothing, and is done', async () => {
    const missing = refusal(404, 'JOB_NOT_FOUND');
    const { error, requests } = await run([reset, missing], (client) => client.jobs.delete('j'));
    assert.deepEqual([error, requests], [undefined, 2]);

    const first = await run([missing], (client) => client.jobs.delete('j'));
    assert.ok(first.error instanceof NotFoundError);

    // A 429 means that nothing was deleted. So if the resource is missing on the retry, it never existed, and the error
    // is passed on.
    const refused = await run([refusal(429, 'RATE_LIMITED'), missing], (client) =>
      client.jobs.delete('j'),
    );
    assert.ok(refused.error instanceof NotFoundError);
  });

  test('a cancel whose answer was lost finds the job cancelled', async () => {
    const over = refusal(409, 'JOB_NOT_CANCELLABLE');
    const cancel = (client: Client) => client.jobs.cancel('job_1');
    const repeated = await run([reset, over, job('cancelled')], cancel);
    assert.deepEqual(repeated.outcome, { job_id: 'job_1', status: 'cancelled' });
    assert.equal(repeated.lastPath, '/v1/jobs/job_1?results=none');
    assert.ok((await run([over], cancel)).error instanceof ConflictError);
    assert.ok((await run([reset, over, job('completed')], cancel)).error instanceof ConflictError);
  });
});

describe('how long', () => {
  test('Retry-After names seconds or a date', async () => {
    const seconds = await run(
      [refusal(429, 'RATE_LIMITED', { 'retry-after': '1' }), account],
      read,
    );
    assert.ok(seconds.ms >= 1000 && seconds.ms < 20_000, `${seconds.ms} ms`);

    const now = Date.now();
    const dated = await run(
      [
        refusal(503, 'LOW_DISK', {
          date: new Date(now).toUTCString(),
          'retry-after': new Date(now + 1000).toUTCString(),
        }),
        account,
      ],
      read,
    );
    assert.ok(dated.ms >= 1000 && dated.ms < 20_000, `${dated.ms} ms`);
  });

  test('a wait longer than the caller gives is an error at once, one within it is kept', async () => {
    const busy = refusal(429, 'RATE_LIMITED', { 'retry-after': '60' });
    const { error, requests, ms } = await run([busy], read, { maxRetryWaitMs: 5000 });
    assert.ok(error instanceof RateLimitError && error.retryAfterSeconds === 60);
    assert.equal(requests, 1);
    assert.ok(ms < 30_000);

    const stop = new AbortController();
    const kept = await run([busy], (client) =>
      client.account({ signal: stop.signal, onTrouble: () => stop.abort() }),
    );
    assert.ok(kept.troubles.length === 0 && kept.error);
  });

  test('a storm of 429 and 5xx ends in the answer, with pauses that differ', async () => {
    const storm = [429, 503, 500, 502, 429, 504].map((status) => refusal(status, 'STORM'));
    const { outcome, troubles } = await run([...storm, account], read, { maxRetries: 10 });
    assert.ok(outcome);
    assert.equal(troubles.length, 6);
    assert.equal(new Set(troubles.map(({ waitMs }) => waitMs)).size, 6);
  });
});
