/** Finds out whether a video lets a rival pass a brand, from what trends count. */
import type { AlertConditionOf, AlertMeasure } from '@reelsight/contract';
import type { AlertRow } from '../../db/alerts/alerts.ts';
import { keepStandings, standingsOf } from '../../db/alerts/matches.ts';
import type { Queryable } from '../../db/database.ts';
import { hasTrendGap } from '../../db/trends/trend-gaps.ts';
import { brandTotals } from '../../db/trends/trends.ts';
import type { BrandMoments } from '../../exposure/brand-moments.ts';
import { foldedLibrary } from '../brands/folded-library.ts';
import type { Domain } from '../domain.ts';
import { periodAround } from '../trends/periods.ts';
import type { Finding } from './conditions.ts';
import { type Scope, scopeOf } from './scope.ts';
import { compared, type Sums } from './standings.ts';

const usualMeasure: AlertMeasure = 'equivalent_seconds';
const usualPeriod = 'week';

type PassedCondition = AlertConditionOf<'passed'>;

export const measureOf = ({ by }: PassedCondition): AlertMeasure => by ?? usualMeasure;

/** The week or month that a time lies in. */
export const periodOf = ({ period }: PassedCondition, timeZone: string, time: Date) =>
  periodAround(time, period ?? usualPeriod, timeZone);

type Period = ReturnType<typeof periodOf>;

/**
 * The running period and the one before. A video counts in the period in which it was published, and one of Sunday may
 * be analysed on Monday.
 */
function periodsThatCount(
  condition: PassedCondition,
  timeZone: string,
  now: Date,
): readonly [Period, Period] {
  const running = periodOf(condition, timeZone, now);
  const before = periodOf(condition, timeZone, new Date(running.startsAt.getTime() - 1));
  return [running, before];
}

/** Notes whom the brand of a new alert is ahead of already, so that only what comes from now on lets a rival pass. */
export async function keepFirstStandings(
  domain: Domain,
  tx: Queryable,
  alert: AlertRow,
): Promise<void> {
  const { condition, workspace_id: workspaceId, time_zone: timeZone } = alert;
  if (condition.type !== 'passed') return;

  const library = await foldedLibrary(domain, tx, workspaceId);
  const scope = await scopeOf(tx, workspaceId, alert, library);
  if ('problem' in scope || scope.own === null) return;
  if (await hasTrendGap(tx, workspaceId)) return;

  const periods = periodsThatCount(condition, timeZone, domain.now());
  for (const period of periods) {
    const sums = await sumsIn(tx, scope, condition, period);
    const { standings } = compared({ ...contestOf(scope, scope.own), sums, ...nothingBefore });
    await keepStandings(tx, alert.id, {
      period: period.start,
      oldest: periods[1].start,
      standings,
    });
  }
}

const nothingBefore = { present: new Set<string>(), before: new Map<string, boolean>() } as const;

const contestOf = ({ names }: Scope, brand: string) => ({
  brand,
  rivals: names.chosen.filter((key) => key !== brand),
});

/** Sums of the brands in the period, within the first and last day of the alert's videos. */
async function sumsIn(
  db: Queryable,
  { choice }: Scope,
  condition: PassedCondition,
  { startsAt, endsAt }: Period,
): Promise<Sums> {
  const from = new Date(Math.max(startsAt.getTime(), choice.from.getTime()));
  const to = new Date(Math.min(endsAt.getTime(), choice.to.getTime()));
  const totals = await brandTotals(db, { ...choice, from, to });
  const measure = measureOf(condition);
  return new Map(totals.map((row) => [row.series, row[measure]]));
}

export interface LookedAt {
  readonly alert: AlertRow & { readonly condition: PassedCondition };
  readonly scope: Scope;
  readonly moments: readonly BrandMoments[];
  readonly datedAt: Date;
  readonly now: Date;
}

/**
 * Compares the brands again, because a video came or changed. Runs while the alert is locked. Compares nothing as long
 * as trends lack videos, which would put brands behind that are ahead.
 */
export async function passedBy(
  tx: Queryable,
  { alert, scope, moments, datedAt, now }: LookedAt,
): Promise<Finding | null> {
  const { condition, time_zone: timeZone } = alert;
  const periods = periodsThatCount(condition, timeZone, now);
  const period = periods.find(({ startsAt, endsAt }) => datedAt >= startsAt && datedAt < endsAt);
  if (!period || scope.own === null) return null;
  if (await hasTrendGap(tx, alert.workspace_id)) return null;

  const sums = await sumsIn(tx, scope, condition, period);
  const before = await standingsOf(tx, alert.id, period.start);
  const contest = { ...contestOf(scope, scope.own), sums, before, present: keysIn(scope, moments) };
  const { passed, standings } = compared(contest);
  await keepStandings(tx, alert.id, { period: period.start, oldest: periods[1].start, standings });
  return passingFinding(scope, moments, { passed, sums });
}

/** Identities of the brands that occur, other names counted as their brand. */
export const keysIn = ({ names }: Scope, moments: readonly BrandMoments[]): ReadonlySet<string> =>
  new Set(moments.map(({ key }) => names.counted.get(key) ?? key));

export function passingFinding(
  scope: Scope,
  moments: readonly BrandMoments[],
  { passed, sums }: { readonly passed: readonly string[]; readonly sums: Sums },
): Finding | null {
  const [first] = passed;
  if (first === undefined) return null;

  const nameOf = (key: string): string => scope.names.spellings.get(key) ?? key;
  const rival = moments.find(({ key }) => (scope.names.counted.get(key) ?? key) === first);
  const brands = [...passed, ...(scope.own === null ? [] : [scope.own])];
  return {
    brand: nameOf(first),
    brands: brands.map(nameOf),
    seconds: Math.round((sums.get(first) ?? 0) * 100) / 100,
    moment: rival?.seen[0]?.start ?? rival?.said[0] ?? null,
    frameUrl: rival?.frames[0]?.url ?? null,
  };
}

/**
 * Whether a rival that passed by a video still occurs in it. Who is ahead does not matter any more: later videos change
 * that too, and what was said was right then.
 */
export const stillOccurs = (scope: Scope, moments: readonly BrandMoments[]): boolean =>
  [...keysIn(scope, moments)].some((key) => key !== scope.own);
