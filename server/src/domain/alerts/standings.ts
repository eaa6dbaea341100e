/** Decides when a rival passes a brand: it was behind in the running week or month, and is ahead. Pure functions. */

/** Sums of the period by identity; what is missing is 0. */
export type Sums = ReadonlyMap<string, number>;

/** Whether the brand was ahead of each rival when they were last compared; a rival that is missing was not behind. */
export type Standings = ReadonlyMap<string, boolean>;

export interface Contest {
  readonly brand: string;
  readonly rivals: readonly string[];
  readonly sums: Sums;
  /** Rivals that occur in the video that is looked at. */
  readonly present: ReadonlySet<string>;
  readonly before: Standings;
}

export interface Comparison {
  /** The rivals that passed, the one with most first. */
  readonly passed: readonly string[];
  readonly standings: Standings;
}

/**
 * Compares a brand with its rivals. Who is level keeps the place that it had, so that a rival passes only once it has
 * more, and only by a video in which it occurs. At the beginning of a period nobody is ahead: a rival that leads from
 * its first video on passes nobody.
 */
export function compared({ brand, rivals, sums, present, before }: Contest): Comparison {
  const sumOf = (key: string): number => sums.get(key) ?? 0;
  const brandSum = sumOf(brand);
  const wasAhead = (rival: string): boolean => before.get(rival) ?? false;
  const passed = rivals
    .filter((rival) => wasAhead(rival) && sumOf(rival) > brandSum && present.has(rival))
    .sort((a, b) => sumOf(b) - sumOf(a));

  const isAhead = (rival: string): boolean => {
    if (brandSum > sumOf(rival)) return true;
    return wasAhead(rival) && !passed.includes(rival);
  };
  return { passed, standings: new Map(rivals.map((rival) => [rival, isAhead(rival)])) };
}
