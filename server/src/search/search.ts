/**
 * Searches the passages of a workspace. Passages are read in windows, newest first, and ranked within their window.
 * Passages with the words as given come before those with other endings, which come before those with near spellings.
 */
import type { SearchHit, SearchKind } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import {
  countAmongNewest,
  type FoundWord,
  findCommonPassages,
  findRarePassages,
  findTitles,
  findWords,
  type PassageFilter,
  type PassageRow,
  type TitleRow,
  type WordsCondition,
} from '../db/search/search.ts';
import type { Meaning } from './meaning.ts';
import { everyPassage, tagWord } from './passage-words.ts';
import type { Asked, Condition, Filters, Plan, SearchAsk, SearchPosition } from './search-asked.ts';
import { matchesIn, type Wanted } from './search-matches.ts';
import { type MeaningState, meantPage } from './search-meaning.ts';
import { nameTag, voiceTag } from './search-passages.ts';
import { parseSearch, type SearchTerm } from './search-query.ts';
import { type MeantWords, meantWords } from './search-words.ts';

export interface FoundPage {
  readonly hits: readonly SearchHit[];
  /** Null if there are no more results. */
  readonly next: SearchPosition | null;
  readonly meaning: MeaningState;
}

const tiers = ['exact', 'endings', 'near'] as const satisfies readonly (keyof MeantWords)[];

/** Number of passages in a window, within which results are sorted. */
const windowSize = 200;
/** If a word is in more passages than this, its matches are first looked for among the newest passages. */
const commonUses = 15_000;
/** A word in more than this share of the passages also counts as common. */
const commonShare = 0.05;
/**
 * The number of passages to examine, as a multiple of the number that would fill a window if matches were spread
 * evenly.
 */
const commonFactor = 3;
/**
 * If `mostLookedAt` passages are expected to contain fewer matches than this many windows hold, the search does not
 * examine the newest passages first.
 */
const leastFactor = 1.5;
/** Number of passages that are examined to see how often the searched words occur together. */
const sample = 2000;
/** Maximum number of passages examined for common words. */
const mostLookedAt = 40_000;

/**
 * Searches by words. If there is an embedding model, results with the same meaning follow those that contain the words.
 */
export async function search(
  db: Queryable,
  ask: SearchAsk,
  meaning: Meaning | null,
): Promise<FoundPage> {
  const emptyPage: FoundPage = { hits: [], next: null, meaning: 'off' };
  const { terms, without, free } = parseSearch(ask.text);
  if (terms.length === 0) return emptyPage;

  const meant = await meantWords(db, ask.workspaceId, [...terms, ...without.map(quoted)]);
  const filters = await filtersOf(db, ask);
  if (!filters) return emptyPage;

  const plans = tiers.map((tier) => planOf(terms, meant, tier));
  const exclusions = planEach(without.map(quoted), meant).map(({ condition }) => condition);
  const searchPlan = { plans, filters, none: exclusions };
  const byWords =
    ask.after?.tier === tiers.length
      ? { ranked: [], next: null }
      : await new Pages(db, ask, searchPlan).read();
  const hits = await hitsOf(db, byWords.ranked);
  const phrases = terms.filter((term) => term.quoted);
  const also = planEach(phrases, meant);
  const byMeaning = await meantPage(db, meaning, {
    ask,
    asked: searchPlan,
    free,
    also,
    tier: tiers.length,
    possible: also.length === phrases.length,
    room: byWords.next ? null : ask.limit - byWords.ranked.length,
  });

  return {
    hits: [...hits, ...byMeaning.hits],
    next: byWords.next ?? byMeaning.next,
    meaning: byMeaning.state,
  };
}

const quoted = (term: SearchTerm): SearchTerm => ({ ...term, quoted: true });

/** The plan of a tier; null if one of the terms stands for no word that occurs in a passage. */
function planOf(
  terms: readonly SearchTerm[],
  meant: ReadonlyMap<string, MeantWords>,
  tier: keyof MeantWords,
): Plan | null {
  const conditions = terms.map((term) => conditionOf(term, meant, tier));
  if (!conditions.every((condition) => condition !== null)) return null;
  const wantedWords = terms.map(({ words, spellings }): Wanted => {
    const either = [words, ...spellings].map((spelling) => wantedOf(spelling, meant, tier));
    return { either };
  });
  return { conditions, wanted: wantedWords };
}

function wantedOf(
  words: readonly string[],
  meant: ReadonlyMap<string, MeantWords>,
  tier: keyof MeantWords,
): Wanted {
  const [first = ''] = words;
  if (words.length > 1) return { inOrder: words };
  return { anyOf: new Set(meant.get(first)?.[tier].map(({ word }) => word)) };
}

/** Returns one condition per term, without the terms that have no word in any passage. */
function planEach(
  terms: readonly SearchTerm[],
  meant: ReadonlyMap<string, MeantWords>,
): Condition[] {
  return terms.flatMap((term) => conditionOf(term, meant, 'exact') ?? []);
}

