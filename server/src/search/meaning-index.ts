/** Embeds the passages of completed jobs in the background, one job at a time. Workspaces take turns. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { likeness, quantised } from '../analysis/vectors.ts';
import type { Database } from '../db/database.ts';
import {
  askForOtherModels,
  endMeaningJob,
  findMeaningModel,
  insertVectors,
  lastUsedModel,
  noteMeaningModel,
  passagesOfJob,
  releaseMeaningJob,
  renewMeaningJob,
  requestMissingVectors,
  type StoredPassage,
  type TakenMeaningJob,
  takeMeaningJob,
  type VectorToStore,
  vectorsByDigest,
} from '../db/search/meaning.ts';
import { type Embedder, leastTold, type Meaning } from './meaning.ts';
import { meaningExamples, tellApart } from './meaning-examples.ts';
import { type PackedStretch, packOf } from './meaning-pack.ts';
import { type Stretch, stretchesOf } from './meaning-stretches.ts';

/** Maximum number of texts in one call to the model. */
const textsAtOnce = 32;
/** Vectors written in one statement, during which the embedded database does nothing else. */
const writtenTogether = 100;
const passagesAtOnce = 500;
const oldJobsAtOnce = 500;
/**
 * After this many failures that a job itself caused, the job is no longer embedded and can only be found by its words.
 */
const mostFailures = 5;
const failedSeconds = 60;

export interface KeepEmbedded {
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
  /** Called once with the result of testing the model on the examples. */
  readonly onModel: (testedModel: { model: string; least: number; tells: number }) => void;
}

/** Tests how well the model distinguishes related from unrelated examples. */
export async function tryModel(
  embedder: Embedder,
  signal: AbortSignal,
): Promise<{ least: number; tells: number }> {
  const embed = async (texts: readonly string[], as: 'query' | 'passage') =>
    (await embedder.embed(texts, as, signal)).map(quantised);
  const queries = await embed(
    meaningExamples.map(([query]) => query),
    'query',
  );
  const passages = await embed(
    meaningExamples.map(([, passage]) => passage),
    'passage',
  );
  const pairs = queries.flatMap((query, of) =>
    passages.map((passage, index) => ({ own: of === index, alike: likeness(query, passage) })),
  );
  const likenessesOf = (isOwn: boolean) =>
    pairs.filter((pair) => pair.own === isOwn).map(({ alike }) => alike);

  return tellApart({ related: likenessesOf(true), unrelated: likenessesOf(false) });
}

/**
 * Makes this model the one that all jobs get vectors of from now on. False if the model can't distinguish the examples.
 */
async function begin(db: Database, { embedder }: Meaning, { signal, onModel }: KeepEmbedded) {
  const { model } = embedder;
  const storedModel = await findMeaningModel(db, model);
  const testedModel = storedModel ?? { model, ...(await tryModel(embedder, signal)) };
  const inUse = testedModel.tells >= leastTold;
  await noteMeaningModel(db, testedModel, inUse);
  onModel(testedModel);

  if (!inUse) return false;
  let cursor: string | null = null;
  do cursor = await requestMissingVectors(db, cursor, oldJobsAtOnce);
  while (cursor !== null && !signal.aborted);

  while (!signal.aborted && (await askForOtherModels(db, model, oldJobsAtOnce)));
  return true;
}

/** Embeds one job that is due; undefined if no job is due. `after`: the owner of the job that was embedded before. */
export async function embedNextJob(
  db: Database,
  meaning: Meaning,
  { after: lastOwner, signal }: { readonly after: string; readonly signal: AbortSignal },
): Promise<{ readonly owner: string; readonly texts: number } | undefined> {
  const { embedder } = meaning;
  // Another process has switched to another model and now makes vectors with that one.
  if ((await lastUsedModel(db)) !== embedder.model) return undefined;

  const job = await takeMeaningJob(db, lastOwner);
  if (!job) return undefined;

  try {
    const keep = () => renewMeaningJob(db, job.job_id);
    const texts = await embedJob(db, embedder, { job, signal, keep });
    return { owner: job.owner_group, texts };
  } catch (error) {
    await giveBack(db, embedder, { job, signal });
    throw error;
  }
}

async function giveBack(
  db: Database,
  embedder: Embedder,
  { job, signal }: { readonly job: TakenMeaningJob; readonly signal: AbortSignal },
): Promise<void> {
  const alive = await embedder.embed(['hello'], 'passage', signal).then(
    () => true,
    () => false,
  );
  if (!alive) return releaseMeaningJob(db, job.job_id, { seconds: 0, failed: false });

  if (job.failures + 1 < mostFailures) {
    const seconds = failedSeconds * 2 ** job.failures;
    return releaseMeaningJob(db, job.job_id, { seconds, failed: true });
  }

  return endMeaningJob(db, job, { model: embedder.model, pack: null });
}

