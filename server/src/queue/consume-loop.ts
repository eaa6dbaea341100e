/** A consumer of a queue: takes tasks as long as it has capacity, and completes or fails each of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db as IDatabase, PgBoss, JobWithMetadata as Task } from 'pg-boss';
import type { Queryable } from '../db/database.ts';
import { groupCommit } from '../db/group-commit.ts';
import { statementName } from '../db/statement-name.ts';

export interface ClaimedTask<T> {
  readonly id: string;
  readonly data: T;
  readonly signal: AbortSignal;
  /** Whether the queue will retry the task if this attempt fails. */
  readonly triedAgain: boolean;
}

/** A task that has a place of a loop. */
export interface PlacedTask<T> extends ClaimedTask<T> {
  /**
   * Does work that waits for others and needs hardly any CPU, such as a download. If it takes long, the task gives up
   * its place until the work is done; see `slowWaits`.
   */
  readonly apart: Apart;
}

/**
 * Resolves to what the work resolves to, once the task has a place again, or as soon as `signal` aborts. `onDone` is
 * called when the work is done, before the wait for a place.
 */
export type Apart = <T>(
  work: () => Promise<T>,
  options: { readonly signal: AbortSignal; readonly onDone?: () => void },
) => Promise<T>;

export interface ConsumeOptions {
  readonly concurrency: number;
  /** How many more tasks can run now; needed only if that may be fewer than `concurrency` allows. */
  readonly room?: () => number;
  /** Maximum number of tasks of one group that may run at once, across all machines. */
  readonly groupConcurrency?: number;
  /**
   * Number of extra tasks, in addition to `concurrency`, that may run for groups that have no running task on any
   * machine; 0 if absent.
   */
  readonly newcomers?: number;
  /**
   * Once a task has run for longer than this, one extra task of a group without a running task may start, so that tasks
   * that never seem to end cannot block the queue. At most `concurrency` extra tasks are allowed; none if absent.
   */
  readonly longTaskMs?: number;
  /**
   * Once the work of a task that only waits has taken longer than `afterMs`, one extra task of a group without a running
   * task may start, so that slow servers of strangers cannot block the queue. At most `extraPlaces` extra tasks are
   * allowed; none if absent. When the work is done, the task goes on as soon as there is a place for it; until then, no
   * such extra tasks start.
   */
  readonly slowWaits?: { readonly afterMs: number; readonly extraPlaces: number };
  /** Ends the loop; the promise `done` then waits for running tasks. */
  readonly signal: AbortSignal;
  /** Interval of the fallback poll, in case a notification was missed. */
  readonly pollMs?: number;
  readonly onError: (error: unknown, task: { id: string }) => void;
}

interface RunningTask {
  /** When the task began, or had its place again after a slow wait, according to `performance.now()`. */
  beganAtMs: number;
  /** Since when the task has only been waiting; null if it is not. */
  waitsSinceMs: number | null;
}

const noSlowWaits = { afterMs: Number.POSITIVE_INFINITY, extraPlaces: 0 };

/** Receives events about the tasks of all loops. */
export interface TaskWatch {
  /** Called when a task is taken. `waitedSeconds`: time since the task became ready, by the database's clock. */
  readonly taken: (queue: string, waitedSeconds: number) => void;
  /** Called when the handler of a task has thrown an error. */
  readonly failed: (queue: string) => void;
}

/** Makes pg-boss run its calls within one of our transactions. */
export const inTransaction = (tx: Queryable): IDatabase => ({
  executeSql: async (text, values) => ({
    rows: await tx.query(text, values, statementName(text)),
  }),
});

/** Maximum number of tasks that one statement completes. */
const completedTogether = 100;

/** Queues from which a consumer takes tasks. */
export interface Sources {
  readonly names: readonly string[];
  /** For each of the next `count` tasks in the named queues, highest priority first, returns the name of its queue. */
  readonly next: NextQueues;
  /** Like `next`, but only for tasks of groups that have no running task; needed with `newcomers` or `longTaskMs`. */
  readonly nextOfNewcomers?: NextQueues;
}

type NextQueues = (names: readonly string[], count: number) => Promise<readonly string[]>;

/**
 * Interval between heartbeats; well below the 60 s after which a task without a heartbeat is given to another process.
 */
const touchEveryMs = 15_000;
/** Interval between attempts to record a task's failure, and the time after which to give up. */
const failEveryMs = 500;
const failLimitMs = 60_000;

export type FetchedTask = Task<unknown> & { readonly name: string };

export interface FetchOptions {
  /** Maximum number of tasks to fetch. */
  readonly free: number;
  readonly groupConcurrency?: number | undefined;
  /** Whether only tasks of groups without a running task may be fetched. */
  readonly forNewcomer?: boolean;
  /** Called when the database has answered. */
  readonly onAnswer?: () => void;
}

const bestFirst = (a: FetchedTask, b: FetchedTask): number =>
  b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime();

