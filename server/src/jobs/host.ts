/** An engine host: a process that stays, holds engines and does one part after the other. No database, no secret. */
import { Fault } from '@reelsight/contract/errors';
import type { CallContext, MeterItem, Usage } from '../engines/engine.ts';
import { openHouse } from '../perception/house.ts';
import type { PartOrder } from '../perception/part.ts';
import { runPart } from '../perception/run-part.ts';
import { endWithWorker } from './end-with-worker.ts';
import type { FromHost, ToHost } from './host-messages.ts';

const house = openHouse();
let stop = new AbortController();

function tell(message: FromHost): Promise<void> {
  return new Promise((resolve) => {
    // A parent that is gone can't be told; `disconnect` ends this process.
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}

async function perform(order: PartOrder): Promise<void> {
  stop = new AbortController();
  const usage: Usage = {};
  const context: CallContext = {
    signal: stop.signal,
    meter: (item: MeterItem, amount: number) => {
      usage[item] = (usage[item] ?? 0) + amount;
    },
    log: (message, fields = {}) => void tell({ kind: 'log', message, fields }),
  };
  try {
    const outcome = await runPart(order, house, context);
    await tell({ kind: 'done', usage, outcome, memory: process.memoryUsage.rss() });
  } catch (error) {
    const fault = error instanceof Fault ? error : null;
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await tell({
      kind: 'failed',
      usage,
      code: fault?.code ?? null,
      text: fault?.message ?? '',
      detail: fault ? `${fault.detail}\n${stack}` : stack,
    });
  }
}

process.on('message', (message: ToHost) => {
  if (message.kind === 'abort') stop.abort(new Error('the part is no longer wanted'));
  else void perform(message.order);
});
endWithWorker();
void tell({ kind: 'ready' });
