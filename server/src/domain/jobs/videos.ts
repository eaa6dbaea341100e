/** Determines which video a request means: an upload of the workspace, a link, or the video of an earlier job. */
import { Fault } from '@reelsight/contract';
import { cleanText } from '@reelsight/contract/clean-text';
import { findJob, type JobRow } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import { findUpload } from '../../db/uploads/uploads.ts';
import type { Domain, VideoLink } from '../domain.ts';
import { type Caller, secondsToEstimate, type Video } from '../submission.ts';
import { parseTestLink, testSeconds, testVideoFacts } from '../test-mode/fixed-video.ts';

/**
 * Reads a link to a video. Throws Fault INVALID_URL for a malformed link, a host of no supported platform, or a path
 * that the host of test links does not have. Only test workspaces know that host.
 */
export function parseLink(domain: Domain, { isTest }: Caller, url: string): VideoLink {
  const testLink = isTest ? parseTestLink(url) : null;
  return testLink ?? domain.ports.parseVideoUrl(url);
}

/** Throws Fault VALIDATION_FAILED for a key that is malformed, another workspace's, unknown or never uploaded. */
export async function uploadedVideo(
  domain: Domain,
  caller: Caller,
  key: string,
  filename: string | null,
  field = 'upload_key',
): Promise<Video> {
  const upload = await findUpload(domain.db, caller.workspaceId, key);
  const storedFile = upload && (await domain.ports.storedFile(key));
  if (!upload || !storedFile) {
    throw new Fault('VALIDATION_FAILED', key, {
      text: `${field}: there is no uploaded file with this key in this workspace.`,
    });
  }

  return {
    url: null,
    platform: 'upload',
    videoId: key,
    uploadKey: key,
    etag: upload.etag ?? storedFile.etag,
    title: filename && cleanText(filename),
    filename,
    durationSeconds: caller.isTest ? testSeconds : upload.duration_seconds,
    thumbnailUrl: null,
  };
}

/**
 * Adds the length that an upload's own headers state. It is used only for the estimate; no job is refused because of
 * it.
 */
export async function withStatedLength(domain: Domain, video: Video): Promise<Video> {
  if (secondsToEstimate(video) !== null || video.uploadKey === null) return video;
  return { ...video, statedSeconds: await domain.ports.statedSeconds(video.uploadKey) };
}

/**
 * Describes the video of a link. `given` is the link as the caller wrote it, which the job shows. No platform is asked
 * for a test workspace.
 */
export async function linkedVideo(
  domain: Domain,
  link: VideoLink,
  { given: givenUrl, caller }: { readonly given: string; readonly caller: Caller },
): Promise<Video> {
  const { isTest, workspaceId } = caller;
  const facts = isTest ? testVideoFacts : await domain.ports.resolveVideo(link, workspaceId);
  return {
    url: givenUrl.trim(),
    platform: link.platform,
    videoId: facts?.videoId ?? link.videoId,
    uploadKey: null,
    etag: null,
    title: facts?.title ?? null,
    durationSeconds: facts?.durationSeconds ?? null,
    thumbnailUrl: facts?.thumbnailUrl ?? null,
  };
}

/** Throws Fault VALIDATION_FAILED unless `from_job` is a job of this workspace on the same video. */
export async function checkFromJob(
  domain: Domain,
  caller: Caller,
  fromJob: string,
  video: VideoLink | { readonly uploadKey: string },
): Promise<void> {
  const job = await findJob(domain.db, caller.workspaceId, fromJob);
  const isSameVideo =
    job !== undefined &&
    ('uploadKey' in video
      ? job.upload_key === video.uploadKey
      : await isVideoOf(domain, caller, job, video));
  if (isSameVideo) return;

  throw new Fault('VALIDATION_FAILED', fromJob, {
    text: 'from_job: there is no job of this workspace with this id on the same video.',
  });
}

/**
 * Whether the job is of the same video as the link. A short link contains only a code: if the job was created from the
 * same link, it has the same video; otherwise the platform is asked.
 */
async function isVideoOf(
  domain: Domain,
  { isTest }: Caller,
  job: Owned<JobRow>,
  link: VideoLink,
): Promise<boolean> {
  if (job.platform !== link.platform) return false;
  if (job.video_id === link.videoId) return true;
  if (link.short !== true || job.url === null) return false;
  if (domain.ports.parseVideoUrl(job.url).url === link.url) return true;
  if (isTest) return false;
  return (await domain.ports.resolveVideo(link, job.workspace_id))?.videoId === job.video_id;
}
