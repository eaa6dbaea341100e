/** Ctrl-C and SIGTERM: the first stops what is being waited for, the second ends at once. */
import { exitCode } from './exit-code.ts';

export interface Signals {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** From now on a closed terminal counts as well. */
  endOnHangUp(): void;
  /** Leaves signals to a program that runs in this process; what it does not hear ends it. */
  handOver(): void;
}

type Heard = 'SIGINT' | 'SIGTERM';
const heard: readonly Heard[] = ['SIGINT', 'SIGTERM'];
/** A key press reaches npm, its shell, the launcher and this process at nearly the same time. */
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
      // The second time there is no waiting for anything.
      process.exit(exitCode.interrupted);
    }
  };

  for (const name of heard) {
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

/** Under Node 20 the launcher is a process of its own: it passes on what it gets, and what the terminal sent to both counts once. */
function relayFromLauncher(cameBefore: (name: Heard) => boolean): void {
  if (!process.channel) return;

  process.on('message', (message: { readonly signal?: Heard }) => {
    const name = message?.signal;
    if (name === undefined || !heard.includes(name)) return;
    setTimeout(() => {
      if (!cameBefore(name)) process.emit(name, name);
    }, relayedAfterMs);
  });
  // Nobody is left who would pass signals on.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
