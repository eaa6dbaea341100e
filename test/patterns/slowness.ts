/**
 * Measures whether the work on a text grows faster than its length. Uses CPU time, so that other work on the machine
 * does not matter.
 */
import { type LongInput, textOf } from './long-inputs.ts';

const few = 2_500;
const many = 20_000;
/**
 * Limit for a text of `few` characters. A pattern that reads the rest of the text from each character takes four times
 * as long; a linear pattern takes a tenth.
 */
const suspiciousMs = 3;
/**
 * A text eight times as long takes a linear pattern eight times as long, and 64 times as long if each character makes
 * it read the rest of the text.
 */
const mostGrowth = 20;

/** Returns null if the work is fast; otherwise returns its cost, as text for the developer who has to fix it. */
export function slownessOf(work: (text: string) => unknown, input: LongInput): string | null {
  const short = textOf(input, few);
  if (msOf(work, short) < suspiciousMs) return null;

  // Other work on the machine can only make a measurement longer, so the shorter of two counts.
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
