/** The inner side of a thread: answers the orders of the `WorkerThread` that started it. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type ErrorCode, Fault } from '@reelsight/contract/errors';

export interface OrderContext {
  /** Aborts when the caller gives up, if the thread was started with the option `stopsItself`. */
  readonly signal: AbortSignal;
  /** Transfers memory of the answer instead of copying it. */
  readonly transfer: (memory: ArrayBuffer) => void;
}

/** What a thread can do, by name. Orders and answers are copied, so they can contain only data. */
export type OrderHandlers = Readonly<
  Record<string, (order: never, context: OrderContext) => unknown>
>;

/** A message to the thread. */
export type ThreadMessage =
  | { readonly kind: 'order'; readonly name: string; readonly order: unknown }
  | { readonly kind: 'abort' };

/** A message from the thread. A Fault arrives as a Fault; for any other error, only its text arrives. */
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
   * Whether the thread yields to other work that somebody waits for. On Linux a priority applies to this thread only;
   * on other systems it would apply to the whole service, so it is not changed there.
   */
  readonly inBackground?: boolean;
}

/** Answers orders, which arrive one after the other, for as long as the thread lives. */
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
