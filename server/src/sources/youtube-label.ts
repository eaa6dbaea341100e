/** Asks YouTube's interface whether YouTube itself labels a video as containing paid promotion. */
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, ProxyAgent, request } from 'undici';
import { z } from 'zod';
import { FairTurns } from '../network/fair-turns.ts';

export interface YoutubeLabelsOptions {
  /** The operator's key for the interface. It must reach neither a log nor a child process. */
  readonly key: string;
  /** Base address to which `/videos` is appended; null: Google's own. */
  readonly address: string | null;
  /** Address of an http proxy; it is never used for an address of the operator. */
  readonly proxy: string | null;
  /** Longest time for one answer, including the wait for a turn, 10 s if absent. */
  readonly limitMs?: number;
  readonly now: () => Date;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

/** The workspace whose job needs the label, and the signal that ends the job. */
interface Asking {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}

const googleAddress = 'https://www.googleapis.com/youtube/v3';
/** Downloads take longer than an answer, so a few requests at once keep up with them. */
const requestsAtOnce = { atOnce: 4, perGroup: 2 };
/** An answer about one video has about 300 bytes. */
const mostBytes = 64 * 1024;
/**
 * How long nothing is asked after a refusal. A used-up quota comes back at midnight in California, and a wrong key has
 * to be replaced, so asking more often would only be refused more often.
 */
export const refusalPauseMs = 3_600_000;

const answerForm = z.object({
  /** Empty if there is no such public video. */
  items: z.array(
    z.object({
      paidProductPlacementDetails: z
        .object({ hasPaidProductPlacement: z.boolean().optional() })
        .optional(),
    }),
  ),
});

// An answer may repeat the key in its text, so a reason is logged only if it is one of these.
const knownReasons = [
  ...['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded'],
  ...['accessNotConfigured', 'keyInvalid', 'keyExpired', 'ipRefererBlocked', 'badRequest'],
  ...['forbidden', 'videoNotFound', 'backendError', 'internalError'],
] as const;

const refusalForm = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.enum(knownReasons) })).min(1) }),
});

/** Why there is no answer, in words that contain nothing of the request. */
class NoAnswer extends Error {
  readonly isRefusal: boolean;

  constructor(reason: string, isRefusal = false) {
    super(reason);
    this.isRefusal = isRefusal;
  }
}

export class YoutubeLabels {
  readonly #options: YoutubeLabelsOptions;
  readonly #turns = new FairTurns(requestsAtOnce);
  #pausedUntilMs = 0;

  constructor(options: YoutubeLabelsOptions) {
    this.#options = options;
  }

  /**
   * Whether YouTube labels the video; null if YouTube does not tell. Never throws: without the label, the job has all
   * other results.
   */
  async ask(videoId: string, { workspaceId, signal }: Asking): Promise<boolean | null> {
    if (this.#isPaused()) return null;

    const { limitMs = 10_000, log } = this.#options;
    const late = AbortSignal.timeout(limitMs);
    const ended = AbortSignal.any([signal, late]);
    try {
      return await this.#turns.run(workspaceId, ended, async () =>
        // The answer to an earlier request may have begun a pause while this one waited.
        this.#isPaused() ? null : await this.#request(videoId, ended),
      );
    } catch (error) {
      if (signal.aborted) return null;

      const isRefusal = error instanceof NoAnswer && error.isRefusal;
      log('YouTube does not tell whether it labels the video', {
        reason: late.aborted ? `no answer within ${limitMs} ms` : reasonOf(error),
        ...(isRefusal && { paused_until: new Date(this.#pausedUntilMs).toISOString() }),
      });
      return null;
    }
  }

  #isPaused(): boolean {
    return this.#options.now().getTime() < this.#pausedUntilMs;
  }

  async #request(videoId: string, signal: AbortSignal): Promise<boolean | null> {
    const { address, key } = this.#options;
    const url = new URL(`${address ?? googleAddress}/videos`);
    url.search = String(
      new URLSearchParams({ part: 'paidProductPlacementDetails', id: videoId, key }),
    );

    // Each video is asked about once, so no connection is kept for the next request.
    const dispatcher = this.#dispatcher();
    try {
      // A redirect is not followed, because it would take the key elsewhere.
      const { statusCode, body } = await request(url, {
        dispatcher,
        signal,
        headers: { 'accept-encoding': 'identity', 'user-agent': 'reelsight-links' },
      });
      const text = await textOf(body);
      if (statusCode !== 200) throw this.#refusal(statusCode, text);
      return labelIn(text);
    } finally {
      void dispatcher.destroy().catch(() => undefined);
    }
  }

  #refusal(status: number, text: string | null): NoAnswer {
    const failure = refusal(status, text);
    if (failure.isRefusal) this.#pausedUntilMs = this.#options.now().getTime() + refusalPauseMs;
    return failure;
  }

  #dispatcher(): Dispatcher {
    const { address, proxy } = this.#options;
    return address === null && proxy !== null && /^https?:/.test(proxy)
      ? new ProxyAgent({ uri: proxy })
      : new Agent();
  }
}

/** Null if the body is larger than any answer of the interface. */
async function textOf(body: Readable): Promise<string | null> {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  for await (const chunk of body) {
    receivedBytes += (chunk as Buffer).length;
    if (receivedBytes > mostBytes) return null;
    chunks.push(chunk as Buffer);
  }

  return Buffer.concat(chunks).toString('utf8');
}

function labelIn(text: string | null): boolean | null {
  if (text === null) throw new NoAnswer(`the answer has more than ${mostBytes} bytes`);
  const answer = answerForm.safeParse(jsonOf(text));
  if (!answer.success) throw new NoAnswer('the answer has another form than documented');
  return answer.data.items[0]?.paidProductPlacementDetails?.hasPaidProductPlacement ?? null;
}

function refusal(status: number, text: string | null): NoAnswer {
  const body = refusalForm.safeParse(jsonOf(text ?? ''));
  const reason = body.data?.error.errors[0]?.reason;
  // `forbidden` may concern this video alone. All other refusals are about the key or the address of this machine.
  const isOfKey = [400, 401, 403, 429].includes(status) && reason !== 'forbidden';
  return new NoAnswer([`status ${status}`, ...(reason ? [reason] : [])].join(' '), isOfKey);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The code of an error of the connection; its message is left out, because it may contain the address with the key. */
function reasonOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
}
