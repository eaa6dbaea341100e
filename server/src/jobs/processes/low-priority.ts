/**
 * Lowers the priority of this process: other processes get the CPU first, and this one is ended first if memory runs
 * out.
 */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const niceness = 5;
/** From -1000 to 1000; the process with the highest score is ended first. */
const oomScore = 700;

/** Ignores any setting that the system refuses. */
export function giveWay(): void {
  for (const ask of [
    () => setPriority(niceness),
    () => writeFileSync('/proc/self/oom_score_adj', String(oomScore)),
  ]) {
    try {
      ask();
    } catch {
      // The system is not Linux, or does not allow it.
    }
  }
}
