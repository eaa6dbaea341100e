/** The thread that writes files of results. */
import { Fault } from '@reelsight/contract';
import { LazyThread } from '../domain/lazy-thread.ts';
import type { JobOrder, Made, MadeFile, Order, SharedOrder } from '../exports/order.ts';

/** Longer than any file takes; a thread that does not answer is replaced. */
const mostMs = 60_000;
/** How long an order nobody waits for any more may take to end: a new thread costs more than most orders. */
const graceMs = 2000;
const entry = new URL('../exports/thread.ts', import.meta.url);

export class ExportThread {
  readonly #thread = new LazyThread<Order | JobOrder | SharedOrder, Made>(entry);
  readonly #closing: AbortSignal;

  constructor(closing: AbortSignal) {
    this.#closing = closing;
    closing.addEventListener('abort', () => this.#thread.end(), { once: true });
  }

  /**
   * One order at a time. After an abort the thread has a moment to end the order; then it is replaced. Throws the Fault
   * that refuses the file.
   */
  async make(order: Order | JobOrder, signal: AbortSignal): Promise<Buffer> {
    return Buffer.from((await this.#make(order, signal)).bytes.buffer);
  }

  /** Like `make`, but for the parts that a link shows. */
  async makeShared(
    order: SharedOrder,
    signal: AbortSignal,
  ): Promise<Pick<MadeFile, 'brands' | 'frames'> & { readonly json: Buffer }> {
    const { bytes, brands, frames } = await this.#make(order, signal);
    return { json: Buffer.from(bytes.buffer), brands, frames };
  }

  async #make(order: Order | JobOrder | SharedOrder, signal: AbortSignal): Promise<MadeFile> {
    signal.throwIfAborted();
    const over = new AbortController();
    const aborted = () => void setTimeout(() => over.abort(), graceMs).unref();
    signal.addEventListener('abort', aborted, { once: true });

    const until = AbortSignal.any([over.signal, AbortSignal.timeout(mostMs), this.#closing]);
    try {
      const output = await this.#thread.make(order, until);
      signal.throwIfAborted();
      if ('bytes' in output) return output;
      throw new Fault(output.code, output.detail, { text: output.text });
    } catch (error) {
      throw signal.aborted && !(error instanceof Fault) ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', aborted);
    }
  }
}
