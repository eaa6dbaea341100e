/** Makes this process give way: to others for the CPU, and first of all if memory runs out. */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const niceness = 5;
/** Of -1000 to 1000; the highest is ended first. */
const oomScore = 700;

/** Whatever the system refuses stays as it is. */
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
