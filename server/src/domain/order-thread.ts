/** A thread that makes something of large results, started when the first order comes. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Longer than any video takes; a thread that does not answer is replaced. */
const mostMs = 60_000;
/** Of its heap: results of 80 MB as JSON take half a gigabyte. */
const mostMegabytes = 1024;

export class OrderThread<Order, Made> {
  readonly #entry: URL;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** A module that answers each message with one. */
  constructor(entry: URL) {
    this.#entry = entry;
  }

  /** One order after the other, in the order they come: callers who ask for one video at a time take turns. */
  make(order: Order, signal: AbortSignal): Promise<Made> {
    const made = this.#last.then(() => this.#make(order, signal));
    this.#last = made.catch(() => undefined);
    return made;
  }

  async #make(order: Order, signal: AbortSignal): Promise<Made> {
    signal.throwIfAborted();
    const worker = this.#worker ?? this.#start();
    try {
      worker.postMessage(order);
      const [made] = await once(worker, 'message', { signal: AbortSignal.timeout(mostMs) });
      signal.throwIfAborted();
      return made as Made;
    } catch (error) {
      // Left, but the order was made.
      if (signal.aborted && error === signal.reason) throw error;
      this.#worker = undefined;
      void worker.terminate();
      throw error;
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, {
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
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
