/**
 * Finds the video of a job as long as it is stored: an upload, or the copy of a link's video next to the media of a
 * job.
 */
import { stageFile } from '../../artifacts/stored-paths.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import { findMediaHolder } from '../../db/jobs/kept-media.ts';
import type { Owned } from '../../db/owned.ts';
import { findUpload } from '../../db/uploads/uploads.ts';
import type { Domain } from '../domain.ts';

export interface HeldVideo {
  readonly key: string;
  /** ETag of the uploaded file, if known: a file under the same key with a different ETag is not the job's video. */
  readonly etag: string | null;
  readonly contentType: string;
}

export const linkVideoKey = (workspaceId: string, jobId: string): string =>
  stageFile({ workspace_id: workspaceId, id: jobId }, 'ingestion', 'source');

/**
 * Null if the video is not stored any more, or never was. Even if this returns a video, its file may have been deleted
 * since.
 */
export async function heldVideo(
  { db }: Pick<Domain, 'db'>,
  { workspace_id: workspaceId, upload_key, link_video: video }: Owned<JobRow>,
): Promise<HeldVideo | null> {
  if (upload_key !== null) {
    const upload = await findUpload(db, workspaceId, upload_key);
    return (
      (upload && { key: upload.key, etag: upload.etag, contentType: upload.content_type }) ?? null
    );
  }

  if (!video || !(await findMediaHolder(db, { workspaceId, jobId: video.job }))) return null;
  return { key: linkVideoKey(workspaceId, video.job), etag: null, contentType: video.type };
}
