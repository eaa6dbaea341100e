/** Builds a chat call, sends it in a dialect that the server understands, and reads the answer. */
import { cutText } from '@reelsight/contract/cut-text';
import type OpenAI from 'openai';
import { APIError } from 'openai';
import { z } from 'zod';
import { estimateTokens } from '../language.ts';
import { strictSchema } from './json-answer.ts';
import { repairPrompt } from './prompts/repair.ts';

export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly jpeg: Uint8Array; readonly detail?: 'low' | 'high' };

export interface ChatRequest<T> {
  /** Name of the schema, also used in the log and in errors: letters, digits, `_`. */
  readonly name: string;
  readonly model: string;
  readonly system: string;
  readonly user: string | readonly Part[];
  /** Must not have optional fields (use `nullable`), because servers with strict output require every field. */
  readonly schema: z.ZodType<T>;
  /** The schema that the server enforces, where it is not the one that `schema` implies. */
  readonly shape?: Record<string, unknown>;
  /** Longest answer in tokens. */
  readonly maxTokens: number;
}

type Message = OpenAI.ChatCompletionMessageParam;

export interface Chat {
  readonly name: string;
  readonly model: string;
  /** The name under which the server's dialect is remembered. */
  readonly dialectKey: string;
  readonly system: string;
  readonly rest: readonly Message[];
  readonly images: number;
  readonly schema: Record<string, unknown>;
  readonly maxTokens: number;
}

export function openChat<T>(request: ChatRequest<T>): Chat {
  const { name, model, system, user, maxTokens } = request;
  const parts = typeof user === 'string' ? [{ type: 'text' as const, text: user }] : user;
  const images = parts.filter((part) => part.type === 'image').length;
  // Some servers that take no images accept only a plain string.
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const content = images === 0 ? text : parts.map(asContent);
  const schema = request.shape ?? strictSchema(request.schema);
  // A caller's own form may be refused by a server that enforces others, so what it accepts is remembered apart.
  const dialectKey = request.shape ? `${model} ${name}` : model;

  return {
    name,
    model,
    dialectKey,
    system,
    maxTokens,
    schema,
    images,
    rest: [{ role: 'user', content }],
  };
}

function asContent(part: Part): OpenAI.ChatCompletionContentPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const url = `data:image/jpeg;base64,${Buffer.from(part.jpeg).toString('base64')}`;
  return { type: 'image_url', image_url: { url, detail: part.detail ?? 'auto' } };
}

export function withRepair(chat: Chat, answer: string, problem: string): Chat {
  // Without any text there is nothing to correct, so the same question is asked once more.
  if (answer.trim() === '') return chat;
  const repairText = repairPrompt.again(problem, chat.schema);
  const previousAnswer: Message = { role: 'assistant', content: cutText(answer, 4000) };
  return { ...chat, rest: [...chat.rest, previousAnswer, { role: 'user', content: repairText }] };
}

const tokensOfAnImage = 1000;

export function estimateInput(chat: Chat): number {
  const texts = chat.rest.map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content, dropImages),
  );
  const images = chat.images * tokensOfAnImage;
  return estimateTokens(chat.system) + estimateTokens(texts.join('')) + images;
}

const dropImages = (key: string, value: unknown) => (key === 'image_url' ? undefined : value);

/** Options of a request that a server may or may not accept; this may differ between the models of a server. */
export interface Dialect {
  readonly format: 'json_schema' | 'json_object' | 'text';
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly temperature: boolean;
}

const fullDialect: Dialect = { format: 'json_schema', limit: 'max_tokens', temperature: true };

/** Sends the chat in the fullest dialect the server accepts, and remembers that dialect once it has worked. */
export async function speakDialect(
  api: OpenAI,
  chat: Chat,
  dialects: Map<string, Dialect>,
  signal: AbortSignal,
): Promise<unknown> {
  let dialect = dialects.get(chat.dialectKey) ?? fullDialect;
  for (;;) {
    try {
      const completion = await api.chat.completions.create(asBody(chat, dialect), { signal });
      dialects.set(chat.dialectKey, dialect);
      return completion;
    } catch (error) {
      // The answer was cut off. It yields no text, so the question is repeated once, as for any unusable answer.
      if (error instanceof SyntaxError) return null;
      const simpler = simplerDialect(dialect, error);
      if (simpler === null) throw error;
      dialect = simpler;
    }
  }
}

function simplerDialect(dialect: Dialect, error: unknown): Dialect | null {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null;
  if (error.code === 'context_length_exceeded') return null;

  const complaint = `${error.param ?? ''} ${error.message}`;
  if (dialect.limit === 'max_tokens' && complaint.includes('max_completion_tokens')) {
    return { ...dialect, limit: 'max_completion_tokens' };
  }

  if (dialect.temperature && complaint.includes('temperature')) {
    return { ...dialect, temperature: false };
  }

  if (dialect.format === 'json_schema') return { ...dialect, format: 'json_object' };
  return dialect.format === 'json_object' ? { ...dialect, format: 'text' } : null;
}

function asBody(chat: Chat, dialect: Dialect): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const enforced = dialect.format === 'json_schema';
  const system = enforced ? chat.system : `${chat.system}\n\n${repairPrompt.format(chat.schema)}`;
  return {
    model: chat.model,
    messages: [{ role: 'system', content: system }, ...chat.rest],
    [dialect.limit]: chat.maxTokens,
    ...(dialect.temperature ? { temperature: 0 } : {}),
    ...(enforced && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: chat.name, strict: true, schema: chat.schema },
      },
    }),
    ...(dialect.format === 'json_object' && { response_format: { type: 'json_object' } }),
  };
}

const count = z.int().nonnegative().optional().catch(undefined);
const text = z.string().catch('');
const replyShape = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.union([
            z.string(),
            z
              .array(z.object({ text }))
              .transform((parts) => parts.map((part) => part.text).join('')),
          ]),
        }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).optional().catch(undefined),
});

export interface Reply {
  readonly text: string;
  readonly tokensIn: number | undefined;
  readonly tokensOut: number | undefined;
}

/**
 * Reads an answer without expecting any part of it to have the right form; an answer without usable text counts as
 * empty.
 */
export function readReply(completion: unknown): Reply {
  const reply = replyShape.safeParse(completion);
  if (!reply.success) return { text: '', tokensIn: undefined, tokensOut: undefined };

  const { choices, usage } = reply.data;
  return {
    text: choices[0]?.message.content ?? '',
    tokensIn: usage?.prompt_tokens,
    tokensOut: usage?.completion_tokens,
  };
}
