/**
 * The one client for OpenAI-compatible servers: it enforces limits, retries, a token budget and answers that fit a
 * schema.
 */
import { type ErrorCode, Fault } from '@reelsight/contract';
import OpenAI from 'openai';
import type { CallContext } from '../engine.ts';
import { estimateTokens } from '../language.ts';
import { apiRoot } from './api-root.ts';
import {
  type Chat,
  type ChatRequest,
  type Dialect,
  estimateInput,
  openChat,
  readReply,
  speakDialect,
  withRepair,
} from './chat.ts';
import { parseAnswer } from './json-answer.ts';
import { limitedFetch } from './transport.ts';

export type { ChatRequest } from './chat.ts';

export interface RemoteModels {
  readonly language: string | null;
  readonly vision: string | null;
  readonly speech: string | null;
}

export interface RemoteOptions {
  /** `http(s)://host[/path]`, with or without the closing `/v1`. */
  readonly url: string;
  /** Null if the server needs no key. */
  readonly apiKey: string | null;
  readonly models: RemoteModels;
  /** Time limit of one attempt up to the answer's last byte, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of repeats after 408, 409, 429, 5xx, a broken connection or a timeout. */
  readonly maxRetries: number;
  /** Maximum number of tokens, sent and received together, over the life of this client; open one client per job. */
  readonly maxTokensPerJob: number;
}

/** Options that the package `openai` needs in addition to the call's body. */
export interface RequestLimits {
  readonly signal: AbortSignal;
}

export interface Remote {
  readonly models: RemoteModels;
  /**
   * Asks one question and returns an answer that fits the schema, after one repair if need be. Meters `tokens_in` and
   * `tokens_out`. Throws Fault ANALYSIS_FAILED (server, budget, or an answer that never fits), or the signal's reason.
   */
  chatJson<T>(request: ChatRequest<T>, context: CallContext): Promise<T>;
  /**
   * Makes any other call (transcriptions) under the same limits, retries and error rules; the answer is not checked.
   * Throws Fault `failure`, or the signal's reason.
   */
  call<T>(
    failure: ErrorCode,
    context: CallContext,
    run: (api: OpenAI, limits: RequestLimits) => PromiseLike<T>,
  ): Promise<T>;
}

const maxAnswerBytes = 4_000_000;
const maxWaitMs = 60_000;
/**
 * After this many failures in a row, the server is not asked again; if it is down, every further call of the job would
 * otherwise cost all its retries and timeouts.
 */
const maxFailedInARow = 3;

export function openRemote(options: RemoteOptions): Remote {
  return new RemoteClient(options);
}

class RemoteClient implements Remote {
  readonly models: RemoteModels;
  readonly #api: OpenAI;
  readonly #apiKey: string | null;
  readonly #budget: TokenBudget;
  readonly #dialects = new Map<string, Dialect>();
  #failedInARow = 0;

  constructor(options: RemoteOptions) {
    this.models = options.models;
    this.#api = openApi(options);
    this.#apiKey = options.apiKey;
    this.#budget = new TokenBudget(options.maxTokensPerJob);
  }

  chatJson<T>(request: ChatRequest<T>, context: CallContext): Promise<T> {
    return this.call('ANALYSIS_FAILED', context, async () => {
      const chat = openChat(request);
      const first = await this.#complete(chat, context);
      const answer = parseAnswer(first, request.schema);
      if (answer.ok) return answer.value;

      context.log?.('remote answer does not fit, asking again', { name: request.name });
      const second = await this.#complete(withRepair(chat, first, answer.problem), context);
      const repairedAnswer = parseAnswer(second, request.schema);
      if (repairedAnswer.ok) return repairedAnswer.value;

      throw new Fault(
        'ANALYSIS_FAILED',
        `remote ${request.name}: ${repairedAnswer.problem}, twice`,
      );
    });
  }

