/** Fills the search index from the results of completed jobs, one job at a time. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { soundKeys, spellingKeys } from '../analysis/near-words.ts';
import type { Database } from '../db/database.ts';
import {
  addToWords,
  countSearchRows,
  endSearchJob,
  findJobToSearch,
  insertPassages,
  insertWords,
  keepSearchJob,
  knownWords,
  lockWords,
  type PassageToStore,
  passageKey,
  passagesOfJob,
  releaseSearchJob,
  removePassages,
  stemsOf,
  type TakenSearchJob,
  takeSearchJob,
  type WordToStore,
} from '../db/search/search-index.ts';
import { readResults } from '../domain/corrections/read-results.ts';
import { type Domain, perDatabase } from '../domain/domain.ts';
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';
import { searchedFields, type WordedJob, type WordedPassage, wordedJob } from './passage-words.ts';
import type { PassagesThread } from './passages-thread.ts';
import type { SearchedJob } from './search-passages.ts';

/** Stands between the ids of a passage's words and those of its other search terms. */
const separator = 0;

/** Takes the place of the language when the words of names are indexed, because for names the sound counts more. */
export const nameLanguage = '*';

type KeyKind = 'stem' | 'spelling' | 'sound' | 'name';

/** Returns a key of the index that is specific to one workspace (an FNV-1a hash). */
export function searchKey(workspaceId: string, kind: KeyKind, key: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${workspaceId}\n${kind}\n${key}`) {
    hash ^= character.codePointAt(0) as number;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}

/** Number of passages written in one transaction, during which the embedded database does nothing else. */
const writtenTogether = 250;
/** Number of passages or words handled before other work gets its turn, which takes a few milliseconds. */
const readTogether = 500;

/**
 * After this many attempts a job is marked as read without passages, so it can't be found until it is indexed again.
 */
const mostTries = 5;
/** Delay after a failure; it doubles with each further failure. */
const failedSeconds = 60;

/**
 * Indexes one job that is due; undefined if no job is due. `lastOwner` is the owner of the job indexed before.
 */
export async function indexNextJob(
  domain: Pick<Domain, 'db'>,
  lastOwner: string,
): Promise<{ readonly owner: string } | undefined> {
  const { db } = domain;
  const searchJob = await takeSearchJob(db, lastOwner);
  if (!searchJob) return undefined;

  try {
    await indexJob(domain, searchJob);
  } catch (error) {
    await releaseSearchJob(
      db,
      searchJob,
      failedSeconds * 2 ** Math.min(searchJob.tries - 1, mostTries),
    );
    throw error;
  }

  return { owner: searchJob.owner_group };
}

async function indexJob(domain: Pick<Domain, 'db'>, searchJob: TakenSearchJob): Promise<void> {
  const { db } = domain;
  const job = searchJob.tries > mostTries ? undefined : await findJobToSearch(db, searchJob.job_id);
  const json = job && (await resultsOf(domain, searchJob.job_id));
  const { language, passages } =
    job && json !== undefined
      ? await passagesOfResults(domain, job, json)
      : { language: null, passages: [] };
  await store(db, searchJob, passages, language);
}

/** Reads the job's results, with people's corrections applied. */
async function resultsOf(domain: Pick<Domain, 'db'>, jobId: string): Promise<string | undefined> {
  const name = 'find results to search';
  const options = { corrected: true, fields: searchedFields, frames: false, name };
  for await (const { json } of readResults(domain, [jobId], options)) return json;
  return undefined;
}

/**
 * Results of up to this many characters are made into passages in a few milliseconds; larger results go to a separate
 * thread.
 */
const fewCharacters = 200_000;
const threadEntry = new URL('./passages-thread.ts', import.meta.url);
const threads = perDatabase(() => new WorkerThread<PassagesThread>(threadEntry, limitsOfResults));

async function passagesOfResults(
  domain: Pick<Domain, 'db'>,
  job: SearchedJob,
  json: string,
): Promise<WordedJob> {
  if (json.length <= fewCharacters) return wordedJob(job, json);

  const { language, pieces } = await threads(domain).run('passages', { job, json });
  const passages: WordedPassage[] = [];
  for (const piece of pieces) {
    for (const passage of JSON.parse(piece) as WordedPassage[]) passages.push(passage);
    await setImmediate();
  }

  return { language, passages };
}

/**
 * Writes the passages of a job, and stops once another process has taken the job. Passages that are already stored keep
 * their places, so that the pages of a search do not shift when a job is corrected.
 */
async function store(
  db: Database,
  job: TakenSearchJob,
  passages: readonly WordedPassage[],
  language: string | null,
): Promise<void> {
  const { added: addedPassages, gone: staleIds } = await differences(db, job, passages);
  const ids = await wordIds(db, job, addedPassages, language);
  if (!ids) return;

  const isCleared = await db.transaction(async (tx) => {
    await lockWords(tx, job.workspace_id);
    if (!(await keepSearchJob(tx, job))) return false;
    await removePassages(tx, job.job_id, staleIds);
    return true;
  });
  if (!isCleared) return;

  for (let start = 0; start < addedPassages.length; start += writtenTogether) {
    const batch = addedPassages
      .slice(start, start + writtenTogether)
      .map((passage) => toStored(passage, ids));
    const isWritten = await db.transaction(async (tx) => {
      if (!(await keepSearchJob(tx, job))) return false;
      await insertPassages(tx, job, batch);
      return true;
    });
    if (!isWritten) return;
  }

  await endSearchJob(db, job);
}

/**
 * Compares a job's passages with the index: `added` are those that the index lacks, `gone` the ids of stored passages
 * that the job no longer has.
 */
async function differences(
  db: Database,
  { job_id: jobId, workspace_id: workspaceId }: TakenSearchJob,
  passages: readonly WordedPassage[],
): Promise<{ readonly added: readonly WordedPassage[]; readonly gone: readonly number[] }> {
  const idsByKey = new Map<string, number[]>();

  for await (const rows of passagesOfJob(db, jobId)) {
    for (const row of rows) {
      const key = passageKey(row);
      const rowIds = idsByKey.get(key);
      if (rowIds) rowIds.push(row.id);
      else idsByKey.set(key, [row.id]);
    }
    await setImmediate();
  }

  if (idsByKey.size === 0) return { added: passages, gone: [] };
  const words = new Set<string>();
  for (const [index, passage] of passages.entries()) {
    if (index % readTogether === 0) await setImmediate();
    for (const word of [...passage.words, ...passage.others]) words.add(word);
  }
  const wordRows = await knownWords(db, workspaceId, [...words]);
  const ids = new Map(wordRows.map(({ word, id }) => [word, id]));

  const added: WordedPassage[] = [];
  for (const [index, passage] of passages.entries()) {
    if (index % readTogether === 0) await setImmediate();
    const row = toStored(passage, ids);
    if (idsByKey.get(passageKey(row))?.shift() === undefined) added.push(passage);
  }

  return { added, gone: [...idsByKey.values()].flat() };
}

const toStored = (
  { kind, start, end, text, details, words, others: otherWords }: WordedPassage,
  ids: ReadonlyMap<string, number>,
): PassageToStore => ({
  kind,
  starts: start,
  ends: Math.max(start, end),
  text,
  details: details ?? null,
  words: [
    ...words.map((word) => ids.get(word) as number),
    separator,
    ...otherWords.map((word) => ids.get(word) as number),
  ],
});

interface MetWord {
  uses: number;
  readonly languages: Set<string>;
}

/**
 * Returns the ids of all words of these passages, after adding new words and counting the uses. Null if another process
 * has taken the job.
 */
async function wordIds(
  db: Database,
  job: TakenSearchJob,
  passages: readonly WordedPassage[],
  language: string | null,
): Promise<ReadonlyMap<string, number> | null> {
  const { workspace_id: workspaceId } = job;
  const metWords = new Map<string, MetWord>();

  for (const [index, { words, others: otherWords, isName }] of passages.entries()) {
    if (index % readTogether === 0) await setImmediate();
    for (const word of new Set([...words, ...otherWords])) {
      const metWord = metWords.get(word) ?? { uses: 0, languages: new Set<string>() };
      metWord.uses += 1;
      if (language && !word.startsWith('#')) metWord.languages.add(language);
      if (isName && !word.startsWith('#')) metWord.languages.add(nameLanguage);
      metWords.set(word, metWord);
    }
  }

  if (metWords.size === 0) return new Map();
  return db.transaction(async (tx) => {
    await lockWords(tx, workspaceId);

    if (!(await keepSearchJob(tx, job))) return null;
    const knownRows = await knownWords(tx, workspaceId, [...metWords.keys()]);
    const rowsByWord = new Map(knownRows.map((row) => [row.word, row]));
    const stemmed = language ? await stemsOf(tx, [language], [...metWords.keys()]) : [];
    const stems = new Map(stemmed.map(({ word, stem }) => [word, stem]));
    const toStore: WordToStore[] = [];
    for (const [word, { uses, languages }] of metWords) {
      if (toStore.length % readTogether === 0) await setImmediate();
      const had = rowsByWord.get(word)?.languages ?? [];
      const newLanguages = [...languages].filter((language) => !had.includes(language));
      const of = { word, added: newLanguages, stem: stems.get(word), known: rowsByWord.has(word) };
      toStore.push({ word, uses, languages: newLanguages, keys: keysOf(workspaceId, of) });
    }
    const fresh = toStore.filter(({ word }) => !rowsByWord.has(word));
    const old = toStore.filter(({ word }) => rowsByWord.has(word));
    const insertedRows = await insertWords(tx, workspaceId, fresh);
    await addToWords(tx, workspaceId, old);

    return new Map([...knownRows, ...insertedRows].map(({ word, id }) => [word, id]));
  });
}

/**
 * Returns the keys of a new word, and the additional keys for languages in which the word occurs for the first time.
 */
function keysOf(
  workspaceId: string,
  of: {
    readonly word: string;
    readonly added: readonly string[];
    readonly stem: string | undefined;
    readonly known: boolean;
  },
): number[] {
  const { word, added: newLanguages, stem, known: isKnown } = of;
  if (word.startsWith('#')) return [];

  const key = (kind: KeyKind, text: string): number => searchKey(workspaceId, kind, text);
  const first = isKnown
    ? []
    : [
        ...spellingKeys(word).map((spelling) => key('spelling', spelling)),
        ...soundKeys(word, false).map((sound) => key('sound', sound)),
      ];
  const stemmed = stem !== undefined && newLanguages.some((language) => language !== nameLanguage);
  const sounding = newLanguages.includes(nameLanguage) ? soundKeys(word, true) : [];

  return [
    ...new Set([
      ...first,
      ...(stemmed ? [key('stem', stem)] : []),
      ...sounding.map((sound) => key('name', sound)),
    ]),
  ];
}

/** Number of indexed jobs after which rows are counted even if further jobs are due. */
const countedAtMost = 100;

/** Pause between two checks for work. */
const idleMs = 1000;
/** Pause after work, so that other tasks can use the database too. */
const busyMs = 20;

/** Indexes jobs until `signal` aborts. Reports errors, such as an unreachable database, and retries. */
export async function keepIndexed(
  domain: Pick<Domain, 'db'>,
  { signal, onError }: { readonly signal: AbortSignal; readonly onError: (error: unknown) => void },
): Promise<void> {
  const { db } = domain;
  let lastOwner = '';
  let indexedCount = 0;
  let wordCount = 0;

  while (!signal.aborted) {
    const indexedJob = await indexNextJob(domain, lastOwner).catch((error: unknown) => {
      onError(error);
      return undefined;
    });
    if (indexedJob) {
      lastOwner = indexedJob.owner;
      indexedCount += 1;
    }

    // Rows are counted again once the number of indexed jobs has doubled, as soon as no job is due or many jobs have
    // been indexed.
    if (indexedCount > 2 * wordCount && (!indexedJob || indexedCount >= countedAtMost)) {
      await countSearchRows(db).catch(onError);
      wordCount = indexedCount;
    }

    await sleep(indexedJob ? busyMs : idleMs, undefined, { signal }).catch(() => undefined);
  }
}
