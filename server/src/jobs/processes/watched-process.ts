/**
 * A child process of the worker. It has its own process group, its memory is watched, and it is killed together with
 * all processes it started.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { lineOf, readLines } from './line-messages.ts';

/** The process died by itself or by a signal. */
export class ProcessDied extends Error {}
/** The process died before it was ready, or took too long to start: the machine is the cause, not the work. */
export class StartFailed extends ProcessDied {}
/** The process was killed because it exceeded its memory limit. */
export class OverMemory extends Error {}

export interface ProcessOptions<Out extends object> {
  readonly script: URL;
  /**
   * For an untrusted process: returns a valid message, or throws, which ends the process. Messages are then lines
   * (line-messages.ts) on the process's descriptors 3 and 0. Default: Node's channel, which has no limits.
   */
  readonly parse?: (message: unknown) => Out;
  /** Resident memory above which the process is ended; null: no limit. */
  readonly memoryLimitMb: number | null;
  readonly tmpDir: string;
  /** Variables that programs need to run, without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Options for Node, in addition to those that this class sets. */
  readonly nodeOptions?: readonly string[];
  /** How the process is started. Default: in the same way as this process. */
  readonly launch?: Launch;
}

/** How a process is started: its folder, its user, and the program that wraps it. */
export interface Launch {
  readonly cwd: string;
  /** Wrapping program and its arguments, to which the command is appended; empty if there is no wrapping program. */
  readonly command: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
  /** Whether the wrapping program keeps running, with the process as its child. */
  readonly nested?: boolean;
}

const memoryEveryMs = 500;
/** Maximum number of processes in one sandbox, including the sandbox's own two. */
const mostProcesses = 100;
/** Listing descendants stops after this many threads, even if there are more, because it blocks everything else. */
const mostThreadsSeen = 10_000;
/** Time in which a sandbox must end after all processes in it have ended. */
const nestedGraceMs = 2000;
/**
 * If a process sends nothing for this long, it is assumed that it will not start; a start usually takes half a second.
 */
const startLimitMs = 60_000;
/** Bytes of the process's output kept for the log. */
const outputBytes = 4096;

export class WatchedProcess<In extends object, Out extends object> {
  readonly #child: ChildProcess;
  readonly #options: ProcessOptions<Out>;
  readonly #told = new EventEmitter<{ message: [Out] }>().setMaxListeners(0);
  /** Reject functions of the callers that wait for an answer. */
  readonly #waiting = new Set<(death: Error) => void>();
  readonly #send: (message: In) => void;
  readonly #ended: Promise<Error>;
  readonly #started: Promise<void>;
  readonly #memoryTimer: NodeJS.Timeout;
  #output = '';
  #overMemory = false;
  /** Why this class ended the process, for example because of a message it sent; null if it did not. */
  #refused: string | null = null;
  #alive = true;

