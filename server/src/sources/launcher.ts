/**
 * Starts programs from a small separate process. To start a program, the system copies the page tables of the process
 * that starts it. During that time, a service of 700 MB answers no requests for 30 ms, a process of 50 MB for only 3
 * ms.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Program {
  /** Path, or a name to be found on the `PATH` of `env`. */
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** From 0 to 19; the higher the value, the more the program yields the CPU to other processes. */
  readonly niceness: number;
}

export interface Ended {
  readonly code: number | null;
  /** True if the program could not be started. */
  readonly missing: boolean;
  /** The last 16 KB of the program's error output. */
  readonly stderr: string;
  /** Why the program was killed: a line without end, or too much memory. */
  readonly broken?: string;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Called with each line of the program's standard output. */
  readonly onLine: (line: string) => void;
}

/** A message without a program ends the running program that has this id. */
export interface ToLauncher {
  readonly id: number;
  readonly program?: Program;
}

export interface FromLauncher {
  readonly id: number;
  readonly pid?: number | undefined;
  readonly line?: string;
  readonly ended?: Ended;
}

interface Run {
  pid?: number;
  readonly onLine: (line: string) => void;
  readonly resolve: (exit: Ended) => void;
  readonly reject: (error: unknown) => void;
}

const script = fileURLToPath(new URL('./launcher-process.ts', import.meta.url));

export class Launcher {
  readonly #runs = new Map<number, Run>();
  #child: ChildProcess | null = null;
  #lastId = 0;

  /**
   * Runs a program to its end. If the signal aborts or `onLine` throws, kills the program with everything it started,
   * and throws the reason once the program has ended.
   */
  async run(program: Program, { signal, onLine }: RunOptions): Promise<Ended> {
    signal.throwIfAborted();
    this.#lastId += 1;

    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Ended>();
    let failed: { readonly reason: unknown } | null = null;
    const stop = (reason: unknown): void => {
      failed ??= { reason };
      this.#tell({ id });
    };
    const take = (line: string): void => {
      if (failed) return;
      try {
        onLine(line);
      } catch (error) {
        stop(error);
      }
    };
    const abort = () => stop(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    this.#runs.set(id, { onLine: take, resolve, reject });
    this.#tell({ id, program });

    try {
      const exit = await promise;
      if (failed) throw (failed as { reason: unknown }).reason;
      return exit;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#runs.delete(id);
      this.#mayEnd();
    }
  }

  #tell(message: ToLauncher): void {
    const child = this.#child ?? this.#start();
    child.ref();
    child.channel?.ref();
    // If the message cannot be sent, the launcher process is gone, which `exit` reports.
    child.send(message, () => undefined);
  }

  /** Lets this process exit while no program is running. */
  #mayEnd(): void {
    if (this.#runs.size > 0) return;
    this.#child?.unref();
    this.#child?.channel?.unref();
  }

  #start(): ChildProcess {
    const child = fork(script, {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    child.on('message', (message: FromLauncher) => {
      const run = this.#runs.get(message.id);
      if (run && message.pid !== undefined) run.pid = message.pid;
      if (message.line !== undefined) run?.onLine(message.line);
      if (message.ended) run?.resolve(message.ended);
    });

    const rejectRuns = (reason: string): void => {
      if (this.#child !== child) return;
      this.#child = null;
      for (const { pid, reject } of this.#runs.values()) {
        killGroup(pid);
        reject(new Error(`the launcher ended: ${reason}`));
      }
    };
    child.once('exit', (code, signal) => rejectRuns(`${signal ?? code}`));
    child.once('error', (error) => rejectRuns(error.message));

    return child;
  }
}

/**
 * The only launcher of this process, because each launcher starts a separate process. That process is started on first
 * use.
 */
export const launcher = new Launcher();

/** Kills a program and everything it started. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have already exited.
  }
}
