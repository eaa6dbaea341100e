/** Decides when a failed webhook delivery is repeated (interface.md "Delivery of events"). */

/**
 * Delays before attempts 2, 3 and 4, each counted from the end of the previous attempt. Any further attempts that an
 * operator has configured come after these.
 */
export const retryDelaysMs: readonly number[] = [1_000, 10_000, 60_000];

/** Milliseconds to wait after `attemptsMade` (1 or more) failed attempts; null if no attempt is left. */
export function nextDelayMs(attemptsMade: number, delaysMs = retryDelaysMs): number | null {
  return delaysMs[attemptsMade - 1] ?? null;
}
