/** The thread that sums the exposure of videos, started when the first is asked for. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ExposureMade, ExposureOrder } from '../exposure/order.ts';

/** Longer than any video takes; a thread that does not answer is replaced. */
const mostMs = 60_000;
/** Of its heap: results of 80 MB as JSON take half a gigabyte. */
const mostMegabytes = 1024;
const entry = new URL('../exposure/thread.ts', import.meta.url);

export class ExposureThread {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** One order after the other, in the order they come: callers who ask for one video at a time take turns. */
  make(order: ExposureOrder, signal: AbortSignal): Promise<ExposureMade> {
    const made = this.#last.then(() => this.#make(order, signal));
    this.#last = made.catch(() => undefined);
    return made;
  }

  async #make(order: ExposureOrder, signal: AbortSignal): Promise<ExposureMade> {
    signal.throwIfAborted();
    const worker = this.#worker ?? this.#start();
    try {
      worker.postMessage(order);
      const [made] = await once(worker, 'message', { signal: AbortSignal.timeout(mostMs) });
      signal.throwIfAborted();
      return made as ExposureMade;
    } catch (error) {
      // Left, but the order was made.
      if (signal.aborted && error === signal.reason) throw error;
      this.#worker = undefined;
      void worker.terminate();
      throw error;
    }
  }

  #start(): Worker {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } });
    // It ends with the process, and an error outside of an order is met by the next one.
    worker.unref();
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#worker = worker;
    return worker;
  }
}
