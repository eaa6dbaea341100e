/** One consumer of a queue: takes tasks as there is room for them and ends each. */
import type { Db as IDatabase, PgBoss, JobWithMetadata as Task } from 'pg-boss';
import type { Queryable } from '../db/database.ts';
import { groupCommit } from '../db/group-commit.ts';
import { statementName } from '../db/statement-name.ts';

export interface HeldTask<T> {
  readonly id: string;
  readonly data: T;
  readonly signal: AbortSignal;
  /** False where a failure now is the last: the queue tries it no more. */
  readonly triedAgain: boolean;
  /** Tells the queue that the task's worker still lives. */
  heartbeat(): Promise<void>;
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

/** pg-boss' calls within a transaction of ours. */
export const inTransaction = (tx: Queryable): IDatabase => ({
  executeSql: async (text, values) => ({
    rows: await tx.query(text, values, statementName(text)),
  }),
});

/** Tasks that one statement completes at most. */
const completedTogether = 100;

/** Queues a consumer takes tasks from. */
export interface Sources {
  readonly names: readonly string[];
  /** For each of the next `count` tasks in the named queues, best first, the queue it is in. */
  readonly next: (names: readonly string[], count: number) => Promise<readonly string[]>;
}

/**
 * Fetches until the queue is empty, then waits for a notification or a short poll. pg-boss' own worker takes one
 * task per wake-up, so that tasks sent together would wait for its poll.
 */
type FetchedTask = Task<unknown> & { readonly name: string };

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
  readonly #running = new Set<Promise<void>>();
  readonly #completing = new Map<string, (id: string) => Promise<void>>();
  #awake = Promise.withResolvers<void>();

  constructor(
    boss: PgBoss,
    sources: Sources,
    handler: (task: HeldTask<unknown>) => Promise<void>,
    options: ConsumeOptions,
  ) {
    this.#boss = boss;
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
    try {
      let names = this.#sources.names;
      while (names.length > 0) {
        const wanted = await this.#wanted(names, free);
        if (wanted.size === 0) return [];
        const found = await Promise.all(
          [...wanted].map(([name, count]) => this.#fetchFrom(name, count, ofGroup)),
        );
        this.answeredAt = performance.now();
        const tasks = found.flat();
        if (tasks.length > 0) return tasks.toSorted((a, b) => b.priority - a.priority);
        // Their best tasks were taken by another process, or are lost: the other queues need not wait for them.
        names = names.filter((one) => !wanted.has(one));
      }
    } catch (error) {
      this.#options.onError(error, { id: '' });
    }
    return [];
  }

  /** How many of the best tasks over all queues are in each. */
  async #wanted(names: readonly string[], free: number): Promise<Map<string, number>> {
    const [name] = names;
    if (name !== undefined && names.length === 1) return new Map([[name, free]]);
    const next = await this.#sources.next(names, free);
    return new Map([...Map.groupBy(next, (one) => one)].map(([one, all]) => [one, all.length]));
  }

  async #fetchFrom(
    name: string,
    batchSize: number,
    groupConcurrency: number | undefined,
  ): Promise<FetchedTask[]> {
    const tasks = await this.#boss.fetch<unknown>(name, {
      batchSize,
      includeMetadata: true,
      ...(groupConcurrency && { groupConcurrency }),
    });
    return tasks.map((task) => ({ ...task, name }));
  }

  #start(task: FetchedTask): void {
    const done = this.#handle(task).finally(() => {
      this.#running.delete(done);
      this.wake();
    });
    this.#running.add(done);
  }

  async #handle(task: FetchedTask): Promise<void> {
    const held: HeldTask<unknown> = {
      id: task.id,
      data: task.data,
      signal: this.#options.signal,
      triedAgain: task.retryCount < task.retryLimit,
      heartbeat: async () => {
        await this.#boss.touch(task.name, task.id);
      },
    };
    try {
      await this.#handler(held);
      await this.#completions(task.name)(task.id);
    } catch (error) {
      this.#options.onError(error, task);
      await this.#boss
        .fail(task.name, task.id, {
          message: error instanceof Error ? error.message : String(error),
        })
        .catch(() => undefined);
    }
  }

  /** Tasks of a queue that end together are completed by one statement. */
  #completions(name: string): (id: string) => Promise<void> {
    const known = this.#completing.get(name);
    if (known) return known;
    const write = async (ids: readonly string[]): Promise<undefined[]> => {
      await this.#boss.complete(name, [...ids]);
      return ids.map(() => undefined);
    };
    const made = groupCommit<string, undefined>({ write, most: completedTogether });
    this.#completing.set(name, made);
    return made;
  }

  async #rest(taken: number): Promise<void> {
    if (taken > 0 && this.#running.size < this.#options.concurrency) return;
    const timer = setTimeout(this.wake, this.#options.pollMs ?? 1000);
    await this.#awake.promise;
    clearTimeout(timer);
  }
}
