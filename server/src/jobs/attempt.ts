/** One attempt at a piece of work that the queue gave: runs it while it is this worker's, and decides what ended it. */
import type { HeldTask } from '../queue/consume-loop.ts';
import { sendHeartbeats } from './heartbeat.ts';

/** This worker is closing: the work is given back. */
export class WorkerClosing extends Error {
  constructor() {
    super('the worker is closing');
  }
}

/** The work is no longer this attempt's: deleted, cancelled, or taken up by another worker. */
export class WorkLost extends Error {
  constructor() {
    super('the work belongs to another attempt, or is gone');
  }
}

/** Whether the work itself did not fail. */
export const isStop = (reason: unknown): boolean =>
  reason instanceof WorkerClosing || reason instanceof WorkLost;

export interface Heartbeat {
  /** Writes the progress; false if the work is no longer this attempt's. */
  readonly send: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
  /** Between two heartbeats; absent: as usual. */
  readonly everyMs?: number;
  /** After so long without a heartbeat another worker takes the work over; absent: none does. */
  readonly stallMs?: number;
}

export interface AttemptOptions {
  readonly task: Pick<HeldTask<object>, 'signal'>;
  /** Absent: the worker sends one for all its work. */
  readonly heartbeat?: Heartbeat;
  /** How long the work may take, and the reason to end it then. */
  readonly deadline?: { readonly ms: number; readonly reason: Error };
  /** Calls back when the work is found to be lost by other means than heartbeats; returns how to stop listening. */
  readonly watchLoss?: (lose: () => void) => () => void;
  /** `signal` aborts with the reason to end. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /**
   * Decides what an end without success means. `reason` is why the attempt had to end, if it had to, and else `error`,
   * what the work threw. The attempt is watched until this has ended, too.
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

/** Aborts `stop` with the reason to end, until the returned function is called. */
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
