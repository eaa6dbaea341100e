/** Processes for ingestions: a new one for each, with one spare started ahead, as a start takes half a second. */
import { type ErrorCode, Fault } from '@reelsight/contract';
import pLimit from 'p-limit';
import type { FromIngestion, IngestionOrder } from './ingestion-process.ts';
import { abortOf, OverMemory, type ProcessOptions, WatchedProcess } from './watched-process.ts';

export interface IngestionWatcher {
  /** Called with the pid of the process that runs it. */
  readonly onPid: (pid: number | undefined) => void;
  readonly onProgress: (fraction: number) => void;
}

type IngestionProcess = WatchedProcess<IngestionOrder, FromIngestion>;

export class IngestionProcesses {
  readonly #options: Omit<ProcessOptions, 'script'>;
  /** A start is a burst of work that slows everything else here, so one at a time. */
  readonly #starts = pLimit(1);
  readonly #closing = new AbortController();
  #spare: Promise<IngestionProcess> | null = null;

  constructor(options: Omit<ProcessOptions, 'script'>) {
    this.#options = options;
    this.#keepSpare();
  }

  /**
   * Runs one ingestion in its own process, which ends with it. Throws Fault EXTRACTION_FAILED or VIDEO_TOO_LONG,
   * ProcessDied, or `signal.reason`.
   */
  async run(
    order: IngestionOrder,
    { onPid, onProgress }: IngestionWatcher,
    signal: AbortSignal,
  ): Promise<void> {
    const child = await this.#take(signal);
    onPid(child.pid);
    try {
      const done = child.ask(order, (message) => answer(message, onProgress));
      done.catch(() => undefined);
      await Promise.race([done, abortOf(signal)]);
    } catch (error) {
      if (!(error instanceof OverMemory)) throw error;
      throw new Fault('EXTRACTION_FAILED', error.message, {
        text: 'The video needs more memory than a job may use.',
      });
    } finally {
      await child.close();
      this.#keepSpare();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the worker is closing'));
    await this.#spare?.then((child) => child.close()).catch(() => undefined);
  }

  async #take(signal: AbortSignal): Promise<IngestionProcess> {
    const spare = this.#spare;
    this.#spare = null;
    const ahead = await spare?.catch(() => null);
    if (ahead?.alive) return ahead;
    return this.#starts(() => this.#start(signal));
  }

  async #start(signal: AbortSignal): Promise<IngestionProcess> {
    signal.throwIfAborted();
    const child: IngestionProcess = new WatchedProcess({
      ...this.#options,
      script: new URL('./ingestion-process.ts', import.meta.url),
    });
    await child.ready(signal);
    return child;
  }

  #keepSpare(): void {
    if (this.#spare || this.#closing.signal.aborted) return;
    this.#spare = this.#starts(() => this.#start(this.#closing.signal));
    this.#spare.catch(() => undefined);
  }
}

function answer(message: FromIngestion, onProgress: (fraction: number) => void): true | undefined {
  if (message.kind === 'progress') onProgress(message.fraction);
  if (message.kind === 'failed') {
    const { code, detail, text } = message;
    throw new Fault((code ?? 'EXTRACTION_FAILED') as ErrorCode, detail, text ? { text } : {});
  }
  return message.kind === 'done' ? true : undefined;
}
