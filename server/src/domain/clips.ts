/** Decides what a clip contains, makes only one clip for identical requests, and deletes expired clips. */

import { createHash } from 'node:crypto';
import {
  type Clip,
  type ClipRange,
  type CreateClip,
  clipSeconds,
  Fault,
  invalidInput,
} from '@reelsight/contract';
import { lengthOf } from '../analysis/spans.ts';
import { clipsFolder } from '../artifacts/stored-paths.ts';
import { clipMoments } from '../corrections/clip-order.ts';
import {
  type ClipPage,
  type ClipRow,
  clipPage,
  countOpenClips,
  countOpenClipsOfOwners,
  failLostClips,
  findClip,
  insertClip,
  passClipOn,
  removeClip,
  removeClipsBeyond,
  removeExpiredClips,
  takeSameClip,
} from '../db/clips.ts';
import type { Queryable } from '../db/database.ts';
import { findJob, type JobRow, lockJob } from '../db/jobs/jobs.ts';
import type { Owned } from '../db/owned.ts';
import { ownerGroup } from '../db/workspaces/members.ts';
import { lockWorkspace } from '../db/workspaces/workspaces.ts';
import { correctionThreads, fewCharacters } from './corrections/correction-threads.ts';
import { correctionsOf } from './corrections/corrections.ts';
import { type ReadOptions, type ReadResults, readResults } from './corrections/read-results.ts';
import type { Domain } from './domain.ts';
import { heldVideo } from './jobs/held-video.ts';
import { enqueueRemoval } from './removals.ts';
import { storedQuotas } from './uploads/stored-quotas.ts';

/** The results that say which moments a clip contains. */
function fieldsOf({ ranges, brand }: CreateClip): readonly ('brands' | 'objects' | 'metadata')[] {
  if (ranges) return ['metadata'];
  return [brand ? 'brands' : 'objects', 'metadata'];
}

/** Seconds up to which a clip is expected to be made in a short time. Longer ones have a queue and places of their own. */
const shortClipSeconds = 60;

export const clipFile = (clip: Pick<ClipRow, 'id' | 'workspace_id' | 'job_id' | 'ask'>): string =>
  `${clipsFolder({ workspace_id: clip.workspace_id, id: clip.job_id })}/${clip.id}.${clip.ask.format}`;

export const clipExpiry = ({ now, settings }: Pick<Domain, 'now' | 'settings'>): Date =>
  new Date(now().getTime() + settings.clipsMs);

/**
 * Throws Fault JOB_NOT_FOUND, JOB_NOT_COMPLETED, TEST_JOB, VALIDATION_FAILED, MEDIA_GONE, LOW_DISK, or RATE_LIMITED if too
 * many clips of the workspace wait.
 */
export async function createClip(
  domain: Domain,
  workspaceId: string,
  jobId: string,
  ask: CreateClip,
): Promise<Clip> {
  const job = await mustFindCompleted(domain.db, workspaceId, jobId);
  // An upload of a test workspace is a real video, of which clips would be cut free of charge.
  if (job.ask.test) throw new Fault('TEST_JOB', job.id);

  // The boxes to draw are read only when the clip is made.
  const { json } = await clipResults(domain, job.id, { fields: fieldsOf(ask), frames: false });
  const ranges = await rangesOf(domain, job, ask, json);

  await checkMedia(domain, job);
  const corrections = ask.boxes
    ? (await correctionsOf(domain.db, [job.id], 'heard')).get(job.id)
    : [];
  const digest = digestOf(
    ask,
    ranges,
    (corrections ?? []).map(({ correction_id }) => correction_id),
  );
  const readyClip = await takeSameClip(domain.db, job, digest, clipExpiry(domain));
  if (readyClip) return clipView(readyClip);

  await domain.ports.checkDisk();
  return domain.db.transaction(async (tx) => {
    // The clip's row refers to the job, so the job must be locked too, and before the workspace.
    await lockJob(tx, jobId);
    // While the workspace is locked, two simultaneous requests are counted one after the other.
    await lockWorkspace(tx, workspaceId);
    await checkRoom(domain, tx, workspaceId);

    const id = domain.newId('clip');
    const taskId = crypto.randomUUID();
    const fresh = { id, workspace_id: workspaceId, job_id: jobId, ask, ranges, digest };
    const row = await insertClip(tx, { ...fresh, task_id: taskId, created_at: domain.now() });
    if (!row) {
      const existingClip = await takeSameClip(tx, job, digest, clipExpiry(domain));
      if (existingClip) return clipView(existingClip);
      throw new Fault('JOB_NOT_FOUND', jobId);
    }

    const isLong = lengthOf(ranges) > shortClipSeconds;
    await enqueueClip(domain, tx, { ...fresh, task_id: taskId }, isLong ? 'long_clip' : 'clip');

    return clipView(row);
  });
}

