/**
 * A thread that answers each message with one message. The first order starts it, and so does the next order after a
 * failed one.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Heap limit: results of 80 MB as JSON take half a gigabyte. */
const mostMegabytes = 1024;

export class LazyThread<Order, Made> {
  readonly #entry: URL;
  #worker: Worker | undefined;

  constructor(entry: URL) {
    this.#entry = entry;
  }

  /** Takes one order at a time. Ends the thread and throws if it does not answer before `until` aborts. */
  async make(order: Order, until: AbortSignal): Promise<Made> {
    const worker = this.#worker ?? this.#start();
    try {
      worker.postMessage(order);
      const [answer] = await once(worker, 'message', { signal: until });
      return answer as Made;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, {
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    // The thread ends with the process; an error outside of an order surfaces in the next one.
    worker.unref();
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#worker = worker;

    return worker;
  }
}
