/**
 * Handles Ctrl-C and SIGTERM for programs that serve: the first signal stops them in order, a later one ends them at
 * once.
 */

export type StopSignal = 'SIGINT' | 'SIGTERM';

/**
 * A terminal signals the whole process group, and npm and launchers pass signals on. All signals within this time count
 * as one key press.
 */
const sameStopMs = 1000;
const stoppedAtOnce = 130;

export function onStopSignal(stop: (signal: StopSignal) => void): void {
  let firstMs: number | null = null;
  const hear = (signal: StopSignal): void => {
    if (firstMs === null) {
      firstMs = performance.now();
      stop(signal);
    } else if (performance.now() - firstMs > sameStopMs) {
      process.exit(stoppedAtOnce);
    }
  };

  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, hear);
}
