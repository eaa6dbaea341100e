/** Queries that add up the facts of many videos over time. */
import type { TrendGroup, TrendOrder } from '@reelsight/contract';
import type { Queryable } from '../database.ts';

/** One of these; several lists limit further, because a campaign and a request may both name tags or channels. */
type Lists = readonly (readonly string[])[];

/** Which videos count. */
export interface TrendChoice {
  readonly workspaceId: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly tags: Lists;
  readonly followIds: Lists;
  readonly channels: Lists;
  readonly platforms: Lists;
  /** Identities of names; null for all brands. */
  readonly brandKeys: readonly string[] | null;
  readonly folds: NameFolds;
}

/** Names that count as another one: the name at an index as the brand at the same index, by identity. */
export interface NameFolds {
  readonly names: readonly string[];
  readonly brands: readonly string[];
}

export interface TrendSums {
  readonly videos: number;
  readonly appearances: number;
  readonly seen_seconds: number;
  readonly equivalent_seconds: number;
  readonly mentions: number;
  readonly videos_paid: number;
  readonly videos_disclosed: number;
  readonly paid_seen_seconds: number;
  readonly paid_mentions: number;
}

/** Sums of one series in one period, counted from 1; with the group, what the series is about. */
export interface PeriodSums extends TrendSums {
  readonly series: string | null;
  readonly period: number;
}

/** Sums of rows; `row` is what makes two rows count as two videos. */
const sumsOver = (row: string): string =>
  `count(${row}) filter (where appearances + mentions > 0)::int as videos, sum(appearances)::int as appearances,
  sum(seen_seconds) as seen_seconds, sum(equivalent_seconds) as equivalent_seconds, sum(mentions)::int as mentions,
  count(${row}) filter (where paid)::int as videos_paid, count(${row}) filter (where disclosed)::int as videos_disclosed,
  coalesce(sum(paid_seen_seconds), 0) as paid_seen_seconds, coalesce(sum(paid_mentions), 0)::int as paid_mentions`;

const sums = sumsOver('*');

const periodFields = [
  'series',
  'period',
  'videos',
  'appearances',
  'seen_seconds',
  'equivalent_seconds',
  'mentions',
  'videos_paid',
  'videos_disclosed',
  'paid_seen_seconds',
  'paid_mentions',
] as const satisfies readonly (keyof PeriodSums)[];

/** SQL text with its parameters. */
class Statement {
  readonly params: unknown[] = [];

  /** Adds a parameter and returns its name. */
  add(value: unknown): string {
    this.params.push(value);
    return `$${this.params.length}`;
  }
}

/**
 * Reads rows of these fields as one row with JSON. The embedded database takes longer to hand over a row than to add it
 * up.
 */
async function packedRows<Row extends object>(
  db: Queryable,
  fields: readonly (keyof Row & string)[],
  sql: string,
  { params }: Statement,
): Promise<Row[]> {
  const [packed] = await db.query<{ rows: readonly unknown[][] | null }>(
    `select json_agg(json_build_array(${fields.join(', ')})) as rows from (${sql}) unpacked`,
    params,
  );
  return (packed?.rows ?? []).map(
    (values) => Object.fromEntries(fields.map((field, index) => [field, values[index]])) as Row,
  );
}

/** Whether the choice needs more than is stored with each brand. */
const isNarrowed = ({ tags, followIds, channels, platforms }: TrendChoice): boolean =>
  [tags, followIds, channels, platforms].some((lists) => lists.length > 0);

/** Conditions on the table `v` of videos. */
function conditionsOf(statement: Statement, choice: TrendChoice): string {
  const conditions = [inStretch(statement, choice, 'v')];

  for (const list of choice.platforms) conditions.push(`v.platform = any(${statement.add(list)})`);
  for (const list of choice.channels) {
    const names = statement.add(list.map((name) => name.toLowerCase()));
    conditions.push(
      `(lower(v.author) = any(${names}) or v.author_url = any(${statement.add(list)}))`,
    );
  }

  const ofJob = [
    ...choice.tags.map((list) => `j.tags && ${statement.add(list)}::text[]`),
    ...choice.followIds.map((list) => `j.follow_id = any(${statement.add(list)})`),
  ];
  if (ofJob.length > 0)
    conditions.push(
      `exists (select 1 from jobs j where j.id = v.job_id and ${ofJob.join(' and ')})`,
    );

  return conditions.join(' and ');
}

