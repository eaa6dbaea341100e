/**
 * Waits for long-running work: polls until it is done, continues during outages, and stays within the plan's rate
 * limit.
 */
import type { Answered } from './call.ts';
import type { Connection } from './connection.ts';
import {
  ApiError,
  isOwn,
  OutageError,
  type ReelsightError,
  retryAfterOf,
  UnexpectedAnswerError,
} from './errors.ts';
import { type CallOptions, limitsOf, type Trouble } from './options.ts';
import { askedMs, backOffMs, pause } from './pause.ts';
import { isPassing } from './retry.ts';

export interface FollowOptions<State>
  extends Pick<CallOptions, 'signal' | 'timeoutMs' | 'maxRetryWaitMs'> {
  /** Called with each state that was read. */
  readonly onProgress?: ((state: State) => void) | undefined;
  /**
   * Called for each failure after which polling continues: a refused or lost connection, status 408, 429 or 5xx, a page
   * from a proxy.
   */
  readonly onTrouble?: ((trouble: Trouble) => void) | undefined;
  /**
   * Longest pause between two reads, if the service answers at once instead of holding the answer back until the work
   * is done. With `onProgress`, also the longest time for which the service may hold the answer back. Default 5 s.
   */
  readonly intervalMs?: number | undefined;
  /** Longest time without an answer; after that the call rejects with an OutageError. Default 15 min. */
  readonly outageMs?: number | undefined;
}

export interface Followed<State> {
  /** A name for the resource in errors, for example its address. */
  readonly what: string;
  readonly connection: Connection;
  read(reading: Reading): Promise<Answered<{ data: State }>>;
  isDone(state: State): boolean;
}

/** Options for a single read. */
export interface Reading extends CallOptions {
  readonly header?: { readonly Prefer: string } | undefined;
}

const longestPollSeconds = 20;
const defaultIntervalMs = 5000;
/** Time allowed for an answer, on top of the time for which the service may hold it back. */
const answerMs = 15_000;
/** Shortest pause after an answer that the service held back. */
const shortestPauseMs = 200;
const firstPauseMs = 500;
const troubleBaseMs = 500;
const troubleCapMs = 15_000;

/** Reads the state until the work is done. Throws permanent errors, OutageError, or the signal's reason. */
export async function readUntil<State>(
  followed: Followed<State>,
  options: FollowOptions<State>,
): Promise<State> {
  const { signal, onProgress, onTrouble } = options;
  const limits = limitsOf(options, followed.connection.options);
  const { outageMs = 15 * 60_000, intervalMs = defaultIntervalMs } = options;
  const longPoll = readingOf(options, limits.timeoutMs);
  // The first read does not ask the service to wait if there is `onProgress`, because a caller that shows progress
  // needs the initial state at once.
  let reading = onProgress ? { ...longPoll, header: undefined } : longPoll;
  let delayMs = Math.min(firstPauseMs, intervalMs);
  let lastAnswerMs = Date.now();
  let attempt = 0;

  for (;;) {
    try {
      const { body, response } = await followed.read(reading);
      lastAnswerMs = Date.now();
      attempt = 0;
      onProgress?.(body.data);

      if (followed.isDone(body.data)) return body.data;
      if (reading === longPoll)
        await pause(pauseAfter(response.headers, delayMs, limits.maxRetryWaitMs), signal);

      reading = longPoll;
      delayMs = Math.min(delayMs * 1.5, intervalMs);
    } catch (error) {
      if (!mayPass(error, followed.connection)) throw error;

      attempt += 1;
      const leftMs = lastAnswerMs + outageMs - Date.now();
      if (leftMs <= 0) throw new OutageError(followed.what, outageMs, error);

      const waitMs = Math.min(leftMs, troubleWaitMs(error, attempt, limits.maxRetryWaitMs));
      onTrouble?.({ error, attempt, waitMs });
      await pause(waitMs, signal);
    }
  }
}

/**
 * The options of a long poll that ends well before the call's time limit, or of a plain read if that limit is too short
 * for a long poll.
 */
function readingOf(options: FollowOptions<never>, timeoutMs: number): Reading {
  const { signal, onProgress, intervalMs = defaultIntervalMs } = options;
  const wantedMs = onProgress ? intervalMs : longestPollSeconds * 1000;
  const seconds = Math.floor(Math.min(longestPollSeconds, wantedMs / 1000, timeoutMs / 2000));

  return {
    signal,
    maxRetries: 0,
    timeoutMs: Math.min(timeoutMs, seconds * 1000 + answerMs),
    ...(seconds >= 1 && { header: { Prefer: `wait=${seconds}` } }),
  };
}

/**
 * Whether polling may continue after this error. During a deployment a proxy may temporarily answer with a page or a
 * 404; but if the address has never given a valid answer, the address is wrong.
 */
export function mayPass(error: unknown, connection: Connection): error is ReelsightError {
  if (isPassing(error)) return true;
  if (error instanceof UnexpectedAnswerError) return error.status >= 500 || connection.isKnown();
  return error instanceof ApiError && !isOwn(error) && connection.isKnown();
}

function troubleWaitMs(error: ReelsightError, attempt: number, mostMs: number): number {
  const retrySeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (retrySeconds === undefined) return backOffMs(attempt, troubleBaseMs, troubleCapMs);
  return Math.min(askedMs(retrySeconds), mostMs);
}

/**
 * The pause before the next read. It is short if the service held the answer back, and longer if the service asks for
 * that, or if the plan's burst is nearly used up.
 */
function pauseAfter(headers: Headers, delayMs: number, mostMs: number): number {
  const wasHeld = /\bwait\b/i.test(headers.get('preference-applied') ?? '');
  if (wasHeld) return Math.max(shortestPauseMs, sustainedPauseMs(headers));
  const askedFor = Math.min((retryAfterOf(headers) ?? 0) * 1000, mostMs);
  return Math.max(delayMs, askedFor, sustainedPauseMs(headers));
}

/**
 * The pause that keeps within the rate limit. The limit's token bucket holds one burst, and each minute refills two
 * thirds of it. The last third of the bucket is left for other callers.
 */
function sustainedPauseMs(headers: Headers): number {
  const burst = Number(headers.get('x-ratelimit-limit') ?? 0);
  const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.POSITIVE_INFINITY);
  return burst > 0 && remaining <= burst / 3 ? 60_000 / ((burst * 2) / 3) : 0;
}
