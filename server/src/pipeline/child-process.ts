/** Starts, watches and ends the process of one job. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ErrorCode, Fault } from '@reelsight/contract';
import type { Usage } from '../engines/engine.ts';
import type { FromChild, IngestionFacts, StageOrder } from './orders.ts';

/** The process died by itself or by a signal: an infrastructure failure, tried again. */
export class ChildDied extends Error {}

export interface ChildOptions {
  readonly memoryLimitMb: number;
  readonly tmpDir: string;
  /** What programs need to run, and no secret. */
  readonly environment: Readonly<Record<string, string>>;
  readonly onProgress: (fraction: number, usage: Usage) => void;
  readonly onLog: (message: string, fields: Record<string, unknown>) => void;
}

export interface StageDone {
  readonly usage: Usage;
  readonly facts: IngestionFacts | null;
}

const memoryEveryMs = 500;
/** A process that says nothing for so long will not start any more; usually it takes half a second. */
const startLimitMs = 60_000;
/** Bytes of the child's own output kept for the log. */
const outputBytes = 4096;

export class JobProcess {
  private readonly child: ChildProcess;
  private readonly options: ChildOptions;
  private readonly exited: Promise<{ code: number | null; signal: string | null }>;
  private readonly memoryTimer: NodeJS.Timeout;
  private readonly started: Promise<void>;
  private output = '';
  private overMemory = false;

  constructor(options: ChildOptions) {
    this.options = options;
    this.child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [], {
      env: { ...options.environment, TMPDIR: options.tmpDir, NODE_ENV: 'production' },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A process group of its own: programs it started end with it.
      detached: true,
    });
    this.child.on('error', () => undefined);
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        this.output = (this.output + bytes.toString('utf8')).slice(-outputBytes);
      });
    }
    this.exited = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => resolve({ code, signal }));
      this.child.once('error', () => resolve({ code: null, signal: 'spawn' }));
    });
    this.started = new Promise((resolve) => {
      this.child.once('message', () => resolve());
      void this.exited.then(() => resolve());
    });
    this.memoryTimer = setInterval(() => void this.checkMemory(), memoryEveryMs);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /**
   * Waits until it listens for orders or has died, which `run` tells. Throws ChildDied where it does neither in time, or
   * `signal.reason`, after ending the process.
   */
  async ready(signal: AbortSignal, limitMs = startLimitMs): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const abort = (): void => reject(signal.reason);
    const late = (): void => reject(new ChildDied(`did not start within ${limitMs} ms`));
    const timer = setTimeout(late, limitMs);
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      await Promise.race([this.started, promise]);
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }

  /**
   * Runs one stage. Throws the child's Fault, ChildDied, or `signal.reason` after ending the process.
   */
  async run(order: StageOrder, signal: AbortSignal): Promise<StageDone> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<StageDone>();
    const listen = (message: FromChild): void => {
      if (message.kind === 'progress') this.options.onProgress(message.fraction, message.usage);
      else if (message.kind === 'log') this.options.onLog(message.message, message.fields);
      else if (message.kind === 'done') resolve({ usage: message.usage, facts: message.facts });
      else if (message.kind === 'failed')
        reject(new Fault(message.code, message.detail, { text: message.text }));
    };
    const abort = (): void => {
      this.kill();
      reject(signal.reason);
    };
    this.child.on('message', listen);
    signal.addEventListener('abort', abort, { once: true });
    void this.exited.then(({ code, signal: by }) => reject(this.deathOf(order, code, by)));
    try {
      this.child.send(order, (error) => {
        if (error) void this.exited.then(() => undefined);
      });
      return await promise;
    } finally {
      this.child.off('message', listen);
      signal.removeEventListener('abort', abort);
    }
  }

  private deathOf(order: StageOrder, code: number | null, by: string | null): Error {
    if (!this.overMemory)
      return new ChildDied(`exit ${code ?? by} in ${order.stage}: ${this.output}`);
    const codes: Record<StageOrder['stage'], ErrorCode> = {
      ingestion: 'EXTRACTION_FAILED',
      transcription: 'TRANSCRIPTION_FAILED',
      analysis: 'ANALYSIS_FAILED',
      merging: 'PROCESSING_ERROR',
    };
    return new Fault(codes[order.stage], `over ${this.options.memoryLimitMb} MB`, {
      text: 'The video needs more memory than a job may use.',
    });
  }

  /** Linux tells the resident set in pages of 4 KiB; elsewhere there is no limit. */
  private async checkMemory(): Promise<void> {
    const statm = await readFile(`/proc/${this.child.pid}/statm`, 'utf8').catch(() => '');
    const pages = Number(statm.split(' ')[1] ?? 0);
    if (pages * 4096 <= this.options.memoryLimitMb * 1024 * 1024) return;
    this.overMemory = true;
    this.kill();
  }

  private kill(): void {
    const { pid } = this.child;
    if (pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      this.child.kill('SIGKILL');
    }
  }

  /** Ends the process and waits until it is gone. */
  async close(): Promise<void> {
    clearInterval(this.memoryTimer);
    this.kill();
    await this.exited;
  }
}
