/**
 * Queries over vectors for search by meaning: finding jobs that need vectors, writing vectors, and reading them for a
 * search.
 */
import type { SearchKind } from '@reelsight/contract';
import type { Queryable } from '../database.ts';
import { ownerGroupSql } from '../workspaces/members.ts';
import { isEmbedded } from './embedded.ts';
import { ownersInTurn } from './owners-in-turn.ts';
import type { PassageDetails } from './search-index.ts';
import { takenMinutes } from './wanted-jobs.ts';

export interface StoredPassage {
  readonly id: number;
  readonly kind: SearchKind;
  readonly starts: number;
  readonly ends: number;
  readonly text: string;
  readonly details: PassageDetails | null;
}

export interface TakenMeaningJob {
  readonly job_id: string;
  readonly workspace_id: string;
  readonly wanted: number;
  readonly failures: number;
  /** The group of the workspace's owner, as by `ownerGroup`. */
  readonly owner_group: string;
}

/**
 * Adds to `meaning_jobs` the jobs that are in the search index but not yet in that table, newest first, starting before
 * `cursor`. Returns the last id examined; null at the end.
 */
export async function requestMissingVectors(
  db: Queryable,
  cursor: string | null,
  count: number,
): Promise<string | null> {
  const [row] = await db.query<{ last: string | null }>(
    `with known as (select job_id, workspace_id, made_at, done from search_jobs
       where $1::text is null or job_id < $1::text collate "C" order by job_id desc limit $2),
     asked as (insert into meaning_jobs (job_id, workspace_id, made_at, wanted)
       select job_id, workspace_id, made_at, done from known where done > 0 and ${isEmbedded('known.workspace_id')}
         and not exists (select 1 from meaning_jobs m where m.job_id = known.job_id)
       on conflict (job_id) do nothing)
     select min(job_id collate "C") as last from known`,
    [cursor, count],
  );
  return row?.last ?? null;
}

/** Requests new vectors for jobs whose vectors were made by another model. True if there may be more such jobs. */
export async function askForOtherModels(
  db: Queryable,
  model: string,
  count: number,
): Promise<boolean> {
  const rows = await db.query(
    `update meaning_jobs set done = 0, failures = 0, taken_until = null where job_id in (
       select job_id from meaning_jobs where done > 0 and model is distinct from $1 limit $2) returning job_id`,
    [model, count],
  );
  return rows.length === count;
}

/**
 * Takes the newest job that needs vectors, of one of the workspaces of the next owner after `afterOwner`; undefined if
 * there is none.
 */
export async function takeMeaningJob(
  db: Queryable,
  afterOwner: string,
): Promise<TakenMeaningJob | undefined> {
  const due = 'done < wanted and (taken_until is null or taken_until < now())';
  const [row] = await db.query<TakenMeaningJob>(
    `${ownersInTurn('meaning_jobs', isEmbedded('workspace_id'))}
     update meaning_jobs set taken_until = now() + interval '${takenMinutes} minutes'
     where job_id = (select job.job_id from turns, lateral (
       select job_id from meaning_jobs where workspace_id = turns.workspace_id and ${due}
       order by job_id desc limit 1 for update skip locked) job limit 1)
     returning job_id, workspace_id, wanted, failures, ${ownerGroupSql('meaning_jobs.workspace_id')} as owner_group`,
    [afterOwner],
    'take meaning job',
  );
  return row;
}

/** Renews the claim on the job; must be called before each call to the model. */
export async function renewMeaningJob(db: Queryable, jobId: string): Promise<void> {
  await db.query(
    `update meaning_jobs set taken_until = now() + interval '${takenMinutes} minutes' where job_id = $1`,
    [jobId],
  );
}

/**
 * Releases the job, so that it can be taken again after `seconds`. `failed` says whether the job itself caused the
 * failure.
 */
export async function releaseMeaningJob(
  db: Queryable,
  jobId: string,
  { seconds, failed }: { readonly seconds: number; readonly failed: boolean },
): Promise<void> {
  await db.query(
    `update meaning_jobs set taken_until = now() + $2 * interval '1 second', failures = failures + $3 where job_id = $1`,
    [jobId, seconds, failed ? 1 : 0],
  );
}

/** The first `count` passages of the job with an id above `after`, ordered by id. */
export async function passagesOfJob(
  db: Queryable,
  jobId: string,
  { after: afterId, count }: { readonly after: number; readonly count: number },
): Promise<StoredPassage[]> {
  return db.query<StoredPassage>(
    `select id, kind, starts, ends, text, details from search_passages
     where job_id = $1 and id > $2 and kind <> 'brand' order by id limit $3`,
    [jobId, afterId, count],
  );
}

/** Stored vectors of the job, by the digest of the model and the text they were made from. */
export async function vectorsByDigest(
  db: Queryable,
  jobId: string,
): Promise<ReadonlyMap<string, Int8Array>> {
  const rows = await db.query<{ digest: string; vector: Uint8Array }>(
    'select digest, vector from meaning_vectors where job_id = $1',
    [jobId],
  );
  return new Map(rows.map(({ digest, vector }) => [digest, signed(vector)]));
}