const inStretch = (
  statement: Statement,
  { workspaceId, from, to }: Pick<TrendChoice, 'workspaceId' | 'from' | 'to'>,
  table: string,
): string =>
  `${table}.workspace_id = ${statement.add(workspaceId)} and ${table}.newest
     and ${table}.dated_at >= ${statement.add(from)} and ${table}.dated_at < ${statement.add(to)}`;

export interface VideoSums {
  readonly period: number;
  readonly videos: number;
  readonly undated: number;
  readonly seconds: number;
  readonly seen_seconds: number;
  readonly equivalent_seconds: number;
  readonly mentions: number;
}

/** Sums of all brands in each period that has videos. `starts` are the times at which the periods begin. */
export async function videoSums(
  db: Queryable,
  choice: TrendChoice,
  starts: readonly Date[],
): Promise<VideoSums[]> {
  const statement = new Statement();
  const borders = statement.add(starts);
  return db.query<VideoSums>(
    `select width_bucket(v.dated_at, ${borders}::timestamptz[]) as period, count(*)::int as videos,
       count(*) filter (where not v.published)::int as undated, sum(v.seconds) as seconds,
       sum(v.seen_seconds) as seen_seconds, sum(v.equivalent_seconds) as equivalent_seconds,
       sum(v.mentions)::int as mentions
     from trend_videos v where ${conditionsOf(statement, choice)} group by 1`,
    statement.params,
  );
}

/** Whether a row `c` of corrections changes what brands come to. */
const changesBrands = `c.target <> 'object' and not (c.kind = 'confirm' and c.target in ('brand', 'paid_segment'))`;

export interface LateCorrections {
  readonly videos: number;
  readonly corrections: number;
  readonly recounts: number;
  /** Null if there are none. */
  readonly last_at: Date | null;
}

/** How long after its analysis a video is still being looked through, so that corrections belong to its first numbers. */
const reviewTime = '1 day';

/** Corrections of videos of the choice that were made after the period of the video was over. */
export async function lateCorrections(
  db: Queryable,
  choice: TrendChoice,
  { starts, ends }: { readonly starts: readonly Date[]; readonly ends: readonly Date[] },
): Promise<LateCorrections | undefined> {
  const statement = new Statement();
  const endOfPeriod = `(${statement.add(ends)}::timestamptz[])[width_bucket(v.dated_at, ${statement.add(starts)}::timestamptz[])]`;
  const rows = await db.query<LateCorrections>(
    `select count(distinct c.job_id)::int as videos, count(*) filter (where c.kind <> 'recount')::int as corrections,
       count(*) filter (where c.kind = 'recount')::int as recounts, max(c.created_at) as last_at
     from (
       select * from corrections c
       where c.workspace_id = ${statement.add(choice.workspaceId)} and ${changesBrands} offset 0
     ) c join trend_videos v on v.job_id = c.job_id join jobs done on done.id = c.job_id
     where ${conditionsOf(statement, choice)} and c.created_at > greatest(${endOfPeriod}, done.completed_at + interval '${reviewTime}')`,
    statement.params,
  );
  return rows[0];
}

/** A query for one row for each brand in each video, with the columns of `sums`. */
function brandRows(statement: Statement, choice: TrendChoice): string {
  const { folds } = choice;
  const source = brandSource(statement, choice);
  if (folds.names.length === 0) return `select b.* from ${source}`;

  // Two names of one brand in a video are one row, so that the video counts once.
  const names = statement.add(folds.names);
  return `select b.job_id, b.name_key, b.dated_at, b.appearances, b.seen_seconds, b.equivalent_seconds, b.mentions,
      b.moment, b.paid, b.disclosed, b.paid_seen_seconds, b.paid_mentions
    from ${source} and not (b.name_key = any(${names}))
    union all
    select b.job_id, fold.brand, min(b.dated_at), ${videoSum}
    from (select b.* from ${source}) b
      join unnest(${names}::text[], ${statement.add(folds.brands)}::text[]) as fold (name, brand) on fold.name = b.name_key
    group by b.job_id, fold.brand`;
}

