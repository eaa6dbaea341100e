/** Puts the videos of links on the list of those whose views are read, with the views known from the analysis. */
import type { MetadataResult } from '@reelsight/contract';
import {
  insertReading,
  insertViews,
  jobsWithoutReading,
  type ReadingRow,
  type UnwatchedJob,
  type ViewsRow,
} from '../../db/audience/video-views.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import type { Domain } from '../domain.ts';
import { nextReading } from './reading-times.ts';

type WatchedJob = Pick<JobRow, 'id' | 'url' | 'platform' | 'video_id'>;
type Views = Pick<MetadataResult, 'view_count' | 'published_at' | 'fetched_at'>;

const dayMs = 86_400_000;
/** No platform is older; an earlier date of publication is a mistake of the platform. */
const earliestPublication = Date.UTC(2000, 0, 1);

const notGiven = 'Direct links have no number of views.';

/**
 * Plans the readings of a job's video; does nothing for an upload. `metadata` is what the platform said when the video
 * was analysed; null if that is not known.
 */
export async function watchViews(
  domain: Pick<Domain, 'db' | 'now' | 'settings'>,
  job: WatchedJob,
  metadata: Views | null,
  analysedAt: Date = domain.now(),
): Promise<void> {
  if (job.url === null) return;

  const firstViews = viewsOf(metadata, domain.now());
  const video = { job, url: job.url, analysedAt };
  const row = plannedReading(domain, video, metadata, firstViews);

  await domain.db.transaction(async (tx) => {
    const isNew = await insertReading(tx, row);
    if (isNew && firstViews) await insertViews(tx, [job.id], firstViews);
  });
}

interface AnalysedVideo {
  readonly job: WatchedJob;
  readonly url: string;
  readonly analysedAt: Date;
}

function plannedReading(
  { settings, now: clock }: Pick<Domain, 'settings' | 'now'>,
  { job, url, analysedAt }: AnalysedVideo,
  metadata: Views | null,
  firstViews: ViewsRow | null,
): Omit<ReadingRow, 'tries' | 'note'> {
  const now = clock();
  const link = job.video_id ?? url;
  const published_at = publicationOf(metadata?.published_at ?? null, now);
  const from = published_at ?? analysedAt;
  const planned = nextReading(settings.viewsDays, { link, from }, now);
  // A video whose views are not known yet is read once, however old it is.
  const due = firstViews || metadata ? planned : now;
  const isDirect = job.platform === 'direct';

  return {
    job_id: job.id,
    platform: job.platform,
    link,
    published_at,
    analysed_at: analysedAt,
    due_at: isDirect ? null : due,
    next_at: isDirect ? null : due,
    state: isDirect ? 'not_given' : due ? 'scheduled' : firstViews ? 'finished' : 'not_given',
  };
}

function viewsOf(metadata: Views | null, now: Date): ViewsRow | null {
  const { view_count: views = null, fetched_at = null } = metadata ?? {};
  const plausible = plausibleViews(views);
  if (plausible === null) return null;

  const fetchedAt = new Date(fetched_at ?? Number.NaN);
  const isPlausible = fetchedAt.getTime() > earliestPublication && fetchedAt <= now;
  return { views: plausible, read_at: isPlausible ? fetchedAt : now };
}

/** Null for a number that no counter shows, which the database might not even be able to store. */
export const plausibleViews = (views: number | null): number | null =>
  views !== null && Number.isSafeInteger(views) && views >= 0 ? views : null;

/** Null for a date that can't be right, which the database might not even be able to store. */
export function publicationOf(text: string | null, now: Date): Date | null {
  const time = Date.parse(text ?? '');
  const isPlausible = time >= earliestPublication && time <= now.getTime() + dayMs;
  return isPlausible ? new Date(time) : null;
}

const watchedAtOnce = 200;

/**
 * Plans the readings of recent jobs that have none: of an earlier release, of a restored backup of one, or of a process
 * that was killed.
 */
export async function watchMissing(domain: Domain): Promise<void> {
  const { viewsDays } = domain.settings;
  const since = new Date(domain.now().getTime() - (viewsDays.at(-1) ?? 0) * dayMs);
  if (viewsDays.length === 0) return;

  for (;;) {
    const jobs = await jobsWithoutReading(domain.db, since, watchedAtOnce);
    for (const job of jobs) await watchViews(domain, job, metadataOf(job), job.completed_at);
    if (jobs.length < watchedAtOnce) return;
  }
}

/** Null if the job did not ask for metadata. */
const metadataOf = ({ views, published_at, fetched_at }: UnwatchedJob): Views | null =>
  fetched_at === null
    ? null
    : { view_count: views === null ? null : Number(views), published_at, fetched_at };

/** Why a video without rows has no views, for a row that is on no list of readings. */
export const reasonWithoutViews = (platform: string): string =>
  platform === 'direct' ? notGiven : 'The platform does not say how many views the video has.';