const signed = (bytes: Uint8Array): Int8Array =>
  new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export interface VectorToStore {
  readonly place: number;
  readonly digest: string;
  readonly vector: Int8Array;
}

/** Stores vectors in place of those that an interrupted attempt stored. Does nothing if the job is gone. */
export async function insertVectors(
  db: Queryable,
  { job_id, wanted: wantedVersion }: Pick<TakenMeaningJob, 'job_id' | 'wanted'>,
  vectors: readonly VectorToStore[],
): Promise<void> {
  const rows = vectors.map(({ place, digest, vector }) => ({
    place,
    digest,
    vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
  }));
  await db.query(
    `insert into meaning_vectors (job_id, version, place, digest, vector)
     select $1, $2, place, digest, decode(vector, 'base64')
     from json_to_recordset($3::json) as v(place int, digest text, vector text)
     where exists (select 1 from meaning_jobs where job_id = $1)
     on conflict (job_id, version, place) do update set digest = excluded.digest, vector = excluded.vector`,
    [job_id, wantedVersion, JSON.stringify(rows)],
    'insert vectors',
  );
}

/** Marks the job's new vectors as the ones that searches use, and removes the older ones. */
export async function endMeaningJob(
  tx: Queryable,
  { job_id, wanted: wantedVersion }: Pick<TakenMeaningJob, 'job_id' | 'wanted'>,
  { model, pack }: { readonly model: string; readonly pack: Uint8Array | null },
): Promise<void> {
  await tx.query(
    `update meaning_jobs set done = $2, model = $3, pack = decode($4, 'base64'), packed_at = clock_timestamp(),
       taken_until = null, failures = 0 where job_id = $1`,
    [job_id, wantedVersion, model, pack && Buffer.from(pack).toString('base64')],
  );
  await tx.query('delete from meaning_vectors where job_id = $1 and version <> $2', [
    ...[job_id, wantedVersion],
  ]);
}

export interface MeaningModel {
  readonly model: string;
  readonly least: number;
  readonly tells: number;
}

export async function findMeaningModel(
  db: Queryable,
  model: string,
): Promise<MeaningModel | undefined> {
  const [row] = await db.query<MeaningModel>(
    'select model, least, tells from meaning_models where model = $1',
    [model],
  );
  return row;
}

/** Records a model; `inUse` says whether it is the one that makes new vectors from now on. */
export async function noteMeaningModel(
  db: Queryable,
  { model, least: threshold, tells }: MeaningModel,
  inUse: boolean,
): Promise<void> {
  await db.query(
    `insert into meaning_models (model, least, tells, used_at)
     values ($1, $2, $3, case when $4 then now() else 'epoch' end)
     on conflict (model) do update set least = excluded.least, tells = excluded.tells, used_at = excluded.used_at`,
    [model, threshold, tells, inUse],
  );
}

export async function lastUsedModel(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ model: string }>(
    'select model from meaning_models order by used_at desc, model limit 1',
  );
  return row?.model;
}

export interface PackedJob {
  readonly job_id: string;
  readonly made_at: Date;
  readonly version: number;
  readonly packed_at: Date;
}

/** Jobs of a workspace whose packs were written since a given time, the newest video first. */
export async function packedJobs(
  db: Queryable,
  workspaceId: string,
  { model, since }: { readonly model: string; readonly since: Date | null },
): Promise<PackedJob[]> {
  return db.query<PackedJob>(
    `select job_id, made_at, done as version, packed_at from meaning_jobs
     where workspace_id = $1 and pack is not null and packed_at >= $3 and model = $2 order by job_id desc`,
    [workspaceId, model, since ?? new Date(0)],
    'packed jobs',
  );
}

export async function findPacks(
  db: Queryable,
  jobIds: readonly string[],
  model: string,
): Promise<{ readonly job_id: string; readonly version: number; readonly pack: Uint8Array }[]> {
  return db.query(
    'select job_id, done as version, pack from meaning_jobs where job_id = any($1) and model = $2 and pack is not null',
    [jobIds, model],
    'find packs',
  );
}

export interface VectorRow {
  readonly job_id: string;
  readonly place: number;
  readonly vector: Int8Array;
}

export async function findVectors(
  db: Queryable,
  references: readonly {
    readonly job_id: string;
    readonly version: number;
    readonly place: number;
  }[],
): Promise<VectorRow[]> {
  const rows = await db.query<{ job_id: string; place: number; vector: Uint8Array }>(
    `select v.job_id, v.place, v.vector from unnest($1::text[], $2::int[], $3::int[]) as w(job_id, version, place)
     join meaning_vectors v on v.job_id = w.job_id collate "C" and v.version = w.version and v.place = w.place`,
    [
      references.map((reference) => reference.job_id),
      references.map((reference) => reference.version),
      references.map((reference) => reference.place),
    ],
    'find vectors',
  );
  return rows.map((row) => ({ ...row, vector: signed(row.vector) }));
}
