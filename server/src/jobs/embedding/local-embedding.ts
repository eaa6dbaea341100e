/** A local embedding model in a separate process, which is started when texts arrive and none is running. */
import { Fault } from '@reelsight/contract';
import type { EmbeddingEngine } from '../../engines/embedding.ts';
import type { OnnxOptions } from '../../engines/onnx-session.ts';
import { embeddingNames } from '../../engines/transformers-embedding/transformers-embedding.ts';
import type { InstalledModel } from '../../models/model.ts';
import { WatchedProcess } from '../processes/watched-process.ts';
import type { FromEmbedding, ToEmbedding } from './embedding-messages.ts';

export interface LocalEmbeddingOptions extends OnnxOptions {
  readonly tmpDir: string;
  /** Variables that programs need to run, without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds after which a process that has not embedded the texts of a call is ended; default: 120,000. */
  readonly limitMs?: number;
  /** Called whenever a process can't use the model. */
  readonly onTrouble: (trouble: string) => void;
}

export interface LocalEmbedding extends EmbeddingEngine {
  /** Why the model could not be used at the last attempt; null if it could. */
  readonly trouble: string | null;
  /** Process id; undefined if the process has ended. */
  readonly pid: number | undefined;
  /** Starts the process in advance, so that the first texts do not wait for it. */
  warm(): void;
  /** Ends the process: current and later requests fail. */
  close(): Promise<void>;
}

type Process = WatchedProcess<ToEmbedding, FromEmbedding>;

const usualLimitMs = 120_000;
const script = new URL('./embedding-process.ts', import.meta.url);

export function openLocalEmbedding(
  model: InstalledModel,
  options: LocalEmbeddingOptions,
): LocalEmbedding {
  return new EmbeddingProcess(model, options);
}

class EmbeddingProcess implements LocalEmbedding {
  readonly info;
  readonly model;
  trouble: string | null = null;
  readonly #installed: InstalledModel;
  readonly #options: LocalEmbeddingOptions;
  #process: Process | null = null;
  #closed = false;
  #asked = 0;

  constructor(installed: InstalledModel, options: LocalEmbeddingOptions) {
    const { info, model } = embeddingNames(installed);
    this.info = info;
    this.model = model;
    this.#installed = installed;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#process?.alive ? this.#process.pid : undefined;
  }

  async embed(
    ...[texts, as, signal]: Parameters<EmbeddingEngine['embed']>
  ): Promise<readonly Float32Array[]> {
    signal.throwIfAborted();
    const worker = this.#running();
    const id = this.#asked++;
    // Ends a process that hangs; otherwise it would be sent every later text, too.
    const limit = setTimeout(() => worker.kill(), this.#options.limitMs ?? usualLimitMs);

    try {
      const order = { kind: 'embed', id, texts, as } as const;
      return await worker.ask(order, (message) => answerTo(id, message), signal);
    } catch (error) {
      if (signal.aborted) worker.tell({ kind: 'drop', id });
      signal.throwIfAborted();
      if (error instanceof Fault) throw error;
      throw this.#fault(String(error));
    } finally {
      clearTimeout(limit);
    }
  }

  warm(): void {
    this.#running();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#process?.close();
  }

  /** Throws Fault ANALYSIS_FAILED if the engine is closed, or no process can be started. */
  #running(): Process {
    if (this.#process?.alive) return this.#process;
    if (this.#closed) throw this.#fault('it is closed');

    const { threads = 1, device = 'cpu', tmpDir, environment } = this.#options;
    const started: Process = new WatchedProcess({
      script,
      tmpDir,
      environment,
      memoryLimitMb: null,
    });
    this.#process = started;

    const order = { kind: 'open', model: this.#installed, onnx: { threads, device } } as const;
    started.ask(order, openedOf).then(
      ({ trouble }) => this.#note(trouble),
      (death: Error) => this.#closed || this.#note(death.message),
    );

    return started;
  }

  #note(trouble: string | null): void {
    this.trouble = trouble;
    if (trouble !== null) this.#options.onTrouble(trouble);
  }

  #fault(reason: string): Fault {
    return new Fault('ANALYSIS_FAILED', `embedding model ${this.#installed.id}: ${reason}`);
  }
}

const openedOf = (message: FromEmbedding) => (message.kind === 'opened' ? message : undefined);

function answerTo(id: number, message: FromEmbedding): readonly Float32Array[] | undefined {
  if (message.kind === 'vectors' && message.id === id) return message.vectors;
  if (message.kind === 'failed' && message.id === id)
    throw new Fault('ANALYSIS_FAILED', message.detail);
  return undefined;
}
