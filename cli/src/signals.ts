/**
 * Handles Ctrl-C and SIGTERM. The first signal of either kind ends the wait that is in progress; a second one ends the
 * process at once.
 */
import { exitCode } from './exit-code.ts';

export interface Signals {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** From this call on, closing the terminal counts as a signal too. */
  endOnHangUp(): void;
  /**
   * Leaves signals to a program that runs in this process. A signal that the program does not listen for ends the
   * process.
   */
  handOver(): void;
}

type Heard = 'SIGINT' | 'SIGTERM';
const signalNames: readonly Heard[] = ['SIGINT', 'SIGTERM'];
/**
 * Signals this close together count as one key press, which reaches npm, its shell, the launcher and this process at
 * nearly the same time.
 */
const samePressMs = 1000;
const relayedAfterMs = 100;

export function listenForSignals(): Signals {
  const interrupt = new AbortController();
  const lastMs: Record<Heard, number> = { SIGINT: 0, SIGTERM: 0 };
  let handedOver = false;
  let firstMs = 0;
  const stop = (): void => {
    if (!interrupt.signal.aborted) {
      firstMs = Date.now();
      interrupt.abort();
    } else if (Date.now() - firstMs > samePressMs) {
      // The second signal ends the process without waiting for anything.
      process.exit(exitCode.interrupted);
    }
  };

  for (const name of signalNames) {
    process.on(name, () => {
      lastMs[name] = Date.now();
      if (!handedOver) stop();
      else if (process.listenerCount(name) === 1) process.exit(exitCode.interrupted);
    });
  }

  relayFromLauncher((name) => Date.now() - lastMs[name] < samePressMs);
  return {
    signal: interrupt.signal,
    endOnHangUp: () => void process.on('SIGHUP', stop),
    handOver: () => {
      handedOver = true;
    },
  };
}

/**
 * Under Node 20 the launcher is a separate process that forwards signals. If the terminal sends a signal to both
 * processes, it counts only once.
 */
function relayFromLauncher(cameBefore: (name: Heard) => boolean): void {
  if (!process.channel) return;

  process.on('message', (message: { readonly signal?: Heard }) => {
    const name = message?.signal;
    if (name === undefined || !signalNames.includes(name)) return;
    setTimeout(() => {
      if (!cameBefore(name)) process.emit(name, name);
    }, relayedAfterMs);
  });
  // Once the launcher is gone, nothing can forward signals any more, so this process ends too.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