/** Sums of rows of `b` over one video; the moment is that of the brand that comes to most. */
const videoSum = `sum(appearances)::int as appearances, sum(seen_seconds) as seen_seconds,
  sum(equivalent_seconds) as equivalent_seconds, sum(mentions)::int as mentions,
  (array_agg(moment order by equivalent_seconds desc, seen_seconds desc))[1] as moment, bool_or(paid) as paid,
  bool_or(disclosed) as disclosed, sum(paid_seen_seconds) as paid_seen_seconds,
  sum(paid_mentions)::int as paid_mentions`;

/** The table `b` of brands in videos, with the conditions of the choice. */
function brandSource(statement: Statement, choice: TrendChoice): string {
  const keys = choice.brandKeys && `name_key = any(${statement.add(choice.brandKeys)})`;
  if (!isNarrowed(choice)) {
    const where = [inStretch(statement, choice, 'b'), ...(keys ? [`b.${keys}`] : [])];
    return `trend_brands b where ${where.join(' and ')}`;
  }

  // `offset 0` makes the planner look the brands up video by video. A database without statistics takes both tables for
  // nearly empty, and would otherwise read all brands again for each video.
  return `trend_videos v, lateral (
      select * from trend_brands where job_id = v.job_id${keys ? ` and ${keys}` : ''} offset 0
    ) b where ${conditionsOf(statement, choice)}`;
}

/** What a series comes to by the numbers that break ties, and that the rest of an answer is summed up by. */
export type SeriesTotals = Pick<TrendSums, 'seen_seconds' | 'equivalent_seconds' | 'mentions'>;

/** The number that decides where a series stands. */
export interface Ranking {
  readonly orderBy: TrendOrder;
  /** Null if no money was asked for, so that no series can be ranked by its value. */
  readonly money: TrendMoney | null;
}

export interface RankedSeries {
  /** What the series of the highest rank are about, the highest first. */
  readonly listed: readonly (string | null)[];
  /** What all other series come to together. */
  readonly rest: SeriesTotals & { readonly series: number };
}

/** The order of series of a table with the columns of `totalsQuery`. */
const byRank =
  'rank desc, equivalent_seconds desc, seen_seconds desc, mentions desc, series collate "C"';

/**
 * The series of the highest rank. The database ranks and sums them up, because a workspace may have a million names, and
 * as many rows would stop the API process for seconds.
 */
export async function rankedSeries(
  db: Queryable,
  group: TrendGroup,
  choice: TrendChoice,
  ranking: Ranking & { readonly limit: number },
): Promise<RankedSeries> {
  const statement = new Statement();
  const totals = totalsQuery(statement, group, choice, ranking);
  const [row] = await db.query<RankedSeries['rest'] & { listed: RankedSeries['listed'] | null }>(
    `with totals as materialized (${totals}),
       listed as materialized (select * from totals order by ${byRank} limit ${statement.add(ranking.limit)}::bigint)
     select (select json_agg(series order by ${byRank}) from listed) as listed, rest.*
     from (
       select count(*)::int as series, coalesce(sum(seen_seconds), 0) as seen_seconds,
         coalesce(sum(equivalent_seconds), 0) as equivalent_seconds, coalesce(sum(mentions), 0)::int as mentions
       from totals t where not exists (
         select 1 from listed l
         where coalesce(l.series, '') = coalesce(t.series, '') and (l.series is null) = (t.series is null)
       )
     ) rest`,
    statement.params,
  );
  const { listed, ...rest } = row as NonNullable<typeof row>;
  return { listed: listed ?? [], rest };
}

/** Rank and sums of the chosen brands that occur. */
export async function chosenTotals(
  db: Queryable,
  choice: TrendChoice,
  ranking: Ranking,
): Promise<(SeriesTotals & { readonly series: string; readonly rank: number })[]> {
  const statement = new Statement();
  return db.query(totalsQuery(statement, 'brand', choice, ranking), statement.params);
}

