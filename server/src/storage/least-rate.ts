/** Finds uploads, downloads and request bodies that make almost no progress: each would occupy a place for long. */
import { untilAborted } from '../network/until-aborted.ts';

export interface LeastRate {
  readonly bytesPerSecond: number;
  /** Period over which the rate is averaged. */
  readonly overMs: number;
}

/** Judges a transfer by the minimum rate. It must be asked regularly, `looksPerSpan` times in `overMs`. */
export class Pace {
  readonly #minBytes: number;
  readonly #looksPerSpan: number;
  readonly #totals = [0];

  constructor({ bytesPerSecond, overMs }: LeastRate, looksPerSpan: number) {
    this.#minBytes = (bytesPerSecond * overMs) / 1000;
    this.#looksPerSpan = looksPerSpan;
  }

  /** Whether too few bytes arrived in the last span; false before the first span is over. `total`: bytes so far. */
  isSlow(total: number): boolean {
    this.#totals.push(total);
    if (this.#totals.length <= this.#looksPerSpan) return false;
    return total - (this.#totals.shift() ?? 0) < this.#minBytes;
  }
}

const checksPerSpan = 6;

/**
 * Calls `onSlow` if, over any period of `overMs`, `bytesSoFar` grew by fewer bytes than the minimum rate requires.
 * Returns a function that stops watching.
 */
export function watchRate(
  bytesSoFar: () => number,
  rate: LeastRate,
  onSlow: () => void,
): () => void {
  const pace = new Pace(rate, checksPerSpan);
  const before = bytesSoFar();
  const timer = setInterval(() => {
    if (pace.isSlow(bytesSoFar() - before)) onSlow();
  }, rate.overMs / checksPerSpan);

  return () => clearInterval(timer);
}

/**
 * Yields the chunks of `source`. Calls `onSlow` if, over any period of `overMs`, fewer bytes arrived than the minimum
 * rate requires. Rejects with the signal's reason as soon as the signal aborts, even if no more chunks arrive.
 */
export async function* paced(
  source: AsyncIterable<Uint8Array>,
  rate: LeastRate,
  onSlow: () => void,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const stopWatching = watchRate(() => bytes, rate, onSlow);
  const chunks = source[Symbol.asyncIterator]();

  try {
    for (;;) {
      const { done, value } = await untilAborted(chunks.next(), signal);
      if (done) return;
      bytes += value.length;
      yield value;
    }
  } finally {
    stopWatching();
    // Not awaited, because it never resolves if no data arrives.
    void chunks.return?.();
  }
}
