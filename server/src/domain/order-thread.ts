/** A thread that makes something of large results, one order after the other. */
import { LazyThread } from './lazy-thread.ts';

/** Longer than any video takes; a thread that does not answer is replaced. */
const mostMs = 60_000;

export class OrderThread<Order, Made> {
  readonly #thread: LazyThread<Order, Made>;
  #last: Promise<unknown> = Promise.resolve();

  /** `entry`: a module that answers each message with one message. */
  constructor(entry: URL) {
    this.#thread = new LazyThread(entry);
  }

  /** Handles orders as they arrive: callers who ask for one video at a time take turns. */
  make(order: Order, signal: AbortSignal): Promise<Made> {
    const reply = this.#last.then(async () => {
      signal.throwIfAborted();
      const answer = await this.#thread.make(order, AbortSignal.timeout(mostMs));
      signal.throwIfAborted();
      return answer;
    });
    this.#last = reply.catch(() => undefined);

    return reply;
  }
}
