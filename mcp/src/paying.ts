/**
 * Makes calls that cost credits take effect only once, however often they are sent, and gives reserved credits back if
 * a call was refused.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '@reelsight/sdk';

/** The same key for the same arguments, whatever their order. */
export function idempotencyKey(args: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  return `mcp-${createHash('sha256').update(JSON.stringify(sorted)).digest('hex')}`;
}

/**
 * True if the service itself refused the first attempt, which proves that nothing was created. An answer from a proxy,
 * or a 5xx, proves nothing.
 */
export const wasRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.attempts === 1 &&
  error.status < 500 &&
  !error.code.startsWith('HTTP_');
