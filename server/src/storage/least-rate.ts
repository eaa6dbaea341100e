/** Ends uploads that make almost no progress, because each would occupy an upload slot for hours. */
import { untilAborted } from '../network/until-aborted.ts';

export interface LeastRate {
  readonly bytesPerSecond: number;
  /** Period over which the rate is averaged. */
  readonly overMs: number;
}

const checksPerSpan = 6;

/**
 * Yields the chunks of `source`. Calls `onSlow` if, over any period of `overMs`, fewer bytes arrived than the minimum
 * rate requires. Rejects with the signal's reason as soon as the signal aborts, even if no more chunks arrive.
 */
export async function* paced(
  source: AsyncIterable<Uint8Array>,
  { bytesPerSecond, overMs }: LeastRate,
  onSlow: () => void,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const minBytes = (bytesPerSecond * overMs) / 1000;
  const totals = [0];
  let bytes = 0;
  const timer = setInterval(() => {
    totals.push(bytes);
    if (totals.length > checksPerSpan && bytes - (totals.shift() ?? 0) < minBytes) onSlow();
  }, overMs / checksPerSpan);
  const chunks = source[Symbol.asyncIterator]();

  try {
    for (;;) {
      const { done, value } = await untilAborted(chunks.next(), signal);
      if (done) return;
      bytes += value.length;
      yield value;
    }
  } finally {
    clearInterval(timer);
    // Not awaited, because it never resolves if no data arrives.
    void chunks.return?.();
  }
}
