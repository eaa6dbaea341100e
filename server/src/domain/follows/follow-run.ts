/** One run of a Follow, which creates a job for each new video, and only one per video, even if two runs overlap. */
import { askOf, Fault } from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import {
  type FollowChange,
  type FollowRow,
  followSpent,
  knownVideos,
  lastFollowErrors,
  lockFollow,
  takeVideo,
  updateFollow,
} from '../../db/follows.ts';
import { countOpenJobs } from '../../db/jobs/open-jobs.ts';
import { findPlatformState } from '../../db/jobs/platform-states.ts';
import { findWorkspace, type WorkspaceRow } from '../../db/workspaces/workspaces.ts';
import { newJobTrace } from '../../tracing/scope.ts';
import { balanceOf } from '../credits.ts';
import type { Domain, ListedVideo, VideoFacts, VideoLook } from '../domain.ts';
import { closedUntil } from '../jobs/platform-rate.ts';
import { checkKnownDuration, checkPlan } from '../plans/plan-rules.ts';
import { estimateFor } from '../prices/price.ts';
import { insertPendingJob } from '../states/pending-jobs.ts';
import type { Caller, NewPendingJob, Video } from '../submission.ts';
import { type FollowTask, nextRun, startOfMonth, unfunded } from './follow.ts';
import { lacksFor, leftOutBy } from './follow-filter.ts';

/** After this many refused runs in a row, or refused jobs in a row, a Follow pauses itself. */
export const refusalsToPause = 5;

/**
 * Number of the newest entries that a run examines; at least as many as a backfill may ask for. Playlists grow at their
 * end, so a playlist is read in full.
 */
const lookedAt = { channel: 100, search: 100, feed: 500, playlist: 1000 } as const;
/**
 * Number of entries that the first run records as known, if that is more than a run examines: when videos are deleted,
 * older ones move up among the newest.
 */
const notedAtFirst = 200;
/** Maximum number of new videos that one run takes; the next run continues. */
const takenAtOnce = 100;
/**
 * Time limit of a run, below the queue's limit of 600 s; the next run continues with the rest. The videos of a feed are
 * on servers that a stranger may run, which answer at once or have no reason to be waited for.
 */
const runLimitMs = { channel: 450_000, search: 450_000, playlist: 450_000, feed: 120_000 } as const;
const dayMs = 86_400_000;
const earlier = 'there before the Follow';
/**
 * Marks a video for backfill until a run takes it, because this run may end early or have to wait for credits. The mark
 * is stored as the video's skip reason and later compared with this text, so changing the text would lose the videos
 * that still wait.
 */
const toBackfill = 'to be backfilled';

/**
 * Thrown to end a run early: the message says what the run waits for, and `until` is when to run again if that is not
 * the scheduled time.
 */
class Waiting extends Error {
  readonly until: Date | undefined;

  constructor(message: string, until?: Date) {
    super(message);
    this.until = until;
  }
}

/** Rethrows errors, with temporary conditions turned into Waiting, because they are no reason to pause a Follow. */
function asWaiting(error: unknown): never {
  const passing = ['LOW_DISK', 'STORAGE_FULL', 'TOO_MANY_PENDING_JOBS'];
  if (error instanceof Fault && passing.includes(error.code))
    throw new Waiting(`New videos wait: ${error.message}`);
  throw error;
}

/**
 * Runs a Follow. `taskId` is the task of this run; once the run has begun, another run may be queued under another
 * task.
 */
export async function runFollow(
  domain: Domain,
  task: FollowTask,
  signal: AbortSignal,
  taskId: string | null = null,
): Promise<void> {
  const follow = await beginRun(domain, task.followId, taskId);
  if (follow?.status !== 'active') return;

  try {
    await checkReady(domain, follow);
    await domain.ports.checkDisk().catch(asWaiting);

    const videos = await lookForVideos(domain, follow, signal).catch(asWaiting);
    await takeNew(domain, follow, videos, signal);
    await noteRun(domain, follow, { failures: 0, note: null });
    await pauseWhereJobsAreRefused(domain, follow);
  } catch (error) {
    // The process is shutting down, so the queue gives the run to another process.
    if (signal.aborted) throw error;
    if (error instanceof Waiting) await noteWaiting(domain, follow, error);
    else if (error instanceof Fault) await noteRefusal(domain, follow, error);
    else throw error;
  }
}