function conditionOf(
  { words, spellings }: SearchTerm,
  meant: ReadonlyMap<string, MeantWords>,
  tier: keyof MeantWords,
): Condition | null {
  const possible = [words, ...spellings].flatMap(
    (spelling) => conditionOfWords(spelling, meant, tier) ?? [],
  );
  const [first, ...otherConditions] = possible;
  if (!first || otherConditions.length === 0) return first ?? null;

  return {
    condition: { either: possible.map(({ condition }) => condition) },
    uses: possible.reduce((sum, { uses }) => sum + uses, 0),
  };
}

function conditionOfWords(
  words: readonly string[],
  meant: ReadonlyMap<string, MeantWords>,
  tier: keyof MeantWords,
): Condition | null {
  const variants = words.map((word) => meant.get(word)?.[tier] ?? []);
  if (variants.some((variant) => variant.length === 0)) return null;
  const total = (list: readonly FoundWord[]) => list.reduce((sum, { uses }) => sum + uses, 0);
  const uses = Math.min(...variants.map(total));
  const [first = []] = variants;
  if (words.length === 1) return { condition: { anyOf: first.map(({ id }) => id) }, uses };
  return { condition: { inOrder: variants.map(([variant]) => (variant as FoundWord).id) }, uses };
}

/** The conditions of the filters; null if no passage can meet them. */
async function filtersOf(db: Queryable, ask: SearchAsk): Promise<Filters | null> {
  const groups = [
    ...(ask.kinds ? [ask.kinds.map((kind) => `kind:${kind}`)] : []),
    ...(ask.brand ? [[nameTag('brand', ask.brand)]] : []),
    ...(ask.object ? [[nameTag('object', ask.object)]] : []),
    ...(ask.speaker ? [[`speaker:${ask.speaker}`]] : []),
    ...(ask.speakerName ? [[voiceTag(ask.speakerName)]] : []),
    ...(ask.batchId ? [[`batch:${ask.batchId}`]] : []),
  ].map((tags) => tags.map(tagWord));
  const words = [everyPassage, ...groups.flat()];
  const tagWords = await findWords(db, ask.workspaceId, words);
  const conditions = groups.map((tags): Condition => {
    const tagRows = tagWords.filter(({ word }) => tags.includes(word));
    const uses = tagRows.reduce((sum, row) => sum + row.uses, 0);
    return { condition: { anyOf: tagRows.map(({ id }) => id) }, uses };
  });
  if (conditions.some(({ condition }) => condition.anyOf?.length === 0)) return null;

  return { conditions, passages: tagWords.find(({ word }) => word === everyPassage)?.uses ?? 0 };
}

interface Ranked {
  readonly row: PassageRow;
  readonly score: number;
  readonly matches: readonly (readonly [number, number])[];
}

class Pages {
  readonly #db: Queryable;
  readonly #ask: SearchAsk;
  readonly #asked: Asked;

  constructor(db: Queryable, ask: SearchAsk, searchPlan: Asked) {
    this.#db = db;
    this.#ask = ask;
    this.#asked = searchPlan;
  }

  async read(): Promise<{ ranked: Ranked[]; next: SearchPosition | null }> {
    const { limit, after: cursor } = this.#ask;
    const ranked: (Ranked & { at: SearchPosition })[] = [];
    let tier = cursor?.tier ?? 0;
    let top: SearchPosition['top'] | null = cursor?.top ?? null;
    let last: SearchPosition['last'] | null = cursor?.last ?? null;

    while (tier < tiers.length && ranked.length <= limit) {
      const rows = await this.#window(tier, top);
      const [first] = rows;
      if (first) {
        const from = top ?? { madeAt: first.made_at, id: first.id + 1 };
        const inOrder = this.#rank(tier, rows);
        const lastPosition = last;
        for (const match of lastPosition
          ? inOrder.filter((row) => isAfter(row, lastPosition))
          : inOrder)
          ranked.push({ ...match, at: { tier, top: from, last: positionOf(match) } });
      }

      const end = rows.at(-1);
      last = null;

      if (rows.length < windowSize || !end) [tier, top] = [tier + 1, null];
      else top = { madeAt: end.made_at, id: end.id };
    }

    const pageMatches = ranked.slice(0, limit);
    return {
      ranked: pageMatches,
      next: ranked.length > limit ? (pageMatches.at(-1)?.at ?? null) : null,
    };
  }

