/** Following what takes time: reads again and again until it is done, within the rate the plan allows. */
import type { Answered, CallOptions } from './call.ts';
import { pause } from './connection.ts';
import { RateLimitError } from './errors.ts';

export interface FollowOptions<State> extends CallOptions {
  /** Called with each state that is read. */
  readonly onProgress?: (state: State) => void;
  /** Longest pause between two reads. Default 5 s. */
  readonly intervalMs?: number;
}

export type Read<State> = (call: CallOptions) => Promise<Answered<{ data: State }>>;

/** Reads often at first, then every `intervalMs`; keeps to the sustained rate when the plan's burst runs out. */
export async function readUntil<State>(
  read: Read<State>,
  isDone: (state: State) => boolean,
  options: FollowOptions<State>,
): Promise<State> {
  const { signal, onProgress, intervalMs = 5000 } = options;
  let delayMs = Math.min(500, intervalMs);
  for (;;) {
    try {
      const { body, response } = await read({ ...(signal && { signal }) });
      onProgress?.(body.data);
      if (isDone(body.data)) return body.data;
      await pause(Math.max(delayMs, sustainedPauseMs(response.headers)), signal);
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      await pause((error.retryAfterSeconds ?? 60) * 1000, signal);
    }
    delayMs = Math.min(delayMs * 1.5, intervalMs);
  }
}

/** The bucket holds the burst and fills at two thirds of it a minute; its last requests are left for others. */
function sustainedPauseMs(headers: Headers): number {
  const burst = Number(headers.get('x-ratelimit-limit') ?? 0);
  const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.POSITIVE_INFINITY);
  return burst > 0 && remaining <= burst / 3 ? 60_000 / ((burst * 2) / 3) : 0;
}
