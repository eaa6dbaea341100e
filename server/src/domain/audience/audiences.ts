/**
 * The audience of each video, when it was published, and the price of a thousand views: what people set, else what the
 * platform says.
 */
import {
  Fault,
  type JobViews,
  type MediaPrices,
  type SetAudience,
  type SetMediaPrices,
  type VideoAudience,
} from '@reelsight/contract';
import {
  type AudienceRow,
  audiencesOfJobs,
  findMediaPrices,
  type MediaPricesRow,
  setJobAudience,
  setMediaPrices,
} from '../../db/audience/audiences.ts';
import { findReading, type ReadingRow, viewsOfJob } from '../../db/audience/video-views.ts';
import type { Queryable } from '../../db/database.ts';
import { findJob, type JobRow, lockOwnJob, setPublishedByHand } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import { moveInTrends, publishedInResults } from '../../db/trends/trend-facts.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import { dateOf } from '../../exposure/trend-facts.ts';
import { enqueueAlertChecks } from '../alerts/tasks.ts';
import type { Domain } from '../domain.ts';
import { givenPublication } from './publication.ts';
import { reasonWithoutViews } from './watched-videos.ts';

/** The two figures of a request. `views`: the audience of each video is the one that is known of it. */
export interface RequestedMoney {
  readonly audience?: number | 'views' | undefined;
  readonly cpm_usd?: number | undefined;
}

/**
 * Audience and price of each video; null if the request asks for no money, or for the same audience and price for all
 * videos. A video without an audience is missing.
 */
export async function audiencesOf(
  db: Queryable,
  workspaceId: string,
  jobIds: readonly string[],
  { audience, cpm_usd }: RequestedMoney,
): Promise<ReadonlyMap<string, VideoAudience> | null> {
  if (audience === undefined || (audience !== 'views' && cpm_usd !== undefined)) return null;

  const prices = await findMediaPrices(db, workspaceId);
  if (audience !== 'views' && !hasPrice(prices)) return null;

  const rows = await audiencesOfJobs(db, workspaceId, jobIds);
  return new Map(
    rows.flatMap((row) => {
      const counted =
        audience === 'views'
          ? countedAudience(row, prices)
          : { views: audience, read_at: null, source: 'given' as const };
      const price = cpm_usd ?? priceOf(prices, row.platform);
      return counted
        ? [[row.job_id, { ...counted, cpm_usd: price, platform: row.platform }] as const]
        : [];
    }),
  );
}

const hasPrice = ({ cpm_usd, cpm_usd_by_platform }: MediaPricesRow): boolean =>
  cpm_usd !== null || Object.values(cpm_usd_by_platform).some((price) => price !== undefined);

const priceOf = (
  { cpm_usd, cpm_usd_by_platform }: MediaPricesRow,
  platform: string,
): number | null => cpm_usd_by_platform[platform] ?? cpm_usd;

type CountedAudience = Pick<VideoAudience, 'views' | 'read_at' | 'source'>;

/** What a person set comes first, then what the platform said last, then the workspace's default. */
function countedAudience(
  { manual, views, read_at }: AudienceRow,
  { audience }: MediaPricesRow,
): CountedAudience | null {
  if (manual !== null) return { views: manual, read_at: null, source: 'manual' };
  if (views !== null) return { views, read_at: read_at?.toISOString() ?? null, source: 'platform' };
  return audience === null ? null : { views: audience, read_at: null, source: 'default' };
}

/** The views of a job's video. Throws Fault JOB_NOT_FOUND. */
export async function readJobViews(
  domain: Domain,
  workspaceId: string,
  jobId: string,
): Promise<JobViews> {
  const job = await findJob(domain.db, workspaceId, jobId);
  if (!job) throw new Fault('JOB_NOT_FOUND', jobId);
  return viewsOf(domain, job);
}

async function viewsOf({ db, settings }: Domain, job: Owned<JobRow>): Promise<JobViews> {
  const rows = await viewsOfJob(db, job);
  const reading = await findReading(db, job);
  const [audience] = await audiencesOfJobs(db, job.workspace_id, [job.id]);
  const prices = await findMediaPrices(db, job.workspace_id);
  const isOff = settings.viewsDays.length === 0;
  const nextAt = isOff || job.status !== 'completed' ? null : (reading?.next_at ?? null);

  return {
    job_id: job.id,
    platform: job.platform,
    ...publicationOf(job, reading),
    views: rows.map((row) => ({ read_at: row.read_at.toISOString(), views: row.views })),
    audience: audience ? countedAudience(audience, prices) : null,
    next_reading: nextAt?.toISOString() ?? null,
    ...stateOf(job, reading, isOff),
  };
}

