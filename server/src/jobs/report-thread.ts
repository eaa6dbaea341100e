/** The thread that makes one report, seen from outside. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReportAnswer, ReportOrder } from '../reports/order.ts';

/** Longer than any step takes. */
const mostMs = 300_000;
/** Heap limit: all appearances in two thousand videos. */
const mostMegabytes = 2048;
const entry = new URL('../reports/thread.ts', import.meta.url);

export class ReportThread {
  readonly #worker = new Worker(entry, {
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    // The caller of `ask` receives the error.
    this.#worker.on('error', () => undefined);
  }

  /** One order after the other. Throws what the thread threw. */
  async ask<Kind extends ReportAnswer['kind']>(
    order: ReportOrder,
    kind: Kind,
  ): Promise<Extract<ReportAnswer, { kind: Kind }>> {
    const answer = await this.#answer(order);
    if (answer.kind === 'failed') throw new Error(answer.error);
    if (answer.kind !== kind) throw new Error(`${answer.kind} instead of ${kind}`);
    return answer as Extract<ReportAnswer, { kind: Kind }>;
  }

  async #answer(order: ReportOrder): Promise<ReportAnswer> {
    // Ends the listeners of this order with it: a report has thousands.
    const controller = new AbortController();
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(mostMs), controller.signal]);
    signal.throwIfAborted();

    const threadExit = once(this.#worker, 'exit', { signal }).then(() => {
      throw new Error('the thread of the report ended');
    });
    threadExit.catch(() => undefined);

    try {
      this.#worker.postMessage(order);
      const [answer] = await Promise.race([once(this.#worker, 'message', { signal }), threadExit]);
      return answer as ReportAnswer;
    } finally {
      controller.abort();
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