/**
 * Enqueues the task of a clip that has been inserted. The priority makes the first clip of a person's workspaces go
 * before the second clip of any other person.
 */
async function enqueueClip(
  domain: Domain,
  tx: Queryable,
  {
    id,
    workspace_id: workspaceId,
    task_id: taskId,
  }: Pick<ClipRow, 'id' | 'workspace_id'> & {
    readonly task_id: string;
  },
  queue: 'clip' | 'long_clip',
): Promise<void> {
  const openClips = await countOpenClipsOfOwners(tx, workspaceId);
  const group = { id: await ownerGroup(tx, workspaceId) };
  const task = { id: taskId, group, priority: 1 - openClips };
  await domain.queue.enqueue(tx, queue, { clipId: id, workspaceId }, task);
}

/**
 * Gives a clip that is being made to the queue of long ones, where it is made from its beginning. Does nothing if the
 * clip is gone, or belongs to another attempt.
 */
export async function passToLongClips(
  domain: Domain,
  clip: Pick<ClipRow, 'id' | 'workspace_id' | 'attempt'>,
): Promise<void> {
  const task_id = crypto.randomUUID();
  await domain.db.transaction(async (tx) => {
    if (!(await passClipOn(tx, clip, task_id, domain.now()))) return;
    await enqueueClip(domain, tx, { ...clip, task_id }, 'long_clip');
  });
}

/** Throws Fault RATE_LIMITED if too many clips of the workspace are waiting or being made. */
async function checkRoom(domain: Domain, tx: Queryable, workspaceId: string): Promise<void> {
  const { clipsOfWorkspace: clipLimit } = domain.settings;
  if ((await countOpenClips(tx, workspaceId)) < clipLimit) return;

  throw new Fault('RATE_LIMITED', `${clipLimit} clips wait`, {
    text: `${clipLimit} clips of this workspace wait or are being made. Ask again when some are ready.`,
  });
}

async function mustFindCompleted(
  db: Queryable,
  workspaceId: string,
  jobId: string,
): Promise<Owned<JobRow>> {
  const job = await findJob(db, workspaceId, jobId);
  if (!job) throw new Fault('JOB_NOT_FOUND', jobId);
  if (job.status === 'completed') return job;
  throw new Fault('JOB_NOT_COMPLETED', job.status, {
    text: `A clip can only be made of a completed job; this one is ${job.status}.`,
  });
}

/**
 * The results that a clip is made from, with corrections applied. `frames` says whether to include the boxes of single
 * frames, which are needed only for drawing.
 */
export async function clipResults(
  domain: Domain,
  jobId: string,
  { fields, frames }: Required<Pick<ReadOptions, 'fields' | 'frames'>>,
): Promise<Pick<ReadResults, 'json'>> {
  for await (const results of readResults(domain, [jobId], { corrected: true, fields, frames }))
    return results;
  return { json: '{}' };
}

/** Throws Fault VALIDATION_FAILED. */
async function rangesOf(
  domain: Domain,
  job: JobRow,
  ask: CreateClip,
  json: string,
): Promise<ClipRange[]> {
  const order = { ask, json, durationSeconds: job.duration_seconds };
  const moments =
    json.length <= fewCharacters
      ? clipMoments(order)
      : await correctionThreads(domain).for(json.length).run('clip', order);
  if ('refused' in moments) throw invalidInput(moments.refused);

  const seconds = lengthOf(moments.ranges);
  const maxSeconds = clipSeconds[ask.format];
  // The small tolerance is needed because sums of fractions are slightly inexact.
  if (seconds > maxSeconds + 1e-6) throw invalidInput(tooLong(ask, moments, maxSeconds));

  return [...moments.ranges];
}

