/** Trends: what brands, channels, platforms and Follows come to over time (docs/trends.md). */
import {
  invalidInput,
  type TrendGroup,
  type TrendNumbers,
  type TrendOrder,
  type TrendSeries,
  type Trends,
  type TrendsQuery,
  type TrendVideo,
  type TrendVideosQuery,
} from '@reelsight/contract';
import { findMediaPrices } from '../../db/audience/audiences.ts';
import type { Queryable } from '../../db/database.ts';
import { listFollows } from '../../db/follows.ts';
import { hasTrendGap } from '../../db/trends/trend-gaps.ts';
import {
  brandPeriods,
  brandSpellings,
  chosenTotals,
  type GroupSums,
  groupPeriods,
  type ListedSeries,
  lateCorrections,
  occurringNames,
  type PeriodSums,
  type RankedSeries,
  rankedSeries,
  type SeriesTotals,
  seriesValues,
  type TrendChoice,
  type TrendMoney,
  type TrendSums,
  type TrendVideoPage,
  trendVideoPage,
  type ValueSums,
  type VideoSums,
  videoSums,
} from '../../db/trends/trends.ts';
import { dollarsOf } from '../../exposure/formula.ts';
import type { Domain } from '../domain.ts';
import { type BrandNames, type Choice, choiceOf, foldsOf, storedKeys } from './choice.ts';
import { type Periods, periodsOf, timesOf } from './periods.ts';

const usualSeries = 12;

/** What the series of an answer are read from. */
interface Stretch {
  readonly db: Queryable;
  readonly names: BrandNames;
  /** The videos of all periods, and all brands that were chosen. */
  readonly choice: TrendChoice;
  readonly periods: Periods;
  /** Sums of all brands: at index 0 of the time before the first period, then of each period. */
  readonly videos: readonly VideoSums[];
  readonly limit: number;
  readonly orderBy: TrendOrder;
  /** Null if no money was asked for. */
  readonly money: TrendMoney | null;
}

type Listed = Pick<Trends, 'series' | 'left_out'>;

/** Throws Fault NOT_FOUND or VALIDATION_FAILED. */
export async function readTrends(
  domain: Domain,
  workspaceId: string,
  query: TrendsQuery,
): Promise<Trends> {
  const { by = 'week', group_by: group = 'brand', time_zone: timeZone = 'UTC' } = query;
  const { order_by: orderBy = 'equivalent_seconds' } = query;
  if (orderBy === 'media_value_usd' && !query.audience)
    throw invalidInput('order_by: media_value_usd needs audience=views.');

  const request = await choiceOf(domain, workspaceId, query);
  const { since, until } = request;
  const periods = periodsOf({ since, until, by, timeZone }, domain.now());
  const choice = choiceIn(request, { from: startOf(periods), to: endOf(periods) });
  const videos = await videosByPeriod(domain.db, choice, periods);
  const limit = query.limit ?? usualSeries;
  const money = query.audience ? await moneyOf(domain.db, workspaceId, query.cpm_usd) : null;
  const stretch = {
    db: domain.db,
    names: request.brands,
    choice,
    periods,
    videos,
    limit,
    orderBy,
    money,
  };
  const listed = group === 'brand' ? await brandSeries(stretch) : await groupSeries(stretch, group);
  const counted = videos.slice(1);
  const corrected = await correctedAfterwards(domain.db, choice, periods);
  const isIncomplete = await hasTrendGap(domain.db, workspaceId);

  return {
    by,
    group_by: group,
    time_zone: timeZone,
    since: periods.since,
    until: periods.until,
    ...(isIncomplete && { incomplete: true as const }),
    videos: sumOf(counted, 'videos'),
    previous_videos: videos[0]?.videos ?? 0,
    videos_undated: sumOf(counted, 'undated'),
    corrected,
    periods: periods.periods.map(({ start, end, complete }, index) => ({
      start,
      end,
      complete,
      ...periodNumbers(counted[index] ?? noVideos),
    })),
    ...listed,
  };
}

/**
 * What was corrected once a period was over, whichever brand: shares are of all brands. A report or an answer before
 * that has other numbers.
 */
async function correctedAfterwards(
  db: Queryable,
  choice: TrendChoice,
  periods: Periods,
): Promise<Trends['corrected']> {
  const ends = periods.periods.map(({ endsAt }) => endsAt);
  const late = await lateCorrections(db, choice, { starts: startsOf(periods), ends });
  if (!late?.last_at) return null;

  const { videos, corrections, recounts, last_at: lastAt } = late;
  return { videos, corrections, recounts, last_at: lastAt.toISOString() };
}