  async call<T>(
    failure: ErrorCode,
    context: CallContext,
    run: (api: OpenAI, limits: RequestLimits) => PromiseLike<T>,
  ): Promise<T> {
    if (this.#failedInARow >= maxFailedInARow) {
      throw new Fault(failure, `remote: not asked again after ${this.#failedInARow} failed calls`);
    }
    try {
      const answer = await run(this.#api, { signal: context.signal });
      this.#failedInARow = 0;
      return answer;
    } catch (error) {
      context.signal.throwIfAborted();
      // Our own faults (budget, an answer that does not fit) don't mean that the server is down.
      if (!(error instanceof Fault)) this.#failedInARow += 1;
      throw asFault(failure, error, this.#apiKey);
    }
  }

  /** The text of one completion, counted against the budget. */
  async #complete(chat: Chat, context: CallContext): Promise<string> {
    const expectedIn = estimateInput(chat);
    const reserved = this.#budget.reserve(expectedIn + chat.maxTokens);
    try {
      const completion = await speakDialect(this.#api, chat, this.#dialects, context.signal);
      const reply = readReply(completion);
      const tokensIn = believed(reply.tokensIn, mostInput(expectedIn)) ?? expectedIn;
      const tokensOut =
        believed(reply.tokensOut, mostOutput(chat.maxTokens)) ?? estimateTokens(reply.text);
      context.meter('tokens_in', this.#budget.spend(tokensIn, reserved));
      context.meter('tokens_out', this.#budget.spend(tokensOut, reserved));

      return reply.text;
    } finally {
      this.#budget.release(reserved);
    }
  }
}

function openApi(options: RemoteOptions): OpenAI {
  return new OpenAI({
    baseURL: apiRoot(options.url),
    // The package `openai` reads environment variables for every option left undefined; none of those values may reach
    // this server.
    apiKey: options.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    ...(options.apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
    maxRetries: options.maxRetries,
    timeout: options.timeoutMs + 1000,
    logLevel: 'off',
    fetch: limitedFetch({ timeoutMs: options.timeoutMs, maxAnswerBytes, maxWaitMs }),
  });
}

/**
 * The number of tokens that a server reports, unless it is more than the call can hold. Users pay for it, so a gateway
 * that adds up all its calls must not empty their balance.
 */
const believed = (reported: number | undefined, maxTokens: number): number | undefined =>
  reported !== undefined && reported <= maxTokens ? reported : undefined;
/** Our count assumes four characters a token; some scripts take more than one token a character. */
const mostInput = (expected: number): number => 8 * expected + 1000;
/** Some servers let a model think beyond the limit of its answer. */
const mostOutput = (maxTokens: number): number => Math.max(32_000, 8 * maxTokens);

class TokenBudget {
  readonly #maxTokens: number;
  #taken = 0;

  constructor(maxTokens: number) {
    this.#maxTokens = maxTokens;
  }

  /** Reserves tokens of the budget. Throws Fault ANALYSIS_FAILED if fewer tokens are left. */
  reserve(tokens: number): number {
    if (this.#taken + tokens > this.#maxTokens) {
      throw new Fault(
        'ANALYSIS_FAILED',
        `remote: the job's token budget does not cover this call (${this.#taken} of ${this.#maxTokens} taken, ${tokens} needed)`,
      );
    }

    this.#taken += tokens;
    return tokens;
  }

  release(tokens: number): void {
    this.#taken -= tokens;
  }

  /**
   * Spends what is left of these tokens, besides those that are `reserved` for the same call. Returns how many that are:
   * no job is charged for more than its budget.
   */
  spend(tokens: number, reserved: number): number {
    const spent = Math.min(tokens, Math.max(0, this.#maxTokens - this.#taken + reserved));
    this.#taken += spent;
    return spent;
  }
}

/**
 * Turns an error into a Fault. The server's message goes only to the log, shortened and without the key. The original
 * error is not kept as a cause, because it holds the answer's headers and text.
 */
function asFault(failure: ErrorCode, error: unknown, apiKey: string | null): Fault {
  if (error instanceof Fault) return error;
  const message = error instanceof Error ? error.message : String(error);
  const hidden = apiKey ? message.replaceAll(apiKey, '[key]') : message;
  return new Fault(failure, `remote: ${hidden.slice(0, 300)}`);
}
