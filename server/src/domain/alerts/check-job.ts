/** Looks at a job for all alerts of its workspace, because it ended or its results were corrected. */
import { type AlertRow, alertRowsOf, lockAlert } from '../../db/alerts/alerts.ts';
import {
  type CheckedVideo,
  findCheckedVideo,
  insertMatch,
  matchedAlerts,
  matchOfJob,
  noteVideo,
  restoreMatch,
  updateMatch,
  withdrawMatch,
  workspaceOfJob,
} from '../../db/alerts/matches.ts';
import type { Queryable } from '../../db/database.ts';
import { isChosen } from '../../db/trends/trends.ts';
import type { BrandMoments } from '../../exposure/brand-moments.ts';
import { foldedLibrary } from '../brands/folded-library.ts';
import type { Domain } from '../domain.ts';
import { momentsOfJob } from '../exposure/kept-exposures.ts';
import { type Finding, findingIn } from './conditions.ts';
import { placeOfMatch, sendMessage } from './messages.ts';
import { passedBy, stillOccurs } from './passing.ts';
import { type Scope, scopeOf } from './scope.ts';
import { enqueueAlertTask } from './tasks.ts';

/** An alert with what it is about. */
interface Looking {
  readonly alert: AlertRow;
  readonly scope: Scope;
}

interface LookedAtJob {
  readonly id: string;
  readonly video: CheckedVideo;
  /** All brands of the alerts that occur in the job. */
  readonly moments: readonly BrandMoments[];
}

/**
 * Records what alerts find in the job, and lets it be sent. May run again at any time: no video is found twice by an
 * alert. Each alert has a transaction of its own, and if one can't be checked, the others are nevertheless; then throws.
 */
export async function checkJob(domain: Domain, jobId: string, signal: AbortSignal): Promise<void> {
  const workspaceId = await workspaceOfJob(domain.db, jobId);
  if (workspaceId === undefined) return;

  const errors: unknown[] = [];
  const looking = await alertsThatLook(domain, workspaceId, errors);
  await checkFor(domain, jobId, looking, { errors, signal });
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} alerts failed`);
}

async function checkFor(
  domain: Domain,
  jobId: string,
  looking: readonly Looking[],
  { errors, signal }: { readonly errors: unknown[]; readonly signal: AbortSignal },
): Promise<void> {
  if (looking.length === 0) return;

  const keys = new Set(looking.flatMap(({ scope }) => scope.choice.brandKeys ?? []));
  const moments = await momentsOfJob(domain, jobId, [...keys], signal);
  // What trends count is stored with what moments are read from.
  const video = moments && (await findCheckedVideo(domain.db, jobId));
  if (!video) return;

  const matched = await matchedAlerts(domain.db, jobId);
  for (const { alert, scope } of looking) {
    const alertKeys = new Set(scope.choice.brandKeys);
    const ownMoments = moments.filter(({ key }) => alertKeys.has(key));
    if (ownMoments.length === 0 && !matched.has(alert.id)) continue;

    const job = { id: jobId, video, moments: ownMoments };
    await domain.db
      .transaction((tx) => record(domain, tx, { alert, scope }, job))
      .catch((error: unknown) => errors.push(error));
  }
}

async function alertsThatLook(
  domain: Domain,
  workspaceId: string,
  errors: unknown[],
): Promise<Looking[]> {
  const { db } = domain;
  const alerts = await alertRowsOf(db, workspaceId);
  if (alerts.length === 0) return [];

  const library = await foldedLibrary(domain, db, workspaceId);
  const looking: Looking[] = [];
  for (const alert of alerts) {
    try {
      const scope = await scopeOf(db, workspaceId, alert, library);
      if (!('problem' in scope)) looking.push({ alert, scope });
    } catch (error) {
      errors.push(error);
    }
  }
  return looking;
}

async function record(
  domain: Domain,
  tx: Queryable,
  looking: Looking,
  job: LookedAtJob,
): Promise<void> {
  const { video } = job;
  const alert = await lockAlert(tx, looking.alert.id);
  if (!alert) return;

  if (alert.updated_at.getTime() !== looking.alert.updated_at.getTime()) {
    // The alert changed since it was read, so the job is looked at anew.
    const task = { kind: 'job', jobId: job.id } as const;
    await enqueueAlertTask(domain, tx, video.workspace_id, task);
    return;
  }

  const matchId = await matchOfJob(tx, alert.id, job.id);
  if (matchId !== undefined) {
    await reviewMatch(domain, tx, { ...looking, matchId }, job);
    return;
  }

  const isOld = video.completed_at < alert.counts_from;
  if (!alert.enabled || isOld || !(await isChosen(tx, looking.scope.choice, job.id))) return;

  const finding = await findIn(domain, tx, { alert, scope: looking.scope }, job);
  if (finding && (await noteVideo(tx, alert.id, video.video_key)))
    await tellOf(domain, tx, alert, { job, finding });
}

async function findIn(
  domain: Domain,
  tx: Queryable,
  { alert, scope }: Looking,
  { video, moments }: LookedAtJob,
): Promise<Finding | null> {
  const { condition } = alert;
  if (condition.type !== 'passed') return findingIn(condition, scope.names, moments);

  const passedAlert = { ...alert, condition };
  const datedAt = video.dated_at;
  return passedBy(tx, { alert: passedAlert, scope, moments, datedAt, now: domain.now() });
}

async function tellOf(
  domain: Domain,
  tx: Queryable,
  alert: AlertRow,
  { job, finding }: { readonly job: LookedAtJob; readonly finding: Finding },
): Promise<void> {
  const place = await placeOfMatch(domain, tx, alert);
  await insertMatch(tx, {
    id: domain.newId('mat'),
    alertId: alert.id,
    workspaceId: alert.workspace_id,
    job_id: job.id,
    videoKey: job.video.video_key,
    ...columnsOf(finding),
    foundAt: domain.now(),
    messageId: place?.messageId ?? null,
  });
  if (place?.isNow) await sendMessage(domain, tx, alert, place.messageId);
}

const columnsOf = ({ frameUrl, ...finding }: Finding) => ({ ...finding, frame_url: frameUrl });

/** Updates a match whose results were corrected, or withdraws it. Nothing is sent: the next message says so. */
async function reviewMatch(
  domain: Domain,
  tx: Queryable,
  { alert, scope, matchId }: Looking & { readonly matchId: string },
  { moments }: LookedAtJob,
): Promise<void> {
  const { condition } = alert;

  if (condition.type === 'passed') {
    if (stillOccurs(scope, moments)) await restoreMatch(tx, matchId);
    else await withdrawMatch(tx, matchId, domain.now());
    return;
  }

  const finding = findingIn(condition, scope.names, moments);
  if (finding) await updateMatch(tx, { id: matchId, ...columnsOf(finding) });
  else await withdrawMatch(tx, matchId, domain.now());
}
