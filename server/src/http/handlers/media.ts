/** The video of a job while it is held, whole or in ranges (RFC 9110, 14), so that a player can seek. */
import { Fault } from '@reelsight/contract';
import type { JobRow } from '../../db/jobs.ts';
import { findUpload } from '../../db/uploads.ts';
import type { StoredObject } from '../../storage/storage.ts';
import { parseStorageKey, type StorageKey } from '../../storage/storage-key.ts';
import { rangeOf } from '../byte-range.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../call.ts';
import { mustFindJobRow } from './job-rows.ts';

interface Media extends StoredObject {
  readonly key: StorageKey;
  readonly contentType: string;
}

export async function getMedia(deps: CallDeps, call: WorkspaceCall): Promise<Reply | undefined> {
  return sendMedia(deps, call, await mustFindJobRow(deps, call));
}

/** Throws Fault NOT_FOUND if the video is no longer held. */
export async function sendMedia(
  deps: CallDeps,
  { request, reply }: Pick<WorkspaceCall, 'request' | 'reply'>,
  job: JobRow,
): Promise<Reply | undefined> {
  const media = await findMedia(deps, job);
  const range = rangeOf(request, media);
  const headers: Record<string, string> = {
    'Content-Type': media.contentType,
    'Accept-Ranges': 'bytes',
    ETag: `"${media.etag}"`,
    'Cache-Control': 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
    // An uploaded file must never be rendered as a page on our origin, whatever its bytes are.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
  if (range === 'unsatisfiable') {
    void reply.code(416).headers({ ...headers, 'Content-Range': `bytes */${media.sizeBytes}` });
    void reply.removeHeader('Content-Type').send();
    return undefined;
  }
  const { start, end } = range ?? { start: 0, end: media.sizeBytes - 1 };
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${media.sizeBytes}`;
  headers['Content-Length'] = String(end - start + 1);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') {
    void reply.code(status).headers(headers).send();
    return undefined;
  }
  const object = await deps.storage.get(media.key, { etag: media.etag, ...(range && { range }) });
  if (!object) throw gone();
  return { status, raw: object.stream, headers };
}

const gone = (): Fault =>
  new Fault('NOT_FOUND', 'media', { text: 'The video of this job is no longer held.' });

async function findMedia(deps: CallDeps, job: JobRow): Promise<Media> {
  const upload =
    job.upload_key === null
      ? undefined
      : await findUpload(deps.domain.db, job.workspace_id, job.upload_key);
  const key = upload ? parseStorageKey(upload.key) : null;
  const object = key && (await deps.storage.head(key));
  if (!upload || !key || !object || object.sizeBytes === 0) throw gone();
  return { ...object, key, contentType: upload.content_type };
}
