/** An engine host: a long-lived process that keeps engines open and does one part after another. No database, no secret. */
import { Fault } from '@reelsight/contract/errors';
import type { CallContext, MeterItem, Usage } from '../engines/engine.ts';
import { EngineClock } from '../engines/engine-work.ts';
import type { PartOrder } from '../perception/part.ts';
import { openResources } from '../perception/resources.ts';
import { runPart } from '../perception/run-part.ts';
import { diskFault } from '../storage/local-file.ts';
import { endWithWorker } from './end-with-worker.ts';
import type { FromHost, ToHost } from './host-messages.ts';
import { giveWay } from './low-priority.ts';

let clock = new EngineClock();
const resources = openResources({ watch: (engines) => clock.watch(engines) });
let stop = new AbortController();

function tell(message: FromHost): Promise<void> {
  return new Promise((resolve) => {
    // If the parent is gone there is nobody to send to; `disconnect` ends this process.
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}

async function perform(order: PartOrder): Promise<void> {
  stop = new AbortController();
  const usage: Usage = {};
  clock = new EngineClock();
  const context: CallContext = {
    signal: stop.signal,
    meter: (item: MeterItem, amount: number) => {
      usage[item] = (usage[item] ?? 0) + amount;
    },
    log: (message, fields = {}) => void tell({ kind: 'log', message, fields }),
  };
  try {
    const outcome = await runPart(order, resources, context);
    const memory = process.memoryUsage.rss();
    await tell({ kind: 'done', usage, work: clock.work, outcome, memory });
  } catch (thrown) {
    const error = diskFault(thrown);
    const fault = error instanceof Fault ? error : null;
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await tell({
      kind: 'failed',
      usage,
      work: clock.work,
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
giveWay();
void tell({ kind: 'ready' });
