/**
 * The local embedding engine: a small encoder, run in this process by transformers.js with files from the models folder
 * only.
 */
import type { PreTrainedModel, Tensor } from '@huggingface/transformers';
import { Fault } from '@reelsight/contract';
import type { InstalledModel } from '../../models/model.ts';
import { checkVectors, type EmbeddedAs, type EmbeddingEngine } from '../embedding.ts';
import { loadTransformers } from '../local-transformers.ts';
import { modelMark } from '../model-mark.ts';
import type { OnnxOptions } from '../onnx-session.ts';

/** Returns the vectors of texts, one row each. */
type Extract = (texts: readonly string[]) => Promise<Tensor>;

/**
 * Mean of the vectors of a text's tokens, scaled to length 1, as sentence-transformers (arXiv 1908.10084) pools E5
 * (arXiv 2402.05672) and similar models; or the first token's vector, if the model's description says so. Longer texts
 * are cut at the model's context. The first call loads the weights.
 * A call occupies its thread for tens of milliseconds per text, so a process with other work should run it in a
 * separate thread or process.
 */
export function openTransformersEmbedding(
  installed: InstalledModel,
  onnx: OnnxOptions,
): EmbeddingEngine {
  let loading: Promise<Extract> | null = null;
  const { id, loader } = installed;
  return {
    ...embeddingNames(installed),
    embed: async (texts, as, signal) => {
      if (texts.length === 0) return [];
      try {
        loading ??= load(installed, onnx).catch((error: unknown) => {
          loading = null;
          throw error;
        });

        const extract = await loading;
        signal.throwIfAborted();

        const inputs = texts.map((text) => `${prefixOf(loader, as)}${text}`);
        return checkVectors(rowsOf(await extract(inputs)), texts.length);
      } catch (error) {
        signal.throwIfAborted();
        const reason =
          error instanceof Fault ? error.detail : error instanceof Error ? error.message : error;
        throw new Fault('ANALYSIS_FAILED', `embedding model ${id}: ${reason}`, { cause: error });
      }
    },
  };
}

/**
 * The model's names, known before it is loaded. Different files, prefixes or weights under the same id count as a
 * different model.
 */
export function embeddingNames(installed: InstalledModel): Pick<EmbeddingEngine, 'info' | 'model'> {
  const { id, loader } = installed;
  const { prefixes, dtype, pooling } = loader;
  const settings = [prefixes?.query, prefixes?.passage, dtype];
  // Left out where it is the mean, so that vectors stored before it could be chosen are still found.
  const mark = modelMark(installed, pooling === 'cls' ? [...settings, pooling] : settings);

  return {
    info: { name: 'transformers', version: id, kind: 'local' },
    model: `${id} ${mark}`,
  };
}

const prefixOf = ({ prefixes }: InstalledModel['loader'], as: EmbeddedAs): string =>
  prefixes?.[as] ?? '';

async function load(
  { folder, loader }: InstalledModel,
  { threads = 1, device = 'cpu' }: OnnxOptions,
): Promise<Extract> {
  const { AutoModel, AutoTokenizer, mean_pooling } = await loadTransformers();
  const local = { local_files_only: true };
  const tokenizer = await AutoTokenizer.from_pretrained(folder, local);
  const model = await AutoModel.from_pretrained(folder, {
    ...local,
    device,
    dtype: loader.dtype ?? 'q8',
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  });
  const max_length = Math.min(tokenizer.model_max_length, maxTokensOf(model));

  return async (texts) => {
    const inputs = tokenizer([...texts], { padding: true, truncation: true, max_length });
    const { last_hidden_state: tokens } = (await model(inputs)) as { last_hidden_state?: Tensor };
    if (!tokens) throw new Error('it gives no vectors of tokens');
    const pooled =
      loader.pooling === 'cls' ? firstOf(tokens) : mean_pooling(tokens, inputs.attention_mask);
    return pooled.normalize(2, -1);
  };
}

/** The vector of each text's first token, which models such as BGE (arXiv 2309.07597) were trained to give a meaning. */
const firstOf = (tokens: Tensor): Tensor => tokens.slice(null, 0, null);

/**
 * Number of tokens that certainly fit. Two positions are subtracted, because some models number their positions from 2.
 */
function maxTokensOf(model: PreTrainedModel): number {
  const { max_position_embeddings: places } = model.config as { max_position_embeddings?: unknown };
  return typeof places === 'number' ? Math.max(1, places - 2) : 510;
}

function rowsOf({ dims, data }: Tensor): Float32Array[] {
  const [rows = 0, width = 0] = dims;
  if (!(data instanceof Float32Array)) throw new Error('its vectors are no floats');
  return Array.from({ length: rows }, (_, index) => data.slice(index * width, (index + 1) * width));
}
