/**
 * Finds search results that express the query in other words; they are listed after the results that contain the words
 * of the query.
 */
import type { SearchHit } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import {
  type FoundRun,
  findPassageIds,
  findRuns,
  findTitles,
  type TitleRow,
} from '../db/search/search.ts';
import type { Meaning, MeantAsk, MeantStretch } from './meaning.ts';
import { hasMeaning } from './meaning-pack.ts';
import type { Asked, Condition, SearchAsk, SearchPosition } from './search-asked.ts';

/**
 * Whether meaning was used in a search. `out`: there is a model, but it does not answer at the moment. `off`: there is
 * no model, or no text to compare.
 */
export type MeaningState = 'used' | 'out' | 'off';

export interface MeantPage {
  readonly hits: readonly SearchHit[];
  readonly next: SearchPosition | null;
  readonly state: MeaningState;
}

export interface MeantPageAsk {
  readonly ask: SearchAsk;
  readonly asked: Asked;
  /** The part of the query that is neither quoted nor excluded. */
  readonly free: string;
  /** Conditions for the quoted phrases of the query. */
  readonly also: readonly Condition[];
  /** Whether the index contains the words of every quoted phrase. */
  readonly possible: boolean;
  /** The tier number of results by meaning, for the positions of their pages. */
  readonly tier: number;
  /** Number of results that the page still has room for; null if more results by words follow. */
  readonly room: number | null;
}

/**
 * Minimum number of letters in a text that is searched by meaning; a shorter text is probably not complete yet. In a
 * script without spaces, one character is enough.
 */
const leastLetters = 3;
const tellingCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const tellsSomething = (text: string): boolean =>
  (text.match(/\p{L}/gu) ?? []).length >= leastLetters || tellingCharacter.test(text);

export async function meantPage(
  db: Queryable,
  meaning: Meaning | null,
  options: MeantPageAsk,
): Promise<MeantPage> {
  const emptyPage = (state: MeaningState): MeantPage => ({ hits: [], next: null, state });
  const { free, ask, possible, room } = options;
  if (!meaning || !possible || !tellsSomething(free) || !hasMeaning(ask.kinds))
    return emptyPage('off');

  const threshold = await meaning.least();
  if (threshold === null) return emptyPage('off');
  if (room === null) return emptyPage(meaning.isOut ? 'out' : 'used');

  const matches = await stretchesOf(db, meaning, { ...options, least: threshold });
  if (!matches) return emptyPage('out');

  const rows = await firstOf(db, matches.stretches, { ...options, count: room + 1 });
  const pageRows = rows.slice(0, room);
  const position = (last: SearchPosition['last']): SearchPosition => {
    // The position also keeps videos that are newer than this search out of the following pages.
    const top = ask.after?.tier === options.tier ? ask.after.top : { madeAt: new Date(), id: 1 };
    return { tier: options.tier, top, last };
  };
  const last = pageRows.at(-1);
  const cursor = last
    ? { score: last.stretch.likeness, madeAt: last.run.made_at, id: last.stretch.first }
    : { score: 1, madeAt: new Date(0), id: Number.MAX_SAFE_INTEGER };

  return {
    hits: pageRows.map((row) => hitOf(row, { least: threshold, titles: matches.titles })),
    next: rows.length > room ? position(cursor) : null,
    state: 'used',
  };
}

interface Stretches {
  readonly stretches: readonly MeantStretch[];
  readonly titles: ReadonlyMap<string, TitleRow>;
}

/** Maximum number of times that results of deleted jobs are replaced by other results. */
const mostLooks = 3;

/** The stretches that match, without those of deleted jobs; null if the model does not answer. */
async function stretchesOf(
  db: Queryable,
  meaning: Meaning,
  options: MeantPageAsk & { readonly least: number },
): Promise<Stretches | null> {
  const { ask, least: threshold } = options;
  const meantAsk = await askOf(db, options);
  for (let look = 1; ; look += 1) {
    const stretches = await meaning.find(meantAsk, threshold);
    if (!stretches) return null;

    const jobs = [...new Set(stretches.map(({ jobId }) => jobId))];
    const rows = jobs.length > 0 ? await findTitles(db, jobs) : [];
    const titles = new Map(rows.map((row) => [row.id, row]));
    const deletedJobs = jobs.filter((id) => !titles.has(id));
    meaning.forget(ask.workspaceId, deletedJobs);

    if (deletedJobs.length === 0 || look === mostLooks)
      return { stretches: stretches.filter(({ jobId }) => titles.has(jobId)), titles };
  }
}

