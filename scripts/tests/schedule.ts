/** Starts runs as cores become free. A run that mostly waits leaves its core to another run. */

export interface ScheduleOptions<Run> {
  /** The runs in the order in which they are to start. */
  readonly runs: readonly Run[];
  readonly cores: number;
  /** Number of cores that a run is expected to keep busy. */
  readonly loadOf: (run: Run) => number;
  readonly start: (run: Run) => Promise<void>;
}

/**
 * Limit for any mix of runs, even if they compute little: more processes at once would slow each other down and distort
 * the results of suites that measure.
 */
const processesPerCore = 2;

/** Resolves once all runs have ended; rejects with the first error of `start`, and then starts no further runs. */
export async function runScheduled<Run>(options: ScheduleOptions<Run>): Promise<void> {
  const { cores, loadOf, start } = options;
  const queue = [...options.runs];
  const running = new Map<Promise<void>, number>();

  while (queue.length > 0 || running.size > 0) {
    const next = nextToStart(queue, [...running.values()], { cores, loadOf });
    if (next === undefined) {
      await Promise.race(running.keys());
      continue;
    }

    queue.splice(queue.indexOf(next), 1);
    const underWay = start(next).finally(() => running.delete(underWay));
    running.set(underWay, loadOf(next));
  }
}

/** The first run in the queue that fits; undefined if another run has to end first. */
function nextToStart<Run>(
  queue: readonly Run[],
  loads: readonly number[],
  { cores, loadOf }: Pick<ScheduleOptions<Run>, 'cores' | 'loadOf'>,
): Run | undefined {
  if (loads.length === 0) return queue[0];
  if (loads.length >= cores * processesPerCore) return undefined;
  const load = loads.reduce((sum, runLoad) => sum + runLoad, 0);
  // The total load may exceed the cores by half a core.
  return queue.find((run) => load + loadOf(run) <= cores + 0.5);
}