interface Work {
  readonly job: TakenMeaningJob;
  readonly signal: AbortSignal;
  /** Keeps the job reserved; called before each call to the model. */
  readonly keep: () => Promise<void>;
}

/** Embeds the texts of a job and returns their number. */
async function embedJob(db: Database, embedder: Embedder, work: Work): Promise<number> {
  const { job } = work;
  const stretches = stretchesOf(await allPassages(db, job.job_id));
  const digests = stretches.map(({ text }) => digestOf(embedder.model, text));
  const knownVectors = new Map(await vectorsByDigest(db, job.job_id));
  let texts = await embedMissing(embedder, { stretches, digests, known: knownVectors }, work);

  // If vectors differ in length, the server now runs another model under the same name.
  if (new Set([...knownVectors.values()].map(({ length }) => length)).size > 1) {
    knownVectors.clear();
    texts = await embedMissing(embedder, { stretches, digests, known: knownVectors }, work);
  }

  const vectors = digests.map((digest) => knownVectors.get(digest) as Int8Array);
  const packed = stretches.map(
    (stretch, index): PackedStretch => ({ ...stretch, vector: vectors[index] as Int8Array }),
  );
  await store(db, job, { model: embedder.model, packed, digests });

  return texts;
}

interface Texts {
  readonly stretches: readonly Stretch[];
  readonly digests: readonly string[];
  /** Vectors by digest; missing vectors are added. */
  readonly known: Map<string, Int8Array>;
}

async function embedMissing(
  embedder: Embedder,
  { stretches, digests, known: knownVectors }: Texts,
  { signal, keep }: Work,
): Promise<number> {
  const missingByDigest = new Map<string, Stretch>();

  for (const [index, digest] of digests.entries())
    if (!knownVectors.has(digest)) missingByDigest.set(digest, stretches[index] as Stretch);

  const missingTexts = [...missingByDigest];
  for (let start = 0; start < missingTexts.length; start += textsAtOnce) {
    const batch = missingTexts.slice(start, start + textsAtOnce);
    const texts = batch.map(([, { text }]) => text);

    await keep();
    const vectors = await embedder.embed(texts, 'passage', signal);

    for (const [n, [digest]] of batch.entries())
      knownVectors.set(digest, quantised(vectors[n] as Float32Array));
  }

  return missingTexts.length;
}

async function store(
  db: Database,
  job: TakenMeaningJob,
  {
    model,
    packed,
    digests,
  }: {
    readonly model: string;
    readonly packed: readonly PackedStretch[];
    readonly digests: readonly string[];
  },
): Promise<void> {
  const rows = packed.map(
    ({ vector }, place): VectorToStore => ({ place, vector, digest: digests[place] as string }),
  );
  for (let start = 0; start < rows.length; start += writtenTogether)
    await insertVectors(db, job, rows.slice(start, start + writtenTogether));
  const pack = packed.length > 0 ? packOf(packed) : null;
  await db.transaction((tx) => endMeaningJob(tx, job, { model, pack }));
}

async function allPassages(db: Database, jobId: string): Promise<StoredPassage[]> {
  const passages: StoredPassage[] = [];
  for (let lastId = 0; ; ) {
    const page = await passagesOfJob(db, jobId, { after: lastId, count: passagesAtOnce });
    passages.push(...page);
    const last = page.at(-1);
    if (!last || page.length < passagesAtOnce) return passages;
    lastId = last.id;
  }
}

const digestOf = (model: string, text: string): string =>
  createHash('sha256').update(`${model}\n${text}`).digest('base64').slice(0, 32);

/** Pause between two checks for work. */
const idleMs = 2000;
/** Pause after a failure; it doubles with each further failure, up to `longestWaitMs`. */
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** Period to which `textsPerMinute` applies. A pause after each job keeps the rate. */
const minuteMs = 60_000;

/** Embeds jobs until `signal` aborts. If the model or the database is unavailable, reports that and retries. */
export async function keepEmbedded(
  db: Database,
  meaning: Meaning,
  options: KeepEmbedded,
): Promise<void> {
  const { signal, onError } = options;
  let lastOwner = '';
  let waitMs = firstWaitMs;
  let ready = false;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);

  while (!signal.aborted) {
    try {
      if (!ready && !(await begin(db, meaning, options))) return;

      ready = true;
      const embeddedJob = await embedNextJob(db, meaning, { after: lastOwner, signal });

      waitMs = firstWaitMs;
      lastOwner = embeddedJob?.owner ?? lastOwner;

      const { textsPerMinute } = meaning.settings;
      await pause(embeddedJob ? (embeddedJob.texts / textsPerMinute) * minuteMs : idleMs);
    } catch (error) {
      if (!signal.aborted) onError(error);
      await pause(waitMs);
      waitMs = Math.min(longestWaitMs, waitMs * 2);
    }
  }
}
