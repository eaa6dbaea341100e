/**
 * Tests of waiting for a job: by long polling if the service offers it, otherwise with pauses, and through temporary
 * failures.
 */
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
  type ClientOptions,
  ConnectionError,
  createClient,
  NotFoundError,
  OutageError,
  type Trouble,
  UnexpectedAnswerError,
  type WaitOptions,
} from './index.ts';

let drawAsUsual: () => void;
before(() => {
  drawAsUsual = drawShortPauses();
});
after(() => drawAsUsual());

const job = (status: string, headers?: Record<string, string>): Scripted =>
  data({ job_id: 'job_1', status }, headers);
const done = job('completed');

async function wait(answers: Scripted[], options: WaitOptions = {}, client: ClientOptions = {}) {
  await using server = await startScripted(...answers);
  const troubles: Trouble[] = [];
  const made = createClient({ baseUrl: server.url, apiKey: 'k', ...client });
  const startedMs = Date.now();
  const onTrouble = (one: Trouble) => troubles.push(one);
  const outcome: unknown = await made.jobs
    .wait('job_1', { intervalMs: 50, onTrouble, ...options })
    .then(({ status }) => status)
    .catch((error: unknown) => error);

  return { outcome, troubles, seen: server.seen, ms: Date.now() - startedMs };
}

describe('long polling', () => {
  test('is asked for, and not waited after where it was applied', async () => {
    const held = job('processing', { 'preference-applied': 'wait=20' });
    const { seen, ms, outcome } = await wait([held, held, held, done], { intervalMs: 60_000 });
    assert.equal(outcome, 'completed');
    assert.equal(seen[0]?.headers.prefer, 'wait=20');
    assert.ok(ms < 30_000, `${ms} ms`);
  });

  test('a service that ignores it is asked at intervals', async () => {
    const { seen } = await wait([job('processing'), job('processing'), done], { intervalMs: 300 });
    for (const [index, one] of seen.entries()) {
      const before = seen[index - 1];
      if (before) assert.ok(one.atMs - before.atMs >= 290, `${one.atMs - before.atMs} ms`);
    }
  });

  test('is shorter than the time limit of a call, and than the steps of progress', async () => {
    const onProgress = () => undefined;
    const prefer = async (options: WaitOptions, client?: ClientOptions) =>
      (await wait([done], options, client)).seen[0]?.headers.prefer;
    const afterFirst = async (options: WaitOptions) => {
      const { seen } = await wait([job('pending', { 'retry-after': '9' }), done], options);
      return seen.map(({ headers }) => headers.prefer);
    };

    assert.equal(await prefer({ timeoutMs: 10_000 }), 'wait=5');
    assert.equal(await prefer({}, { timeoutMs: 10_000 }), 'wait=5');
    assert.equal(await prefer({ timeoutMs: 1000 }), undefined);
    // The first call does not ask the service to wait, so that the initial status is shown at once.
    assert.deepEqual(await afterFirst({ onProgress, intervalMs: 2000 }), [undefined, 'wait=2']);

    const usual = { onProgress, intervalMs: undefined };
    assert.deepEqual(await afterFirst(usual), [undefined, 'wait=5']);
  });

  test('what a held answer says of polling is for others', async () => {
    const held = job('pending', { 'preference-applied': 'wait=20', 'retry-after': '60' });
    const { ms } = await wait([held, done]);
    assert.ok(ms < 30_000, `${ms} ms`);
  });

  test('Retry-After of an answer is kept', async () => {
    const { ms } = await wait([job('pending', { 'retry-after': '1' }), done]);
    assert.ok(ms >= 1000 && ms < 20_000, `${ms} ms`);
  });

  test("the plan's rate is kept when its burst runs out", async () => {
    const low = { 'x-ratelimit-limit': '90', 'x-ratelimit-remaining': '10' };
    const { ms } = await wait([job('pending', { ...low, 'preference-applied': 'wait=20' }), done]);
    assert.ok(ms >= 1000, `${ms} ms`);
  });
});

