/** Frames: sheets, proof frames and thumbnails of completed jobs. */
import { Fault } from '@reelsight/contract';
import { findJob } from '../../db/jobs.ts';
import { storageKey } from '../../storage/storage-key.ts';
import { type CallDeps, isId, type Reply, type WorkspaceCall } from '../call.ts';

/** Only names of this form are ever looked up, so no path leads out of the job's folder. */
const tail = /^(job_[0-9a-z]{1,60})\/([a-z0-9][a-z0-9-]{0,80}\.jpg)$/;

export async function getFrame(
  { domain, storage }: CallDeps,
  call: Pick<WorkspaceCall, 'params'> & { readonly caller: { readonly workspace_id: string } },
): Promise<Reply> {
  const [, jobId, file] = tail.exec(call.params['*'] ?? '') ?? [];
  const workspaceId = call.caller.workspace_id;
  const job = isId(jobId) ? await findJob(domain.db, workspaceId, jobId) : undefined;
  if (!job || !file || job.status !== 'completed') throw new Fault('NOT_FOUND', 'frame');
  const object = await storage.get(storageKey('frames', workspaceId, job.id, file));
  if (!object) throw new Fault('NOT_FOUND', 'frame');
  return {
    status: 200,
    raw: object.stream,
    headers: {
      'Content-Type': 'image/jpeg',
      'Content-Length': String(object.sizeBytes),
      'Cache-Control': 'private, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}
