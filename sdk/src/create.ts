/** What creations have in common. */
import type { CallOptions } from './options.ts';

export interface CreateOptions extends CallOptions {
  /** Calls with the same key within 48 hours make one resource. Default: a fresh key, so that a repeat after a lost answer makes no second one. */
  readonly idempotencyKey?: string | undefined;
}

/** Fields that may be left out may be undefined as well. */
export type Loose<Fields> = {
  [Name in keyof Fields]:
    | Fields[Name]
    | (Record<never, never> extends Pick<Fields, Name> ? undefined : never);
};

/** Not `crypto.randomUUID`, which pages that did not come by https lack. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