/** What a person set comes first, then what the platform said, or the feed of the Follow. */
function publicationOf(
  { published_by_hand: byHand, published_at: published, platform, follow_id: followId }: JobRow,
  reading: ReadingRow | undefined,
): Pick<JobViews, 'published_at' | 'published_source'> {
  if (byHand) return { published_at: byHand.toISOString(), published_source: 'manual' };
  // The file behind a direct link says nothing, so its date is that of the feed.
  const isOfFeed = platform === 'direct' && followId !== null;
  const date = isOfFeed ? published : (reading?.published_at ?? published);
  if (!date) return { published_at: null, published_source: null };

  return {
    published_at: date.toISOString(),
    published_source: isOfFeed ? 'feed' : 'platform',
  };
}

function stateOf(
  job: JobRow,
  row: ReadingRow | undefined,
  isOff: boolean,
): Pick<JobViews, 'reading' | 'reason'> {
  if (job.url === null) return { reading: 'no_link', reason: 'The video was uploaded.' };
  if (job.status !== 'completed')
    return { reading: 'not_completed', reason: 'Views are read once the job is completed.' };

  const state = row?.state ?? 'scheduled';
  if (state === 'scheduled' && isOff)
    return { reading: 'off', reason: 'The operator has turned the reading of views off.' };
  if (state === 'not_given')
    return { reading: state, reason: row?.note ?? reasonWithoutViews(job.platform) };

  return { reading: state, reason: row?.note ?? null };
}

/**
 * Sets the audience of a job's video, which then counts instead of its views, and when it was published; null removes
 * what was set, and what is absent stays.
 */
export async function changeJobAudience(
  domain: Domain,
  workspaceId: string,
  jobId: string,
  { views, published_at: published }: SetAudience,
): Promise<JobViews> {
  const now = domain.now();
  const publishedAt = givenPublication(published, now);
  const job = await domain.db.transaction(async (tx) => {
    const row = await lockOwnJob(tx, workspaceId, jobId);
    if (!row) throw new Fault('JOB_NOT_FOUND', jobId);

    if (views !== undefined) await setJobAudience(tx, row, views, now);
    if (published !== undefined) await publishOn(domain, tx, row, publishedAt);
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: jobId, name: row.title },
      details: {
        ...(views !== undefined && { audience: views }),
        ...(published !== undefined && { published_at: publishedAt?.toISOString() ?? null }),
      },
    });
    return published === undefined ? row : { ...row, published_by_hand: publishedAt };
  });

  return viewsOf(domain, job);
}

/** Sets or removes the date by hand. Trends count the video on its new day at once, and alerts look at it again. */
async function publishOn(
  domain: Domain,
  tx: Queryable,
  job: Owned<JobRow>,
  byHand: Date | null,
): Promise<void> {
  await setPublishedByHand(tx, job, byHand);

  const published = byHand ?? job.published_at ?? (await dateInResults(tx, job));
  await moveInTrends(tx, job.id, {
    datedAt: published ?? job.created_at,
    published: published !== null,
  });
  if (job.status === 'completed') await enqueueAlertChecks(domain, tx, [job]);
}

/** Jobs of earlier releases have the date of the platform only in their results. */
async function dateInResults(tx: Queryable, job: Owned<JobRow>): Promise<Date | null> {
  const text = dateOf(await publishedInResults(tx, job.id));
  return text === null ? null : new Date(text);
}

export async function readMediaPrices(db: Queryable, workspaceId: string): Promise<MediaPrices> {
  const { cpm_usd, cpm_usd_by_platform, audience } = await findMediaPrices(db, workspaceId);
  return { cpm_usd, cpm_usd_by_platform: { ...cpm_usd_by_platform }, audience };
}

/** Replaces all prices of the workspace. */
export async function changeMediaPrices(
  domain: Domain,
  workspaceId: string,
  { cpm_usd, cpm_usd_by_platform, audience }: SetMediaPrices,
): Promise<MediaPrices> {
  const prices = {
    cpm_usd: cpm_usd ?? null,
    cpm_usd_by_platform: cpm_usd_by_platform ?? {},
    audience: audience ?? null,
  };

  await domain.db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, workspaceId);
    if (!workspace) throw new Fault('NOT_FOUND', workspaceId);
    await setMediaPrices(tx, workspaceId, prices);
    const target = { id: workspaceId, name: workspace.name };
    await domain.audit.note(tx, { workspaceId, target, details: { media_prices: prices } });
  });

  return prices;
}
