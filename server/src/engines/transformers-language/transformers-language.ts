/** The local language engine: a small instruct model, run in process by transformers.js from the models folder alone. */

import type { PreTrainedModel, PreTrainedTokenizer, Tensor } from '@huggingface/transformers';
import { Fault } from '@reelsight/contract';
import type { CallContext } from '../engine.ts';
import type { LanguageEngine } from '../language.ts';
import type { InstalledModel } from '../models/model.ts';
import { parseAnswer, strictSchema } from '../openai-compatible/json-answer.ts';
import {
  type AskModel,
  type LanguageLimits,
  promptedLanguage,
} from '../openai-compatible/language.ts';
import { answerPrompt } from '../openai-compatible/prompts/answer.ts';
import { repairPrompt } from '../openai-compatible/prompts/repair.ts';
import { summaryPrompt } from '../openai-compatible/prompts/summary.ts';

export interface LocalLanguageOptions extends LanguageLimits {
  /** Threads of ONNX Runtime. */
  readonly threads: number;
  /** One answer, loading not counted, milliseconds. */
  readonly timeoutMs: number;
}

export interface LocalLanguage extends LanguageEngine {
  /** Waits for the call under way and frees the weights. */
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

/**
 * Loads the weights with the first call, and runs one call at a time. Prompts, schema and repair are those of the
 * remote engine. Calls throw Fault ANALYSIS_FAILED: files that don't load, a prompt longer than the model's context,
 * too slow, or an answer that does not fit the schema twice.
 */
export function openTransformersLanguage(
  installed: InstalledModel,
  options: LocalLanguageOptions,
): LocalLanguage {
  let loading: Promise<Loaded> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run);
    last = turn.catch(() => {});
    return turn;
  };

  const ask: AskModel = async ({ name, system, user, schema, maxTokens }, context) => {
    const shape = strictSchema(schema);
    const chat: Message[] = [
      { role: 'system', content: `${system}\n\n${repairPrompt.format(shape)}` },
      { role: 'user', content: user },
    ];
    const say = (messages: readonly Message[]) =>
      inTurn(async () => {
        context.signal.throwIfAborted();
        loading ??= load(installed, options.threads);
        return generate(await loading, messages, maxTokens, options.timeoutMs, context);
      });
    const answers = async () => {
      const first = await say(chat);
      const answer = parseAnswer(first, schema);
      if (answer.ok) return answer.value;
      const again = repairPrompt.again(answer.problem, shape);
      const said = { role: 'assistant' as const, content: first };
      const second = parseAnswer(
        await say([...chat, said, { role: 'user', content: again }]),
        schema,
      );
      if (second.ok) return second.value;
      throw new Error(`${name}: ${second.problem}, twice`);
    };
    try {
      return await untilAborted(answers(), context.signal);
    } catch (error) {
      context.signal.throwIfAborted();
      const why = error instanceof Error ? error.message : String(error);
      throw new Fault('ANALYSIS_FAILED', `language model ${installed.id}: ${why}`, {
        cause: error,
      });
    }
  };

  const prompts = `${summaryPrompt.version}.${answerPrompt.version}`;
  const version = `${installed.id}, prompts ${prompts}`;
  return {
    ...promptedLanguage({ name: 'transformers', version, kind: 'local' }, ask, options),
    close: async () => {
      await last;
      const loaded = await loading?.catch(() => null);
      await loaded?.model.dispose();
    },
  };
}

async function load({ folder, loader }: InstalledModel, threads: number): Promise<Loaded> {
  // A heavy import, wanted only where a local model is used.
  const transformers = await import('@huggingface/transformers');
  transformers.env.allowRemoteModels = false;
  transformers.env.useFSCache = false;
  transformers.env.logLevel = transformers.LogLevel.ERROR;
  const local = { local_files_only: true };
  const tokenizer = await transformers.AutoTokenizer.from_pretrained(folder, local);
  const model = await transformers.AutoModelForCausalLM.from_pretrained(folder, {
    ...local,
    device: 'cpu',
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
  const inputs = tokenizer.apply_chat_template([...messages], {
    add_generation_prompt: true,
    return_dict: true,
  }) as { input_ids: Tensor; attention_mask: Tensor };
  const promptTokens = inputs.input_ids.dims.at(-1) ?? 0;
  const room = contextOf(model);
  // Cut off, a prompt would lose its question or its rules.
  if (promptTokens + maxTokens > room) {
    throw new Error(`prompt of ${promptTokens} tokens and answer of ${maxTokens} exceed ${room}`);
  }
  const stop = new transformers.InterruptableStoppingCriteria();
  const timeout = AbortSignal.timeout(timeoutMs);
  const over = AbortSignal.any([signal, timeout]);
  over.addEventListener('abort', () => stop.interrupt(), { once: true });
  const settings = { max_new_tokens: maxTokens, do_sample: false, stopping_criteria: [stop] };
  const tokens = (await model.generate({ ...inputs, ...settings })) as Tensor;
  if (timeout.aborted) throw new Error(`no answer within ${timeoutMs} ms`);
  const answer = tokens.slice(null, [promptTokens, tokens.dims.at(-1) ?? promptTokens]);
  meter('tokens_in', promptTokens);
  meter('tokens_out', answer.dims.at(-1) ?? 0);
  return tokenizer.batch_decode(answer, { skip_special_tokens: true })[0] ?? '';
}

/** Tokens the model was made for; without a word about it, what every model can. */
function contextOf(model: PreTrainedModel): number {
  const { max_position_embeddings: limit } = model.config as { max_position_embeddings?: unknown };
  return typeof limit === 'number' ? limit : 2048;
}

/** The work goes on to its next token, but nobody waits for it: reading a long prompt can't be interrupted. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
