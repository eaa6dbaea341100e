/** Counts brands of the library in results that were there before, as corrections, and takes that back. */
import {
  type BrandRecountState,
  correctionLimits,
  invalidInput,
  mostRecounted,
  type StoredAppearance,
} from '@reelsight/contract';
import { identityOf, nameRule } from '@reelsight/contract/name-identity';
import { tokensOf } from '../../analysis/search-tokens.ts';
import { type BrandRow, findBrandRow } from '../../db/brands/brand-library.ts';
import {
  type CountedName,
  findRecount,
  isStillCounting,
  putRecount,
  type RecountRow,
  recountableJobs,
  removeRecountCorrections,
  setRecountUndoing,
} from '../../db/brands/brand-recounts.ts';
import { cleanJson } from '../../db/clean-text.ts';
import { type CorrectionRow, correctionRows, insertCorrection } from '../../db/corrections.ts';
import type { Queryable } from '../../db/database.ts';
import { lockOwnJob } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import {
  type FoundWord,
  findWords,
  findWordsFrom,
  type WordsCondition,
} from '../../db/search/search.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import { mustFindBrand } from '../brands/brand-library.ts';
import type { Domain } from '../domain.ts';
import { followCorrection } from './follow-correction.ts';

/** Throws Fault NOT_FOUND. */
export async function readRecount(
  { db }: Domain,
  workspaceId: string,
  brandId: string,
): Promise<BrandRecountState> {
  const brand = await mustFindBrand(db, workspaceId, brandId);
  const jobs = await jobsToRecount(db, workspaceId, brand, 'uncounted');
  return stateView(brand, jobs.length, await findRecount(db, workspaceId, brandId));
}

/** Throws Fault NOT_FOUND, or VALIDATION_FAILED if the library excludes the brand. */
export async function startRecount(
  domain: Domain,
  workspaceId: string,
  brandId: string,
): Promise<BrandRecountState> {
  const { actor } = domain.audit;
  if (!actor) throw new Error('a recount by nobody');

  const entry = await mustFindBrand(domain.db, workspaceId, brandId);
  if (entry.exclude)
    throw invalidInput('The library excludes this brand, so that it counts in no video.');
  const jobs = await jobsToRecount(domain.db, workspaceId, entry, 'all');

  return domain.db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const brand = await mustFindBrand(tx, workspaceId, brandId);
    const now = domain.now();
    await putRecount(tx, {
      brand_id: brandId,
      workspace_id: workspaceId,
      actor,
      job_ids: jobs,
      now,
    });
    const details = { videos: jobs.length };
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: brandId, name: brand.name },
      details,
    });

    return stateView(brand, jobs.length, await findRecount(tx, workspaceId, brandId));
  });
}

/** Throws Fault NOT_FOUND. */
export async function undoRecount(
  domain: Domain,
  workspaceId: string,
  brandId: string,
): Promise<BrandRecountState> {
  const state = await readRecount(domain, workspaceId, brandId);
  return domain.db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const brand = await mustFindBrand(tx, workspaceId, brandId);
    await setRecountUndoing(tx, brandId);
    await domain.audit.note(tx, { workspaceId, target: { id: brandId, name: brand.name } });

    return stateView(brand, state.videos, await findRecount(tx, workspaceId, brandId));
  });
}

function stateView(
  { id }: Owned<BrandRow>,
  videos: number,
  row: Owned<RecountRow> | undefined,
): BrandRecountState {
  return { brand_id: id, videos, recount: row ? recountView(row) : null };
}

const recountView = (row: Owned<RecountRow>): NonNullable<BrandRecountState['recount']> => ({
  state: row.state,
  videos: row.videos,
  videos_read: row.videos_read,
  videos_changed: row.videos_changed,
  videos_skipped: row.videos_skipped,
  appearances_added: row.appearances,
  actor: row.actor,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
});

async function jobsToRecount(
  db: Queryable,
  workspaceId: string,
  brand: Owned<BrandRow>,
  which: 'uncounted' | 'all',
): Promise<string[]> {
  const names = [brand.name, ...brand.aliases];
  return recountableJobs(db, {
    workspaceId,
    words: await conditionsOf(db, workspaceId, names),
    before: brand.updated_at,
    limit: mostRecounted,
    unindexed: which === 'all',
    uncounted: which === 'uncounted' ? await countedNames(db, workspaceId, names) : null,
  });
}

async function countedNames(
  db: Queryable,
  workspaceId: string,
  names: readonly string[],
): Promise<CountedName[]> {
  const wordLists = names.map(wordsIn);
  const knownWords = await findWords(db, workspaceId, [...new Set(wordLists.flat())]);
  return names.map((name, index) => ({
    name,
    words: idsOf(wordLists[index] ?? [], knownWords) ?? [],
  }));
}

const wordsIn = (name: string): string[] => tokensOf(name).words.map(({ word }) => word);

