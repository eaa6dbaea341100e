/** The text side of CLIP and SigLIP, which turns words into the vectors of the pictures that show what they say. */
import type { PreTrainedTokenizer } from '@huggingface/transformers';
import { Fault } from '@reelsight/contract/errors';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { InstalledModel } from '../../models/model.ts';
import { loadTransformers } from '../local-transformers.ts';
import { type OnnxOptions, openModelPart } from '../onnx-session.ts';

/**
 * Number of tokens that each kind was trained with. SigLIP always saw texts that were filled up to it; CLIP takes the
 * vector of the token that ends the text, whatever follows.
 */
const trainedTokens = { clip: 77, siglip: 64 } as const;

export class TextModel {
  readonly #session: InferenceSession;
  readonly #tokenizer: PreTrainedTokenizer;
  readonly #isFilledUp: boolean;
  readonly #mostTokens: number;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(
    { loader }: InstalledModel,
    session: InferenceSession,
    tokenizer: PreTrainedTokenizer,
  ) {
    const kind = loader.kind === 'clip' ? 'clip' : 'siglip';
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#isFilledUp = kind === 'siglip';
    this.#mostTokens = trainedTokens[kind];
  }

  /** Throws Fault ANALYSIS_FAILED if the model can't be loaded. */
  static async open(model: InstalledModel, options: OnnxOptions): Promise<TextModel> {
    const session = await openModelPart(model, 'text', options);
    try {
      const { AutoTokenizer } = await loadTransformers();
      const tokenizer = await AutoTokenizer.from_pretrained(model.folder, {
        local_files_only: true,
      });
      return new TextModel(model, session, tokenizer);
    } catch (cause) {
      await session.release();
      throw new Fault('ANALYSIS_FAILED', `the tokens of ${model.id} could not be loaded`, {
        cause,
      });
    }
  }

  /**
   * The vector of the text, which is cut off where the model reads no further. One text at a time, because a network
   * with 8-bit weights scales its computation by all texts of a run. Throws Fault ANALYSIS_FAILED if the model gives
   * none.
   */
  async embed(text: string): Promise<Float32Array> {
    const tokens = this.#tokensOf(text);
    const inputs = {
      input_ids: int64(tokens),
      // Only some exports of these networks have it. SigLIP was trained to look at what fills up a text too.
      attention_mask: int64(tokens.map(() => 1)),
    };
    const names = this.#session.inputNames;
    const outputs = await this.#session.run(
      Object.fromEntries(Object.entries(inputs).filter(([name]) => names.includes(name))),
    );
    const output = outputs.text_embeds ?? outputs.pooler_output;
    if (!(output?.data instanceof Float32Array) || Math.hypot(...output.data) === 0)
      throw new Fault('ANALYSIS_FAILED', 'the text model gives no vector');

    return output.data;
  }

  /** A text that is too long keeps its last token, which says that it ends: CLIP takes the vector of that one. */
  #tokensOf(text: string): number[] {
    const tokens = this.#tokenizer.encode(text);
    const limit = this.#mostTokens;
    if (tokens.length > limit) return [...tokens.slice(0, limit - 1), ...tokens.slice(-1)];
    if (!this.#isFilledUp) return tokens;

    const filling = this.#tokenizer.pad_token_id ?? 0;
    return [...tokens, ...Array.from({ length: limit - tokens.length }, () => filling)];
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

const int64 = (values: readonly number[]): Tensor =>
  new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
