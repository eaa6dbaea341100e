/** Which suites belong to which tier, and which of the second tier a change pulls into `npm test`. */

export interface SecondTier {
  /** What they prove, for the list that a run prints. */
  readonly what: string;
  readonly suites: readonly string[];
  /** A change to one of these paths pulls the suites into `npm test`. */
  readonly pulledBy: readonly string[];
}

/** Patterns as of `path.matchesGlob`. What is not named here is of the first tier: a change must pass it. */
export const secondTier: readonly SecondTier[] = [];

/** Suites that `npm test` runs on the embedded database as well: dialect, queue, group commit, backup, one job to its end. */
export const alsoEmbedded: readonly string[] = [];

/** Suites that start nothing and change nothing outside of themselves, so that many share a process. */
export const pureSuites: readonly string[] = [];