/**
 * Maximum number of passages that are looked up for a filter before signatures are compared. If more passages meet the
 * filter, only the results are checked against it.
 */
const mostPassages = 20_000;

async function askOf(
  db: Queryable,
  { ask, asked: searchPlan, free, also, tier }: MeantPageAsk,
): Promise<MeantAsk> {
  const { workspaceId, kinds, speaker, jobId, since, after: cursor } = ask;
  const [rarest] = [...searchPlan.filters.conditions, ...also].toSorted((a, b) => a.uses - b.uses);
  const conditions = rarest && rarest.uses <= mostPassages ? [rarest.condition] : [];
  const ids =
    conditions.length > 0
      ? await findPassageIds(db, workspaceId, { all: conditions, most: mostPassages })
      : null;
  const top = cursor?.tier === tier ? cursor.top.madeAt : null;
  const until = ask.until && top ? (ask.until < top ? ask.until : top) : (ask.until ?? top);
  const passages = ids && Float64Array.from(ids);

  return { workspaceId, text: free, kinds, speaker, jobId, since, until, passages };
}

interface Row {
  readonly stretch: MeantStretch;
  readonly run: FoundRun;
}

/** Stretches checked together. */
const lookedAt = 60;

/**
 * The first `count` stretches after the position that meet the conditions and were not already found by their words.
 */
async function firstOf(
  db: Queryable,
  stretches: readonly MeantStretch[],
  { ask, asked: searchPlan, also, tier, count }: MeantPageAsk & { readonly count: number },
): Promise<Row[]> {
  const last = ask.after?.tier === tier ? ask.after.last : null;
  const remaining = last
    ? stretches.filter(
        ({ likeness, first }) =>
          likeness < last.score || (likeness === last.score && first < last.id),
      )
    : stretches;
  const filters = searchPlan.filters.conditions.map(({ condition }) => condition);
  const { workspaceId, jobId, since, until } = ask;
  const filter = {
    workspaceId,
    jobId,
    since,
    until,
    none: searchPlan.none,
    also: filters,
    all: [...filters, ...also.map(({ condition }) => condition)],
    notAll: searchPlan.plans.flatMap((plan) =>
      plan ? [plan.conditions.map(({ condition }) => condition)] : [],
    ),
  };
  const rows: Row[] = [];
  for (let start = 0; start < remaining.length && rows.length < count; start += lookedAt) {
    const batch = remaining.slice(start, start + lookedAt);
    for (const run of await findRuns(db, filter, batch))
      rows.push({ run, stretch: batch[run.place] as MeantStretch });
  }

  return rows.slice(0, count);
}

/**
 * Highest score of a result found by meaning. It is so low that among the results which contain the words, only the
 * worst can score less.
 */
const bestScore = 0.09;

function hitOf(
  { stretch, run }: Row,
  { least: threshold, titles }: { readonly least: number } & Pick<Stretches, 'titles'>,
): SearchHit {
  const { kind, jobId, likeness } = stretch;
  const { name, speaker, speaker_name, frame_url, corrected } = run.details ?? {};
  const job = titles.get(jobId);
  const above = threshold < 1 ? Math.max(0, (likeness - threshold) / (1 - threshold)) : 1;

  return {
    job_id: jobId,
    title: job?.title ?? job?.filename ?? null,
    thumbnail_url: job?.thumbnail_url ?? null,
    kind,
    start: run.starts,
    end: run.ends,
    text: run.text,
    matches: [],
    ...(name !== undefined && kind === 'object' && { object: name }),
    ...(speaker !== undefined && { speaker }),
    ...(speaker_name !== undefined && { speaker_name }),
    ...(frame_url !== undefined && { frame_url }),
    ...(corrected && { corrected }),
    by: 'meaning',
    score: Math.round(bestScore * above * 10_000) / 10_000,
  };
}
