/**
 * Manages tasks with pg-boss in the product's own database, so that a task can be enqueued in the same transaction as
 * the change that requires it.
 */
import { randomUUID } from 'node:crypto';
import { type Db as IDatabase, PgBoss } from 'pg-boss';
import boss from 'pg-boss/package.json' with { type: 'json' };
import type { Database, Queryable, Statement } from '../db/database.ts';
import { statementName } from '../db/statement-name.ts';
import { type Announcer, openAnnouncer } from './announcer.ts';
import {
  ConsumeLoop,
  type ConsumeOptions,
  fetchTasks,
  inTransaction,
  type PlacedTask,
  type Sources,
  type TaskWatch,
  waitedSeconds,
} from './consume-loop.ts';

/**
 * How long a waiting task is kept: longer than any task waits, because jobs and parts wait for a worker as long as
 * necessary.
 */
const retentionSeconds = 365 * 86_400;
/** A task that has sent no heartbeat for this long is given to another process. */
const heartbeatSeconds = 60;
/**
 * How long finished tasks are kept in queues with many tasks: they serve no purpose, and slow down counting the queue.
 */
const deleteAfterSeconds = 3600;
const workPolicy = {
  expireInSeconds: 86_000,
  heartbeatSeconds,
  retryLimit: 10,
  retentionSeconds,
  deleteAfterSeconds,
};

/**
 * For work that waits until the storage is back: twelve retries, at first a second and at last a minute apart, take
 * eight to ten minutes. Other failures are given up sooner, by the work itself.
 */
const outagePolicy = { retryLimit: 12, retryBackoff: true, retryDelayMax: 60 };