  async #window(tier: number, beforePosition: SearchPosition['top'] | null): Promise<PassageRow[]> {
    const { plans, filters, none: exclusions } = this.#asked;
    const plan = plans[tier];
    if (!plan || this.#sameAsBefore(tier)) return [];

    const { workspaceId, jobId, since, until } = this.#ask;
    const conditions = [...plan.conditions, ...filters.conditions];
    const filter: PassageFilter = {
      workspaceId,
      jobId,
      since,
      until,
      before: beforePosition,
      none: exclusions,
      limit: windowSize,
      all: conditions.map(({ condition }) => condition),
      notAll: plans
        .slice(0, tier)
        .flatMap((plan) => (plan ? [plan.conditions.map(({ condition }) => condition)] : [])),
    };
    const uses = Math.min(...conditions.map((condition) => condition.uses));
    const isCommon =
      uses > commonUses || (uses > windowSize && uses > filters.passages * commonShare);
    if (isCommon && jobId === null) {
      const share = await this.#shareOf(filter, uses);
      if (share * mostLookedAt >= windowSize * leastFactor) {
        const even = Math.ceil((windowSize * commonFactor) / share);
        const passages = await findCommonPassages(this.#db, filter, Math.min(mostLookedAt, even));
        if (passages) return passages;
      }
    }

    return findRarePassages(this.#db, filter);
  }

  /**
   * Approximate share of the passages that match. The words are counted together, because even common words may hardly
   * ever occur together.
   */
  async #shareOf(filter: PassageFilter, uses: number): Promise<number> {
    const atMost = uses / Math.max(1, this.#asked.filters.passages);
    const apart = filter.none.length + filter.notAll.length;
    if (filter.all.length === 1 && apart === 0) return atMost;
    const matchCount = await countAmongNewest(this.#db, filter, sample);
    return Math.min(atMost, matchCount / sample);
  }

  /** Whether a tier adds no words to those of the previous tier. */
  #sameAsBefore(tier: number): boolean {
    const plan = this.#asked.plans[tier];
    const previousPlan = this.#asked.plans[tier - 1];
    if (!plan || !previousPlan) return false;

    const wordsIn = ({ anyOf = [], either = [] }: WordsCondition): number =>
      either.reduce((sum, alternative) => sum + wordsIn(alternative), anyOf.length);
    const count = (planned: Plan) =>
      planned.conditions.reduce((sum, { condition }) => sum + wordsIn(condition), 0);

    return count(plan) === count(previousPlan);
  }

  #rank(tier: number, rows: readonly PassageRow[]): Ranked[] {
    const wantedWords = this.#asked.plans[tier]?.wanted ?? [];
    const ranked = rows.map((row): Ranked => {
      const { matches, closeness, share } = matchesIn(row.text, wantedWords);
      const quality = 0.4 * kindWeights[row.kind] + 0.4 * closeness + 0.2 * share;
      return { row, matches, score: scoreOf(tier, quality) };
    });
    return ranked.toSorted(compare);
  }
}

const kindWeights: Readonly<Record<SearchKind, number>> = {
  title: 1,
  brand: 0.9,
  text: 0.8,
  object: 0.8,
  answer: 0.7,
  speech: 0.7,
};

/** The score of a result. The ranges of scores of the tiers do not overlap. */
function scoreOf(tier: number, quality: number): number {
  const floor = (tiers.length - 1 - tier) / tiers.length;
  return Math.round((floor + quality / tiers.length) * 10_000) / 10_000;
}

const positionOf = ({ row, score }: Ranked): SearchPosition['last'] => ({
  score,
  madeAt: row.made_at,
  id: row.id,
});

const compare = (a: Ranked, b: Ranked): number =>
  b.score - a.score || b.row.made_at.getTime() - a.row.made_at.getTime() || b.row.id - a.row.id;

const isAfter = ({ row, score }: Ranked, last: SearchPosition['last']): boolean =>
  (last.score - score || last.madeAt.getTime() - row.made_at.getTime() || last.id - row.id) > 0;

async function hitsOf(db: Queryable, matches: readonly Ranked[]): Promise<SearchHit[]> {
  if (matches.length === 0) return [];

  const jobs = await findTitles(db, [...new Set(matches.map(({ row }) => row.job_id))]);
  const jobsById = new Map(jobs.map((job) => [job.id, job]));

  // A job may have been deleted since the search.
  return matches.flatMap((match) => {
    const job = jobsById.get(match.row.job_id);
    return job ? [hitOf(match, job)] : [];
  });
}

function hitOf({ row, score, matches }: Ranked, job: TitleRow): SearchHit {
  const { name, speaker, speaker_name, frame_url, corrected } = row.details ?? {};
  const hasNamedKind = name !== undefined && (row.kind === 'brand' || row.kind === 'object');
  return {
    job_id: row.job_id,
    title: job.title ?? job.filename,
    thumbnail_url: job.thumbnail_url,
    kind: row.kind,
    start: row.starts,
    end: row.ends,
    text: row.text,
    matches: matches.map(([from, to]): [number, number] => [from, to]),
    ...(hasNamedKind && { [row.kind]: name }),
    ...(speaker !== undefined && { speaker }),
    ...(speaker_name !== undefined && { speaker_name }),
    ...(frame_url !== undefined && { frame_url }),
    ...(corrected && { corrected }),
    score,
  };
}
