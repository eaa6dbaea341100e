/** Makes this process yield to others: for the CPU, and by being the first to end if memory runs out. */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const niceness = 5;
/** Of -1000 to 1000; the highest is ended first. */
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
      // Not Linux, or not allowed.
    }
  }
}