  constructor(options: ProcessOptions<Out>) {
    this.#options = options;
    this.#child = start(options);

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
    void this.#ended.then((death) => {
      for (const reject of this.#waiting) reject(death);
    });
    this.#child.once('exit', (code, signal) => {
      // Kills the programs that the process started: deep in native code, they may not notice that it
      // has ended.
      this.#killGroup();
      resolve(this.#deathOf(code, signal));
    });
    // `error` is emitted instead of `exit` if the process could not be started, and in addition to
    // `exit`
    // if a message could not be sent.
    this.#child.on('error', (error) => resolve(new ProcessDied(String(error))));
    this.#send = options.parse ? this.#byLines(options.parse) : this.#byChannel();
    this.#started = new Promise((resolveStart, failed) => {
      this.#told.once('message', () => resolveStart());
      void this.#ended.then((death) => failed(new StartFailed(death.message, { cause: death })));
    });
    this.#started.catch(() => undefined);
    this.#memoryTimer = setInterval(() => this.#check(), memoryEveryMs);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /**
   * Waits until the process is ready. Throws StartFailed if it dies first or is not ready in time, or `signal.reason`
   * if the signal aborts; in each case, the process is ended first.
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
   * Sends a message and waits until `answer` returns a value for a message from the process. Throws ProcessDied or
   * OverMemory if the process ends first, whether or not the message reached it. Throws `signal.reason` if the signal
   * aborts.
   */
  async ask<T>(
    message: In,
    answer: (message: Out) => T | undefined,
    signal?: AbortSignal,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const listen = (incoming: Out): void => {
      try {
        const value = answer(incoming);
        if (value !== undefined) resolve(value);
      } catch (error) {
        reject(error);
      }
    };
    const abort = (): void => reject(signal?.reason);

    this.#told.on('message', listen);
    this.#waiting.add(reject);
    signal?.addEventListener('abort', abort);

    if (signal?.aborted) abort();
    if (!this.#alive) reject(await this.#ended);

    try {
      this.tell(message);
      return await promise;
    } finally {
      this.#told.off('message', listen);
      this.#waiting.delete(reject);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Sends a message. If it cannot be sent, the process is killed, because it could never answer. */
  tell(message: In): void {
    if (this.#alive) this.#send(message);
  }

  #byChannel(): (message: In) => void {
    this.#child.on('message', (message) => this.#told.emit('message', message as Out));
    return (message) =>
      this.#child.send(message, (error) => {
        if (error) this.kill();
      });
  }

  #byLines(parse: (message: unknown) => Out): (message: In) => void {
    // There are no streams if the process could not be started.
    const [orders, , , answers] = this.#child.stdio ?? [];
    orders?.on('error', () => this.kill());
    const refuse = (error: Error): void => this.#end(error.message);
    const take = (message: unknown): void => void this.#told.emit('message', parse(message));
    if (answers) readLines(answers as Readable, take, refuse);
    return (message) => this.#child.stdin?.write(lineOf(message));
  }

  kill(): void {
    if (!this.#alive) return;
    // The wrapping program exits once all its descendants have, so its exit shows that no process is left.
    if (this.#options.launch?.nested && this.#killNested()) {
      setTimeout(() => this.#alive && this.#killGroup(), nestedGraceMs).unref();
    } else if (!this.#killGroup()) this.#child.kill('SIGKILL');
  }

  /** Kills the descendants; false if there were none. */
  #killNested(): boolean {
    const pids = descendants(this.#child.pid);
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has ended in the meantime.
      }
    }

    return pids.length > 0;
  }

  /** Kills the process group; false if no process of the group is left. */
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
    if (this.#refused !== null) return new ProcessDied(`ended for ${this.#refused}`);
    return new ProcessDied(`exit ${code ?? signal}: ${this.#output}`);
  }

  /** Catches errors, because an error thrown in a timer would end the service. */
  #check(): void {
    try {
      this.#checkMemory();
    } catch (error) {
      this.#end(String(error));
    }
  }

  #end(reason: string): void {
    this.#refused ??= reason;
    this.kill();
  }

  /** The limit is only enforced on Linux, because the memory is read from /proc. */
  #checkMemory(): void {
    const { memoryLimitMb, launch } = this.#options;
    if (memoryLimitMb === null) return;

    const { pid } = this.#child;
    const descendantPids = launch?.nested ? descendants(pid) : [];
    if (descendantPids.length > mostProcesses) this.#end(`more than ${mostProcesses} processes`);

    const bytes = [pid, ...descendantPids].reduce(
      (sum: number, memberPid) => sum + residentBytes(memberPid),
      0,
    );
    if (bytes <= memoryLimitMb * 1024 * 1024) return;

    this.#overMemory = true;
    this.kill();
  }
}

function start<Out extends object>(options: ProcessOptions<Out>): ChildProcess {
  const { script, environment, tmpDir, nodeOptions = [], launch, parse } = options;
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', ...nodeOptions];
  const [program = '', ...rest] = [...(launch?.command ?? []), ...node, fileURLToPath(script)];

  return spawn(program, rest, {
    env: { ...environment, TMPDIR: tmpDir, NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: parse ? ['pipe', 'pipe', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe', 'ipc'],
    // Gives the process its own group, so that the programs it starts end with it.
    detached: true,
    ...(launch && { cwd: launch.cwd }),
    ...(launch?.uid !== undefined && { uid: launch.uid }),
    ...(launch?.gid !== undefined && { gid: launch.gid }),
  });
}

/**
 * All descendants of a process, started from any of its threads. The nearest come first, and some are left out if there
 * are very many.
 */
export function descendants(pid: number | undefined): number[] {
  const pids: number[] = [];
  let threadCount = 0;
  for (let current = pid, next = 0; current !== undefined; current = pids[next++]) {
    for (const thread of threadsOf(current)) {
      threadCount += 1;
      if (threadCount > mostThreadsSeen) return pids;
      const children = procFile(current, `task/${thread}/children`);
      pids.push(...children.split(' ').filter(Boolean).map(Number));
    }
  }

  return pids;
}

/** Empty if the process has ended. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** 0 if the process has ended, or the system does not tell. Linux reports the resident set in pages of 4 KiB. */
export const residentBytes = (pid: number | undefined): number =>
  4096 * Number(procFile(pid, 'statm').split(' ')[1] ?? 0);

/** Empty if the process has ended. */
function procFile(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Never resolves; rejects with the signal's reason. */
export function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
