/**
 * Turns for work on the results of jobs. Small results have turns of their own: a few owners with large results could
 * otherwise hold every place for seconds, again and again, while all others wait for a few milliseconds of work.
 */
import type { Queryable } from '../db/database.ts';
import { findStoredSize } from '../db/jobs/job-results.ts';
import { FairTurns, type FairTurnsOptions } from '../network/fair-turns.ts';
import { smallStoredBytes } from '../threads/sized-threads.ts';

export class SizedTurns {
  readonly #small: FairTurns;
  /** Also for work that takes long however small the results are. */
  readonly large: FairTurns;

  constructor(options: FairTurnsOptions) {
    this.#small = new FairTurns(options);
    this.large = new FairTurns(options);
  }

  /** Returns the turns for work on the results of a job. */
  async of(db: Queryable, jobId: string): Promise<FairTurns> {
    return this.ofBytes(await findStoredSize(db, jobId));
  }

  /** Returns the turns for work on this many bytes, as stored by PostgreSQL. */
  ofBytes(bytes: number): FairTurns {
    return bytes <= smallStoredBytes ? this.#small : this.large;
  }
}
