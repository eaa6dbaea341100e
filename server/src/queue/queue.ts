/** Tasks over pg-boss in the product's own database, so that a task is enqueued in the transaction that causes it. */
import { randomUUID } from 'node:crypto';
import { type Db as IDatabase, PgBoss } from 'pg-boss';
import type { Database, Queryable, Statement } from '../db/database.ts';
import { ConsumeLoop, type ConsumeOptions, type HeldTask } from './consume-loop.ts';
import { createHerald } from './herald.ts';

/** Every queue and how long one task of it may run. */
const queues = {
  /** One analysis. The job row decides on retries; the task only carries its id. */
  analysis: { expireInSeconds: 86_000, heartbeatSeconds: 60, retryLimit: 10 },
  /** One attempt to deliver a webhook. */
  webhook: { expireInSeconds: 60, retryLimit: 20 },
  /** Answers over a finished batch, then its completion. */
  batch: { expireInSeconds: 1800, retryLimit: 3 },
  /** Held jobs of one workspace look whether they can be paid for now. */
  resume: { expireInSeconds: 60, retryLimit: 20 },
  /** Files of a deleted job, upload or workspace. */
  removal: { expireInSeconds: 600, retryLimit: 20 },
  /** Periodic work: expiries, retention, stalled jobs. */
  sweep: { expireInSeconds: 300, retryLimit: 0 },
  /** One run of a Follow. */
  follow: { expireInSeconds: 600, retryLimit: 3 },
} as const;
export type QueueName = keyof typeof queues;

export interface TaskOptions {
  /** Tasks of one group are limited together over all machines. */
  readonly group?: { readonly id: string; readonly tier?: string };
  readonly delayMs?: number;
  /** Higher first; see fairness in domain/submit. */
  readonly priority?: number;
  /** Given where the caller stores it; else a new one. */
  readonly id?: string;
}

export interface NewTask extends TaskOptions {
  readonly data: object;
}

export interface Queue {
  enqueue(tx: Queryable, name: QueueName, data: object, options?: TaskOptions): Promise<string>;
  /** Runs `cause` and enqueues its tasks in one round trip, as one statement; returns the rows of `cause`. */
  enqueueWith<Row>(
    tx: Queryable,
    name: QueueName,
    tasks: readonly NewTask[],
    cause: Statement,
  ): Promise<Row[]>;
  /** Takes a task back that nobody has begun, or ends one that is under way. */
  drop(tx: Queryable, name: QueueName, id: string): Promise<void>;
  /** Gives tasks of dead processes back at once; only where no other process can have begun one. */
  recover(): Promise<void>;
  /** Moves waiting tasks of a group to another tier, so that a change of plan counts at once. */
  changeTier(tx: Queryable, groupId: string, tier: string): Promise<void>;
  consume<T>(
    name: QueueName,
    handler: (task: HeldTask<T>) => Promise<void>,
    options: ConsumeOptions,
  ): { done: Promise<void> };
  /** Cron (UTC, minutes) entries of the sweep queue; each runs once over all machines. */
  schedule(sweep: string, cron: string): Promise<void>;
  /** Waiting and running tasks by queue. */
  depth(): Promise<{ queue: string; waiting: number; active: number }[]>;
  check(): Promise<void>;
  close(): Promise<void>;
}

const channel = 'reelsight_task';
const noTask = '00000000-0000-0000-0000-000000000000';

function bossDatabase(db: Database): IDatabase {
  return {
    executeSql: async (text, values) => ({
      rows: values?.length ? await db.query(text, values) : await db.exec(text),
    }),
  };
}

const inTransaction = (tx: Queryable): IDatabase => ({
  executeSql: async (text, values) => ({ rows: await tx.query(text, values) }),
});

/**
 * Runs the statement that causes tasks and pg-boss' own that writes them as one; `rows` takes what the first returns.
 * Both happen or neither, in a transaction or without one.
 */
