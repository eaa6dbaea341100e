import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttemptOptions, isStop, runAttempt, WorkerClosing, WorkLost } from './attempt.ts';

/** Work that runs until it is aborted, and then throws. */
const untilStopped = (signal: AbortSignal): Promise<void> =>
  sleep(60_000, undefined, { signal }).catch(() => {
    throw new Error('broken off');
  });

/** Runs an attempt; returns the reason it was given up for and the error that the work threw, if any. */
async function givenUp(options: Partial<AttemptOptions>) {
  const reasons: unknown[] = [];
  const errors: unknown[] = [];
  await runAttempt({
    task: { signal: new AbortController().signal },
    work: untilStopped,
    giveUp: async (reason, error) => {
      reasons.push(reason);
      errors.push(error);
    },
    ...options,
  });

  assert.ok(reasons.length <= 1, 'given up once');
  return { reason: reasons[0], error: errors[0] };
}

test('work that ends well is not given up, and work that fails is given up for its error', async () => {
  assert.deepEqual(await givenUp({ work: async () => undefined }), {
    reason: undefined,
    error: undefined,
  });

  const broken = new Error('broken');
  const end = await givenUp({ work: () => Promise.reject(broken) });
  assert.equal(end.reason, broken);
  assert.equal(end.error, broken);
  assert.equal(isStop(broken), false);
});

test('a worker that closes, or has closed before, ends the work', async () => {
  for (const signal of [AbortSignal.abort(), AbortSignal.timeout(20)]) {
    const { reason, error } = await givenUp({ task: { signal } });
    assert.ok(reason instanceof WorkerClosing);
    assert.ok(isStop(reason));
    assert.equal((error as Error).message, 'broken off');
  }
});

test('the deadline ends the work with its reason', async () => {
  const late = new Error('too late');
  assert.equal((await givenUp({ deadline: { ms: 20, reason: late } })).reason, late);
});

test('the first reason counts', async () => {
  const late = new Error('too late');
  const { reason } = await givenUp({
    task: { signal: AbortSignal.abort() },
    deadline: { ms: 1, reason: late },
  });
  assert.ok(reason instanceof WorkerClosing);
});

test('work is lost when a heartbeat or somebody else says so; nobody listens afterwards', async () => {
  const heartbeat = { send: async () => false, onError: () => undefined, everyMs: 10 };
  assert.ok((await givenUp({ heartbeat })).reason instanceof WorkLost);

  let listeners = 0;
  const watchLoss = (lose: () => void) => {
    listeners += 1;
    const timer = setTimeout(lose, 20);
    return () => {
      listeners -= 1;
      clearTimeout(timer);
    };
  };
  const { reason } = await givenUp({ watchLoss });
  assert.ok(reason instanceof WorkLost);
  assert.ok(isStop(reason));
  assert.equal(listeners, 0);
});

test('work is lost when heartbeats fail for too long, and not before', async () => {
  const errors: unknown[] = [];
  const heartbeat = {
    send: () => Promise.reject(new Error('away')),
    onError: (error: unknown) => void errors.push(error),
    everyMs: 10,
  };
  const lost = await givenUp({ heartbeat: { ...heartbeat, stallMs: 50 } });
  assert.ok(lost.reason instanceof WorkLost);
  assert.ok(errors.length > 2);

  const patient = await givenUp({ heartbeat, work: () => sleep(100) });
  assert.equal(patient.reason, undefined);
});

test('heartbeats go on while the end is decided, and stop with it', async () => {
  let sent = 0;
  let sentAtEnd = 0;
  await givenUp({
    heartbeat: {
      send: async () => {
        sent += 1;
        return true;
      },
      onError: () => undefined,
      everyMs: 10,
    },
    work: () => Promise.reject(new Error('broken')),
    giveUp: async () => {
      await sleep(60);
      sentAtEnd = sent;
    },
  });
  assert.ok(sentAtEnd > 0);

  await sleep(50);
  assert.ok(sent <= sentAtEnd + 1);
});
