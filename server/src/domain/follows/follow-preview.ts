/** Shows the videos that a Follow of a source would find now; nothing is stored. */
import { Fault, type FollowPreview, type PreviewFollow } from '@reelsight/contract';
import type { FollowRule } from '../../db/follows.ts';
import type { Asking, Domain, FollowSource, ListedVideo } from '../domain.ts';
import { lacksFor, leftOutBy } from './follow-filter.ts';

const shownVideos = 30;
/** Time limit of a preview; short, because a user is waiting. */
const limitMs = 20_000;

/**
 * Number of newest entries requested. A feed is one document whose entries may be in any order, so all of it is read.
 */
const lookedAt = { channel: shownVideos, search: shownVideos, playlist: shownVideos, feed: 500 };

type Filters = FollowRule['filters'];

/**
 * Lists the videos of the source and what the filters say of each. Throws Fault INVALID_URL, PLATFORM_UNAVAILABLE or
 * PLATFORM_RATE_LIMITED.
 */
export async function previewFollow(
  domain: Domain,
  workspaceId: string,
  { source: link, filters }: PreviewFollow,
): Promise<FollowPreview> {
  const source = domain.ports.follow.parseSource(link);
  const stop = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(limitMs), stop.signal]);
  const asking = { workspaceId, signal };

  try {
    const listed = await list(domain, source, asking);
    const previewVideos = listed.slice(0, shownVideos);
    const videos = previewVideos.map((listedVideo) =>
      previewOf(domain, listedVideo, filters ?? undefined, asking),
    );

    return {
      platform: source.platform,
      kind: source.kind,
      title: listed[0]?.sourceTitle ?? source.words ?? null,
      videos: await Promise.all(videos),
    };
  } finally {
    stop.abort();
  }
}

async function list(domain: Domain, source: FollowSource, asking: Asking): Promise<ListedVideo[]> {
  try {
    return await domain.ports.follow.list(source, lookedAt[source.kind], asking);
  } catch (error) {
    if (error instanceof Fault) throw asCall(error);
    if (!asking.signal.aborted) throw error;
    throw new Fault('PLATFORM_UNAVAILABLE', `no list within ${limitMs} ms`);
  }
}

/** Maps job failure codes to the codes this call may return. */
function asCall(fault: Fault): Fault {
  const { detail, message: text } = fault;
  if (fault.code === 'EXTRACTION_FAILED') return new Fault('INVALID_URL', detail, { text });
  if (fault.code === 'PLATFORM_403') return new Fault('PLATFORM_UNAVAILABLE', detail, { text });
  return fault;
}

const upcoming = 'a live or scheduled stream: taken once its recording is available';

async function previewOf(
  domain: Domain,
  listed: ListedVideo,
  filters: Filters,
  asking: Asking,
): Promise<FollowPreview['videos'][number]> {
  const { video, live } = listed;
  let { title, durationSeconds, publishedAt } = listed;
  let refused = live ? upcoming : leftOutBy(filters, listed);
  // A run does the same, but here a video's details are fetched only when a filter needs them, because each fetch is a
  // request to the platform.
  if (refused === null && lacksFor(filters, listed)) {
    const look = await lookAt(domain, listed, asking);
    if (look === null) refused = upcoming;
    else if ('unfit' in look) refused = look.unfit;
    else {
      title ??= look.title;
      durationSeconds = look.durationSeconds ?? durationSeconds;
      publishedAt = look.publishedAt ?? publishedAt;
      refused = leftOutBy(filters, { title, durationSeconds, publishedAt });
    }
  }

  return {
    video_id: video.videoId,
    url: video.url,
    title,
    duration_seconds: durationSeconds,
    published_at: publishedAt?.toISOString() ?? null,
    refused,
  };
}

/** Fetches the video's details. If the platform does not answer in time, the facts from the list are used. */
async function lookAt(domain: Domain, listed: ListedVideo, asking: Asking) {
  try {
    return await domain.ports.follow.look(listed.video, asking);
  } catch (error) {
    if (error instanceof Fault && error.code === 'PLATFORM_RATE_LIMITED') throw error;
    if (error instanceof Fault || asking.signal.aborted) return listed;
    throw error;
  }
}
