/**
 * The local language engine: a small instruct model, run in this process by transformers.js with files from the models
 * folder only.
 */

import type { PreTrainedModel, PreTrainedTokenizer, Tensor } from '@huggingface/transformers';
import { Fault } from '@reelsight/contract';
import type { InstalledModel } from '../../models/model.ts';
import type { CallContext, EngineInfo } from '../engine.ts';
import type { LanguageEngine } from '../language.ts';
import { loadTransformers } from '../local-transformers.ts';
import type { OnnxOptions } from '../onnx-session.ts';
import { parseAnswer, strictSchema } from '../openai-compatible/json-answer.ts';
import {
  type LanguageLimits,
  type ModelRequest,
  promptedLanguage,
  promptVersions,
} from '../openai-compatible/language.ts';
import { repairPrompt } from '../openai-compatible/prompts/repair.ts';

export interface LocalLanguageOptions extends LanguageLimits, OnnxOptions {
  /** Time limit for one answer in milliseconds, not counting the time to load the model. */
  readonly timeoutMs: number;
}

export interface LocalLanguage extends LanguageEngine {
  /** Waits for the call in progress and frees the weights. */
  close(): Promise<void>;
}

interface Loaded {
  readonly transformers: typeof import('@huggingface/transformers');
  readonly tokenizer: PreTrainedTokenizer;
  readonly model: PreTrainedModel;
}

interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export const localLanguageInfo = ({ id }: InstalledModel): EngineInfo => ({
  name: 'transformers',
  version: `${id}, prompts ${promptVersions}`,
  kind: 'local',
});

/**
 * The first call loads the weights; calls run one at a time. Prompts, schema and repair are those of the remote engine.
 * Calls throw Fault ANALYSIS_FAILED if files don't load, a prompt is longer than the model's context, the model is too
 * slow, or its answer fails to fit the schema twice.
 */
export function openTransformersLanguage(
  installed: InstalledModel,
  options: LocalLanguageOptions,
): LocalLanguage {
  const model = new LocalModel(installed, options);
  const info = localLanguageInfo(installed);
  return {
    ...promptedLanguage(info, (request, context) => model.ask(request, context), options),
    close: () => model.close(),
  };
}

class LocalModel {
  readonly #installed: InstalledModel;
  readonly #options: LocalLanguageOptions;
  #loading: Promise<Loaded> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(installed: InstalledModel, options: LocalLanguageOptions) {
    this.#installed = installed;
    this.#options = options;
  }

  async ask<T>(request: ModelRequest<T>, context: CallContext): Promise<T> {
    const shape = request.shape ?? strictSchema(request.schema);
    try {
      return await untilAborted(this.#answer(request, shape, context), context.signal);
    } catch (error) {
      context.signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      throw new Fault('ANALYSIS_FAILED', `language model ${this.#installed.id}: ${reason}`, {
        cause: error,
      });
    }
  }

  async close(): Promise<void> {
    await this.#last;
    const loaded = await this.#loading?.catch(() => null);
    await loaded?.model.dispose();
  }

  /** Asks once more if the answer does not fit the schema. */
  async #answer<T>(
    { name, system, user, schema, maxTokens }: ModelRequest<T>,
    shape: Record<string, unknown>,
    context: CallContext,
  ): Promise<T> {
    const chat: Message[] = [
      { role: 'system', content: `${system}\n\n${repairPrompt.format(shape)}` },
      { role: 'user', content: user },
    ];
    const first = await this.#say(chat, maxTokens, context);
    const answer = parseAnswer(first, schema);
    if (answer.ok) return answer.value;

    const repair: Message[] = [
      { role: 'assistant', content: first },
      { role: 'user', content: repairPrompt.again(answer.problem, shape) },
    ];
    const repairedAnswer = parseAnswer(
      await this.#say([...chat, ...repair], maxTokens, context),
      schema,
    );
    if (repairedAnswer.ok) return repairedAnswer.value;

    throw new Error(`${name}: ${repairedAnswer.problem}, twice`);
  }

  #say(messages: readonly Message[], maxTokens: number, context: CallContext): Promise<string> {
    return this.#inTurn(async () => {
      context.signal.throwIfAborted();
      const { timeoutMs } = this.#options;
      this.#loading ??= load(this.#installed, this.#options);
      return generate(await this.#loading, messages, maxTokens, timeoutMs, context);
    });
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(run);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

async function load(
  { folder, loader }: InstalledModel,
  { threads = 1, device = 'cpu' }: OnnxOptions,
): Promise<Loaded> {
  const transformers = await loadTransformers();
  const local = { local_files_only: true };
  const tokenizer = await transformers.AutoTokenizer.from_pretrained(folder, local);
  const model = await transformers.AutoModelForCausalLM.from_pretrained(folder, {
    ...local,
    device,
    dtype: loader.dtype ?? 'q8',
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  });

  return { transformers, tokenizer, model };
}

async function generate(
  { transformers, tokenizer, model }: Loaded,
  messages: readonly Message[],
  maxTokens: number,
  timeoutMs: number,
  { signal, meter }: CallContext,
): Promise<string> {
  const template = {
    add_generation_prompt: true,
    return_dict: true,
    // Templates of models that can think aloud, such as Qwen 3.5, would otherwise spend the answer's tokens on it.
    enable_thinking: false,
  } as const;
  const inputs = tokenizer.apply_chat_template([...messages], template) as {
    input_ids: Tensor;
    attention_mask: Tensor;
  };
  const promptTokens = inputs.input_ids.dims.at(-1) ?? 0;
  const room = contextOf(model);
  // A prompt that is too long is an error, because if it were cut off, it would lose its question or its rules.
  if (promptTokens + maxTokens > room) {
    throw new Error(`prompt of ${promptTokens} tokens and answer of ${maxTokens} exceed ${room}`);
  }

  const startedMs = performance.now();
  const stop = new transformers.InterruptableStoppingCriteria();
  const timeout = AbortSignal.timeout(timeoutMs);
  const over = AbortSignal.any([signal, timeout]);
  over.addEventListener('abort', () => stop.interrupt(), { once: true });

  const settings = { max_new_tokens: maxTokens, do_sample: false, stopping_criteria: [stop] };
  const tokens = (await model.generate({ ...inputs, ...settings })) as Tensor;
  // The timeout event does not fire while tokens follow each other without a pause.
  const isLate = timeout.aborted || performance.now() - startedMs > timeoutMs;
  if (isLate) throw new Error(`no answer within ${timeoutMs} ms`);

  const answer = tokens.slice(null, [promptTokens, tokens.dims.at(-1) ?? promptTokens]);
  meter('tokens_in', promptTokens);
  meter('tokens_out', answer.dims.at(-1) ?? 0);

  return tokenizer.batch_decode(answer, { skip_special_tokens: true })[0] ?? '';
}

/** Number of tokens the model was made for; if the model states none, a number that every model can handle. */
function contextOf(model: PreTrainedModel): number {
  const { max_position_embeddings: limit } = model.config as { max_position_embeddings?: unknown };
  return typeof limit === 'number' ? limit : 2048;
}

/**
 * Stops waiting on abort. The work itself continues to its next token, because reading a long prompt can't be
 * interrupted.
 */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