/**
 * Marks a run as begun. A run requested outside the schedule also replaces the scheduled run if that run is already
 * due.
 */
function beginRun(
  domain: Domain,
  id: string,
  taskId: string | null,
): Promise<FollowRow | undefined> {
  return domain.db.transaction(async (tx) => {
    const follow = await lockFollow(tx, id);
    if (!follow) return undefined;

    const now = domain.now();
    const due = follow.next_run_at !== null && follow.next_run_at <= now;

    return updateFollow(tx, id, {
      updated_at: follow.updated_at,
      ...(follow.run_task === taskId && { run_task: null }),
      ...(due && { next_run_at: nextRun(follow.rule, now) }),
    });
  });
}

/** Checks before any request to the platform whether this run can do anything. Throws Waiting if not. */
async function checkReady(domain: Domain, { rule, workspace_id: id }: FollowRow): Promise<void> {
  const { paused } = await findPlatformState(domain.db, rule.source);
  if (paused) throw new Waiting('New videos wait: the operator has paused this platform.');
  const until = await closedUntil(domain, domain.db, rule.source, id);
  if (until) throw new Waiting('New videos wait: the platform is limiting requests.', until);
  const workspace = await findWorkspace(domain.db, id);
  if (workspace) checkFunds(domain, callerOf(workspace));
}

/** Records why the Follow waits. A requested backfill is kept for the next run. */
async function noteWaiting(domain: Domain, follow: FollowRow, wait: Waiting): Promise<void> {
  const { message: note, until } = wait;
  await noteRun(domain, follow, { failures: 0, note, ...(until && { next_run_at: until }) });
}

/** Lists the videos and records which ones to backfill; the first run also records those that already existed. */
async function lookForVideos(
  domain: Domain,
  follow: FollowRow,
  signal: AbortSignal,
): Promise<ListedVideo[]> {
  const { source } = follow.rule;
  const first = follow.began_at === null;
  const count = Math.max(lookedAt[source.kind], first ? notedAtFirst : 0);
  const asking = { workspaceId: follow.workspace_id, signal };
  const listed = await domain.ports.follow.list(source, count, asking);
  const ready = listed.filter(({ live }) => !live);
  await domain.db.transaction(async (tx) => {
    const locked = await lockFollow(tx, follow.id);
    if (!locked) return;

    const note = (listedVideo: ListedVideo, reason: string, isRetry: boolean) =>
      takeVideo(tx, seenVideo(domain, follow, listedVideo, reason), isRetry);
    const { backfill } = locked;
    for (const listedVideo of ready.slice(0, backfill)) await note(listedVideo, toBackfill, true);

    if (backfill > 0) await updateFollow(tx, follow.id, { backfill: 0 });
    if (locked.began_at) return;

    for (const listedVideo of ready.slice(backfill)) await note(listedVideo, earlier, false);
    await updateFollow(tx, follow.id, { began_at: domain.now() });
  });

  return ready;
}

function seenVideo(
  domain: Domain,
  follow: FollowRow,
  { video }: ListedVideo,
  skipped: string | null,
  jobId: string | null = null,
) {
  const { videoId, url } = video;
  return { followId: follow.id, videoId, url, jobId, skipped, seenAt: domain.now() };
}

async function takeNew(
  domain: Domain,
  follow: FollowRow,
  videos: readonly ListedVideo[],
  signal: AbortSignal,
): Promise<void> {
  const endsAtMs = performance.now() + runLimitMs[follow.rule.source.kind];
  const ids = videos.map(({ video }) => video.videoId);
  const reasonsById = await knownVideos(domain.db, follow.id, ids);
  const newVideos = videos.filter(
    ({ video }) => (reasonsById.get(video.videoId) ?? toBackfill) === toBackfill,
  );

  for (const listedVideo of newVideos.slice(0, takenAtOnce)) {
    signal.throwIfAborted();
    if (performance.now() > endsAtMs) return;
    await takeOne(domain, follow, listedVideo, reasonsById.has(listedVideo.video.videoId), signal);
  }
}