/** The columns of rows by whose sums series are ranked. */
const rankBy = {
  equivalent_seconds: 'sum(v.equivalent_seconds)',
  seen_seconds: 'sum(v.seen_seconds)',
  mentions: 'sum(v.mentions)',
  videos: 'count(*) filter (where v.appearances + v.mentions > 0)',
  videos_paid: 'count(*) filter (where v.paid)',
  media_value_usd:
    'coalesce(sum(v.equivalent_seconds * money.views * money.cpm) filter (where v.appearances + v.mentions > 0), 0)',
} as const satisfies Record<TrendOrder, string>;

/**
 * A query for the rank and the sums of each series over the whole stretch. The empty grouping set, whose row is left
 * out, makes the planner group by hash: without statistics it expects few rows and would sort all of them.
 */
function totalsQuery(
  statement: Statement,
  group: TrendGroup,
  choice: TrendChoice,
  { orderBy, money }: Ranking,
): string {
  const isByValue = orderBy === 'media_value_usd';
  // Videos of several names of a brand can't be added up, as one video may have more of them; other numbers can.
  const isAddable = !isByValue && orderBy !== 'videos' && orderBy !== 'videos_paid';
  const rows =
    group === 'brand' && isAddable
      ? nameRows(statement, choice)
      : rowsOfSeries(statement, group, choice);
  const values =
    isByValue && money ? `, ${moneyOfVideo(statement, money, platformOfRow(group))}` : '';

  return `select series, ${rankBy[orderBy]}::double precision as rank, sum(v.seen_seconds) as seen_seconds,
      sum(v.equivalent_seconds) as equivalent_seconds, sum(v.mentions)::int as mentions
    from (${rows}) v${values}
    group by grouping sets ((series), ()) having grouping(series) = 0`;
}

/** A query for the rows of each series in each video, with the columns of `sums` and what the series is about. */
const rowsOfSeries = (statement: Statement, group: TrendGroup, choice: TrendChoice): string =>
  group === 'brand'
    ? `select v.name_key as series, v.* from (${brandRows(statement, choice)}) v`
    : `select ${seriesOf[group].key} as series, v.* from (${videoRows(statement, choice)}) v`;

/** A query for one row for each name in each video, in which names that count as a brand are called as the brand. */
function nameRows(statement: Statement, choice: TrendChoice): string {
  const { folds } = choice;
  const source = brandSource(statement, choice);
  if (folds.names.length === 0) return `select b.name_key as series, b.* from ${source}`;

  return `select coalesce(fold.brand, b.name_key) as series, b.*
    from (select b.* from ${source}) b
      left join unnest(${statement.add(folds.names)}::text[], ${statement.add(folds.brands)}::text[]) as fold (name, brand)
        on fold.name = b.name_key`;
}

/** Names of which one query learns whether they occur, and that it hands over, so that each answer is short. */
const namesAtOnce = 2000;

/**
 * The names of these that occur in videos of the stretch, whatever else is chosen. A workspace may have few names and a
 * large library or the opposite, so the smaller of both is gone through.
 */
export async function occurringNames(
  db: Queryable,
  choice: Pick<TrendChoice, 'workspaceId' | 'from' | 'to'>,
  names: ReadonlySet<string>,
): Promise<string[]> {
  const statement = new Statement();
  const rows = await db.query<{ name_key: string }>(
    `select distinct b.name_key from trend_brands b where ${inStretch(statement, choice, 'b')}
     limit ${statement.add(namesAtOnce)}`,
    statement.params,
  );
  if (rows.length < namesAtOnce)
    return rows.map(({ name_key: key }) => key).filter((key) => names.has(key));

  const occurring: string[] = [];
  const allNames = [...names];
  for (let index = 0; index < allNames.length; index += namesAtOnce)
    occurring.push(...(await occurringOf(db, choice, allNames.slice(index, index + namesAtOnce))));
  return occurring;
}

async function occurringOf(
  db: Queryable,
  choice: Pick<TrendChoice, 'workspaceId' | 'from' | 'to'>,
  names: readonly string[],
): Promise<string[]> {
  const statement = new Statement();
  const rows = await db.query<{ name_key: string }>(
    `select wanted.name_key from unnest(${statement.add(names)}::text[]) as wanted (name_key)
     where exists (
       select 1 from trend_brands b where b.name_key = wanted.name_key and ${inStretch(statement, choice, 'b')} offset 0
     )`,
    statement.params,
  );
  return rows.map(({ name_key: key }) => key);
}

