/**
 * One attempt at a piece of work from the queue: runs it while it belongs to this worker, and decides what its end
 * means.
 */
import type { ClaimedTask } from '../queue/consume-loop.ts';
import { sendHeartbeats } from './heartbeat.ts';

/** Stops an attempt because this worker is closing; the work goes back to the queue. */
export class WorkerClosing extends Error {
  constructor() {
    super('the worker is closing');
  }
}

/** Stops an attempt whose work it no longer owns: the work was deleted, cancelled, or taken over by another worker. */
export class WorkLost extends Error {
  constructor() {
    super('the work belongs to another attempt, or is gone');
  }
}

/** Whether the work was stopped from outside rather than failing by itself. */
export const isStop = (reason: unknown): boolean =>
  reason instanceof WorkerClosing || reason instanceof WorkLost;

export interface Heartbeat {
  /** Writes the progress; resolves to false if the work no longer belongs to this attempt. */
  readonly send: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
  /** Time between two heartbeats; absent: the default. */
  readonly everyMs?: number;
  /** After this long without a heartbeat, another worker takes the work over; absent: no worker does. */
  readonly stallMs?: number;
}

export interface AttemptOptions {
  readonly task: Pick<ClaimedTask<object>, 'signal'>;
  /** If absent, the worker sends one heartbeat for all its work. */
  readonly heartbeat?: Heartbeat;
  /** How long the work may take, and the reason to end it after that. */
  readonly deadline?: { readonly ms: number; readonly reason: Error };
  /**
   * Calls back when the work is found to be lost by means other than heartbeats; returns a function that stops
   * listening.
   */
  readonly watchLoss?: (lose: () => void) => () => void;
  /** Does the work; `signal` aborts, with the reason, when the work has to stop. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /**
   * Called when the work ended without success, to decide what follows. `error` is what the work threw; `reason` is why
   * the attempt was stopped, or the same error if it was not stopped. The attempt is still watched during this call.
   */
  readonly giveUp: (reason: unknown, error: unknown) => Promise<void>;
}

export async function runAttempt(options: AttemptOptions): Promise<void> {
  const stop = new AbortController();
  const unwatch = watch(options, stop);
  try {
    await options.work(stop.signal);
  } catch (error) {
    await options.giveUp(stop.signal.aborted ? stop.signal.reason : error, error);
  } finally {
    unwatch();
  }
}

/** Watches the attempt and aborts `stop` with the reason to end it; the returned function stops watching. */
function watch(
  { task, heartbeat, deadline, watchLoss }: AttemptOptions,
  stop: AbortController,
): () => void {
  const close = () => stop.abort(new WorkerClosing());
  const lose = () => stop.abort(new WorkLost());
  // The signal may already be aborted, in which case no event will fire.
  if (task.signal.aborted) close();
  task.signal.addEventListener('abort', close);

  const silence = heartbeat && startHeartbeats(heartbeat, lose);
  const timer = deadline && setTimeout(() => stop.abort(deadline.reason), deadline.ms);
  const forget = watchLoss?.(lose);

  return () => {
    task.signal.removeEventListener('abort', close);
    silence?.();
    clearTimeout(timer);
    forget?.();
  };
}

function startHeartbeats(heartbeat: Heartbeat, lose: () => void): () => void {
  const { everyMs, stallMs = Number.POSITIVE_INFINITY } = heartbeat;
  let missedSinceMs: number | null = null;
  const send = async (): Promise<void> => {
    if (!(await heartbeat.send())) lose();
    missedSinceMs = null;
  };

  return sendHeartbeats(
    send,
    (error) => {
      missedSinceMs ??= Date.now();
      if (Date.now() - missedSinceMs > stallMs) lose();
      heartbeat.onError(error);
    },
    everyMs,
  );
}
