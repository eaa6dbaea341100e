/** Search results that express the query in other words; they follow those that contain its words. */
import type { SearchHit } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import {
  type FoundRun,
  findPassageIds,
  findRuns,
  findTitles,
  type TitleRow,
} from '../db/search.ts';
import type { Meaning, MeantAsk, MeantStretch } from './meaning.ts';
import { hasMeaning } from './meaning-pack.ts';
import type { Asked, Condition, SearchAsk, SearchPosition } from './search-asked.ts';

/** `out`: there is a model, but it does not answer now. `off`: there is no model, or nothing to ask it. */
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
  /** The phrases. */
  readonly also: readonly Condition[];
  /** Whether each phrase has words that are known. */
  readonly possible: boolean;
  /** The tier of the positions in these results. */
  readonly tier: number;
  /** Number of results that the page has room for; null if there are more results by words. */
  readonly room: number | null;
}

/**
 * Fewest letters of a text that means something: shorter ones are still being typed. One character is enough in a
 * script without spaces.
 */
const leastLetters = 3;
const tellingCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const tellsSomething = (text: string): boolean =>
  (text.match(/\p{L}/gu) ?? []).length >= leastLetters || tellingCharacter.test(text);

export async function meantPage(
  db: Queryable,
  meaning: Meaning | null,
  given: MeantPageAsk,
): Promise<MeantPage> {
  const none = (state: MeaningState): MeantPage => ({ hits: [], next: null, state });
  const { free, ask, possible, room } = given;
  if (!meaning || !possible || !tellsSomething(free) || !hasMeaning(ask.kinds)) return none('off');

  const least = await meaning.least();
  if (least === null) return none('off');
  if (room === null) return none(meaning.isOut ? 'out' : 'used');

  const found = await stretchesOf(db, meaning, { ...given, least });
  if (!found) return none('out');

  const rows = await firstOf(db, found.stretches, { ...given, count: room + 1 });
  const shown = rows.slice(0, room);
  const position = (last: SearchPosition['last']): SearchPosition => {
    // Newer videos are not mixed into further pages.
    const top = ask.after?.tier === given.tier ? ask.after.top : { madeAt: new Date(), id: 1 };
    return { tier: given.tier, top, last };
  };
  const last = shown.at(-1);
  const at = last
    ? { score: last.stretch.likeness, madeAt: last.run.made_at, id: last.stretch.first }
    : { score: 1, madeAt: new Date(0), id: Number.MAX_SAFE_INTEGER };

  return {
    hits: shown.map((one) => hitOf(one, { least, titles: found.titles })),
    next: rows.length > room ? position(at) : null,
    state: 'used',
  };
}

interface Stretches {
  readonly stretches: readonly MeantStretch[];
  readonly titles: ReadonlyMap<string, TitleRow>;
}

/** Most times that results of deleted jobs are replaced by others. */
const mostLooks = 3;

/** Null if the model does not answer. */
async function stretchesOf(
  db: Queryable,
  meaning: Meaning,
  given: MeantPageAsk & { readonly least: number },
): Promise<Stretches | null> {
  const { ask, least } = given;
  const wanted = await askOf(db, given);
  for (let look = 1; ; look += 1) {
    const found = await meaning.find(wanted, least);
    if (!found) return null;

    const jobs = [...new Set(found.map(({ jobId }) => jobId))];
    const rows = jobs.length > 0 ? await findTitles(db, jobs) : [];
    const titles = new Map(rows.map((row) => [row.id, row]));
    const gone = jobs.filter((id) => !titles.has(id));
    meaning.forget(ask.workspaceId, gone);

    if (gone.length === 0 || look === mostLooks)
      return { stretches: found.filter(({ jobId }) => titles.has(jobId)), titles };
  }
}

/**
 * Most passages of a filter that are looked up before signatures are compared; with more, only the results are checked.
 */
const mostPassages = 20_000;

async function askOf(
  db: Queryable,
  { ask, asked, free, also, tier }: MeantPageAsk,
): Promise<MeantAsk> {
  const { workspaceId, kinds, speaker, jobId, since, after } = ask;
  const [rarest] = [...asked.filters.conditions, ...also].toSorted((a, b) => a.uses - b.uses);
  const all = rarest && rarest.uses <= mostPassages ? [rarest.condition] : [];
  const ids =
    all.length > 0 ? await findPassageIds(db, workspaceId, { all, most: mostPassages }) : null;
  const top = after?.tier === tier ? after.top.madeAt : null;
  const until = ask.until && top ? (ask.until < top ? ask.until : top) : (ask.until ?? top);
  const passages = ids && Float64Array.from(ids);

  return { workspaceId, text: free, kinds, speaker, jobId, since, until, passages };
}

interface Row {
  readonly stretch: MeantStretch;
  readonly run: FoundRun;
}

/** Stretches looked at together. */
const lookedAt = 60;

/** The first `count` after the position that meet the conditions and were not already found by their words. */
async function firstOf(
  db: Queryable,
  stretches: readonly MeantStretch[],
  { ask, asked, also, tier, count }: MeantPageAsk & { readonly count: number },
): Promise<Row[]> {
  const last = ask.after?.tier === tier ? ask.after.last : null;
  const left = last
    ? stretches.filter(
        ({ likeness, first }) =>
          likeness < last.score || (likeness === last.score && first < last.id),
      )
    : stretches;
  const filters = asked.filters.conditions.map(({ condition }) => condition);
  const { workspaceId, jobId, since, until } = ask;
  const filter = {
    workspaceId,
    jobId,
    since,
    until,
    none: asked.none,
    also: filters,
    all: [...filters, ...also.map(({ condition }) => condition)],
    notAll: asked.plans.flatMap((plan) =>
      plan ? [plan.conditions.map(({ condition }) => condition)] : [],
    ),
  };
  const rows: Row[] = [];
  for (let at = 0; at < left.length && rows.length < count; at += lookedAt) {
    const some = left.slice(at, at + lookedAt);
    for (const run of await findRuns(db, filter, some))
      rows.push({ run, stretch: some[run.place] as MeantStretch });
  }

  return rows.slice(0, count);
}

/** Partly below the scores of results that contain the words. */
const bestScore = 0.09;

function hitOf(
  { stretch, run }: Row,
  { least, titles }: { readonly least: number } & Pick<Stretches, 'titles'>,
): SearchHit {
  const { kind, jobId, likeness } = stretch;
  const { name, speaker, frame_url, corrected } = run.details ?? {};
  const job = titles.get(jobId);
  const above = least < 1 ? Math.max(0, (likeness - least) / (1 - least)) : 1;

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
    ...(frame_url !== undefined && { frame_url }),
    ...(corrected && { corrected }),
    by: 'meaning',
    score: Math.round(bestScore * above * 10_000) / 10_000,
  };
}
