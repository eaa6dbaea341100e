/** The cost of a key that continues to be used although it is refused. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { refused, type Subject, startSubject } from './interface/subject.ts';

let subject: Subject;
before(async () => {
  subject = await startSubject({
    REELSIGHT_PLANS: JSON.stringify({ free: { max_requests_per_minute: 1, burst: 1 } }),
  });
});
after(() => subject.close());

/** Counts the service's look-ups of a key while `work` runs. */
async function lookups(work: () => Promise<void>): Promise<number> {
  const { db } = subject.domain;
  const { query } = db;
  let count = 0;
  const counted: typeof query = (sql, params, name) => {
    if (name === 'admit') count += 1;
    return query(sql, params, name);
  };

  Object.assign(db, { query: counted });
  try {
    await work();
  } finally {
    Object.assign(db, { query });
  }
  return count;
}

/**
 * Number of requests that are refused. With this many at once, even a busy machine answers more per second than it may
 * look up.
 */
const sent = 1200;
const sentAtOnce = 20;

async function mostLookups(send: () => Promise<void>): Promise<void> {
  const startedMs = performance.now();
  const count = await lookups(async () => {
    for (let calls = 0; calls < sent; calls += sentAtOnce)
      await Promise.all(Array.from({ length: sentAtOnce }, send));
  });
  const seconds = (performance.now() - startedMs) / 1000;
  // Fifty look-ups in each second that has begun, plus twenty per second.
  const most = 50 * (Math.ceil(seconds) + 1) + 20 * seconds;
  assert.ok(count > 0, 'nothing was counted');
  assert.ok(count <= most, `${count} of ${sent} in ${seconds} s`);
  assert.ok(most < sent, `${seconds} s are too long to tell`);
}

test('an empty bucket is not looked up for each call that goes on', async () => {
  const owner = await subject.owner('free');
  await owner.get('/v1/account');
  await mostLookups(async () => refused(await owner.get('/v1/account'), 429, 'RATE_LIMITED'));
});

test('nor is a key that may not do what it asks for', async () => {
  const reader = await (await subject.owner('scale')).limitedTo('account:read');
  await mostLookups(async () => refused(await reader.get('/v1/jobs'), 403, 'INSUFFICIENT_SCOPE'));
});
