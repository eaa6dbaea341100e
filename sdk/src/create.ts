/** What calls that create something have in common. */
import type { CallOptions } from './options.ts';

export interface CreateOptions extends CallOptions {
  /**
   * Calls with the same key within 48 hours create one resource. Default: a fresh key, so that a repeat after a lost
   * answer does not create a second one.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Optional fields may also be undefined. */
export type Loose<Fields> = {
  [Name in keyof Fields]:
    | Fields[Name]
    | (Record<never, never> extends Pick<Fields, Name> ? undefined : never);
};

/** Not `crypto.randomUUID`, which is missing on pages loaded without https. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
