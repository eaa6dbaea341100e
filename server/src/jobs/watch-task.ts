/** Aborts the work on a task when its worker closes. */
import type { HeldTask } from '../queue/consume-loop.ts';

/** This worker is closing: the work is given back. */
export class WorkerClosing extends Error {}

/** Calls `stop` on close, until the returned function is called. */
export function watchTask(
  task: Pick<HeldTask<object>, 'signal'>,
  stop: AbortController,
): () => void {
  const closing = (): void => stop.abort(new WorkerClosing());
  // The signal may already be aborted, in which case no event will fire.
  if (task.signal.aborted) closing();
  task.signal.addEventListener('abort', closing);
  return () => task.signal.removeEventListener('abort', closing);
}
