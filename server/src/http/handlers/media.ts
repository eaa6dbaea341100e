/** The video of a job while it is held. */
import { Fault } from '@reelsight/contract';
import type { JobRow } from '../../db/jobs.ts';
import { findUpload } from '../../db/uploads.ts';
import { parseStorageKey } from '../../storage/storage-key.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../call.ts';
import { type SentFile, sendFile } from '../stored-file.ts';
import { mustFindJobRow } from './job-rows.ts';

export async function getMedia(deps: CallDeps, call: WorkspaceCall): Promise<Reply | undefined> {
  return sendMedia(deps, call, await mustFindJobRow(deps, call));
}

/** Throws Fault NOT_FOUND if the video is no longer held. */
export async function sendMedia(
  deps: CallDeps,
  call: Pick<WorkspaceCall, 'request' | 'reply'>,
  job: JobRow,
): Promise<Reply | undefined> {
  return sendFile(deps.storage, call, await findMedia(deps, job));
}

const goneText = 'The video of this job is no longer held.';

async function findMedia(deps: CallDeps, job: JobRow): Promise<SentFile> {
  const upload =
    job.upload_key === null
      ? undefined
      : await findUpload(deps.domain.db, job.workspace_id, job.upload_key);
  const key = upload ? parseStorageKey(upload.key) : null;
  const object = key && (await deps.storage.head(key));
  if (!upload || !key || !object || object.sizeBytes === 0)
    throw new Fault('NOT_FOUND', 'media', { text: goneText });
  return { ...object, key, contentType: upload.content_type, goneText };
}
