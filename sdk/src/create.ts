/** Options that all calls creating something have in common. */
import type { CallOptions } from './options.ts';

export interface CreateOptions extends CallOptions {
  /**
   * Calls with the same key within 48 hours create only one resource. Default: a new key for each call, so that a retry
   * after a lost answer does not create a second resource.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The same fields, but optional ones may also be undefined. */
export type Loose<Fields> = {
  [Name in keyof Fields]:
    | Fields[Name]
    | (Record<never, never> extends Pick<Fields, Name> ? undefined : never);
};

/** `crypto.randomUUID` is not used, because it is missing on pages loaded without https. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
