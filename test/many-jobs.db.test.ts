/**
 * Operations on all jobs of a workspace are divided into small transactions, so that nobody else has to wait for them.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database, Queryable } from '../server/src/db/database.ts';
import { noAudit } from '../server/src/domain/audit.ts';
import type { Domain } from '../server/src/domain/domain.ts';
import { resumeHeldJobs } from '../server/src/domain/jobs/all-jobs.ts';
import { deleteWorkspace } from '../server/src/domain/workspaces/workspace.ts';
import { type Owner, type Subject, startSubject, urls } from './interface/subject.ts';

let subject: Subject;
before(async () => {
  subject = await startSubject({ REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true' });
});
after(() => subject.close());

/** Maximum number of jobs that one transaction may change. */
const mostTogether = 20;
const webhook = { webhook_url: 'http://127.0.0.1:9/hook' };

const addBatches = async (owner: Owner, count: number, size: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await owner.batch({ urls: urls(size), ...webhook });
};

/**
 * Calls `seen` at the end of each transaction, before its commit. `unbroken` counts the transactions that began without
 * a turn of the event loop after the one before.
 */
function watched(
  seen: (tx: Queryable) => Promise<void>,
  between: () => Promise<unknown> = async () => undefined,
): { readonly domain: Domain; readonly unbroken: () => number } {
  const { db } = subject.domain;
  let turned = true;
  let unbroken = 0;
  const watching: Database = {
    ...db,
    transaction: async (work) => {
      if (!turned) unbroken += 1;

      const result = await db.transaction(async (tx) => {
        const done = await work(tx);
        await seen(tx);
        return done;
      });

      await between();
      turned = false;
      setImmediate(() => {
        turned = true;
      });

      return result;
    },
  };
  const domain = { ...subject.domain, db: watching, audit: noAudit };

  return { domain, unbroken: () => unbroken };
}

const one = async (tx: Queryable, sql: string, owner: Owner): Promise<number> => {
  const [row] = await tx.query<{ n: number }>(`select (${sql})::int as n`, [owner.tenantId]);
  return row?.n ?? 0;
};
const ofStatus = (statuses: string): string =>
  `select count(*) from jobs where workspace_id = $1 and status in (${statuses})`;
const open = ofStatus("'pending', 'processing', 'held'");
const steps = (counts: readonly number[]): number[] =>
  counts.map((count, k) => count - (counts[k - 1] ?? 0));

test('the jobs of a workspace that is deleted are cancelled a few at a time', async () => {
  const owner = await subject.owner('scale', 100_000);
  const { job_id: id } = await owner.job();
  const running = await subject.worker.claim(id);
  assert.equal(await subject.worker.ingest(running, 60), 'go');
  await addBatches(owner, 6, 50);

  const cancelled: number[] = [];
  const last = { open: -1, reserved: -1, charges: -1, events: -1 };
  const { domain, unbroken } = watched(async (tx) => {
    cancelled.push(await one(tx, ofStatus("'cancelled'"), owner));
    Object.assign(last, {
      open: await one(tx, open, owner),
      reserved: await one(tx, 'select reserved_credits from workspaces where id = $1', owner),
      charges: await one(
        tx,
        "select count(*) from ledger where workspace_id = $1 and type = 'charge'",
        owner,
      ),
      events: await one(
        tx,
        `select count(*) from webhook_events where workspace_id = $1 and event = 'batch.completed'`,
        owner,
      ),
    });
  });
  await deleteWorkspace(domain, owner.tenantId);
  assert.equal(cancelled.at(-1), 301);
  assert.ok(Math.max(...steps(cancelled)) <= mostTogether, `${steps(cancelled)}`);
  assert.equal(unbroken(), 0);
  assert.deepEqual(last, { ...last, open: 0, reserved: 0, events: 6 });
  assert.ok(last.charges <= 1, `${last.charges} charges`);
});

test('a workspace that goes on adding jobs while it is deleted does not hold that up', async () => {
  const owner = await subject.owner('scale', 100_000);
  await addBatches(owner, 1, 50);

  let transactions = 0;
  let left = -1;
  const { domain } = watched(
    async (tx) => {
      transactions += 1;
      left = await one(tx, open, owner);
    },
    () => (transactions < 20 ? owner.post('/v1/batch', batchOf(25)) : Promise.resolve()),
  );
  await deleteWorkspace(domain, owner.tenantId);
  // In each step, the workspace adds more jobs than one transaction deletes.
  assert.ok(transactions <= 15, `${transactions} transactions`);
  assert.equal(left, 0);
});

const batchOf = (count: number) => ({ urls: urls(count), capabilities: ['transcription'] });

test('held jobs go on a few at a time, as many as the credits cover', async () => {
  const owner = await subject.owner('scale', 450);
  await addBatches(owner, 1, 50);

  const { db } = subject.domain;
  await db.query(
    `update jobs set status = 'held', held_at = now(), hold_reason = 'insufficient_credits', credits_needed = 10
     where workspace_id = $1`,
    [owner.tenantId],
  );

  // Two jobs that are too expensive for the credits, and older than others that are not.
  await db.query(
    `update jobs set credits_needed = 1000 where id in (
       select id from jobs where workspace_id = $1 order by created_at, id limit 2)`,
    [owner.tenantId],
  );

  await db.query(
    `update batches set status = 'paused', held_count = 50, pending_count = 0 where workspace_id = $1`,
    [owner.tenantId],
  );

  const pending: number[] = [];
  const { domain, unbroken } = watched(async (tx) => {
    pending.push(await one(tx, ofStatus("'pending'"), owner));
  });
  assert.equal(await resumeHeldJobs(domain, owner.tenantId), 45);
  assert.ok(Math.max(...steps(pending)) <= mostTogether, `${steps(pending)}`);
  assert.equal(pending.at(-1), 45);
  assert.equal(unbroken(), 0);

  const [batch] = await db.query<{ held_count: number; pending_count: number }>(
    'select held_count, pending_count from batches where workspace_id = $1',
    [owner.tenantId],
  );
  assert.deepEqual({ ...batch }, { held_count: 5, pending_count: 45 });
});