function tooLong(
  ask: CreateClip,
  { ranges }: { readonly ranges: readonly ClipRange[] },
  maxSeconds: number,
): string {
  const field = ask.ranges ? 'ranges' : ask.brand ? 'brand' : 'object';
  const subject = ask.ranges ? 'They' : `All moments of “${ask.brand ?? ask.object}”`;
  return `${field}: ${subject} last ${Math.ceil(lengthOf(ranges))} s together; a clip as ${ask.format} lasts at most ${maxSeconds} s. Give fewer or shorter ranges.`;
}

/** Throws Fault MEDIA_GONE. */
async function checkMedia(domain: Domain, job: Owned<JobRow>): Promise<void> {
  const video = await heldVideo(domain, job);
  if (video && (await domain.ports.storedFile(video.key))) return;
  throw new Fault('MEDIA_GONE', job.id, job.url === null ? {} : { text: linkGone });
}

const linkGone =
  'The video of this link is not held: it is kept for a few days after the analysis (REELSIGHT_MEDIA_DAYS), unless the operator has switched that off (REELSIGHT_KEEP_LINK_VIDEOS) or the disk was nearly full. To make clips of it, upload the file and analyse the upload.';

/**
 * Returns a digest that is the same for the same request on the same results. If boxes are drawn, it also covers the
 * corrections, because a correction made later changes the boxes.
 */
function digestOf(
  { format, boxes, brand, object }: CreateClip,
  ranges: readonly ClipRange[],
  corrections: readonly string[],
): string {
  const boxOptions = boxes ? { brand: brand ?? null, object: object ?? null, corrections } : null;
  return createHash('sha256')
    .update(JSON.stringify({ format, ranges, drawn: boxOptions }))
    .digest('base64url');
}

const noClip = (id: string): Fault =>
  new Fault('NOT_FOUND', id, { text: 'There is no such clip.' });

/** Throws Fault NOT_FOUND. */
export async function mustFindClip(
  { db }: Pick<Domain, 'db'>,
  workspaceId: string,
  id: string,
): Promise<Owned<ClipRow>> {
  const row = await findClip(db, workspaceId, id);
  if (!row) throw noClip(id);
  return row;
}

/** Throws Fault JOB_NOT_FOUND. */
export async function clipsOfJob(
  { db }: Domain,
  workspaceId: string,
  jobId: string,
  page: ClipPage,
): Promise<Owned<ClipRow>[]> {
  const job = await findJob(db, workspaceId, jobId);
  if (!job) throw new Fault('JOB_NOT_FOUND', jobId);
  return clipPage(db, job, page);
}

/** Throws Fault NOT_FOUND. */
export async function deleteClip(domain: Domain, workspaceId: string, id: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const clip = await removeClip(tx, workspaceId, id);
    if (!clip) throw noClip(id);
    if (clip.task_id)
      for (const queue of ['clip', 'long_clip'] as const)
        await domain.queue.drop(tx, queue, clip.task_id);
    await enqueueRemoval(domain, tx, { prefixes: [], keys: [clipFile(clip)] });
    const target = { id, name: clip.ask.brand ?? clip.ask.object ?? null };
    await domain.audit.note(tx, { workspaceId, target, details: { job: clip.job_id } });
  });
}

/** Deletes expired clips, and fails clips whose task the queue has given up. */
export async function sweepClips(domain: Domain): Promise<number> {
  const now = domain.now();
  const failure = { code: 'PROCESSING_ERROR', message: 'The clip could not be made.' };
  await failLostClips(domain.db, failure, { now, expiresAt: clipExpiry(domain) });

  return domain.db.transaction(async (tx) => {
    const removedClips = [
      ...(await removeExpiredClips(tx, now)),
      ...(await removeClipsBeyond(tx, storedQuotas(domain))),
    ];
    const keys = removedClips.map(clipFile);
    await enqueueRemoval(domain, tx, { prefixes: [], keys });
    return removedClips.length;
  });
}

export function clipView(row: Owned<ClipRow>): Clip {
  return {
    clip_id: row.id,
    job_id: row.job_id,
    status: row.status,
    percent: row.percent,
    format: row.ask.format,
    ranges: [...row.ranges],
    brand: row.ask.brand ?? null,
    object: row.ask.object ?? null,
    boxes: row.ask.boxes ?? false,
    url: row.status === 'ready' ? `/v1/clips/${row.id}/file` : null,
    duration_seconds: row.duration_seconds,
    size_bytes: row.size_bytes,
    width: row.width,
    height: row.height,
    error:
      row.error_code === null
        ? null
        : { code: row.error_code, message: row.error_message ?? row.error_code },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
