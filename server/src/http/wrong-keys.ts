/**
 * Rejects further invalid keys from an address that has sent many, without a database query. Valid keys keep working.
 */
import { Fault } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import { hashSecret } from '../domain/workspaces/workspace.ts';
import { addressBlock } from '../network/address-block.ts';
import { sharedLook } from '../network/shared-look.ts';
import { TokenBuckets } from '../network/token-buckets.ts';
import { wrongKey } from './key-faults.ts';

/** How often newly created keys are read from the database while wrong keys are being tried. */
const lookMs = 1000;
/** How long after its timestamp a key may become visible, because of differing clocks or a slow commit. */
const lateMs = 60_000;

/** Reads the hash prefixes of keys that were created after a point in time. */
type MarksSince = (
  db: Queryable,
  since: Date,
) => Promise<readonly { readonly mark: string; readonly created_at: Date }[]>;

export class WrongKeys {
  readonly #tries: TokenBuckets;
  /**
   * Hash prefixes of existing keys. Prefixes of revoked keys stay in the set, because the database refuses those keys
   * anyway.
   */
  readonly #marks = new Set<string>();
  readonly #look: () => Promise<void>;

  constructor(db: Queryable, perMinute: number, marksSince: MarksSince) {
    this.#tries = new TokenBuckets({ perMinute, burst: perMinute });
    let since = new Date(0);
    this.#look = sharedLook(lookMs, async () => {
      for (const { mark, created_at } of await marksSince(db, since)) {
        this.#marks.add(mark);
        since = new Date(Math.max(since.getTime(), created_at.getTime() - lateMs));
      }
    });
  }

  /**
   * Calls `ask`, which looks up a key in the database. If many wrong keys came from this block of IP addresses, throws
   * Fault INVALID_API_KEY at once for a key that cannot be valid.
   */
  async guard<T>(key: unknown, address: string, ask: () => Promise<T>): Promise<T> {
    const block = addressBlock(address);
    if (typeof key === 'string' && !this.#tries.has(block) && !(await this.#mayBe(key)))
      throw wrongKey(`one of many from ${block}`);

    try {
      return await ask();
    } catch (error) {
      if (error instanceof Fault && error.code === 'INVALID_API_KEY' && key !== undefined)
        this.#tries.take(block);
      throw error;
    }
  }

  async #mayBe(key: string): Promise<boolean> {
    const mark = hashSecret(key).slice(0, 16);
    if (!this.#marks.has(mark)) await this.#look();
    return this.#marks.has(mark);
  }
}
