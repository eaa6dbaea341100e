import { cpuMs } from './cpu-time.ts';

/**
 * The longest time, in milliseconds of CPU, that this thread spent in one turn of its event loop while the work ran.
 * Other work on the machine does not count, so that a busy machine does not look like a thread that answers nobody.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let began = cpuMs();
  let turn: NodeJS.Immediate;
  const measure = (): void => {
    const now = cpuMs();
    longest = Math.max(longest, now - began);
    began = now;
    turn = setImmediate(measure);
  };
  turn = setImmediate(measure);

  try {
    await work();
  } finally {
    clearImmediate(turn);
  }
  return Math.max(longest, cpuMs() - began);
}
