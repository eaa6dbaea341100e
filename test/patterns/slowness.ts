/** Whether work on a text takes more than its length: measured by the processor's time, whatever else the machine does. */
import { type LongInput, textOf } from './long-inputs.ts';

const few = 2_500;
const many = 20_000;
/** Of `few` characters. One that looks at all of them from each takes four times as long, a linear one a tenth. */
const suspiciousMs = 3;
/** Eight times the text takes eight times as long if it is linear, and 64 times if each character looks at all. */
const mostGrowth = 20;

/** Null if it is quick; else what it costs, for whoever has to mend it. */
export function slownessOf(work: (text: string) => unknown, input: LongInput): string | null {
  const short = textOf(input, few);
  if (msOf(work, short) < suspiciousMs) return null;

  // What the machine does meanwhile only ever adds.
  const shortMs = Math.max(1, Math.min(msOf(work, short), msOf(work, short)));
  if (shortMs < suspiciousMs) return null;

  const long = textOf(input, many);
  const longMs = Math.min(msOf(work, long), msOf(work, long));
  if (longMs / shortMs < mostGrowth) return null;

  const { head, pump, end } = input;
  const text = `${JSON.stringify(head)} + ${JSON.stringify(pump)}… + ${JSON.stringify(end)}`;

  return `${text}: ${shortMs.toFixed(1)} ms for ${few}, ${longMs.toFixed(1)} ms for ${many} characters`;
}

function msOf(work: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage();
  work(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
