/**
 * Tests that jobs which change in one transaction keep separate traces, and that large results do not hold up other
 * jobs.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/service.ts';
import { findJob } from '../db/jobs/jobs.ts';
import { inScope } from '../tracing/scope.ts';
import type { Span } from '../tracing/tracer.ts';
import { claimJob } from './jobs/claim-jobs.ts';
import { settleJob } from './jobs/settle-jobs.ts';

function spanOf(number: number): Span {
  const traceId = `${number}`.repeat(32);
  const spanId = `${number}`.repeat(16);
  const span: Span = {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-01`,
    child: () => span,
    set: () => undefined,
    fail: () => undefined,
    end: () => undefined,
  };

  return span;
}

test('of jobs that are settled together each webhook continues the trace of its own', async (t) => {
  const service = await startTestService({
    REELSIGHT_YTDLP: 'no-such-program',
    REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
  t.after(() => service.close());

  const { domain } = service;
  const { client, tenantId } = await service.workspace('scale', 100_000);
  const numbers = [1, 2, 3, 4, 5, 6];
  const jobs = await Promise.all(
    numbers.map(async (number) => {
      const url = `https://www.youtube.com/watch?v=dQw4w9WgXc${number}`;
      const webhook_url = 'http://127.0.0.1:9/hook';
      const job = { url, webhook_url, capabilities: ['transcription' as const] };
      const { job_id: id } = await client.jobs.create(job);
      const taskId = (await findJob(domain.db, tenantId, id))?.task_id ?? '';
      const claim = await claimJob(domain, { jobId: id, taskId, workerId: 'w' });
      assert.ok('job' in claim);

      return { number, job: claim.job };
    }),
  );
  let transactions = 0;
  const { transaction } = domain.db;
  t.mock.method(domain.db, 'transaction', (...given: Parameters<typeof transaction>) => {
    transactions += 1;
    return transaction.apply(domain.db, given);
  });
  await Promise.all(
    jobs.map(({ number, job }) =>
      inScope({}, spanOf(number), () =>
        settleJob(domain, job, { results: {} as never, usage: {}, thumbnailUrl: null }),
      ),
    ),
  );
  assert.ok(transactions < jobs.length, `${transactions} transactions`);

  for (const { number, job } of jobs) {
    const rows = await domain.db.query<{ traceparent: string }>(
      `select data ->> 'traceparent' as traceparent from pgboss.job where name = 'webhook' and data ->> 'eventId' in (
         select id from webhook_events where job_id = $1 and event = 'job.completed')`,
      [job.id],
    );
    const found = [...new Set(rows.map(({ traceparent }) => traceparent))];
    assert.deepEqual(found, [spanOf(number).traceparent]);
  }
});

test('large results that take long to store do not hold up other jobs', async (t) => {
  const service = await startTestService({ REELSIGHT_YTDLP: 'no-such-program' });
  t.after(() => service.close());
  const { domain } = service;
  // PGlite has only one connection, so no other transaction could hold a lock.
  if (domain.db.kind === 'pglite') return;

  const claims = await Promise.all(
    ['a', 'b'].map(async (letter) => {
      const { client, tenantId } = await service.workspace('scale', 100_000);
      const url = `https://www.youtube.com/watch?v=dQw4w9WgXc${letter}`;
      const { job_id: id } = await client.jobs.create({ url, capabilities: ['brands'] });
      const taskId = (await findJob(domain.db, tenantId, id))?.task_id ?? '';
      const claim = await claimJob(domain, { jobId: id, taskId, workerId: 'w' });
      assert.ok('job' in claim);
      return claim.job;
    }),
  );
  const [largeJob, smallJob] = claims;
  assert.ok(largeJob && smallJob);

  const outcome = (results: object) => ({
    results: results as never,
    usage: {},
    thumbnailUrl: null,
  });
  const detections = Array.from({ length: 100_000 }, (_, index) => ({ timestamp: index }));
  const brand = { name: 'Nike', appearances: [], frame_detections: detections };
  let large: Promise<unknown> | undefined;

  await domain.db.transaction(async (tx) => {
    await tx.query('select 1 from jobs where id = $1 for update', [largeJob.id]);
    large = settleJob(domain, largeJob, outcome({ brands: [brand] }));
    const settled = await settleJob(domain, smallJob, outcome({}));
    assert.equal(settled?.status, 'completed');
  });
  assert.ok(await large);
});
