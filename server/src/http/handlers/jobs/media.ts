/** Sends the video of a job for as long as it is kept. */
import { Fault } from '@reelsight/contract';
import type { JobRow } from '../../../db/jobs/jobs.ts';
import type { Owned } from '../../../db/owned.ts';
import { heldVideo } from '../../../domain/jobs/held-video.ts';
import { parseStorageKey } from '../../../storage/storage-key.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';
import { sendFile } from '../../stored-file.ts';
import { mustFindJobRow } from './job-rows.ts';

export async function getMedia(deps: CallDeps, call: WorkspaceCall): Promise<Reply | undefined> {
  return sendMedia(deps, call, await mustFindJobRow(deps, call));
}

/** Throws Fault NOT_FOUND if the video is no longer kept. */
export async function sendMedia(
  deps: CallDeps,
  call: Pick<WorkspaceCall, 'request' | 'reply'>,
  job: Owned<JobRow>,
): Promise<Reply | undefined> {
  const video = await heldVideo(deps.domain, job);
  const goneText = 'The video of this job is no longer held.';
  if (!video) throw new Fault('NOT_FOUND', 'media', { text: goneText });
  const { contentType, etag } = video;
  const key = parseStorageKey(video.key);
  return sendFile(deps.storage, call, { key, etag, contentType, goneText });
}
