/**
 * Search by meaning: uses the vectors of an embedding model to find the stretches of a workspace that mean the same as
 * the query.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchKind } from '@reelsight/contract';
import { likeness, quantised } from '../analysis/vectors.ts';
import type { Database } from '../db/database.ts';
import { findMeaningModel, findVectors, type MeaningModel } from '../db/search/meaning.ts';
import { type Candidate, MeaningCache, type ScanAsk } from './meaning-cache.ts';

/** Turns texts into vectors. */
export interface Embedder {
  /** Identifies the model that made a vector, because vectors of different models can't be compared. */
  readonly model: string;
  /** Why the last call failed, if the embedder knows. */
  readonly trouble?: string | null;
  /** Returns a vector for each text. Throws if the texts can't be embedded, or the signal's reason if it aborts. */
  embed(
    texts: readonly string[],
    as: 'query' | 'passage',
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}

export interface MeaningSettings {
  /** Maximum time that a search waits for the model, and for signatures to be read. */
  readonly waitMs: number;
  /** Maximum bytes of signatures kept in memory. */
  readonly memoryBytes: number;
  /** Minimum likeness of a match; null to use the value that was found with the examples. */
  readonly least: number | null;
  /** Maximum number of texts embedded per minute in the background. */
  readonly textsPerMinute: number;
}

export interface MeantStretch {
  readonly jobId: string;
  readonly kind: SearchKind;
  /** Ids of the stretch's first and last passage. */
  readonly first: number;
  readonly last: number;
  /** 0 to 1, rounded to six digits so that the value stays the same when a cursor carries it. */
  readonly likeness: number;
}

export interface MeantAsk extends Omit<ScanAsk, 'vector'> {
  readonly workspaceId: string;
  readonly text: string;
}

/** Number of stretches whose full vectors are compared with the query: those with the nearest signatures. */
const compared = 400;
/** How long a model that did not answer gets no more calls. */
const outMs = 10_000;
/** Number of recent queries whose vectors are kept in memory. */
const keptQueries = 500;
/** Maximum number of queries embedded at the same time, in total and per workspace. */
const mostAtOnce = 32;
const mostOfOne = 4;
/** How long the model's row from the database is cached. */
const modelMs = 5000;
const probeText = 'people talk about the weather';
/**
 * Share of the related examples that must reach the minimum likeness; a model that does not reach this share is not
 * used.
 */
export const leastTold = 0.5;

export class Meaning {
  readonly embedder: Embedder;
  readonly settings: MeaningSettings;
  readonly #db: Database;
  readonly #cache: MeaningCache;
  readonly #queries = new Map<string, Int8Array>();
  readonly #underWay = new Map<string, number>();
  #outUntilMs = 0;
  /** For each workspace whose query failed, by workspace id, when it may call the model again. */
  readonly #waitUntilMs = new Map<string, number>();
  #probe: Promise<boolean> | null = null;
  #model: { readonly row: MeaningModel | undefined; readonly atMs: number } | null = null;

  constructor(db: Database, embedder: Embedder, settings: MeaningSettings) {
    this.embedder = embedder;
    this.settings = settings;
    this.#db = db;
    const mostBytes = settings.memoryBytes;
    this.#cache = new MeaningCache(db, { model: embedder.model, mostBytes });
  }

  /** Whether the model failed to answer a short time ago. */
  get isOut(): boolean {
    return performance.now() < this.#outUntilMs;
  }

