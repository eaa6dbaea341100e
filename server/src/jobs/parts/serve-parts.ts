/** The engine host's end of the connection to its worker: takes orders one after the other, and answers each. */
import type { CallContext } from '../../engines/engine.ts';
import type { PartOrder } from '../../perception/part.ts';
import type { FromHost, PartAnswer, ToHost } from '../hosts/host-messages.ts';
import { endWithWorker } from '../processes/end-with-worker.ts';
import { giveWay } from '../processes/low-priority.ts';

export type DoPart = (
  order: PartOrder,
  context: Pick<CallContext, 'signal' | 'log'>,
) => Promise<PartAnswer>;

/** Handles orders until the worker is gone. */
export function serveParts(doPart: DoPart): void {
  let stop = new AbortController();
  const log: CallContext['log'] = (message, fields = {}) =>
    void tell({ kind: 'log', message, fields });
  const perform = async (order: PartOrder): Promise<void> => {
    stop = new AbortController();
    await tell(await doPart(order, { signal: stop.signal, log }));
  };

  process.on('message', (message: ToHost) => {
    if (message.kind === 'abort') stop.abort(new Error('the part is no longer wanted'));
    else void perform(message.order);
  });
  endWithWorker();
  giveWay();
  void tell({ kind: 'ready' });
}

function tell(message: FromHost): Promise<void> {
  return new Promise((resolve) => {
    // If the worker is gone, nothing can receive the message; the `disconnect` event ends this process.
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}