async function moneyOf(
  db: Queryable,
  workspaceId: string,
  cpm: number | undefined,
): Promise<TrendMoney> {
  const { cpm_usd, cpm_usd_by_platform, audience } = await findMediaPrices(db, workspaceId);
  return {
    cpm: cpm ?? cpm_usd,
    cpmByPlatform: cpm === undefined ? cpm_usd_by_platform : {},
    audience,
  };
}

const startOf = ({ periods }: Periods): Date => periods[0].startsAt;
const endOf = ({ periods }: Periods): Date => (periods.at(-1) ?? periods[0]).endsAt;
const startsOf = ({ periods }: Periods): Date[] => periods.map(({ startsAt }) => startsAt);

function choiceIn(request: Choice, { from, to }: Pick<TrendChoice, 'from' | 'to'>): TrendChoice {
  const { workspaceId, tags, followIds, channels, platforms, brands } = request;
  const brandKeys = brands.chosen && storedKeys(brands, brands.chosen);
  const folds = foldsOf(brands, brands.chosen ?? []);
  return { workspaceId, from, to, tags, followIds, channels, platforms, brandKeys, folds };
}

const noVideos: VideoSums = {
  period: 0,
  videos: 0,
  undated: 0,
  seconds: 0,
  seen_seconds: 0,
  equivalent_seconds: 0,
  mentions: 0,
};

async function videosByPeriod(
  db: Queryable,
  choice: TrendChoice,
  periods: Periods,
): Promise<VideoSums[]> {
  const from = periods.previousStartsAt;
  const starts = [from, ...startsOf(periods)];
  const sums = await videoSums(db, { ...choice, from }, starts);
  const byPeriod = new Map(sums.map((row) => [row.period, row]));
  return starts.map((_, index) => byPeriod.get(index + 1) ?? noVideos);
}

const periodNumbers = (sums: VideoSums) => ({
  videos: sums.videos,
  video_seconds: roundTo(2, sums.seconds),
  seen_seconds: roundTo(2, sums.seen_seconds),
  equivalent_seconds: roundTo(4, sums.equivalent_seconds),
  mentions: sums.mentions,
});

async function brandSeries(wholeStretch: Stretch): Promise<Listed> {
  const { chosen: chosenBrands } = wholeStretch.names;
  const stretch = chosenBrands ? wholeStretch : await withFolds(wholeStretch);
  const { db, names, choice, periods } = stretch;
  const { listed, rest } = chosenBrands
    ? await rankedOf(stretch, chosenBrands)
    : await rankedSeries(db, 'brand', choice, stretch);
  const listedKeys = listed.filter((key) => key !== null);

  const chosen = { ...choice, brandKeys: storedKeys(names, listedKeys) };
  const from = periods.previousStartsAt;
  const rows = await brandPeriods(db, { ...chosen, from }, [from, ...startsOf(periods)]);
  const spellings = await brandSpellings(db, chosen);
  const rowsByBrand = Map.groupBy(rows, ({ series }) => series);
  const values = await valuesOf(stretch, { group: 'brand', listed }, chosen);

  return {
    series: listedKeys.map((key) =>
      seriesOf(stretch, {
        name: names.spellings.get(key) ?? spellings.get(key) ?? key,
        id: null,
        ...(key === names.own && { own: true as const }),
        ...rowsAndSums(rowsByBrand.get(key) ?? []),
        values: values?.get(key) ?? [],
      }),
    ),
    left_out: leftOut(rest),
  };
}

/**
 * Lets other names count as their brands where all brands count. Only names that occur are handed to the database: a
 * library may have thousands that do not.
 */
async function withFolds(stretch: Stretch): Promise<Stretch> {
  const { db, names, choice, periods } = stretch;
  if (names.otherNames.size === 0) return stretch;

  const from = periods.previousStartsAt;
  const aliases = new Set(names.counted.keys());
  const occurring = await occurringNames(db, { ...choice, from }, aliases);
  const otherNames = Map.groupBy(occurring, (key) => names.counted.get(key) as string);
  const folds = foldsOf({ otherNames }, otherNames.keys());
  return { ...stretch, names: { ...names, otherNames }, choice: { ...choice, folds } };
}

