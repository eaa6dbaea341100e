/**
 * Runs work in a thread from outside: gives the thread orders, one after the other, and ends it if it takes too much
 * time or memory.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '@reelsight/contract/errors';
import { untilAborted } from '../network/until-aborted.ts';
import type { OrderHandlers, ThreadMessage, ThreadReply } from './answer-orders.ts';

export interface ThreadOptions {
  /** Limit of the thread's heap. If the thread needs more, it ends, and its order fails. */
  readonly heapMegabytes: number;
  /** Maximum time for one order, after which the thread is ended; absent: no limit. */
  readonly limitMs?: number;
  /**
   * How long an order may continue after its caller has given up, before the thread is ended. If absent, only `limitMs`
   * ends it.
   */
  readonly graceMs?: number;
  /** How long a thread without orders is kept alive. */
  readonly idleMs?: number;
  /**
   * Whether the thread remembers earlier orders. If so, it is kept until `close`; if it ends for another reason, every
   * further order fails, because a new thread would not have its state.
   */
  readonly keepsState?: boolean;
  /**
   * Whether the thread is told when the caller gives up. It then ends the order by itself, and its answer is still
   * used.
   */
  readonly stopsItself?: boolean;
}

/**
 * Limits for work on results of whole videos: 80 MB of JSON take half a gigabyte of memory, and no result takes a
 * minute.
 */
export const limitsOfResults = { heapMegabytes: 1024, limitMs: 60_000 } as const;

/** A copy that can be handed to a thread: the memory of a buffer may be larger, and shared with others. */
export const handedOver = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

type OrderOf<Handlers extends OrderHandlers, Name extends keyof Handlers> = Parameters<
  Handlers[Name]
>[0];
type AnswerOf<Handlers extends OrderHandlers, Name extends keyof Handlers> = Awaited<
  ReturnType<Handlers[Name]>
>;

/** Long enough that a person who works step by step does not wait for a new thread at each step. */
const usualIdleMs = 300_000;
const neverAborted = new AbortController().signal;

interface OrderBounds {
  readonly signal: AbortSignal;
  readonly limitMs: number | undefined;
  readonly transfer: readonly ArrayBuffer[];
}

interface OrderOptions {
  /** The maximum time for this order, if it is another one than for most. */
  readonly limitMs?: number;
  /** Memory of the order that is handed over instead of copied, so that it is gone from this thread. */
  readonly transfer?: readonly ArrayBuffer[];
}

/**
 * A thread whose module calls `answerOrders` with `Handlers`. The first order starts the thread; if it has crashed,
 * been ended or been idle for too long, the next order starts a new thread.
 */
export class WorkerThread<Handlers extends OrderHandlers> {
  readonly #entry: URL;
  readonly #options: ThreadOptions;
  #worker: Worker | undefined;
  #lastOrder: Promise<unknown> = Promise.resolve();
  #idleTimer: NodeJS.Timeout | undefined;
  /** The error with which further orders are refused; undefined as long as they are accepted. */
  #refusal: Error | undefined;

  constructor(entry: URL, options: ThreadOptions) {
    this.#entry = entry;
    this.#options = options;
  }

  /**
   * Runs an order after all earlier ones. Rejects with the handler's error, or with `signal.reason` if the signal
   * aborts: at once while the order waits for others, otherwise once the thread no longer works on it.
   */
  run<Name extends keyof Handlers & string>(
    name: Name,
    order: OrderOf<Handlers, Name>,
    signal: AbortSignal = neverAborted,
    { limitMs = this.#options.limitMs, transfer = [] }: OrderOptions = {},
  ): Promise<AnswerOf<Handlers, Name>> {
    const earlierOrders = this.#lastOrder;
    const answer = untilAborted(earlierOrders, signal).then(() =>
      this.#carryOut({ kind: 'order', name, order }, { signal, limitMs, transfer }),
    );
    this.#lastOrder = Promise.allSettled([earlierOrders, answer]);

    return answer as Promise<AnswerOf<Handlers, Name>>;
  }

  /** Ends the thread permanently, with all its orders. */
  async close(): Promise<void> {
    this.#refusal ??= new Error('the thread is closed');
    await this.#end();
  }

  async #carryOut(order: ThreadMessage, bounds: OrderBounds): Promise<unknown> {
    const { signal } = bounds;
    signal.throwIfAborted();
    const reply = await this.#exchange(this.#started(), order, bounds);
    if (!this.#options.stopsItself) signal.throwIfAborted();

    return answerOf(reply);
  }

  #started(): Worker {
    clearTimeout(this.#idleTimer);
    if (this.#refusal) throw this.#refusal;
    if (this.#worker) return this.#worker;

    const worker = new Worker(this.#entry, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMegabytes },
    });
    // An order in progress has its own error listener; without an order, handling `exit` is enough.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#forget();
    });
    this.#worker = worker;

    return worker;
  }