/** Sums of each brand over the whole stretch. */
export async function brandTotals(
  db: Queryable,
  choice: TrendChoice,
): Promise<(TrendSums & { readonly series: string })[]> {
  const statement = new Statement();
  return db.query(
    `select name_key as series, ${sums}
     from (${brandRows(statement, choice)}) brands group by 1`,
    statement.params,
  );
}

/** Sums of each brand of the choice in each period in which it occurs. */
export async function brandPeriods(
  db: Queryable,
  choice: TrendChoice,
  starts: readonly Date[],
): Promise<PeriodSums[]> {
  const statement = new Statement();
  const period = `width_bucket(b.dated_at, ${statement.add(starts)}::timestamptz[]) as period`;
  const names = choice.brandKeys ?? [];
  const folds = new Map(
    choice.folds.names.map((name, index) => [name, choice.folds.brands[index]]),
  );
  const brands = names.map((name) => folds.get(name) ?? name);
  const distinctBrands = [...new Set(brands)];
  // Two names of one brand in a video are one video.
  const sumsOfBrand = sumsOver(distinctBrands.length < names.length ? 'distinct b.job_id' : '*');

  if (isNarrowed(choice)) {
    const brandByName = Object.fromEntries(names.map((name, index) => [name, brands[index]]));
    const series = `${statement.add(JSON.stringify(brandByName))}::jsonb ->> b.name_key`;
    const sql = `select ${series} as series, ${period}, ${sumsOfBrand}
      from (select b.* from ${brandSource(statement, choice)}) b group by 1, 2`;
    return packedRows(db, periodFields, sql, statement);
  }

  // One brand after the other, so that the index finds the rows and only those of one brand are sorted at once.
  const sql = `select series.brand as series, counted.*
    from unnest(${statement.add(distinctBrands)}::text[]) as series (brand), lateral (
      select ${period}, ${sumsOfBrand}
      from unnest(${statement.add(names)}::text[], ${statement.add(brands)}::text[]) as fold (name, brand)
        join trend_brands b on b.name_key = fold.name
      where fold.brand = series.brand and ${inStretch(statement, choice, 'b')} group by 1
    ) counted`;
  return packedRows(db, periodFields, sql, statement);
}

/** The spelling of each brand in the newest video of the stretch, by identity. */
export async function brandSpellings(
  db: Queryable,
  choice: TrendChoice,
): Promise<ReadonlyMap<string, string>> {
  const statement = new Statement();
  const rows = await db.query<{ name_key: string; name: string }>(
    `select brand.name_key, newest.name
     from unnest(${statement.add(choice.brandKeys ?? [])}::text[]) as brand (name_key), lateral (
       select b.name from trend_brands b where ${inStretch(statement, choice, 'b')} and b.name_key = brand.name_key
       order by b.dated_at desc limit 1
     ) newest`,
    statement.params,
  );
  return new Map(rows.map(({ name_key: key, name }) => [key, name]));
}

/** What the brands that count come to in each video of the choice, as a table with the columns of `sums`. */
function videoRows(statement: Statement, choice: TrendChoice): string {
  if (choice.brandKeys === null)
    return `select v.* from trend_videos v where ${conditionsOf(statement, choice)}`;

  return `select v.job_id, v.platform, v.author, v.author_url, v.dated_at, v.published, v.seconds, brands.*
    from (
      select job_id as brands_of, ${videoSum} from (${brandRows(statement, choice)}) b group by job_id
    ) brands join trend_videos v on v.job_id = brands.brands_of`;
}

/** SQL expressions for what a series is about, and for what it is shown with. */
const seriesOf = {
  channel: {
    key: `coalesce(v.author_url, v.author)`,
    name: 'max(v.author)',
    id: 'max(v.author_url)',
  },
  platform: { key: 'v.platform', name: 'v.platform', id: 'null::text' },
  follow: {
    key: '(select follow_id from jobs where id = v.job_id)',
    name: 'null::text',
    id: 'null::text',
  },
} as const satisfies Record<Exclude<TrendGroup, 'brand'>, object>;

export interface GroupSums extends PeriodSums {
  readonly name: string | null;
  readonly id: string | null;
}