/** The chosen brands, the own brand first, then those of the highest rank; one that is nowhere has zeros. */
async function rankedOf(
  { db, names, choice, orderBy, money, limit }: Stretch,
  chosen: readonly string[],
): Promise<RankedSeries> {
  const rows = await chosenTotals(db, choice, { orderBy, money });
  const totals = new Map(rows.map((row) => [row.series, row]));
  const totalsOf = (key: string): ChosenTotals => totals.get(key) ?? { ...noSums, rank: 0 };
  // A query's value with commas counts as one name too; it is a brand only if there is such a name.
  const isWanted = (key: string): boolean =>
    totals.has(key) || !(names.spellings.get(key) ?? '').includes(',');

  const ranked = chosen.filter(isWanted).sort((a, b) => {
    const byOwn = Number(b === names.own) - Number(a === names.own);
    return byOwn || byRank(totalsOf(a), totalsOf(b)) || (a < b ? -1 : 1);
  });
  const unlisted = ranked.slice(limit).map(totalsOf);

  return {
    listed: ranked.slice(0, limit),
    rest: {
      series: unlisted.length,
      seen_seconds: sumOf(unlisted, 'seen_seconds'),
      equivalent_seconds: sumOf(unlisted, 'equivalent_seconds'),
      mentions: sumOf(unlisted, 'mentions'),
    },
  };
}

type ChosenTotals = SeriesTotals & { readonly rank: number };

const byRank = (a: ChosenTotals, b: ChosenTotals): number =>
  b.rank - a.rank ||
  b.equivalent_seconds - a.equivalent_seconds ||
  b.seen_seconds - a.seen_seconds ||
  b.mentions - a.mentions;

async function groupSeries(stretch: Stretch, group: Exclude<TrendGroup, 'brand'>): Promise<Listed> {
  const { db, choice, periods } = stretch;
  const from = periods.previousStartsAt;
  const starts = [from, ...startsOf(periods)];
  const { listed, rest } = await rankedSeries(db, group, choice, stretch);
  const rows = await groupPeriods(db, { group, listed }, { ...choice, from }, starts);
  const values = await valuesOf(stretch, { group, listed }, choice);
  const titles = group === 'follow' ? await followNames(db, choice.workspaceId) : undefined;
  const rowsBySeries = Map.groupBy(rows, ({ series }) => series);

  return {
    series: listed.map((key) => {
      const ownRows = rowsBySeries.get(key) ?? [];
      return seriesOf(stretch, {
        ...titleOf(key, ownRows, titles),
        ...rowsAndSums(ownRows),
        values: values?.get(key) ?? [],
      });
    }),
    left_out: leftOut(rest),
  };
}

/**
 * The rows of a series apart from that of the time before the first period, and the sums of both. That time is the first
 * of the borders, so each period of `rows` has the number after its own.
 */
function rowsAndSums(rows: readonly PeriodSums[]): Pick<SeriesRows, 'rows' | 'total' | 'previous'> {
  const ownRows = rows
    .filter(({ period }) => period > 1)
    .map((row) => ({ ...row, period: row.period - 1 }));
  return {
    rows: ownRows,
    total: added(ownRows),
    previous: added(rows.filter(({ period }) => period === 1)),
  };
}

function titleOf(
  key: string | null,
  rows: readonly GroupSums[],
  followTitles: ReadonlyMap<string, string> | undefined,
): { readonly name: string | null; readonly id: string | null } {
  if (followTitles) return { name: followTitles.get(key ?? '') ?? null, id: key };
  return { name: rows.at(-1)?.name ?? key, id: rows.at(-1)?.id ?? null };
}

async function followNames(
  db: Queryable,
  workspaceId: string,
): Promise<ReadonlyMap<string, string>> {
  const follows = await listFollows(db, workspaceId, new Date(0));
  return new Map(follows.map(({ id, name }) => [id, name]));
}

/**
 * Views and values of these series; the time before the first period is period 1. Undefined if no money was asked for.
 */
async function valuesOf(
  { db, periods, money }: Stretch,
  listed: ListedSeries,
  choice: TrendChoice,
): Promise<ReadonlyMap<string | null, readonly ValueSums[]> | undefined> {
  if (!money) return undefined;
  const from = periods.previousStartsAt;
  const starts = [from, ...startsOf(periods)];
  const rows = await seriesValues(db, listed, { ...choice, from }, starts, money);
  return Map.groupBy(rows, ({ series }) => series);
}

type MoneyNumbers = Pick<TrendNumbers, 'views' | 'media_value_usd' | 'videos_not_valued'>;

