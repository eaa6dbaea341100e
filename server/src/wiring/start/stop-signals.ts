/**
 * Handles Ctrl-C and SIGTERM for servers: the first signal stops the program in an orderly way, a later signal ends it
 * at once.
 */

export type StopSignal = 'SIGINT' | 'SIGTERM';

/**
 * Signals within this time count as one: a terminal sends the signal to the whole process group, and npm and launchers
 * pass it on again.
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
