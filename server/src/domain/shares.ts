/** Shares: links that show parts of a job to people without an account. */
import { randomBytes } from 'node:crypto';
import {
  type CreateShare,
  Fault,
  type Results,
  type Share,
  type ShareCreated,
  type SharePart,
  sharesPerJob,
} from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import { type JobRow, lockJob } from '../db/jobs.ts';
import {
  countShares,
  type HeldShare,
  insertShare,
  removeEndedShares,
  removeShare,
  type ShareRow,
  shareOfHash,
} from '../db/shares.ts';
import type { Domain } from './domain.ts';
import { hashApiKey } from './workspace.ts';

const dayMs = 86_400_000;
/** 192 bits: nobody guesses one. */
const tokenBytes = 24;
const tokenForm = /^[\w-]{32}$/;

/** `origin`: where people reach the pages. Throws Fault JOB_NOT_FOUND, JOB_NOT_COMPLETED or VALIDATION_FAILED. */
export async function shareJob(
  domain: Domain,
  { workspaceId, jobId, origin }: { workspaceId: string; jobId: string; origin: string },
  { parts, expires_in_days }: CreateShare,
): Promise<ShareCreated> {
  const [id, now] = [domain.newId('share'), domain.now()];
  const token = randomBytes(tokenBytes).toString('base64url');
  const expiresAt = new Date(now.getTime() + expires_in_days * dayMs);
  const hash = hashApiKey(token);
  const createdBy = domain.audit.actor;
  await domain.db.transaction(async (tx) => {
    const job = await lockSharedJob(tx, workspaceId, jobId, now);
    await insertShare(tx, { id, workspaceId, jobId, hash, parts, createdBy, now, expiresAt });
    await domain.audit.note(tx, {
      workspaceId,
      target: { id, name: job.title },
      details: { job_id: jobId, parts, expires_at: expiresAt.toISOString() },
    });
  });
  return {
    share_id: id,
    url: `${origin}/shared/${token}`,
    expires_at: expiresAt.toISOString(),
  };
}

async function lockSharedJob(
  tx: Queryable,
  workspaceId: string,
  jobId: string,
  now: Date,
): Promise<JobRow> {
  const job = await lockJob(tx, jobId);
  if (job?.workspace_id !== workspaceId) throw new Fault('JOB_NOT_FOUND', jobId);
  if (job.status !== 'completed') {
    throw new Fault('JOB_NOT_COMPLETED', jobId, { text: 'Only a completed job can be shared.' });
  }
  if ((await countShares(tx, jobId, now)) >= sharesPerJob) {
    throw new Fault('VALIDATION_FAILED', 'shares', {
      text: `A job may have at most ${sharesPerJob} links at a time. Delete those that are no longer needed.`,
    });
  }
  return job;
}

/** Throws Fault NOT_FOUND. */
export async function endShare(domain: Domain, workspaceId: string, id: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const removed = await removeShare(tx, workspaceId, id);
    if (!removed) throw new Fault('NOT_FOUND', id, { text: 'There is no such share.' });
    const details = { job_id: removed.job_id };
    await domain.audit.note(tx, { workspaceId, target: { id }, details });
  });
}

/** What a token opens; undefined if nothing, or no longer. */
export async function openShare(domain: Domain, token: string): Promise<HeldShare | undefined> {
  if (!tokenForm.test(token)) return undefined;
  return shareOfHash(domain.db, hashApiKey(token), domain.now());
}

export const shareView = (row: ShareRow): Share => ({
  share_id: row.id,
  job_id: row.job_id,
  title: row.title,
  parts: [...row.parts],
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  opened: row.opened,
  last_opened_at: row.last_opened_at?.toISOString() ?? null,
});

/** The chosen parts of results; without `transcript` no words that were spoken, but those that evidence of an answer quotes. */
export function chosenResults(results: Results, parts: readonly SharePart[]): Results {
  const has = (part: SharePart): boolean => parts.includes(part);
  const { transcription, summary, brands, objects, query_results } = results;
  return {
    ...(has('transcript') && transcription && { transcription: withoutWords(transcription) }),
    ...(has('transcript') && summary && { summary }),
    ...(has('brands') && brands && { brands: has('transcript') ? brands : unquoted(brands) }),
    ...(has('objects') && objects && { objects }),
    ...(has('queries') && query_results && { query_results }),
    ...(has('video') && results.storyboard && { storyboard: results.storyboard }),
    meta: results.meta,
  };
}

/** The page shows no single words. */
const withoutWords = (transcription: NonNullable<Results['transcription']>) => ({
  ...transcription,
  segments: transcription.segments.map(({ words: _words, ...segment }) => segment),
});

const unquoted = (brands: NonNullable<Results['brands']>) =>
  brands.map((brand) => ({
    ...brand,
    appearances: brand.appearances.map(({ speech_context: _quote, ...appearance }) =>
      appearance.source === 'audio' ? { ...appearance, context: 'Said.' } : appearance,
    ),
  }));

export const removeShares = (domain: Domain): Promise<void> =>
  removeEndedShares(domain.db, domain.now());