/**
 * Creates the job of one video. Throws Waiting if the account or the spending cap blocks every job, or a Fault if the
 * platform or the plan does.
 */
async function takeOne(
  domain: Domain,
  follow: FollowRow,
  listed: ListedVideo,
  backfilled: boolean,
  signal: AbortSignal,
): Promise<void> {
  const leaveOut = (reason: string) =>
    takeVideo(domain.db, seenVideo(domain, follow, listed, reason), backfilled);
  const look = await lookAt(domain, follow, listed, signal);
  if (look === null) return;

  if ('unfit' in look) {
    await leaveOut(look.unfit);
    return;
  }

  const videoFacts = {
    title: listed.title ?? look.title,
    durationSeconds: look.durationSeconds ?? listed.durationSeconds,
    publishedAt: look.publishedAt ?? listed.publishedAt,
    thumbnailUrl: look.thumbnailUrl,
  };
  const reason =
    leftOutBy(follow.rule.filters, videoFacts) ?? tooOld(follow, videoFacts, backfilled);
  if (reason !== null) {
    await leaveOut(reason);
    return;
  }

  try {
    await submitOne(domain, follow, { ...listed, ...videoFacts }, backfilled);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'VIDEO_TOO_LONG') throw error;
    await leaveOut(error.message);
  }
}

/**
 * Fetches the video's details if the list says too little. A platform that does not answer is no reason to refuse the
 * video, just as for a submitted job, unless a filter needs the answer: then this returns null, and the next run tries
 * again.
 */
async function lookAt(
  domain: Domain,
  { rule, workspace_id: workspaceId }: FollowRow,
  listed: ListedVideo,
  signal: AbortSignal,
): Promise<VideoLook> {
  const asListed = { ...listed, videoId: null, thumbnailUrl: null };
  if (listed.durationSeconds !== null && listed.publishedAt !== null) return asListed;

  try {
    return await domain.ports.follow.look(listed.video, { workspaceId, signal });
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'PLATFORM_RATE_LIMITED') throw error;
    return lacksFor(rule.filters, listed) ? null : asListed;
  }
}

/**
 * Whether the video is too old to count as new. Old videos can appear when search results change or a feed is
 * reordered.
 */
function tooOld(
  follow: FollowRow,
  { publishedAt }: { publishedAt: Date | null },
  backfilled: boolean,
): string | null {
  if (backfilled || publishedAt === null || follow.rule.source.kind === 'playlist') return null;
  const early = follow.created_at.getTime() - publishedAt.getTime() > dayMs;
  return early ? 'published before the Follow' : null;
}

async function submitOne(
  domain: Domain,
  follow: FollowRow,
  listed: ListedVideo & Pick<VideoFacts, 'thumbnailUrl'>,
  backfilled: boolean,
): Promise<void> {
  const video = videoOf(listed);
  await domain.db.transaction(async (tx) => {
    // Two simultaneous runs wait for each other at this lock, so the spending cap holds for both together.
    const locked = await lockFollow(tx, follow.id);
    const workspace = await findWorkspace(tx, follow.workspace_id);
    if (locked?.status !== 'active' || !workspace) throw new Waiting('It was paused meanwhile.');

    const { rule } = locked;
    const plan = domain.plans[workspace.plan];
    const caller = callerOf(workspace);

    checkPlan(plan, rule);
    const ask = askOf(rule, plan.limits);
    checkKnownDuration(plan, ask, video);
    checkFunds(domain, caller);

    const estimate = estimateFor(domain, ask, video.durationSeconds);
    await checkCap(domain, tx, locked, estimate.credits);

    const id = domain.newId('job');
    const followedVideo = seenVideo(domain, locked, listed, null, id);
    if (!(await takeVideo(tx, followedVideo, backfilled))) return;

    const { open } = await countOpenJobs(tx, workspace.id);
    const webhookUrl = rule.webhook_url ?? null;
    const newJob = {
      id,
      ask,
      video,
      estimate,
      webhookUrl,
      externalId: null,
      publishedAt: null,
      listed: publicationIn(rule.source, listed),
      tags: [],
    };
    await insertPendingJob(domain, tx, caller, {
      ...newJob,
      followId: locked.id,
      ahead: open,
      trace: newJobTrace(),
    }).catch(asWaiting);
  });
}

