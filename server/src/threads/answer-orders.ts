/** The code that runs inside a thread: answers the orders of the `WorkerThread` that started it. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type ErrorCode, Fault } from '@reelsight/contract/errors';

export interface OrderContext {
  /** Aborts when the caller gives up, if the thread was started with the option `stopsItself`. */
  readonly signal: AbortSignal;
  /** Marks memory of the answer to be transferred instead of copied. */
  readonly transfer: (memory: ArrayBuffer) => void;
}

/**
 * The functions that a thread offers, by name. Orders and answers are copied between threads, so they can contain only
 * data.
 */
export type OrderHandlers = Readonly<
  Record<string, (order: never, context: OrderContext) => unknown>
>;

/** A message to the thread. */
export type ThreadMessage =
  | { readonly kind: 'order'; readonly name: string; readonly order: unknown }
  | { readonly kind: 'abort' };

/**
 * A message from the thread. A Fault thrown by a handler arrives as a Fault; of any other error, only the text arrives.
 */
export type ThreadReply =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | {
      readonly kind: 'fault';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly text: string;
      readonly retryAfterSeconds: number | undefined;
    }
  | { readonly kind: 'error'; readonly message: string; readonly stack: string | undefined };

export interface AnswerOptions {
  /**
   * Whether the thread yields the CPU to work that somebody waits for. Only Linux sets the priority for this thread
   * alone; on other systems it would apply to the whole service, so it is not changed there.
   */
  readonly inBackground?: boolean;
}

/** Answers orders, which arrive one after the other, until the thread ends. */
export function answerOrders(handlers: OrderHandlers, options: AnswerOptions = {}): void {
  if (options.inBackground && process.platform === 'linux') setPriority(10);

  let running = new AbortController();
  parentPort?.on('message', (message: ThreadMessage) => {
    if (message.kind === 'abort') {
      running.abort();
      return;
    }

    running = new AbortController();
    void reply(handlers, message, running.signal);
  });
}

async function reply(
  handlers: OrderHandlers,
  { name, order }: Extract<ThreadMessage, { kind: 'order' }>,
  signal: AbortSignal,
): Promise<void> {
  const memories: ArrayBuffer[] = [];
  const context = { signal, transfer: (memory: ArrayBuffer) => void memories.push(memory) };
  const send = (message: ThreadReply) => parentPort?.postMessage(message, memories);

  try {
    const answer = await handlers[name]?.(order as never, context);
    send({ kind: 'answer', answer });
  } catch (error) {
    memories.length = 0;
    send(failureOf(error));
  }
}

function failureOf(error: unknown): ThreadReply {
  if (error instanceof Fault) {
    const { code, detail, message, retryAfterSeconds } = error;
    return { kind: 'fault', code, detail, text: message, retryAfterSeconds };
  }

  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'error', message, stack };
}
