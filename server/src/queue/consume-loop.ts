/** One consumer of a queue: takes tasks as there is room for them and ends each. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db as IDatabase, PgBoss, JobWithMetadata as Task } from 'pg-boss';
import type { Queryable } from '../db/database.ts';

export interface HeldTask<T> {
  readonly id: string;
  readonly data: T;
  readonly signal: AbortSignal;
  /** False where a failure now is the last: the queue tries it no more. */
  readonly triedAgain: boolean;
  /** Ends the task within the transaction that its work ends with; else it ends when the handler returns. */
  complete(tx: Queryable): Promise<void>;
}

export interface ConsumeOptions {
  readonly concurrency: number;
  /** How many more tasks can be done now, if that may be fewer than `concurrency` allows. */
  readonly room?: () => number;
  /** Tasks of one group that may run at once, over all machines. */
  readonly groupConcurrency?: number;
  /** Places beyond `concurrency` for groups of which no task runs on any machine; 0 when absent. */
  readonly newcomers?: number;
  /** Ends the loop; tasks under way are waited for by `done`. */
  readonly signal: AbortSignal;
  /** Fallback poll where a notification was missed. */
  readonly pollMs?: number;
  readonly onError: (error: unknown, task: { id: string }) => void;
}

/** Told of the tasks of all loops. */
export interface TaskWatch {
  /** `waitedSeconds`: from when the task could be done, by the clock of the database. */
  readonly taken: (queue: string, waitedSeconds: number) => void;
  /** Its handler threw. */
  readonly failed: (queue: string) => void;
}

/** pg-boss' calls within a transaction of ours. */
export const inTransaction = (tx: Queryable): IDatabase => ({
  executeSql: async (text, values) => ({ rows: await tx.query(text, values) }),
});

/** Queues a consumer takes tasks from. */
export interface Sources {
  readonly names: readonly string[];
  /** For each of the next `count` tasks in the named queues, best first, the queue it is in. */
  readonly next: (names: readonly string[], count: number) => Promise<readonly string[]>;
}

/** The queue allows 60 s without a heartbeat of a task. */
const touchEveryMs = 15_000;
/** Between two tries to tell that a task failed, and how long it is tried. */
const [failEveryMs, failLimitMs] = [500, 60_000];

export type FetchedTask = Task<unknown> & { readonly name: string };

export interface FetchOptions {
  /** Most tasks. */
  readonly free: number;
  readonly groupConcurrency?: number | undefined;
  /** Called when the database has answered. */
  readonly onAnswer?: () => void;
}

/** The next tasks of the sources, best first; all of them from one queue. */
export async function fetchTasks(
  boss: PgBoss,
  sources: Sources,
  { free, groupConcurrency, onAnswer }: FetchOptions,
): Promise<FetchedTask[]> {
  let names = sources.names;
  while (names.length > 0) {
    const [name, batchSize] = await bestOf(sources, names, free);
    if (name === undefined) return [];
    const tasks = await boss.fetch<unknown>(name, {
      batchSize,
      includeMetadata: true,
      ...(groupConcurrency && { groupConcurrency }),
    });
    onAnswer?.();
    if (tasks.length > 0) return tasks.map((task) => ({ ...task, name }));
    // Its best task was taken by another process, or is lost: the other queues need not wait for it.
    names = names.filter((one) => one !== name);
  }
  return [];
}

/** The queue of the best task, and how many tasks can be taken from it before another queue has a better one. */
async function bestOf(
  sources: Sources,
  names: readonly string[],
  free: number,
): Promise<[string | undefined, number]> {
  if (names.length === 1) return [names[0], free];
  const [best, ...others] = await sources.next(names, free);
  const other = others.findIndex((name) => name !== best);
  return [best, 1 + (other < 0 ? others.length : other)];
}

/**
 * Fetches until the queue is empty, then waits for a notification or a short poll. pg-boss' own worker takes one
 * task per wake-up, so that tasks sent together would wait for its poll.
 */
export class ConsumeLoop {
  readonly wake: () => void;
  /** By the clock of `performance.now()`. */
  turnedAt = performance.now();
  /** When the database last answered this loop. */
  answeredAt = performance.now();
  readonly #boss: PgBoss;
  readonly #sources: Sources;
  readonly #handler: (task: HeldTask<unknown>) => Promise<void>;
  readonly #options: ConsumeOptions;
  readonly #watch: TaskWatch | undefined;
  readonly #running = new Set<Promise<void>>();
  #awake = Promise.withResolvers<void>();

  constructor(
    boss: PgBoss,
    sources: Sources,
    handler: (task: HeldTask<unknown>) => Promise<void>,
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
      const most = room?.() ?? concurrency + newcomers;
      const free = Math.min(concurrency - this.#running.size, most);
      const spare = Math.min(concurrency + newcomers - this.#running.size, most);
      const tasks = free > 0 ? await this.#fetch(free) : await this.#fetch(spare, 1);
      for (const task of tasks) this.#start(task);
      if (tasks.length === 0 || tasks.length === free) await this.#rest(tasks.length);
    }
    await Promise.all(this.#running);
  }

  async #fetch(free: number, ofGroup = this.#options.groupConcurrency): Promise<FetchedTask[]> {
    if (free <= 0) return [];
    const onAnswer = () => {
      this.answeredAt = performance.now();
    };
    try {
      return await fetchTasks(this.#boss, this.#sources, {
        ...{ free, groupConcurrency: ofGroup, onAnswer },
      });
    } catch (error) {
      this.#options.onError(error, { id: '' });
      return [];
    }
  }

  #start(task: FetchedTask): void {
    this.#watch?.taken(task.name, waitedSeconds(task));
    const done = this.#handle(task).finally(() => {
      this.#running.delete(done);
      this.wake();
    });
    this.#running.add(done);
  }

  async #handle(task: FetchedTask): Promise<void> {
    let completed = false;
    const held: HeldTask<unknown> = {
      id: task.id,
      data: task.data,
      signal: this.#options.signal,
      triedAgain: task.retryCount < task.retryLimit,
      complete: async (tx) => {
        await this.#boss.complete(task.name, task.id, null, { db: inTransaction(tx) });
        tx.onCommitted(() => {
          completed = true;
        });
      },
    };
    const touch = () => void this.#boss.touch(task.name, task.id).catch(() => undefined);
    const timer = setInterval(touch, touchEveryMs);
    try {
      await this.#handler(held);
      if (!completed) await this.#boss.complete(task.name, task.id);
    } catch (error) {
      this.#watch?.failed(task.name);
      this.#options.onError(error, task);
      await this.#fail(task, error instanceof Error ? error.message : String(error));
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Often it is the database that is away. Until it says that the task failed, nobody else gets it: the queue would miss
   * its heartbeats only after a minute.
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

  async #rest(taken: number): Promise<void> {
    if (taken > 0 && this.#running.size < this.#options.concurrency) return;
    const timer = setTimeout(this.wake, this.#options.pollMs ?? 1000);
    await this.#awake.promise;
    clearTimeout(timer);
  }
}

const waitedSeconds = ({ createdOn, startAfter, startedOn }: FetchedTask): number =>
  Math.max(0, startedOn.getTime() - Math.max(createdOn.getTime(), startAfter.getTime())) / 1000;
