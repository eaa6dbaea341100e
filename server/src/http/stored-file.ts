/** Sends a stored file, whole or in ranges (RFC 9110, 14) so that a player can seek. */
import { Fault } from '@reelsight/contract';
import type { Storage } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';
import { rangeOf } from './byte-range.ts';
import type { Reply, WorkspaceCall } from './call.ts';

export interface SentFile {
  /** Null if the file is already known not to exist any more. */
  readonly key: StorageKey | null;
  /** ETag of the file, if known: a file under the same key with a different ETag is not sent. */
  readonly etag?: string | null;
  readonly contentType: string;
  /** The error text once the file is gone. */
  readonly goneText: string;
}

/** Throws Fault NOT_FOUND if the file is gone. */
export async function sendFile(
  storage: Storage,
  { request, reply }: Pick<WorkspaceCall, 'request' | 'reply'>,
  { key, etag = null, contentType, goneText }: SentFile,
): Promise<Reply | undefined> {
  const file = key && (await storage.head(key));
  const isAnother = etag !== null && file?.etag !== etag;
  if (!file || file.sizeBytes === 0 || isAnother)
    throw new Fault('NOT_FOUND', String(key), { text: goneText });

  const range = rangeOf(request, file);
  const headers: Record<string, string> = {
    'Content-Type': contentType,
    'Accept-Ranges': 'bytes',
    ETag: `"${file.etag}"`,
    'Cache-Control': 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
    // The file may be somebody else's, so it must never be rendered as a page on our origin, whatever bytes it
    // contains.
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

  const object = await storage.get(key, { etag: file.etag, ...(range && { range }) });
  if (!object) throw new Fault('NOT_FOUND', key, { text: goneText });

  return { status, raw: object.stream, headers };
}