describe('trouble', () => {
  const passing: Record<string, Scripted[]> = {
    'resets and silence': [reset, silence, reset],
    'a deploy behind a proxy': [html(502), html(503), html(504), refusal(503, 'STARTING')],
    'a storm of 429': Array(4).fill(refusal(429, 'RATE_LIMITED', { 'retry-after': '0' })),
    'a storm of 5xx': [500, 502, 503, 504, 507].map((status) => refusal(status, 'STORM')),
    'bodies cut short': [cutShort, cutShort],
    '408 and 425': [refusal(408, 'REQUEST_TIMEOUT'), refusal(425, 'TOO_EARLY')],
  };
  for (const [name, failures] of Object.entries(passing)) {
    test(`${name}: it goes on`, async () => {
      const answers = [job('processing'), ...failures, job('processing'), done];
      const timeoutMs = failures.includes(silence) ? 1000 : 30_000;
      const { outcome, troubles, seen } = await wait(answers, { timeoutMs });

      assert.equal(outcome, 'completed');
      assert.deepEqual(
        troubles.map(({ attempt }) => attempt),
        failures.map((_, index) => index + 1),
      );
      assert.equal(seen.length, answers.length);
    });
  }

  test("a proxy's 404 or page with 200 passes once the service is known, else it is told", async () => {
    const known = await wait([job('processing'), html(404), html(200), done]);
    assert.equal(known.outcome, 'completed');
    assert.equal(known.troubles.length, 2);
    assert.ok((await wait([html(200), done])).outcome instanceof UnexpectedAnswerError);
    assert.ok((await wait([html(404), done])).outcome instanceof NotFoundError);
    assert.equal((await wait([html(502), done])).outcome, 'completed');
  });

  test('what the service itself refuses ends it', async () => {
    const { outcome, troubles } = await wait([job('processing'), refusal(404, 'JOB_NOT_FOUND')]);
    assert.ok(outcome instanceof NotFoundError);
    assert.equal(troubles.length, 0);
  });

  test('pauses grow to 15 s at most, each by chance', async () => {
    const stop = new AbortController();
    const waits: number[] = [];
    const random = Math.random;
    Math.random = () => 0.999;

    try {
      await wait([reset], {
        signal: stop.signal,
        onTrouble: ({ waitMs }) => {
          waits.push(waitMs);
          if (waits.length === 2) stop.abort();
        },
      });
    } finally {
      Math.random = random;
    }

    assert.ok((waits[1] ?? 0) > (waits[0] ?? 0) && (waits[0] ?? 0) >= 900, String(waits));
  });

  test('an outage longer than outageMs ends it, with the last failure as cause', async () => {
    const { outcome, ms, troubles } = await wait([job('processing'), html(502)], {
      outageMs: 1500,
    });
    assert.ok(outcome instanceof OutageError, String(outcome));
    assert.ok(outcome instanceof ConnectionError);
    assert.equal(outcome.code, 'OUTAGE');
    assert.match(outcome.message, /\/v1\/jobs\/job_1: for 2 s; last: .*502/);
    assert.ok(outcome.cause instanceof Error);
    assert.ok(ms >= 1400 && ms < 30_000, `${ms} ms`);
    assert.ok(troubles.length >= 1);

    const nobody = createClient({ baseUrl: await nowhere(), apiKey: 'k' });
    await assert.rejects(nobody.batches.wait('batch_1', { outageMs: 300 }), OutageError);
  });

  test('an answer begins the time of an outage anew', async () => {
    const outageMs = 3_600_000;
    const now = Date.now;
    let aheadMs = 0;
    // Each failure sets the client's clock ahead by twenty minutes, so that the result does not depend on the speed of
    // the machine.
    const lateFailure: Scripted = (response, seen) => {
      aheadMs += outageMs / 3;
      html(502)(response, seen);
    };
    Date.now = () => now() + aheadMs;

    try {
      const answers = Array.from({ length: 6 }, () => [lateFailure, job('processing')]).flat();
      assert.equal((await wait([...answers, done], { outageMs })).outcome, 'completed');
      assert.ok(aheadMs > outageMs);

      const unanswered = await wait([job('processing'), lateFailure], { outageMs });
      assert.ok(unanswered.outcome instanceof OutageError);
      assert.equal(unanswered.seen.length, 4);
    } finally {
      Date.now = now;
    }
  });

  test('the caller stops it in a read and in a pause', async () => {
    const reason = new Error('enough');

    const inRead = new AbortController();
    const stopReader: Scripted = () => inRead.abort(reason);
    const read = await wait([stopReader], { signal: inRead.signal });
    assert.equal(read.outcome, reason);
    assert.ok(read.ms < 15_000, `${read.ms} ms`);

    const inPause = new AbortController();
    const busy = refusal(503, 'BUSY', { 'retry-after': '60' });
    const pause = await wait([busy], {
      signal: inPause.signal,
      onTrouble: () => setImmediate(() => inPause.abort(reason)),
    });
    assert.equal(pause.outcome, reason);
    assert.ok(pause.ms < 15_000, `${pause.ms} ms`);
  });
});

describe('what it resolves with', () => {
  test('a held job, unless the caller wants to wait for credits', async () => {
    assert.equal((await wait([job('held')])).outcome, 'held');
    assert.equal((await wait([job('held'), done], { stopWhenHeld: false })).outcome, 'completed');
  });

  test('a state of a later version is waited through', async () => {
    assert.equal((await wait([job('resting'), done])).outcome, 'completed');
  });
});
