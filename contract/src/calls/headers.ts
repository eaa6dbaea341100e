/** Headers that the answers of several calls have. */
import type { Param } from './row.ts';

export const pollAfter = {
  description: 'Seconds to wait before the first poll.',
  example: '30',
} as const satisfies Param;

/** `Cache-Control` for content that never changes, such as a frame or the picture of a logo. */
export const keptForever = {
  description: 'The client may cache it forever; shared caches must not store it.',
  example: 'private, max-age=31536000, immutable',
} as const satisfies Param;

export const frameTag = {
  description: 'Send it as `If-None-Match` to be spared a picture one has.',
  example: '"b1946ac92492d234"',
} as const satisfies Param;

/** For calls that create something and accept an `Idempotency-Key`. */
export const replayed = {
  description: '`true` if an earlier call with this key created it; absent on a dry run.',
  example: 'true',
} as const satisfies Param;
