/** Decides which suites run together in a process, on which database, and in which order. */
import { matchesGlob } from 'node:path';
import { type Durations, durationKey } from './durations.ts';
import type { Company, Suite } from './suites.ts';
import { alsoEmbedded, type SecondTier, secondTier } from './tiers.ts';

export type TestDatabase = 'postgres' | 'embedded';

/** One process of a test run. */
export interface SuiteRun {
  readonly suites: readonly Suite[];
  readonly database: TestDatabase;
}

/** Assumed for a suite that has no measurement yet. */
const unknownDuration = { seconds: 10, cpuSeconds: 10 };
/** How long imports take before the first suite of a process begins. */
const startSeconds = 2;
/**
 * Total seconds of suites that share a process: long enough that imports hardly count, short enough that the run does
 * not wait for a single process at the end.
 */
const sharedSeconds = 60;

/**
 * The parts of the second tier that a run omits: those that no changed path requires, or none if everything is
 * requested.
 */
export function leftOut(changedPaths: readonly string[], includeAll: boolean): SecondTier[] {
  if (includeAll) return [];
  return secondTier.filter(
    ({ pulledBy }) =>
      !changedPaths.some((path) => pulledBy.some((pattern) => matchesGlob(path, pattern))),
  );
}

/** The suites that are not part of an omitted tier. */
export function suitesOfTiers(suites: readonly Suite[], omitted: readonly SecondTier[]): Suite[] {
  const patterns = omitted.flatMap((tier) => tier.suites);
  return suites.filter(({ path }) => !patterns.some((pattern) => matchesGlob(path, pattern)));
}

export interface PlanOptions {
  readonly suites: readonly Suite[];
  readonly durations: Durations;
  /** True to run each suite that uses a database on both databases. */
  readonly both: boolean;
}

/** Plans the longest runs first, so that no long run is left alone at the end. */
export function planRuns({ suites, durations, both: bothDatabases }: PlanOptions): SuiteRun[] {
  const onEmbedded = suites.filter(
    ({ path, usesDatabase }) =>
      usesDatabase && (bothDatabases || alsoEmbedded.some((pattern) => matchesGlob(path, pattern))),
  );
  const runs = [
    ...runsOn('postgres', suites, durations),
    ...runsOn('embedded', onEmbedded, durations),
  ];
  return runs.sort(
    (left, right) => expectedSeconds(right, durations) - expectedSeconds(left, durations),
  );
}

function runsOn(
  database: TestDatabase,
  suites: readonly Suite[],
  durations: Durations,
): SuiteRun[] {
  const secondsOf = (suite: Suite) => durationOf(suite, database, durations).seconds;
  const groupsOf = (company: Company): Suite[][] => {
    const members = suites.filter((suite) => suite.company === company);
    const seconds = members.reduce((sum, suite) => sum + secondsOf(suite), 0);
    // Suites too quick to be measured still need a group.
    return evenGroups(members, Math.max(1, Math.ceil(seconds / sharedSeconds)), secondsOf);
  };
  const alone = suites.filter(({ company }) => company === 'nobody').map((suite) => [suite]);

  return [...alone, ...groupsOf('services'), ...groupsOf('pure')].map((group) => ({
    suites: group,
    database,
  }));
}

/** At most `count` groups of about the same weight: each suite goes to the lightest group, the heaviest suite first. */
function evenGroups(
  suites: readonly Suite[],
  count: number,
  weigh: (suite: Suite) => number,
): Suite[][] {
  const groups = Array.from({ length: Math.min(count, suites.length) }, () => ({
    weight: 0,
    suites: [] as Suite[],
  }));
  const heaviestFirst = suites.toSorted((left, right) => weigh(right) - weigh(left));

  for (const suite of heaviestFirst) {
    const lightest = groups.reduce((smallest, group) =>
      group.weight < smallest.weight ? group : smallest,
    );
    lightest.suites.push(suite);
    lightest.weight += weigh(suite);
  }

  return groups.map((group) => group.suites);
}

const durationOf = ({ path }: Suite, database: TestDatabase, durations: Durations) =>
  durations[durationKey(path, database)] ?? unknownDuration;

export function expectedSeconds({ suites, database }: SuiteRun, durations: Durations): number {
  const ofSuites = suites.map((suite) => durationOf(suite, database, durations).seconds);
  return startSeconds + ofSuites.reduce((sum, seconds) => sum + seconds, 0);
}

/**
 * Number of cores that a run is expected to keep busy. A run that was measured next to too many others seems to wait
 * more than it really does. So even a run that only waits counts as a quarter of a core; otherwise each plan would
 * start more runs at once than the one before.
 */
export function expectedLoad({ suites, database }: SuiteRun, durations: Durations): number {
  const measured = suites.map((suite) => durationOf(suite, database, durations));
  const cpuSeconds = measured.reduce((sum, duration) => sum + duration.cpuSeconds, startSeconds);
  const seconds = measured.reduce((sum, duration) => sum + duration.seconds, startSeconds);
  return Math.min(leastLoad + cpuSeconds / seconds, mostLoad);
}

const leastLoad = 0.25;
/** A process and its computing children mostly take turns, so together they keep little more than one core busy. */
const mostLoad = 1.25;
