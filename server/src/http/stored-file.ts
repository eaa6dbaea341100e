/** A stored file as an answer, whole or in ranges (RFC 9110, 14), so that a player can seek. */
import { Fault } from '@reelsight/contract';
import type { Storage, StoredObject } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';
import { rangeOf } from './byte-range.ts';
import type { Reply, WorkspaceCall } from './call.ts';

export interface SentFile extends StoredObject {
  readonly key: StorageKey;
  readonly contentType: string;
  /** Said of it once it is gone. */
  readonly goneText: string;
}

/** Throws Fault NOT_FOUND if it is gone meanwhile. */
export async function sendFile(
  storage: Storage,
  { request, reply }: Pick<WorkspaceCall, 'request' | 'reply'>,
  file: SentFile,
): Promise<Reply | undefined> {
  const range = rangeOf(request, file);
  const headers: Record<string, string> = {
    'Content-Type': file.contentType,
    'Accept-Ranges': 'bytes',
    ETag: `"${file.etag}"`,
    'Cache-Control': 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
    // A stranger's file must never be rendered as a page on our origin, whatever its bytes are.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
  if (range === 'unsatisfiable') {
    void reply.code(416).headers({ ...headers, 'Content-Range': `bytes */${file.sizeBytes}` });
    void reply.removeHeader('Content-Type').send();
    return undefined;
  }
  const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${file.sizeBytes}`;
  headers['Content-Length'] = String(end - start + 1);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') {
    void reply.code(status).headers(headers).send();
    return undefined;
  }
  const object = await storage.get(file.key, { etag: file.etag, ...(range && { range }) });
  if (!object) throw new Fault('NOT_FOUND', file.key, { text: file.goneText });
  return { status, raw: object.stream, headers };
}
