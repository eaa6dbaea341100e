/** Keeps a task in the hands of a worker while it is processed, and aborts the work when the worker closes. */
import type { HeldTask } from '../queue/consume-loop.ts';

/** This worker is closing: the work is given back. */
export class WorkerClosing extends Error {}

/** The queue allows 60 s without a heartbeat. */
const touchEveryMs = 15_000;

/** Heartbeats of the task, and `stop` on close, until the returned function is called. */
export function watchTask(task: HeldTask<object>, stop: AbortController): () => void {
  const closing = (): void => stop.abort(new WorkerClosing());
  // The signal may already be aborted, in which case no event will fire.
  if (task.signal.aborted) closing();
  task.signal.addEventListener('abort', closing);
  const touch = setInterval(() => void task.heartbeat().catch(() => undefined), touchEveryMs);
  return () => {
    clearInterval(touch);
    task.signal.removeEventListener('abort', closing);
  };
}
