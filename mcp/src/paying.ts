/**
 * Calls that cost credits take effect only once, however often they are sent, and reserve nothing if they were refused.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '@reelsight/sdk';

/** Returns the same key for the same arguments, in any order. */
export function idempotencyKey(args: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  return `mcp-${createHash('sha256').update(JSON.stringify(sorted)).digest('hex')}`;
}

/**
 * True if the service itself refused the first attempt, so that nothing was created. A proxy's answer, or a 5xx, does
 * not prove that.
 */
export const wasRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.attempts === 1 &&
  error.status < 500 &&
  !error.code.startsWith('HTTP_');