/** Fetches the next tasks of all the queues, highest priority first. */
export async function fetchTasks(
  boss: PgBoss,
  sources: Sources,
  { free, groupConcurrency, forNewcomer = false, onAnswer }: FetchOptions,
): Promise<FetchedTask[]> {
  let names = sources.names;
  const { nextOfNewcomers = sources.next } = sources;
  const next = forNewcomer ? nextOfNewcomers : sources.next;
  while (names.length > 0) {
    const countsByQueue = await wantedOf(names, free, next);
    if (countsByQueue.size === 0) return [];

    const outcomes = await Promise.allSettled(
      [...countsByQueue].map(([name, count]) => fetchFrom(boss, name, count, groupConcurrency)),
    );
    const tasks = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : [],
    );
    // An error in one queue must not discard tasks that were already fetched from another.
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (tasks.length === 0 && failed) throw failed.reason;

    onAnswer?.();
    if (tasks.length > 0) return tasks.toSorted(bestFirst);
    // The next tasks of these queues were taken by another process or are lost, so only the other queues are tried
    // again.
    names = names.filter((name) => !countsByQueue.has(name));
  }

  return [];
}

/** For the next tasks across all queues, counts how many are in each queue. */
async function wantedOf(
  names: readonly string[],
  free: number,
  next: NextQueues,
): Promise<Map<string, number>> {
  const [name] = names;
  if (name !== undefined && names.length === 1) return new Map([[name, free]]);
  const nextQueues = await next(names, free);
  return new Map(
    [...Map.groupBy(nextQueues, (queueName) => queueName)].map(([queueName, repeats]) => [
      queueName,
      repeats.length,
    ]),
  );
}

async function fetchFrom(
  boss: PgBoss,
  name: string,
  batchSize: number,
  groupConcurrency: number | undefined,
): Promise<FetchedTask[]> {
  const tasks = await boss.fetch<unknown>(name, {
    batchSize,
    includeMetadata: true,
    ...(groupConcurrency && { groupConcurrency }),
  });
  return tasks.map((task) => ({ ...task, name }));
}

/**
 * Fetches tasks until the queue is empty, then waits for a notification or the next poll. pg-boss' own worker takes
 * only one task per wake-up, so tasks added together would have to wait for its poll.
 */
export class ConsumeLoop {
  readonly wake: () => void;
  /** When the loop last began a new round, according to `performance.now()`. */
  turnedAt = performance.now();
  /** When the database last answered this loop, according to `performance.now()`. */
  answeredAt = performance.now();
  readonly #boss: PgBoss;
  readonly #sources: Sources;
  readonly #handler: (task: PlacedTask<unknown>) => Promise<void>;
  readonly #options: ConsumeOptions;
  readonly #watch: TaskWatch | undefined;
  readonly #running = new Map<Promise<void>, RunningTask>();
  /** Functions that let a task go on whose wait was slow, the one that has waited longest for its place first. */
  readonly #returning = new Set<() => void>();
  readonly #completing = new Map<string, (id: string) => Promise<void>>();
  #awake = Promise.withResolvers<void>();

  constructor(
    boss: PgBoss,
    sources: Sources,
    handler: (task: PlacedTask<unknown>) => Promise<void>,
    options: ConsumeOptions,
    watch?: TaskWatch,
  ) {
    this.#boss = boss;
    this.#watch = watch;
    this.#sources = sources;
    this.#handler = handler;
    this.#options = options;
    this.wake = () => this.#awake.resolve();
    options.signal.addEventListener('abort', this.wake);
  }

