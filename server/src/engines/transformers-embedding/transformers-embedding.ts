/** The local embedding engine: a small encoder, run in process by transformers.js from the models folder alone. */
import type { FeatureExtractionPipeline } from '@huggingface/transformers';
import { Fault } from '@reelsight/contract';
import type { InstalledModel } from '../../models/model.ts';
import type { EmbeddedAs, EmbeddingEngine } from '../embedding.ts';
import { loadTransformers } from '../local-transformers.ts';
import type { OnnxOptions } from '../onnx-session.ts';

/**
 * Mean of the vectors of a text's tokens, of length 1, as sentence-transformers pools E5 and its kin (arXiv 1908.10084,
 * 2402.05672). Longer texts are cut at the model's context. Loads the weights with the first call. A call occupies its
 * thread, for tens of milliseconds a text: in a process with other work, run it in one of its own.
 */
export function openTransformersEmbedding(
  installed: InstalledModel,
  onnx: OnnxOptions,
): EmbeddingEngine {
  let loading: Promise<FeatureExtractionPipeline> | null = null;
  const { id, loader } = installed;
  return {
    ...embeddingNames(installed),
    embed: async (texts, as, signal) => {
      try {
        loading ??= load(installed, onnx).catch((error: unknown) => {
          loading = null;
          throw error;
        });
        const extract = await loading;
        signal.throwIfAborted();
        const given = texts.map((text) => `${prefixOf(loader, as)}${text}`);
        const vectors = await extract(given, { pooling: 'mean', normalize: true });
        return rowsOf(vectors, texts.length);
      } catch (error) {
        signal.throwIfAborted();
        const why = error instanceof Error ? error.message : String(error);
        throw new Fault('ANALYSIS_FAILED', `embedding model ${id}: ${why}`, { cause: error });
      }
    },
  };
}

/** How it is called, before it is loaded. Other weights under the same id are another model. */
export function embeddingNames({
  id,
  files,
  loader,
}: InstalledModel): Pick<EmbeddingEngine, 'info' | 'model'> {
  const weights = files.find(({ path }) => path === loader.files.model);
  return {
    info: { name: 'transformers', version: id, kind: 'local' },
    model: `${id} ${weights?.sha256.slice(0, 16) ?? ''}`,
  };
}

const prefixOf = ({ prefixes }: InstalledModel['loader'], as: EmbeddedAs): string =>
  prefixes?.[as] ?? '';

async function load(
  { folder, loader }: InstalledModel,
  { threads = 1, device = 'cpu' }: OnnxOptions,
): Promise<FeatureExtractionPipeline> {
  const { pipeline } = await loadTransformers();
  return pipeline('feature-extraction', folder, {
    ...{ local_files_only: true, device, dtype: loader.dtype ?? 'q8' },
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  });
}

function rowsOf(
  { dims, data }: { readonly dims: readonly number[]; readonly data: unknown },
  count: number,
): Float32Array[] {
  const [rows, width = 0] = dims;
  if (rows !== count || !(data instanceof Float32Array)) throw new Error('no vector for each text');
  return Array.from({ length: count }, (_, at) => data.slice(at * width, (at + 1) * width));
}