/** Series of an answer, by what they are about. */
export interface ListedSeries {
  readonly group: TrendGroup;
  readonly listed: readonly (string | null)[];
}

/** A condition on rows `v`: that their series is one of these. */
function isListed(
  statement: Statement,
  group: Exclude<TrendGroup, 'brand'>,
  listed: readonly (string | null)[],
): string {
  const { key } = seriesOf[group];
  const isOne = `${key} = any(${statement.add(listed.filter((series) => series !== null))}::text[])`;
  return listed.includes(null) ? `(${isOne} or ${key} is null)` : isOne;
}

/** Sums of each of these channels, platforms or Follows in each period in which it has videos. */
export async function groupPeriods(
  db: Queryable,
  { group, listed }: ListedSeries & { readonly group: Exclude<TrendGroup, 'brand'> },
  choice: TrendChoice,
  starts: readonly Date[],
): Promise<GroupSums[]> {
  const { key, name, id } = seriesOf[group];
  const statement = new Statement();
  const borders = statement.add(starts);
  const sql = `select ${key} as series, width_bucket(v.dated_at, ${borders}::timestamptz[]) as period, ${name} as name,
      ${id} as id, ${sums}
    from (${videoRows(statement, choice)}) v where ${isListed(statement, group, listed)}
    group by 1, 2${name.startsWith('v.') ? `, ${name}` : ''}`;
  return packedRows(db, [...periodFields, 'name', 'id'], sql, statement);
}

/** The figures by which videos are valued. */
export interface TrendMoney {
  /** Price of a thousand views where the platform has none of its own, in dollars; null if there is none. */
  readonly cpm: number | null;
  readonly cpmByPlatform: Readonly<Record<string, number | undefined>>;
  /** Views of a video of which nobody knows another number; null if there is none. */
  readonly audience: number | null;
}

export interface ValueSums {
  readonly series: string | null;
  readonly period: number;
  readonly views: number;
  /** Sum of equivalent seconds times views times price; null if no video has all of them. */
  readonly weighted: number | null;
  readonly videos_not_valued: number;
}

/**
 * Audience and price of the video of a row `v`, as a table `money`: what a person set, else the last views. `offset 0`
 * makes the planner look each of them up once. `platform` is an expression, which costs a further look-up for each
 * brand, so it is used only where platforms have prices of their own.
 */
function moneyOfVideo(
  statement: Statement,
  { cpm, cpmByPlatform, audience }: TrendMoney,
  platform: string,
): string {
  const usual = `${statement.add(cpm)}::double precision`;
  const hasOwnPrices = Object.keys(cpmByPlatform).length > 0;
  const price = hasOwnPrices
    ? `coalesce((${statement.add(JSON.stringify(cpmByPlatform))}::jsonb ->> ${platform})::double precision, ${usual})`
    : usual;
  return `lateral (
    select coalesce(
        (select audience from job_audiences a where a.job_id = v.job_id),
        (select views from video_views w where w.job_id = v.job_id order by read_at desc limit 1),
        ${statement.add(audience)}::bigint
      ) as views, ${price} as cpm
    offset 0
  ) money`;
}

/** An expression for the platform of the video of a row of `rowsOfSeries`. */
const platformOfRow = (group: TrendGroup): string =>
  group === 'brand'
    ? '(select platform from trend_videos t where t.job_id = v.job_id)'
    : 'v.platform';

/**
 * Views and value of each of these series in each period in which it has videos. The choice names the brands already.
 */
export async function seriesValues(
  db: Queryable,
  { group, listed }: ListedSeries,
  choice: TrendChoice,
  starts: readonly Date[],
  money: TrendMoney,
): Promise<ValueSums[]> {
  const statement = new Statement();
  const borders = statement.add(starts);
  const isOfThese = group === 'brand' ? '' : ` and ${isListed(statement, group, listed)}`;
  const sql = `select v.series, width_bucket(v.dated_at, ${borders}::timestamptz[]) as period,
      coalesce(sum(money.views), 0)::double precision as views,
      sum(v.equivalent_seconds * money.views * money.cpm) as weighted,
      count(*) filter (where money.views is null or money.cpm is null)::int as videos_not_valued
    from (${rowsOfSeries(statement, group, choice)}) v, ${moneyOfVideo(statement, money, platformOfRow(group))}
    where v.appearances + v.mentions > 0${isOfThese} group by 1, 2`;
  return packedRows(
    db,
    ['series', 'period', 'views', 'weighted', 'videos_not_valued'],
    sql,
    statement,
  );
}

