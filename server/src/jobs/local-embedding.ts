/** A local embedding model in a process of its own, which is started again for the next texts if it has ended. */
import { Fault } from '@reelsight/contract';
import type { EmbeddingEngine } from '../engines/embedding.ts';
import type { OnnxOptions } from '../engines/onnx-session.ts';
import { embeddingNames } from '../engines/transformers-embedding/transformers-embedding.ts';
import { untilAborted } from '../engines/until-aborted.ts';
import type { InstalledModel } from '../models/model.ts';
import type { FromEmbedding, ToEmbedding } from './embedding-messages.ts';
import { WatchedProcess } from './watched-process.ts';

export interface LocalEmbeddingOptions extends OnnxOptions {
  readonly tmpDir: string;
  /** What programs need to run, and no secret. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface LocalEmbedding extends EmbeddingEngine {
  /** Of the process; undefined if it has ended. */
  readonly pid: number | undefined;
  /** Ends the process: what is under way fails. */
  close(): Promise<void>;
}

type Process = WatchedProcess<ToEmbedding, FromEmbedding>;

export function openLocalEmbedding(
  model: InstalledModel,
  { threads = 1, device = 'cpu', ...options }: LocalEmbeddingOptions,
): LocalEmbedding {
  const start = (): Process => {
    const script = new URL('./embedding-process.ts', import.meta.url);
    const started: Process = new WatchedProcess({ script, memoryLimitMb: null, ...options });
    started.tell({ kind: 'open', model, onnx: { threads, device } });
    return started;
  };
  let running = start();
  let asked = 0;
  return {
    ...embeddingNames(model),
    get pid() {
      return running.alive ? running.pid : undefined;
    },
    embed: async (texts, as, signal) => {
      signal.throwIfAborted();
      if (!running.alive) running = start();
      const own = running;
      const id = asked++;
      const asking = own.ask({ kind: 'embed', id, texts, as }, (message) => answerTo(id, message));
      try {
        return await untilAborted(asking, signal);
      } catch (error) {
        if (signal.aborted) own.tell({ kind: 'drop', id });
        signal.throwIfAborted();
        if (error instanceof Fault) throw error;
        const why = `embedding model ${model.id}: ${error}`;
        throw new Fault('ANALYSIS_FAILED', why, { cause: error });
      }
    },
    close: () => running.close(),
  };
}

function answerTo(id: number, message: FromEmbedding): readonly Float32Array[] | undefined {
  if (message.kind === 'ready' || message.id !== id) return undefined;
  if (message.kind === 'vectors') return message.vectors;
  throw new Fault('ANALYSIS_FAILED', message.detail);
}
