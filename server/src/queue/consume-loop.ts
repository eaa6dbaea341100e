/** One consumer of a queue: takes tasks as there is room for them and ends each. */
import type { PgBoss, Job as Task } from 'pg-boss';

export interface HeldTask<T> {
  readonly id: string;
  readonly data: T;
  readonly signal: AbortSignal;
  /** Tells the queue that the task's worker still lives. */
  heartbeat(): Promise<void>;
}

export interface ConsumeOptions {
  readonly concurrency: number;
  /** Tasks of one group that may run at once, by tier. */
  readonly groupConcurrency?: { default: number; tiers?: Record<string, number> };
  /** Ends the loop; tasks under way are waited for by `done`. */
  readonly signal: AbortSignal;
  /** Fallback poll where a notification was missed. */
  readonly pollMs?: number;
  readonly onError: (error: unknown, task: { id: string }) => void;
}

/**
 * Fetches until the queue is empty, then waits for a notification or a short poll. pg-boss' own worker takes one
 * task per wake-up, so that tasks sent together would wait for its poll.
 */
export class ConsumeLoop {
  readonly wake: () => void;
  private readonly boss: PgBoss;
  private readonly name: string;
  private readonly handler: (task: HeldTask<unknown>) => Promise<void>;
  private readonly options: ConsumeOptions;
  private readonly running = new Set<Promise<void>>();
  private awake = Promise.withResolvers<void>();

  constructor(
    boss: PgBoss,
    name: string,
    handler: (task: HeldTask<unknown>) => Promise<void>,
    options: ConsumeOptions,
  ) {
    this.boss = boss;
    this.name = name;
    this.handler = handler;
    this.options = options;
    this.wake = () => this.awake.resolve();
    options.signal.addEventListener('abort', this.wake);
  }

  async run(): Promise<void> {
    const { signal, concurrency } = this.options;
    while (!signal.aborted) {
      this.awake = Promise.withResolvers<void>();
      const free = concurrency - this.running.size;
      const tasks = free > 0 ? await this.fetch(free) : [];
      for (const task of tasks) this.start(task);
      if (tasks.length === 0 || tasks.length === free) await this.rest(tasks.length);
    }
    await Promise.all(this.running);
  }

  private async fetch(batchSize: number): Promise<Task<unknown>[]> {
    try {
      const { groupConcurrency } = this.options;
      return await this.boss.fetch<unknown>(this.name, {
        batchSize,
        ...(groupConcurrency && { groupConcurrency }),
      });
    } catch (error) {
      this.options.onError(error, { id: '' });
      return [];
    }
  }

  private start(task: Task<unknown>): void {
    const done = this.handle(task).finally(() => {
      this.running.delete(done);
      this.wake();
    });
    this.running.add(done);
  }

  private async handle(task: Task<unknown>): Promise<void> {
    const held: HeldTask<unknown> = {
      id: task.id,
      data: task.data,
      signal: this.options.signal,
      heartbeat: async () => {
        await this.boss.touch(this.name, task.id);
      },
    };
    try {
      await this.handler(held);
      await this.boss.complete(this.name, task.id);
    } catch (error) {
      this.options.onError(error, task);
      await this.boss
        .fail(this.name, task.id, {
          message: error instanceof Error ? error.message : String(error),
        })
        .catch(() => undefined);
    }
  }

  private async rest(taken: number): Promise<void> {
    if (taken > 0 && this.running.size < this.options.concurrency) return;
    const timer = setTimeout(this.wake, this.options.pollMs ?? 1000);
    await this.awake.promise;
    clearTimeout(timer);
  }
}