  async run(): Promise<void> {
    const { signal, concurrency, newcomers = 0, room } = this.#options;
    while (!signal.aborted) {
      this.#awake = Promise.withResolvers<void>();
      this.turnedAt = performance.now();

      const ownPlaces = concurrency + newcomers + this.#longTasks();
      this.#letReturn(ownPlaces);

      const places = ownPlaces + Math.min(this.#slowWaits(), this.#slow.extraPlaces);
      const capacity = room?.() ?? places;
      const free = Math.min(concurrency - this.#running.size, capacity);
      const spare = this.#returning.size > 0 ? 0 : Math.min(places - this.#running.size, capacity);
      const tasks = free > 0 ? await this.#fetch(free) : await this.#fetch(spare, true);
      for (const task of tasks) this.#start(task);
      if (tasks.length === 0 || tasks.length === free) await this.#rest(tasks.length);
    }

    for (const goOn of this.#returning) goOn();
    await Promise.all(this.#running.keys());
  }

  /** Number of running tasks that have run for so long that each allows an extra task. */
  #longTasks(): number {
    const { concurrency, longTaskMs } = this.#options;
    if (longTaskMs === undefined) return 0;

    const since = performance.now() - longTaskMs;
    const longTasks = [...this.#running.values()].filter(
      ({ beganAtMs, waitsSinceMs }) => waitsSinceMs === null && beganAtMs < since,
    );
    return Math.min(longTasks.length, concurrency);
  }

  /** Number of running tasks that have waited for so long that each allows an extra task. */
  #slowWaits(): number {
    return [...this.#running.values()].filter((task) => this.#isSlowWait(task)).length;
  }

  #isSlowWait({ waitsSinceMs }: RunningTask): boolean {
    return waitsSinceMs !== null && performance.now() - waitsSinceMs > this.#slow.afterMs;
  }

  get #slow() {
    return this.#options.slowWaits ?? noSlowWaits;
  }

  /** Lets tasks go on whose slow wait is over, as long as there are places for them. */
  #letReturn(ownPlaces: number): void {
    for (const goOn of this.#returning) {
      const othersApart = Math.min(this.#slowWaits() - 1, this.#slow.extraPlaces);
      if (this.#running.size - othersApart > ownPlaces) return;
      goOn();
    }
  }

  async #apart<T>(
    task: RunningTask,
    work: () => Promise<T>,
    { signal, onDone }: Parameters<Apart>[1],
  ): Promise<T> {
    task.waitsSinceMs = performance.now();
    try {
      const result = await work();
      onDone?.();
      if (this.#isSlowWait(task)) await this.#placeFor(task, signal);
      return result;
    } finally {
      task.waitsSinceMs = null;
    }
  }

  /** Resolves when there is a place for a task whose slow wait is over, or when the signal or the loop ends. */
  async #placeFor(task: RunningTask, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#options.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const goOn = () => {
      this.#returning.delete(goOn);
      task.beganAtMs = performance.now();
      task.waitsSinceMs = null;
      resolve();
    };
    this.#returning.add(goOn);
    signal.addEventListener('abort', goOn);
    this.wake();

    await promise;
    signal.removeEventListener('abort', goOn);
  }

  async #fetch(free: number, forNewcomer = false): Promise<FetchedTask[]> {
    if (free <= 0) return [];

    const onAnswer = () => {
      this.answeredAt = performance.now();
    };
    try {
      return await fetchTasks(this.#boss, this.#sources, {
        free,
        groupConcurrency: forNewcomer ? 1 : this.#options.groupConcurrency,
        forNewcomer,
        onAnswer,
      });
    } catch (error) {
      this.#options.onError(error, { id: '' });
      return [];
    }
  }

  #start(task: FetchedTask): void {
    this.#watch?.taken(task.name, waitedSeconds(task));
    const runningTask: RunningTask = { beganAtMs: performance.now(), waitsSinceMs: null };
    const handling = this.#handle(task, runningTask).finally(() => {
      this.#running.delete(handling);
      this.wake();
    });
    this.#running.set(handling, runningTask);
  }

  async #handle(task: FetchedTask, runningTask: RunningTask): Promise<void> {
    const heldTask: PlacedTask<unknown> = {
      id: task.id,
      data: task.data,
      signal: this.#options.signal,
      triedAgain: task.retryCount < task.retryLimit,
      apart: (work, options) => this.#apart(runningTask, work, options),
    };
    const touch = () => void this.#boss.touch(task.name, task.id).catch(() => undefined);
    const timer = setInterval(touch, touchEveryMs);

    try {
      await this.#handler(heldTask);
      await this.#completions(task.name)(task.id);
    } catch (error) {
      this.#watch?.failed(task.name);
      this.#options.onError(error, task);
      await this.#fail(task, error instanceof Error ? error.message : String(error));
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Records a task's failure, and keeps trying, because often the failure is that the database is unavailable. Until it
   * is recorded, nobody else gets the task: the queue would notice missing heartbeats only after a minute.
   */
  async #fail(task: FetchedTask, message: string): Promise<void> {
    const until = performance.now() + failLimitMs;
    while (performance.now() < until) {
      try {
        await this.#boss.fail(task.name, task.id, { message });
        return;
      } catch {
        if (this.#options.signal.aborted) return;
      }
      await sleep(failEveryMs);
    }
  }

  /**
   * Returns a function that completes a task; tasks of a queue that end at the same time are completed by one
   * statement.
   */
  #completions(name: string): (id: string) => Promise<void> {
    const existingCommit = this.#completing.get(name);
    if (existingCommit) return existingCommit;

    const write = async (ids: readonly string[]): Promise<undefined[]> => {
      await this.#boss.complete(name, [...ids]);
      return ids.map(() => undefined);
    };
    const newCommit = groupCommit<string, undefined>({ write, most: completedTogether });
    this.#completing.set(name, newCommit);

    return newCommit;
  }

  async #rest(takenCount: number): Promise<void> {
    if (takenCount > 0 && this.#running.size < this.#options.concurrency) return;
    const timer = setTimeout(this.wake, this.#options.pollMs ?? 1000);
    await this.#awake.promise;
    clearTimeout(timer);
  }
}

/** Seconds between the time when the task became ready and the time when it was taken. */
export const waitedSeconds = ({ createdOn, startAfter, startedOn }: FetchedTask): number =>
  Math.max(0, startedOn.getTime() - Math.max(createdOn.getTime(), startAfter.getTime())) / 1000;
