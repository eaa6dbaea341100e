/** Calls that cost credits are made once, however often they are sent, and promise nothing where they were refused. */
import { createHash } from 'node:crypto';
import { ApiError } from '@reelsight/sdk';

/** The same for the same arguments in any order of their names. */
export function idempotencyKey(args: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  return `mcp-${createHash('sha256').update(JSON.stringify(sorted)).digest('hex')}`;
}

/** The service itself said no, at the first try: nothing was made. A proxy's answer, or a 5xx, says nothing of that. */
export const wasRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.attempts === 1 &&
  error.status < 500 &&
  !error.code.startsWith('HTTP_');