export interface TrendVideoRow {
  readonly job_id: string;
  readonly title: string | null;
  readonly platform: string;
  readonly author: string | null;
  readonly author_url: string | null;
  readonly dated_at: Date;
  readonly published: boolean;
  readonly seconds: number;
  readonly appearances: number;
  readonly seen_seconds: number;
  readonly equivalent_seconds: number;
  readonly mentions: number;
  readonly paid: boolean | null;
  readonly moment: number | null;
  readonly corrected_at: Date | null;
}

export interface TrendVideoPage {
  /** The last video of the page before. */
  readonly after: { readonly equivalentSeconds: number; readonly jobId: string } | null;
  readonly limit: number;
}

/** A page of videos, those with the most equivalent seconds of the brands that count first. */
export async function trendVideoPage(
  db: Queryable,
  choice: TrendChoice,
  { after, limit }: TrendVideoPage,
): Promise<TrendVideoRow[]> {
  const statement = new Statement();
  const rows = videoRows(statement, choice);
  const rest = after
    ? `where (v.equivalent_seconds, v.job_id)
         < (${statement.add(after.equivalentSeconds)}::double precision, ${statement.add(after.jobId)}::text collate "C")`
    : '';
  return db.query(
    `select v.*, coalesce(j.title, j.filename) as title,
       (select max(c.created_at) from corrections c where c.job_id = v.job_id and ${changesBrands}) as corrected_at
     from (
       select * from (${rows}) v ${rest}
       order by v.equivalent_seconds desc, v.job_id desc limit ${statement.add(limit)}
     ) v join jobs j on j.id = v.job_id
     order by v.equivalent_seconds desc, v.job_id desc`,
    statement.params,
  );
}

/** Whether the job is the newest analysis of its video, and the video is one of the choice. */
export async function isChosen(
  db: Queryable,
  choice: TrendChoice,
  jobId: string,
): Promise<boolean> {
  const statement = new Statement();
  const rows = await db.query(
    `select 1 from trend_videos v
     where v.job_id = ${statement.add(jobId)} and ${conditionsOf(statement, choice)}`,
    statement.params,
  );
  return rows.length > 0;
}

/** Jobs of the choice with one of its brands that ended since then, the newest first. */
export async function recentWithBrands(
  db: Queryable,
  choice: TrendChoice,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<{ readonly job_id: string; readonly title: string | null }[]> {
  const statement = new Statement();
  return db.query(
    `select v.job_id, coalesce(j.title, j.filename) as title
     from trend_videos v join jobs j on j.id = v.job_id
     where ${conditionsOf(statement, choice)} and j.completed_at >= ${statement.add(since)}
       and exists (select 1 from trend_brands b
         where b.job_id = v.job_id and b.name_key = any(${statement.add(choice.brandKeys ?? [])}))
     order by j.completed_at desc, v.job_id desc limit ${statement.add(limit)}`,
    statement.params,
  );
}

export interface BrandOfVideo {
  readonly job_id: string;
  readonly title: string | null;
  readonly completed_at: Date;
  readonly dated_at: Date;
  readonly name_key: string;
  readonly seen_seconds: number;
  readonly equivalent_seconds: number;
  readonly moment: number | null;
}

/** Brands of the choice in each of its videos, in the order in which their jobs ended. */
export async function brandsAsTheyCame(
  db: Queryable,
  choice: TrendChoice,
  limit: number,
): Promise<BrandOfVideo[]> {
  const statement = new Statement();
  return db.query(
    `select b.job_id, coalesce(j.title, j.filename) as title, j.completed_at, b.dated_at, b.name_key, b.seen_seconds,
       b.equivalent_seconds, b.moment
     from (${brandRows(statement, choice)}) b join jobs j on j.id = b.job_id
     where j.completed_at is not null
     order by j.completed_at desc, b.job_id desc limit ${statement.add(limit)}`,
    statement.params,
  );
}
