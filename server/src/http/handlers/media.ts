/** The video of a job while it is held. */
import { Fault } from '@reelsight/contract';
import { findUpload } from '../../db/uploads.ts';
import { parseStorageKey } from '../../storage/storage-key.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../call.ts';
import { type SentFile, sendFile } from '../stored-file.ts';
import { mustFindJobRow } from './job-rows.ts';

export async function getMedia(deps: CallDeps, call: WorkspaceCall): Promise<Reply | undefined> {
  return sendFile(deps.storage, call, await findMedia(deps, call));
}

const goneText = 'The video of this job is no longer held.';

async function findMedia(deps: CallDeps, call: WorkspaceCall): Promise<SentFile> {
  const job = await mustFindJobRow(deps, call);
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
