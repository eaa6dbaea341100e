/** Does one part with the engines of this process, and reports what they used. */
import { Fault } from '@reelsight/contract/errors';
import type { CallContext, MeterItem, Usage } from '../../engines/engine.ts';
import { EngineClock } from '../../engines/engine-work.ts';
import type { PartOrder } from '../../perception/part.ts';
import { openResources } from '../../perception/resources.ts';
import { runPart } from '../../perception/run-part.ts';
import { diskFault } from '../../storage/local-file.ts';
import type { PartAnswer } from '../hosts/host-messages.ts';

let clock = new EngineClock();
const resources = openResources({ watch: (engines) => clock.watch(engines) });

/** Must run one part at a time, because all engines share one clock that measures their time. */
export async function computePart(
  order: PartOrder,
  { signal, log }: Pick<CallContext, 'signal' | 'log'>,
): Promise<PartAnswer> {
  const usage: Usage = {};
  clock = new EngineClock();
  const meter = (item: MeterItem, amount: number) => {
    usage[item] = (usage[item] ?? 0) + amount;
  };
  const context: CallContext = { signal, meter, ...(log && { log }) };

  try {
    const outcome = await runPart(order, resources, context);
    const memory = process.memoryUsage.rss();
    return { kind: 'done', usage, work: clock.work, outcome, memory };
  } catch (thrown) {
    const error = diskFault(thrown);
    const fault = error instanceof Fault ? error : null;
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);

    return {
      kind: 'failed',
      usage,
      work: clock.work,
      code: fault?.code ?? null,
      text: fault?.message ?? '',
      detail: fault ? `${fault.detail}\n${stack}` : stack,
    };
  }
}
