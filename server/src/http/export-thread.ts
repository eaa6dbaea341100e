/** The thread that writes files of results, started when the first is asked for. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '@reelsight/contract';
import type { JobOrder, Made, Order } from '../exports/order.ts';

/** Longer than any file takes; a thread that does not answer is replaced. */
const mostMs = 60_000;
/** How long an order nobody waits for any more may take to end: a new thread costs more than most orders. */
const graceMs = 2000;
/** Of its heap: results of 80 MB as JSON take half a gigabyte. */
const mostMegabytes = 1024;
const entry = new URL('../exports/thread.ts', import.meta.url);

export class ExportThread {
  #worker: Worker | undefined;
  readonly #closing: AbortSignal;

  constructor(closing: AbortSignal) {
    this.#closing = closing;
    closing.addEventListener('abort', () => this.#end(), { once: true });
  }

  /**
   * One order at a time. After an abort the thread has a moment to end the order; then it is replaced. Throws the Fault
   * that refuses the file.
   */
  async make(order: Order | JobOrder, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted();
    const worker = this.#worker ?? this.#start();
    const over = new AbortController();
    const aborted = () => void setTimeout(() => over.abort(), graceMs).unref();
    signal.addEventListener('abort', aborted, { once: true });
    const until = AbortSignal.any([over.signal, AbortSignal.timeout(mostMs), this.#closing]);
    try {
      worker.postMessage(order);
      const [made] = (await once(worker, 'message', { signal: until })) as [Made];
      signal.throwIfAborted();
      if ('bytes' in made) return Buffer.from(made.bytes.buffer);
      throw new Fault(made.code, made.detail, { text: made.text });
    } catch (error) {
      if (error instanceof Fault) throw error;
      // Ended in time.
      if (signal.aborted && error === signal.reason) throw error;
      this.#end();
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', aborted);
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

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}