/** All queues with their policies, such as how long a task may run. */
const queues = {
  /**
   * The first step of a job, its ingestion. Retries are controlled by the job's row; the task contains only the job's
   * id.
   */
  analysis: workPolicy,
  /** The same for videos that take long to decode; each worker has places for them beside those of `analysis`. */
  long_analysis: workPolicy,
  /** Ends a job of a test workspace; a queue of its own, so that it never waits for a place among real videos. */
  test_job: workPolicy,
  /**
   * Parts of jobs, by the kind of engine they need: `hear` for speech, `see` for pictures, `join` for language. Retries
   * are controlled by the job's row here too.
   */
  hear: workPolicy,
  see: workPolicy,
  join: workPolicy,
  /** One attempt to deliver a webhook. */
  webhook: { expireInSeconds: 60, retryLimit: 20, deleteAfterSeconds },
  /**
   * Makes one clip of a video, a short one or one that takes long. Retries are controlled by the clip's row. Two queues,
   * so that a workspace may have a short clip made while a long one of it is under way.
   */
  clip: { ...workPolicy, ...outagePolicy },
  long_clip: { ...workPolicy, ...outagePolicy },
  /**
   * Looks at an ended job for alerts, or makes one attempt to deliver what they found; tried again for weeks, because
   * nothing else would look at the job.
   */
  alert: {
    expireInSeconds: 120,
    heartbeatSeconds,
    retentionSeconds,
    deleteAfterSeconds,
    retryLimit: 1000,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  /**
   * Answers queries over a finished batch, then completes it. Four retries take one to two minutes, as long as a model
   * server takes to start again.
   */
  batch: {
    expireInSeconds: 1800,
    heartbeatSeconds,
    retryLimit: 4,
    retryDelay: 8,
    retryBackoff: true,
    retryDelayMax: 120,
  },
  /** Makes one report. */
  report: { expireInSeconds: 1800, heartbeatSeconds, ...outagePolicy },
  /** Checks whether a workspace can now pay for its held jobs. */
  resume: { expireInSeconds: 60, retryLimit: 20 },
  /**
   * Removes the files of a deleted job, upload or workspace; retried for weeks, because nothing else would remove them.
   */
  removal: {
    expireInSeconds: 600,
    heartbeatSeconds,
    retentionSeconds,
    retryLimit: 1000,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  /** Periodic maintenance: expiry, retention, stalled jobs. */
  sweep: { expireInSeconds: 300, retryLimit: 0 },
  /** Makes one scheduled backup, without retries: after a failure, the next scheduled backup is soon enough. */
  backup: { expireInSeconds: 86_000, retryLimit: 0 },
  /** One pass of reading the views of videos, without retries: the next pass takes what this one did not come to. */
  views: { expireInSeconds: 300, retryLimit: 0 },
  /** Counts one run of a report schedule and asks for its report. Retries are controlled by the run's row. */
  scheduled_report: { expireInSeconds: 600, heartbeatSeconds, retryLimit: 3 },
  /** One run of a Follow. */
  follow: { expireInSeconds: 600, heartbeatSeconds, retryLimit: 3 },
} as const;
export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as QueueName[];
export const partQueues = ['hear', 'see', 'join'] as const satisfies readonly QueueName[];
export type PartQueue = (typeof partQueues)[number];

export interface TaskOptions {
  /** Group whose tasks share a limit across all machines. */
  readonly group?: { readonly id: string };
  readonly delayMs?: number;
  /** Tasks with higher values are taken first. */
  readonly priority?: number;
  /** The task's id, for a caller that stores it; otherwise a new id is made. */
  readonly id?: string;
}

export interface NewTask extends TaskOptions {
  readonly data: object;
}

export interface Queue {
  enqueue(tx: Queryable, name: QueueName, data: object, options?: TaskOptions): Promise<string>;
  enqueueAll(tx: Queryable, name: QueueName, tasks: readonly NewTask[]): Promise<void>;
  /**
   * Runs the statement `cause` and enqueues the tasks that it requires as one statement, in one round trip. Returns the
   * rows of `cause`.
   */
  enqueueWith<Row>(
    tx: Queryable,
    name: QueueName,
    tasks: readonly NewTask[],
    cause: Statement,
  ): Promise<Row[]>;
  /** Removes tasks that have not begun, and ends running ones. */
  drop(tx: Queryable, name: QueueName, ids: string | string[]): Promise<void>;
  /**
   * Returns tasks of dead processes to the queue at once. Safe only if no other process can be working on one of these
   * tasks.
   */
  recover(): Promise<void>;
  /**
   * Takes tasks and calls `handler` for each. For several queues, `next` tells which of them contain the next tasks.
   */
  consume<T>(
    name: QueueName | Sources,
    handler: (task: PlacedTask<T>) => Promise<void>,
    options: ConsumeOptions,
  ): { done: Promise<void> };
  /**
   * Takes at most `count` tasks for a consumer outside this process. The consumer keeps each task with `touch` and ends
   * it with `complete`; if it does neither for a minute, the task is given to another consumer.
   */
  take(sources: Sources, count: number): Promise<readonly TakenTask[]>;
  touch(name: QueueName, ids: string[]): Promise<void>;
  complete(tx: Queryable, name: QueueName, id: string): Promise<void>;
  /** Calls `callback` whenever there may be tasks in one of the queues, until the returned function is called. */
  onTasks(names: readonly QueueName[], callback: () => void): () => void;
  /**
   * Sets the schedule `entry` of a queue as a cron line (UTC, with minute precision); each time, one task is added
   * across all machines. If `cron` is null, removes the schedule.
   */
  schedule(name: QueueName, entry: string, cron: string | null): Promise<void>;
  /**
   * For each queue, the number of waiting and running tasks, and for how many seconds the oldest ready task has waited.
   */
  depth(): Promise<{ queue: string; waiting: number; active: number; oldestSeconds: number }[]>;
  /** How recently the loops that take tasks in this process made progress. */
  liveness(): Liveness;
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface TakenTask {
  readonly id: string;
  readonly name: QueueName;
}

export interface Liveness {
  /** Milliseconds since the least recent loop began its last round. */
  readonly turnMs: number;
  /** Milliseconds since the database last answered any of the loops. */
  readonly answerMs: number;
}

const channel = 'reelsight_task';
const noTask = '00000000-0000-0000-0000-000000000000';

function bossDatabase(db: Database): IDatabase {
  return {
    executeSql: async (text, values) => ({
      rows: values?.length
        ? await db.query(text, values, statementName(text))
        : await db.exec(text),
    }),
  };
}

/**
 * A database interface that combines the statement that requires tasks with pg-boss' own statement that writes them;
 * `rows` receives the rows that the former returns. Both take effect or neither does, with or without a transaction.
 */
function together(tx: Queryable, name: QueueName, cause: Statement, rows: unknown[]): IDatabase {
  const parameters = [...cause.values];
  let first = '';

  for (const [index, statement] of (cause.with ?? []).entries()) {
    first += `, before_${index} as (${shifted(statement.text, parameters.length)})`;
    parameters.push(...statement.values);
  }

  return {
    executeSql: async (text, values = []) => {
      const tasks = shifted(text, parameters.length);
      const causeRows = await tx.query(
        `with cause as (${cause.text})${first}, tasks as (${tasks}) select cause.* from cause`,
        [...parameters, ...values],
        `${cause.name}, enqueue ${name}`,
      );
      rows.push(...causeRows);

      return { rows: [] };
    },
  };
}

/** Adds `by` to the numbers of the statement's parameters. */
const shifted = (text: string, by: number): string =>
  text.replace(/\$(\d+)/g, (_all, number) => `$${Number(number) + by}`);

/** The statement to combine with if nothing needs to be written besides the task. */
const noCause: Statement = { text: 'select 1 as one', values: [], name: 'nothing' };

/** Schema version that this release's pg-boss uses. */
export const ownQueueSchema: number = boss.pgboss.schema;

/**
 * Schema versions of the queue's tables: `there` is the version in the database (0 if there are none), `own` the
 * version that this release uses.
 */
export async function queueSchema(db: Database): Promise<{ there: number; own: number }> {
  const ownVersion = ownQueueSchema;
  const [versionTable] = await db.query<{ there: boolean }>(
    "select to_regclass('pgboss.version') is not null as there",
  );
  if (!versionTable?.there) return { there: 0, own: ownVersion };
  const [row] = await db.query<{ version: number }>('select version from pgboss.version');
  return { there: row?.version ?? 0, own: ownVersion };
}

export interface QueueOptions {
  /** Whether this process runs the queue's schedules and maintenance. */
  readonly supervise: boolean;
  readonly onError: (error: unknown) => void;
  readonly watch?: TaskWatch;
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
    maintenanceIntervalSeconds: 600,
  });
  boss.on('error', options.onError);
  await boss.start();

  for (const [name, policy] of Object.entries(queues)) {
    const queueOptions = { retryDelay: 1, ...policy };

    // A queue created by an earlier version may have another policy.
    if (await boss.getQueue(name)) await boss.updateQueue(name, queueOptions);
    else await boss.createQueue(name, queueOptions);

    // Makes pg-boss cache the queue's settings now; any call does that. If it happened later, inside a transaction,
    // pg-boss would ask for a second connection, which the embedded database does not have, and both would wait
    // forever.
    await boss.deleteJob(name, noTask);
  }

  const wakers = new Wakers();
  const unlisten = await db.listen(channel, (name) => wakers.wake(name));

  return new BossQueue(db, boss, { ...options, wakers, unlisten });
}

/** Functions to call when a queue has tasks. */
class Wakers {
  readonly #all = new Map<string, Set<() => void>>();

  /** Registers a function that wakes a consumer of these queues; returns a function that unregisters it. */
  add(names: readonly string[], waker: () => void): () => void {
    const sets = names.map((name) => this.#of(name).add(waker));
    return () => {
      for (const set of sets) set.delete(waker);
    };
  }

  /** Wakes the consumers of a queue; '' stands for every queue, because notifications may have been missed. */
  wake(name: string): void {
    const sets = name === '' ? [...this.#all.values()] : [this.#of(name)];
    for (const set of sets) for (const waker of set) waker();
  }

  #of(name: string): Set<() => void> {
    const set = this.#all.get(name) ?? new Set();
    this.#all.set(name, set);
    return set;
  }
}

interface Wiring extends QueueOptions {
  readonly wakers: Wakers;
  readonly unlisten: () => Promise<void>;
}

class BossQueue implements Queue {
  readonly #db: Database;
  readonly #boss: PgBoss;
  readonly #wiring: Wiring;
  readonly #announcer: Announcer;
  readonly #loops = new Set<ConsumeLoop>();

  constructor(db: Database, boss: PgBoss, wiring: Wiring) {
    this.#db = db;
    this.#boss = boss;
    this.#wiring = wiring;
    this.#announcer = openAnnouncer(db, channel, wiring.onError);
  }

  async enqueue(tx: Queryable, name: QueueName, data: object, task: TaskOptions = {}) {
    const id = task.id ?? randomUUID();
    await this.enqueueWith(tx, name, [{ ...task, id, data }], noCause);
    return id;
  }

  async enqueueAll(tx: Queryable, name: QueueName, tasks: readonly NewTask[]): Promise<void> {
    await this.enqueueWith(tx, name, tasks, noCause);
  }

  async enqueueWith<Row>(
    tx: Queryable,
    name: QueueName,
    tasks: readonly NewTask[],
    cause: Statement,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    const rowsOfTasks = tasks.map(({ delayMs = 0, ...task }) => ({
      ...task,
      // A delay relative to the database's time, because this machine's clock may be wrong.
      ...(delayMs > 0 && { startAfter: `${delayMs} milliseconds` }),
    }));
    await this.#boss.insert(name, rowsOfTasks, { db: together(tx, name, cause, rows) });

    if (tasks.some(({ delayMs = 0 }) => delayMs === 0))
      tx.onCommitted(() => this.#announcer.announce(name));

    return rows;
  }

  async drop(tx: Queryable, name: QueueName, ids: string | string[]): Promise<void> {
    if (ids.length > 0) await this.#boss.deleteJob(name, ids, { db: inTransaction(tx) });
  }

  async recover(): Promise<void> {
    await this.#db.query(
      "update pgboss.job set state = 'retry', start_after = now() where state = 'active'",
    );
  }

  consume<T>(
    name: QueueName | Sources,
    handler: (task: PlacedTask<T>) => Promise<void>,
    options: ConsumeOptions,
  ): { done: Promise<void> } {
    const sources: Sources =
      typeof name === 'string' ? { names: [name], next: async () => [name] } : name;
    const run = handler as (task: PlacedTask<unknown>) => Promise<void>;
    const loop = new ConsumeLoop(this.#boss, sources, run, options, this.#wiring.watch);
    this.#loops.add(loop);

    const forget = this.#wiring.wakers.add(sources.names, loop.wake);
    const completion = loop.run().finally(() => {
      forget();
      this.#loops.delete(loop);
    });

    return { done: completion };
  }

  async take(sources: Sources, count: number): Promise<readonly TakenTask[]> {
    const tasks = await fetchTasks(this.#boss, sources, { free: count });
    for (const task of tasks) this.#wiring.watch?.taken(task.name, waitedSeconds(task));
    return tasks.map(({ id, name }) => ({ id, name: name as QueueName }));
  }

  async touch(name: QueueName, ids: string[]): Promise<void> {
    if (ids.length > 0) await this.#boss.touch(name, ids);
  }

  async complete(tx: Queryable, name: QueueName, id: string): Promise<void> {
    await this.#boss.complete(name, id, null, { db: inTransaction(tx) });
  }

  onTasks(names: readonly QueueName[], callback: () => void): () => void {
    return this.#wiring.wakers.add(names, callback);
  }

  async schedule(name: QueueName, entry: string, cron: string | null): Promise<void> {
    if (cron === null) await this.#boss.unschedule(name, entry);
    else await this.#boss.schedule(name, cron, { [name]: entry }, { key: entry, tz: 'UTC' });
  }

  depth(): ReturnType<Queue['depth']> {
    return this.#db.query(
      `select name as queue, count(*) filter (where state < 'active') as waiting,
         count(*) filter (where state = 'active') as active,
         coalesce(extract(epoch from now() - min(greatest(created_on, start_after))
           filter (where state < 'active' and start_after <= now())), 0)::float8 as "oldestSeconds"
       from pgboss.job where state < 'completed' group by name`,
    );
  }

  liveness(): Liveness {
    const loops = [...this.#loops];
    const now = performance.now();
    return {
      turnMs: now - Math.min(now, ...loops.map((loop) => loop.turnedAt)),
      answerMs: loops.length === 0 ? 0 : now - Math.max(...loops.map((loop) => loop.answeredAt)),
    };
  }

  async check(): Promise<void> {
    if (!(await this.#boss.isInstalled())) throw new Error('the queue is not installed');
  }

  async close(): Promise<void> {
    this.#announcer.close();
    await this.#wiring.unlisten();
    await this.#boss.stop({ graceful: false, close: false });
  }
}