  /**
   * Minimum likeness of a match; null while the model has not been tested with the examples, or if it can't distinguish
   * them.
   */
  async least(): Promise<number | null> {
    const nowMs = performance.now();
    if (!this.#model || nowMs - this.#model.atMs > modelMs)
      this.#model = { row: await findMeaningModel(this.#db, this.embedder.model), atMs: nowMs };
    const { row } = this.#model;
    return row && row.tells >= leastTold ? (this.settings.least ?? row.least) : null;
  }

  /** Finds the stretches with at least this likeness; null if the model or the database does not answer in time. */
  async find(ask: MeantAsk, threshold: number): Promise<MeantStretch[] | null> {
    const refreshPromise = this.#cache.refresh(ask.workspaceId).then(() => true);
    // It may fail while nobody waits for it yet.
    refreshPromise.catch(() => undefined);
    const vector = await this.#vectorOf(ask);
    if (!vector || !(await within(refreshPromise, this.settings.waitMs))) return null;

    const { workspaceId } = ask;
    const candidates = await this.#cache.nearest(workspaceId, { ...ask, vector }, compared);

    return this.#compare(vector, candidates, threshold);
  }

  /** Drops jobs from memory that a search found to be deleted. */
  forget(workspaceId: string, jobIds: Iterable<string>): void {
    this.#cache.forget(workspaceId, jobIds);
  }

  async #compare(
    vector: Int8Array,
    candidates: readonly Candidate[],
    threshold: number,
  ): Promise<MeantStretch[]> {
    if (candidates.length === 0) return [];

    const rows = await findVectors(
      this.#db,
      candidates.map(({ jobId, version, place }) => ({ job_id: jobId, version, place })),
    );
    const vectorsByPlace = new Map(rows.map((row) => [`${row.job_id} ${row.place}`, row.vector]));

    return candidates
      .flatMap(({ jobId, kind, first, last, place }) => {
        const placeVector = vectorsByPlace.get(`${jobId} ${place}`);
        const alike = placeVector ? Math.round(likeness(vector, placeVector) * 1e6) / 1e6 : 0;
        return alike >= threshold ? [{ jobId, kind, first, last, likeness: alike }] : [];
      })
      .toSorted((a, b) => b.likeness - a.likeness || b.first - a.first);
  }

  /** The vector of the query; null if the model does not answer or is too busy. */
  async #vectorOf({ text, workspaceId }: MeantAsk): Promise<Int8Array | null> {
    const cachedVector = this.#queries.get(text);
    if (cachedVector) {
      this.#queries.delete(text);
      this.#queries.set(text, cachedVector);
      return cachedVector;
    }

    const ownCount = this.#underWay.get(workspaceId) ?? 0;
    const totalCount = [...this.#underWay.values()].reduce((sum, count) => sum + count, 0);
    if (this.isOut || this.#mustWait(workspaceId)) return null;
    if (ownCount >= mostOfOne || totalCount >= mostAtOnce) return null;
    this.#underWay.set(workspaceId, ownCount + 1);

    try {
      return await this.#ask(text, workspaceId);
    } finally {
      const remaining = (this.#underWay.get(workspaceId) ?? 1) - 1;
      if (remaining === 0) this.#underWay.delete(workspaceId);
      else this.#underWay.set(workspaceId, remaining);
    }
  }

  async #ask(text: string, workspaceId: string): Promise<Int8Array | null> {
    try {
      const embedding = await this.#embedded(text);
      this.#queries.set(text, embedding);

      const [oldest] = this.#queries.keys();
      if (this.#queries.size > keptQueries && oldest !== undefined) this.#queries.delete(oldest);

      this.#outUntilMs = 0;
      return embedding;
    } catch {
      this.#waitUntilMs.set(workspaceId, performance.now() + outMs);
      await this.#probed();
      return null;
    }
  }

  async #embedded(text: string): Promise<Int8Array> {
    const signal = AbortSignal.timeout(this.settings.waitMs);
    const [vector] = await this.embedder.embed([text], 'query', signal);
    if (!vector) throw new Error('no vector');
    return quantised(vector);
  }

  #mustWait(workspaceId: string): boolean {
    const nowMs = performance.now();
    for (const [waitingId, untilMs] of this.#waitUntilMs)
      if (untilMs <= nowMs) this.#waitUntilMs.delete(waitingId);
    return this.#waitUntilMs.has(workspaceId);
  }

  /**
   * Tests whether the model is available. A query may fail because of its own text, so the model counts as unavailable
   * only if `probeText` fails too.
   */
  async #probed(): Promise<void> {
    this.#probe ??= this.#embedded(probeText)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#probe = null;
      });
    if (!(await this.#probe)) this.#outUntilMs = performance.now() + outMs;
  }
}

async function within(work: Promise<boolean>, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(limitMs, false, { signal: timer.signal });
  late.catch(() => undefined);

  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