/** The file of a podcast says neither who published it nor when, but its feed does. */
const publicationIn = (
  { kind }: FollowRow['rule']['source'],
  { sourceTitle, publishedAt }: ListedVideo,
): NonNullable<NewPendingJob['listed']> => ({
  author: kind === 'feed' ? sourceTitle : null,
  publishedAt,
});

function videoOf({
  video,
  title,
  durationSeconds,
  thumbnailUrl,
}: ListedVideo & Pick<VideoFacts, 'thumbnailUrl'>): Video {
  const { url, platform, videoId } = video;
  const noUpload = { uploadKey: null, etag: null };
  return { url, platform, videoId, ...noUpload, title, durationSeconds, thumbnailUrl };
}

function callerOf(workspace: WorkspaceRow): Caller {
  return {
    workspaceId: workspace.id,
    plan: workspace.plan,
    pastDue: workspace.past_due,
    balance: balanceOf(workspace),
    isTest: workspace.test,
  };
}

async function checkCap(
  domain: Domain,
  tx: Queryable,
  follow: FollowRow,
  credits: number,
): Promise<void> {
  const cap = follow.rule.monthly_credits;
  if (cap === undefined) return;
  const spent = await followSpent(tx, follow, startOfMonth(domain.now()));
  if (spent + credits > cap)
    throw new Waiting(`New videos wait: the cap of ${cap} credits a month is reached.`);
}

/**
 * Throws Waiting if the account cannot pay. The Follow stays due, so that the schedule continues it as soon as the
 * account can pay.
 */
function checkFunds(domain: Domain, caller: Caller): void {
  const reason = unfunded(caller);
  if (reason !== null) throw new Waiting(reason, domain.now());
}

function noteRun(domain: Domain, follow: FollowRow, outcome: FollowChange): Promise<FollowRow> {
  return updateFollow(domain.db, follow.id, { ...outcome, last_run_at: domain.now() });
}

/** Errors caused by the source or its platform. Any other error means the rule itself must change. */
const refusals: readonly string[] = [
  'PLATFORM_403',
  'PLATFORM_RATE_LIMITED',
  'PLATFORM_UNAVAILABLE',
  'EXTRACTION_FAILED',
  'INVALID_URL',
];

async function noteRefusal(domain: Domain, follow: FollowRow, fault: Fault): Promise<void> {
  const refused = refusals.includes(fault.code);
  await domain.db.transaction(async (tx) => {
    const locked = await lockFollow(tx, follow.id);
    if (!locked) return;

    const failures = locked.failures + (refused ? 1 : 0);
    // A Follow that was paused meanwhile keeps the reason it was paused for.
    const pauses = locked.status === 'active' && (!refused || failures >= refusalsToPause);
    const now = domain.now();
    await updateFollow(tx, follow.id, {
      failures,
      note: `${fault.code}: ${fault.message}`,
      last_run_at: now,
      next_run_at: nextRun(locked.rule, now),
      ...(pauses && {
        status: 'paused' as const,
        paused_reason: refused
          ? `${failures} runs in a row failed, the last with ${fault.code}: ${fault.message}`
          : `${fault.code}: ${fault.message}`,
      }),
    });
  });
}

/**
 * Pauses the Follow if the platform refused its last jobs: a platform may list videos that it then refuses to deliver.
 */
async function pauseWhereJobsAreRefused(domain: Domain, follow: FollowRow): Promise<void> {
  const errors = await lastFollowErrors(domain.db, follow, {
    since: follow.resumed_at ?? follow.created_at,
    limit: refusalsToPause,
  });
  if (errors.length < refusalsToPause || !errors.every((code) => code?.startsWith('PLATFORM_')))
    return;

  await domain.db.transaction(async (tx) => {
    // A Follow that was paused meanwhile keeps the reason it was paused for.
    if ((await lockFollow(tx, follow.id))?.status !== 'active') return;
    await updateFollow(tx, follow.id, {
      status: 'paused',
      paused_reason: `Its last ${refusalsToPause} jobs were refused by the platform, the last with ${errors[0]}.`,
    });
  });
}