  async #exchange(worker: Worker, order: ThreadMessage, bounds: OrderBounds): Promise<ThreadReply> {
    const { signal } = bounds;
    const { signal: overdue, forget } = this.#watch(worker, bounds);
    // The thread keeps the process alive only while it works on an order.
    worker.ref();

    try {
      worker.postMessage(order, bounds.transfer);
      return await replyOf(worker, overdue);
    } catch (error) {
      void this.#end();
      throw signal.aborted && !this.#options.stopsItself ? signal.reason : error;
    } finally {
      forget();
      worker.unref();
      this.#endWhenIdle();
    }
  }

  /** Returns a signal that aborts when the order has taken too long. */
  #watch(
    worker: Worker,
    { signal, limitMs }: Pick<OrderBounds, 'signal' | 'limitMs'>,
  ): { readonly signal: AbortSignal; readonly forget: () => void } {
    const { graceMs, stopsItself } = this.#options;
    const overdue = new AbortController();
    const timers: NodeJS.Timeout[] = [];
    const endIn = (ms: number, reason: unknown) =>
      timers.push(setTimeout(() => overdue.abort(reason), ms));

    if (limitMs !== undefined)
      endIn(limitMs, new Error(`the thread took longer than ${limitMs} ms`));
    const onAbort = () => {
      if (stopsItself) worker.postMessage({ kind: 'abort' } satisfies ThreadMessage);
      if (graceMs !== undefined) endIn(graceMs, signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });

    return {
      signal: overdue.signal,
      forget: () => {
        signal.removeEventListener('abort', onAbort);
        for (const timer of timers) clearTimeout(timer);
      },
    };
  }

  #endWhenIdle(): void {
    const { keepsState, idleMs = usualIdleMs } = this.#options;
    if (keepsState || !this.#worker) return;

    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.#end(), idleMs);
    this.#idleTimer.unref();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#forget();
    await worker?.terminate();
  }

  /** Forgets the thread that has ended, so that the next order starts a new one. */
  #forget(): void {
    clearTimeout(this.#idleTimer);
    this.#worker = undefined;
    if (this.#options.keepsState)
      this.#refusal ??= new Error('the thread ended, and what it remembered is lost');
  }
}

/**
 * Waits for the thread's reply. Throws if the thread ends without one; throws the reason of `overdue` if that aborts.
 */
async function replyOf(worker: Worker, overdue: AbortSignal): Promise<ThreadReply> {
  // Removes the listeners when the order has ended, because a thread may handle thousands of orders.
  const settled = new AbortController();
  const signal = AbortSignal.any([overdue, settled.signal]);
  const exit = once(worker, 'exit', { signal }).then(() => {
    throw new Error('the thread ended without an answer');
  });
  exit.catch(() => undefined);

  try {
    const [reply] = await Promise.race([once(worker, 'message', { signal }), exit]);
    return reply as ThreadReply;
  } catch (error) {
    throw overdue.aborted ? overdue.reason : error;
  } finally {
    settled.abort();
  }
}

function answerOf(reply: ThreadReply): unknown {
  if (reply.kind === 'answer') return reply.answer;

  if (reply.kind === 'fault') {
    const { code, detail, text, retryAfterSeconds } = reply;
    throw new Fault(code, detail, {
      text,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }

  const error = new Error(reply.message);
  if (reply.stack !== undefined) error.stack = reply.stack;
  throw error;
}
