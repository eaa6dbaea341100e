/** Uploads: a presigned address for the file, then its bytes straight to the upload host. */
import type { CallOptions } from './call.ts';
import type { Connection } from './connection.ts';
import { ConnectionError, errorOf } from './errors.ts';
import type { PresignedUpload, PresignUpload } from './schema.gen.ts';

export interface PutOptions extends CallOptions {
  /** Default: the file's own type, then the ending of its name. */
  readonly contentType?: PresignUpload['content_type'];
  readonly onProgress?: (sentBytes: number, totalBytes: number) => void;
}

const typesByEnding: Readonly<Record<string, PresignUpload['content_type']>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  qt: 'video/quicktime',
  webm: 'video/webm',
};

/** The content type an upload of this name has; undefined for a kind the service does not take. */
export function contentTypeOf(filename: string): PresignUpload['content_type'] | undefined {
  return typesByEnding[/\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''];
}

function typeOf(file: Blob, options: PutOptions): PresignUpload['content_type'] {
  const known = Object.values(typesByEnding).find((type) => type === file.type);
  const name = 'name' in file && typeof file.name === 'string' ? file.name : '';
  const type = options.contentType ?? known ?? contentTypeOf(name);
  if (!type) throw new TypeError('Name the contentType of this file: mp4, quicktime or webm.');
  return type;
}

export function uploadsOf(connection: Connection, send: typeof globalThis.fetch) {
  const presign = async (
    upload: PresignUpload,
    options: CallOptions = {},
  ): Promise<PresignedUpload> =>
    (await connection.call('presignUpload', { ...options, body: upload })).body.data;

  return {
    presign,

    /**
     * Uploads a File or Blob (in Node: `fs.openAsBlob`, which streams) and resolves with
     * its `upload_key`.
     */
    async put(file: Blob, options: PutOptions = {}): Promise<string> {
      const contentType = typeOf(file, options);
      const target = await presign({ content_type: contentType, size_bytes: file.size }, options);
      const put = 'XMLHttpRequest' in globalThis ? putFromBrowser : putByStream;
      await put({ file, contentType, url: target.put_url, send, options });
      return target.key;
    },
  };
}

interface Put {
  readonly file: Blob;
  readonly contentType: string;
  readonly url: string;
  readonly send: typeof globalThis.fetch;
  readonly options: PutOptions;
}

async function putByStream({ file, contentType, url, send, options }: Put): Promise<void> {
  let sent = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.byteLength;
      options.onProgress?.(sent, file.size);
      controller.enqueue(chunk);
    },
  });
  const request: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    // The address binds the exact length, so the stream must not go out in chunks of unknown sum.
    headers: { 'content-type': contentType, 'content-length': String(file.size) },
    body: file.stream().pipeThrough(counter),
    duplex: 'half',
    ...(options.signal && { signal: options.signal }),
  };
  const response = await send(url, request).catch((cause: unknown) => {
    if (options.signal?.aborted) throw options.signal.reason;
    throw new ConnectionError(new URL(url).origin, cause);
  });
  if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined));
}

/** The part of XMLHttpRequest used here; only it reports upload progress in browsers. */
interface BrowserRequest {
  status: number;
  responseText: string;
  upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
}

function putFromBrowser({ file, contentType, url, options }: Put): Promise<void> {
  const { signal, onProgress } = options;
  const Request = (globalThis as unknown as { XMLHttpRequest: new () => BrowserRequest })
    .XMLHttpRequest;
  return new Promise((resolve, reject) => {
    const request = new Request();
    request.open('PUT', url);
    request.setRequestHeader('content-type', contentType);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, file.size);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve();
      reject(errorOf(new Response(null, { status: request.status }), json(request.responseText)));
    };
    request.onerror = () => reject(new ConnectionError(new URL(url).origin, 'upload failed'));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
