/** A child process of the worker: has its own process group, is watched for memory, and is killed with all it started. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The process died by itself or by a signal. */
export class ProcessDied extends Error {}
/** It died, or took too long, before it listened: the machine's doing, not that of any work it was given. */
export class StartFailed extends ProcessDied {}
/** It was killed because it exceeded its memory limit. */
export class OverMemory extends Error {}

export interface ProcessOptions {
  readonly script: URL;
  /** Resident memory above which it is ended; null: no limit. */
  readonly memoryLimitMb: number | null;
  readonly tmpDir: string;
  /** What programs need to run, and no secret. */
  readonly environment: Readonly<Record<string, string>>;
  /** For Node, beside its own. */
  readonly nodeOptions?: readonly string[];
}

const memoryEveryMs = 500;
/** A process that says nothing for so long will not start any more; usually it takes half a second. */
const startLimitMs = 60_000;
/** Bytes of its output kept for the log. */
const outputBytes = 4096;

export class WatchedProcess<In extends object, Out extends object> {
  readonly #child: ChildProcess;
  readonly #options: ProcessOptions;
  readonly #ended: Promise<Error>;
  readonly #started: Promise<void>;
  readonly #memoryTimer: NodeJS.Timeout;
  #output = '';
  #overMemory = false;
  #alive = true;

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.#child = fork(fileURLToPath(options.script), [], {
      env: { ...options.environment, TMPDIR: options.tmpDir, NODE_ENV: 'production' },
      execArgv: ['--disable-warning=ExperimentalWarning', ...(options.nodeOptions ?? [])],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Its own process group, so that programs it started end with it.
      detached: true,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        this.#output = (this.#output + bytes.toString('utf8')).slice(-outputBytes);
      });
    }
    const { promise, resolve } = Promise.withResolvers<Error>();
    this.#ended = promise.finally(() => {
      this.#alive = false;
      clearInterval(this.#memoryTimer);
    });
    this.#child.once('exit', (code, signal) => {
      // Programs it started may be deep in native code and notice nothing.
      this.#killGroup();
      resolve(this.#deathOf(code, signal));
    });
    // Emitted instead of `exit` if it could not be started, and besides it if a message could not be sent.
    this.#child.on('error', (error) => resolve(new ProcessDied(String(error))));
    this.#started = new Promise((begun, failed) => {
      this.#child.once('message', () => begun());
      void this.#ended.then((death) => failed(new StartFailed(death.message, { cause: death })));
    });
    this.#started.catch(() => undefined);
    this.#memoryTimer = setInterval(() => void this.#checkMemory(), memoryEveryMs);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /**
   * Waits until it listens. Throws StartFailed if it dies first or does not listen in time, or `signal.reason`, after
   * ending the process.
   */
  async ready(signal: AbortSignal, limitMs = startLimitMs): Promise<void> {
    const late = AbortSignal.timeout(limitMs);
    try {
      await Promise.race([this.#started, abortOf(AbortSignal.any([signal, late]))]);
    } catch (error) {
      await this.close();
      signal.throwIfAborted();
      if (error instanceof StartFailed) throw error;
      throw new StartFailed(`did not start within ${limitMs} ms`);
    }
  }

  /**
   * Sends a message and waits until `answer` returns a value for a message back. Throws ProcessDied or OverMemory
   * if the process ends first, whether or not the message reached it.
   */
  async ask<T>(message: In, answer: (message: Out) => T | undefined): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const listen = (given: Out): void => {
      try {
        const value = answer(given);
        if (value !== undefined) resolve(value);
      } catch (error) {
        reject(error);
      }
    };
    this.#child.on('message', listen);
    void this.#ended.then(reject);
    try {
      this.tell(message);
      return await promise;
    } finally {
      this.#child.off('message', listen);
    }
  }

  /** A process that cannot be sent a message is killed: it could never answer. */
  tell(message: In): void {
    if (!this.#alive) return;
    this.#child.send(message, (error) => {
      if (error) this.kill();
    });
  }

  kill(): void {
    if (this.#alive && !this.#killGroup()) this.#child.kill('SIGKILL');
  }

  /** False if no process of the group is left. */
  #killGroup(): boolean {
    const { pid } = this.#child;
    try {
      return pid !== undefined && process.kill(-pid, 'SIGKILL');
    } catch {
      return false;
    }
  }

  /** Kills the process and waits for its exit. */
  async close(): Promise<void> {
    this.kill();
    await this.#ended;
  }

  #deathOf(code: number | null, signal: string | null): Error {
    if (this.#overMemory) return new OverMemory(`over ${this.#options.memoryLimitMb} MB`);
    return new ProcessDied(`exit ${code ?? signal}: ${this.#output}`);
  }

  /** Linux reports the resident set in pages of 4 KiB; on other systems there is no limit. */
  async #checkMemory(): Promise<void> {
    const { memoryLimitMb } = this.#options;
    if (memoryLimitMb === null) return;
    const statm = await readFile(`/proc/${this.#child.pid}/statm`, 'utf8').catch(() => '');
    const pages = Number(statm.split(' ')[1] ?? 0);
    if (pages * 4096 <= memoryLimitMb * 1024 * 1024) return;
    this.#overMemory = true;
    this.kill();
  }
}

/** Never resolves; rejects with the signal's reason. */
export function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