/** The ids of the words in their order; undefined if the index lacks one of them. */
function idsOf(words: readonly string[], rows: readonly FoundWord[]): number[] | undefined {
  const ids = new Map(rows.map(({ word, id }) => [word, id]));
  const wordIds = words.flatMap((word) => ids.get(word) ?? []);
  return wordIds.length === words.length ? wordIds : undefined;
}

/** Shortest name that is also looked for where it runs into the next word, as in an analysis. */
const shortestRun = 5;
const mostRuns = 100;

/** How the index of search finds texts that have one of the names: its words in a row, or run together. */
async function conditionsOf(
  db: Queryable,
  workspaceId: string,
  names: readonly string[],
): Promise<WordsCondition[]> {
  const wordLists = names.map(wordsIn).filter(({ length }) => length > 0);
  const knownWords = await findWords(db, workspaceId, [...new Set(wordLists.flat())]);
  const inOrder = wordLists.flatMap((words) => {
    const wordIds = idsOf(words, knownWords);
    return wordIds ? [{ inOrder: wordIds }] : [];
  });

  const starts = wordLists
    .map((words) => words.join(''))
    .filter(({ length }) => length >= shortestRun);
  const runs = await findWordsFrom(db, workspaceId, { starts, count: mostRuns });
  // A name of several words may also be read without the spaces between them.
  const joined = await findWords(db, workspaceId, starts);
  const anyOf = [...[...runs.values()].flat(), ...joined].map(({ id }) => id);

  return [...inOrder, ...(anyOf.length > 0 ? [{ anyOf: [...new Set(anyOf)] }] : [])];
}

/**
 * Adds the appearances to the job as one correction, and returns how many. There is nothing to add if the job is gone,
 * people dismissed the brand there, it has all the corrections that a job keeps, the recount was begun anew or undone
 * meanwhile, or another process added them.
 */
export async function addRecounted(
  domain: Domain,
  recount: Pick<RecountRow, 'brand_id' | 'workspace_id' | 'actor' | 'created_at'>,
  {
    jobId,
    name,
    appearances,
  }: {
    readonly jobId: string;
    readonly name: string;
    readonly appearances: readonly StoredAppearance[];
  },
): Promise<number> {
  if (appearances.length === 0) return 0;
  const { brand_id, workspace_id, actor } = recount;
  return domain.db.transaction(async (tx) => {
    const job = await lockOwnJob(tx, workspace_id, jobId);
    if (job?.status !== 'completed' || !(await isStillCounting(tx, recount))) return 0;

    const corrections = await correctionRows(tx, [jobId]);
    if (corrections.length >= correctionLimits.job || isDismissed(corrections, name)) return 0;

    const addedBefore = corrections
      .filter(({ recount_of: brand }) => brand === brand_id)
      .flatMap((correction) => correction.appearances ?? []);
    const addedKeys = new Set(addedBefore.map(keyOf));
    const missing = appearances.filter((appearance) => !addedKeys.has(keyOf(asStored(appearance))));
    if (missing.length === 0) return 0;

    await insertCorrection(tx, workspace_id, {
      id: domain.newId('cor'),
      job_id: jobId,
      kind: 'recount',
      target: 'brand',
      name,
      new_name: null,
      appearance: null,
      added: null,
      appearances: missing,
      recount_of: brand_id,
      segment: null,
      segment_new: null,
      library: null,
      actor,
      created_at: domain.now(),
      name_rule: nameRule,
    });
    await followCorrection(domain, tx, job);
    return missing.length;
  });
}

const asStored = (appearance: StoredAppearance): unknown => JSON.parse(cleanJson(appearance));

/** The same text for equal values: the database keeps the properties of an object in an order of its own. */
const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

function isDismissed(corrections: readonly CorrectionRow[], name: string): boolean {
  const identity = identityOf(name);
  return corrections.some(
    ({ kind, target, name: dismissedName, appearance }) =>
      kind === 'dismiss' &&
      (target === 'brand' || target === 'possible_brand') &&
      appearance === null &&
      identityOf(dismissedName) === identity,
  );
}

/** Removes what recounts of the brand added to the job. */
export async function removeRecounted(
  domain: Domain,
  { brand_id, workspace_id }: Pick<RecountRow, 'brand_id' | 'workspace_id'>,
  jobId: string,
): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const job = await lockOwnJob(tx, workspace_id, jobId);
    if (!job) return;

    const isChanged = await removeRecountCorrections(tx, jobId, brand_id);
    if (isChanged) await followCorrection(domain, tx, job);
  });
}

/** The entry as a recount reads it; undefined once it is gone. */
export const brandToRecount = (
  { db }: Domain,
  { workspace_id, brand_id }: RecountRow,
): Promise<Owned<BrandRow> | undefined> => findBrandRow(db, workspace_id, brand_id);
