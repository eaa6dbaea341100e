/** Ends uploads and request bodies that make almost no progress, because each would occupy its slot for long. */
import { untilAborted } from '../network/until-aborted.ts';

export interface LeastRate {
  readonly bytesPerSecond: number;
  /** Period over which the rate is averaged. */
  readonly overMs: number;
}

const checksPerSpan = 6;

/**
 * Calls `onSlow` if, over any period of `overMs`, `bytesSoFar` grew by fewer bytes than the minimum rate requires.
 * Returns a function that stops watching.
 */
export function watchRate(
  bytesSoFar: () => number,
  { bytesPerSecond, overMs }: LeastRate,
  onSlow: () => void,
): () => void {
  const minBytes = (bytesPerSecond * overMs) / 1000;
  const totals = [bytesSoFar()];

  const timer = setInterval(() => {
    const bytes = bytesSoFar();
    totals.push(bytes);
    if (totals.length > checksPerSpan && bytes - (totals.shift() ?? 0) < minBytes) onSlow();
  }, overMs / checksPerSpan);

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