function together(tx: Queryable, name: QueueName, cause: Statement, rows: unknown[]): IDatabase {
  const shift = cause.values.length;
  return {
    executeSql: async (text, values = []) => {
      const tasks = text.replace(/\$(\d+)/g, (_all, number) => `$${Number(number) + shift}`);
      const found = await tx.query(
        `with cause as (${cause.text}), tasks as (${tasks}) select cause.* from cause`,
        [...cause.values, ...values],
        `${cause.name}, enqueue ${name}`,
      );
      rows.push(...found);
      return { rows: [] };
    },
  };
}

/** What causes a task that nothing is written for. */
const nothing: Statement = { text: 'select 1 as one', values: [], name: 'nothing' };

export interface QueueOptions {
  /** Runs the schedules and the queue's own maintenance in this process. */
  readonly supervise: boolean;
  readonly onError: (error: unknown) => void;
}

export async function openQueue(db: Database, options: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    db: bossDatabase(db),
    backend: db.kind,
    schedule: options.supervise,
    supervise: options.supervise,
    superviseIntervalSeconds: 30,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 5,
  });
  boss.on('error', options.onError);
  await boss.start();
  for (const [name, policy] of Object.entries(queues)) {
    if (!(await boss.getQueue(name))) await boss.createQueue(name, { ...policy, retryDelay: 1 });
    // Any call fills pg-boss' cache of the queue. Filled later, inside a transaction, it would ask its own
    // connection, which the embedded database does not have: both would wait for ever.
    await boss.deleteJob(name, noTask);
  }
  const wakers = new Map<string, Set<() => void>>();
  const wake = (payload: string): void => {
    for (const [name, set] of wakers) {
      if (payload === '' || payload === name) for (const waker of set) waker();
    }
  };
  const unlisten = await db.listen(channel, wake);
  const herald = createHerald(db, channel, options.onError);
  const enqueueWith = async <Row>(
    tx: Queryable,
    name: QueueName,
    tasks: readonly NewTask[],
    cause: Statement,
  ): Promise<Row[]> => {
    const rows: Row[] = [];
    const rowsOfTasks = tasks.map(({ delayMs = 0, ...task }) => ({
      ...task,
      ...(delayMs > 0 && { startAfter: new Date(Date.now() + delayMs) }),
    }));
    await boss.insert(name, rowsOfTasks, { db: together(tx, name, cause, rows) });
    if (tasks.some(({ delayMs = 0 }) => delayMs === 0)) tx.onCommitted(() => herald.announce(name));
    return rows;
  };
  return {
    enqueue: async (tx, name, data, task = {}) => {
      const id = task.id ?? randomUUID();
      await enqueueWith(tx, name, [{ ...task, id, data }], nothing);
      return id;
    },
    enqueueWith,
    drop: async (tx, name, id) => {
      await boss.deleteJob(name, id, { db: inTransaction(tx) });
    },
    recover: async () => {
      await db.query(
        "update pgboss.job set state = 'retry', start_after = now() where state = 'active'",
      );
    },
    changeTier: async (tx, groupId, tier) => {
      await tx.query(
        "update pgboss.job set group_tier = $2 where group_id = $1 and state < 'completed'",
        [groupId, tier],
      );
    },
    consume: (name, handler, consume) => {
      const loop = new ConsumeLoop(
        boss,
        name,
        handler as (task: HeldTask<unknown>) => Promise<void>,
        consume,
      );
      const set = wakers.get(name) ?? new Set();
      wakers.set(name, set.add(loop.wake));
      return { done: loop.run().finally(() => set.delete(loop.wake)) };
    },
    schedule: (sweep, cron) => boss.schedule('sweep', cron, { sweep }, { key: sweep, tz: 'UTC' }),
    depth: async () => {
      const rows = await db.query<{ queue: string; waiting: number; active: number }>(
        `select name as queue, count(*) filter (where state < 'active') as waiting,
           count(*) filter (where state = 'active') as active
         from pgboss.job where state < 'completed' group by name`,
      );
      return rows;
    },
    check: async () => {
      if (!(await boss.isInstalled())) throw new Error('the queue is not installed');
    },
    close: async () => {
      herald.close();
      await unlisten();
      await boss.stop({ graceful: false, close: false });
    },
  };
}
