/** Shares: links that show parts of a job, or a report, to people without an account. */
import { randomBytes } from 'node:crypto';
import {
  type CreateReportShare,
  type CreateShare,
  Fault,
  type Share,
  type ShareCreated,
  sharesPerJob,
} from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import { lockOwnJob } from '../db/jobs/jobs.ts';
import type { Owned } from '../db/owned.ts';
import {
  countShares,
  insertShare,
  type NewShare,
  type OpenShare,
  removeEndedShares,
  removeShare,
  type ShareLogo,
  type ShareRow,
  shareOfHash,
} from '../db/shares.ts';
import { lockWorkspace } from '../db/workspaces/workspaces.ts';
import type { Domain } from './domain.ts';
import { readReport } from './reports.ts';
import { holdAccess, type PersonalAccess } from './workspaces/access.ts';
import { hashSecret } from './workspaces/workspace.ts';

const dayMs = 86_400_000;
/** 192 bits, so that nobody can guess a token. */
const tokenBytes = 24;
const tokenForm = /^[\w-]{32}$/;

interface SharePlace {
  readonly workspaceId: string;
  /** Id of the job or report. */
  readonly id: string;
  /** Origin (scheme and host) at which people open the shared pages. */
  readonly origin: string;
  /** Decoded; null without one. */
  readonly logo?: ShareLogo | null;
  /** The session of the caller, who may lose access while the logo is read; null if a key or a schedule makes the link. */
  readonly access: PersonalAccess | null;
}

/** Throws Fault JOB_NOT_FOUND, JOB_NOT_COMPLETED or VALIDATION_FAILED, or as `holdAccess`. */
export function shareJob(
  domain: Domain,
  place: SharePlace,
  { parts, expires_in_days: days, names_sender: namesSender }: CreateShare,
): Promise<ShareCreated> {
  const expiresAt = new Date(domain.now().getTime() + days * dayMs);
  const settings = { parts, expiresAt, namesSender: namesSender ?? true };
  return addShare(domain, place, settings, async (tx) => {
    const job = await lockOwnJob(tx, place.workspaceId, place.id);
    if (!job) throw new Fault('JOB_NOT_FOUND', place.id);
    if (job.status !== 'completed') {
      throw new Fault('JOB_NOT_COMPLETED', job.id, { text: 'Only a completed job can be shared.' });
    }
    return { jobId: job.id, reportId: null, title: job.title };
  });
}

/**
 * Creates a link to a report; the link ends no later than the report. Throws Fault NOT_FOUND, JOB_NOT_COMPLETED or
 * VALIDATION_FAILED, or as `holdAccess`.
 */
export async function shareReport(
  domain: Domain,
  place: SharePlace,
  { expires_in_days: days, names_sender: namesSender }: CreateReportShare,
): Promise<ShareCreated> {
  const report = await readReport(domain, place.workspaceId, place.id);
  if (report.status !== 'ready') {
    const text = `Only a report that is ready can be shared; it is ${report.status}.`;
    throw new Fault('JOB_NOT_COMPLETED', report.id, { text });
  }

  const requestedEnd = domain.now().getTime() + days * dayMs;
  const expiresAt = new Date(Math.min(requestedEnd, report.expires_at.getTime()));
  const of = { jobId: null, reportId: report.id, title: report.title };

  const settings = { parts: [], expiresAt, namesSender: namesSender ?? true };
  return addShare(domain, place, settings, async (tx) => {
    // While the workspace is locked, two simultaneous requests are counted one after the other.
    await lockWorkspace(tx, place.workspaceId);
    return of;
  });
}

interface SharedThing {
  readonly jobId: string | null;
  readonly reportId: string | null;
  readonly title: string | null;
}

async function addShare(
  domain: Domain,
  { workspaceId, id: of, origin, access, logo = null }: SharePlace,
  { parts, expiresAt, namesSender }: Pick<NewShare, 'parts' | 'expiresAt' | 'namesSender'>,
  find: (tx: Queryable) => Promise<SharedThing>,
): Promise<ShareCreated> {
  const id = domain.newId('share');
  const now = domain.now();
  const token = randomBytes(tokenBytes).toString('base64url');
  const hash = hashSecret(token);
  const createdBy = domain.audit.actor;
  await domain.db.transaction(async (tx) => {
    await holdAccess(tx, workspaceId, access);
    const { title, ...thing } = await find(tx);

    if ((await countShares(tx, of, now)) >= sharesPerJob) {
      throw new Fault('VALIDATION_FAILED', 'shares', {
        text: `There may be at most ${sharesPerJob} links at a time. Delete those that are no longer needed.`,
      });
    }

    await insertShare(tx, {
      ...thing,
      id,
      workspaceId,
      hash,
      parts,
      createdBy,
      now,
      expiresAt,
      namesSender,
      logo,
    });
    await domain.audit.note(tx, {
      workspaceId,
      target: { id, name: title },
      details: { of, parts, expires_at: expiresAt.toISOString() },
    });
  });

  return {
    share_id: id,
    url: `${origin}/shared/${token}`,
    expires_at: expiresAt.toISOString(),
  };
}

/** Throws Fault NOT_FOUND. */
export async function endShare(domain: Domain, workspaceId: string, id: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const share = await removeShare(tx, workspaceId, id);
    if (!share) throw new Fault('NOT_FOUND', id, { text: 'There is no such share.' });
    const details = { of: share.job_id ?? share.report_id };
    await domain.audit.note(tx, { workspaceId, target: { id }, details });
  });
}

/** Returns what a token opens; undefined if it opens nothing, or has expired. */
export async function openShare(domain: Domain, token: string): Promise<OpenShare | undefined> {
  if (!tokenForm.test(token)) return undefined;
  return shareOfHash(domain.db, hashSecret(token), domain.now());
}

export const shareView = (row: Owned<ShareRow>): Share => ({
  share_id: row.id,
  job_id: row.job_id,
  report_id: row.report_id,
  title: row.title,
  parts: [...row.parts],
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  opened: row.opened,
  last_opened_at: row.last_opened_at?.toISOString() ?? null,
});

export const removeShares = (domain: Domain): Promise<void> =>
  removeEndedShares(domain.db, domain.now());