function moneyNumbers({ money }: Stretch, rows: readonly ValueSums[]): MoneyNumbers {
  if (!money) return {};

  const weighted = rows.flatMap((row) => row.weighted ?? []);
  // Each product has its own audience and price already.
  const dollars = dollarsOf(
    weighted.reduce((sum, product) => sum + product, 0),
    1,
    1,
  );
  return {
    views: sumOf(rows, 'views'),
    media_value_usd: weighted.length > 0 ? roundTo(2, dollars) : null,
    videos_not_valued: sumOf(rows, 'videos_not_valued'),
  };
}

interface SeriesRows extends Pick<TrendSeries, 'name' | 'id' | 'own'> {
  readonly rows: readonly PeriodSums[];
  readonly total: TrendSums;
  readonly previous: TrendSums;
  readonly values: readonly ValueSums[];
}

function seriesOf(
  stretch: Stretch,
  { rows, total, previous, values, ...about }: SeriesRows,
): TrendSeries {
  const { videos, periods } = stretch;
  const moneyIn = (isMeant: (row: ValueSums) => boolean): MoneyNumbers =>
    moneyNumbers(stretch, values.filter(isMeant));
  const byPeriod = new Map(rows.map((row) => [row.period, row]));
  const voice = (index: number): number => videos[index]?.seen_seconds ?? 0;

  return {
    ...about,
    total: {
      ...numbersOf(total, sumOf(videos.slice(1), 'seen_seconds')),
      ...moneyIn(({ period }) => period > 1),
    },
    previous: { ...numbersOf(previous, voice(0)), ...moneyIn(({ period }) => period === 1) },
    periods: periods.periods.map((_, index) => ({
      ...numbersOf(byPeriod.get(index + 1) ?? noSums, voice(index + 1)),
      ...moneyIn(({ period }) => period === index + 2),
    })),
  };
}

const noSums: TrendSums = {
  videos: 0,
  appearances: 0,
  seen_seconds: 0,
  equivalent_seconds: 0,
  mentions: 0,
  videos_paid: 0,
  videos_disclosed: 0,
  paid_seen_seconds: 0,
  paid_mentions: 0,
};

const added = (rows: readonly TrendSums[]): TrendSums =>
  Object.fromEntries(
    (Object.keys(noSums) as (keyof TrendSums)[]).map((field) => [field, sumOf(rows, field)]),
  ) as unknown as TrendSums;

/** `voice` is the seconds on screen of all brands. */
function numbersOf(sums: TrendSums, voice: number): TrendNumbers {
  return {
    videos: sums.videos,
    appearances: sums.appearances,
    seen_seconds: roundTo(2, sums.seen_seconds),
    equivalent_seconds: roundTo(4, sums.equivalent_seconds),
    // Rounding of sums may lead a hair over one.
    share_of_voice: voice > 0 ? Math.min(1, roundTo(4, sums.seen_seconds / voice)) : 0,
    mentions: sums.mentions,
    videos_paid: sums.videos_paid,
    videos_disclosed: sums.videos_disclosed,
    paid_seen_seconds: roundTo(2, sums.paid_seen_seconds),
    paid_mentions: sums.paid_mentions,
  };
}

const leftOut = (rest: RankedSeries['rest']): Trends['left_out'] => ({
  series: rest.series,
  seen_seconds: roundTo(2, rest.seen_seconds),
  equivalent_seconds: roundTo(4, rest.equivalent_seconds),
  mentions: rest.mentions,
});

function sumOf<Field extends string>(
  rows: readonly { readonly [Name in Field]: number }[],
  field: Field,
): number {
  return rows.reduce((total, row) => total + row[field], 0);
}

function roundTo(digits: number, value: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}

/** Videos of the choice, a page of them. Throws Fault NOT_FOUND or VALIDATION_FAILED. */
export async function readTrendVideos(
  domain: Domain,
  workspaceId: string,
  query: TrendVideosQuery,
  page: TrendVideoPage,
): Promise<TrendVideo[]> {
  const { time_zone: timeZone = 'UTC' } = query;
  const request = await choiceOf(domain, workspaceId, query);
  const choice = choiceIn(request, timesOf(request, timeZone));
  const rows = await trendVideoPage(domain.db, choice, page);

  return rows.map((row) => ({
    job_id: row.job_id,
    title: row.title,
    platform: row.platform,
    channel: row.author,
    channel_url: row.author_url,
    dated_at: row.dated_at.toISOString(),
    published: row.published,
    duration_seconds: roundTo(2, row.seconds),
    appearances: row.appearances,
    seen_seconds: roundTo(2, row.seen_seconds),
    equivalent_seconds: row.equivalent_seconds,
    mentions: row.mentions,
    paid: row.paid,
    corrected_at: row.corrected_at?.toISOString() ?? null,
    moment: row.moment,
  }));
}
