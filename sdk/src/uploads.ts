/** Uploads: requests a presigned URL for the file, then sends the bytes directly to the upload host. */
import { ApiPromise } from './api-promise.ts';
import type { Connection } from './connection.ts';
import {
  ApiError,
  ConfigurationError,
  ConnectionError,
  FileError,
  ReelsightError,
} from './errors.ts';
import { type CallOptions, type Limits, limitsOf } from './options.ts';
import { askedMs, backOffMs, pause } from './pause.ts';
import { checkReadable, putByStream } from './put-by-stream.ts';
import { putFromBrowser } from './put-from-browser.ts';
import { isPassing } from './retry.ts';
import type { PresignedUpload, PresignUpload } from './schema.gen.ts';
import { uploadTypesByEnding } from './upload-types.gen.ts';

export interface PutOptions extends CallOptions {
  /** Content type of the file. Default: the file's own type, or else the type for its extension. */
  readonly contentType?: PresignUpload['content_type'] | undefined;
  /** Called as bytes are sent; the count restarts at 0 when an interrupted upload is sent again. */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

export interface Uploads {
  presign(upload: PresignUpload, options?: CallOptions): ApiPromise<PresignedUpload>;
  /**
   * Uploads a File or Blob and resolves with its `upload_key`. In Node use `fs.openAsBlob`, which streams the file. An
   * interrupted upload is sent again to a new URL. Throws FileError if the file changes during the upload, and
   * ConfigurationError if it is not a Blob or has no known type.
   */
  put(file: Blob, options?: PutOptions): Promise<string>;
}

/** File extensions that the service accepts for uploads. */
export const uploadEndings: readonly string[] = Object.keys(uploadTypesByEnding);

/**
 * The content type for an upload with this file name; undefined for a kind of file that the service does not accept.
 */
export function contentTypeOf(filename: string): PresignUpload['content_type'] | undefined {
  return uploadTypesByEnding[/\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''];
}

/**
 * Throws ConfigurationError if the argument is not a Blob: callers without types may pass a path or bytes. Checks its
 * properties rather than its class, because a Blob may come from another window.
 */
function checkBlob(file: unknown): void {
  const { size, slice } = (file ?? {}) as Partial<Blob>;
  if (typeof size === 'number' && typeof slice === 'function') return;
  throw new ConfigurationError(
    "uploads.put takes a Blob or File; for a path: await openAsBlob(path, { type: 'video/mp4' }).",
  );
}

function typeOf(file: Blob, options: PutOptions): PresignUpload['content_type'] {
  const declaredType = Object.values(uploadTypesByEnding).find((type) => type === file.type);
  const name = 'name' in file && typeof file.name === 'string' ? file.name : '';
  const type = options.contentType ?? declaredType ?? contentTypeOf(name);
  if (!type) {
    throw new ConfigurationError(
      'The type of this file is unknown: give contentType: video/mp4, video/quicktime or video/webm.',
    );
  }

  return type;
}

export function uploadsOf(connection: Connection): Uploads {
  const presign: Uploads['presign'] = (upload, options = {}) =>
    new ApiPromise(
      connection
        .call('presignUpload', { ...options, body: upload })
        .then(({ body, response }) => ({ data: body.data, response })),
    );

  const putOnce = async (file: Blob, limits: Limits, options: PutOptions): Promise<string> => {
    const contentType = typeOf(file, options);
    const target = await presign({ content_type: contentType, size_bytes: file.size }, options);
    const send = connection.options.fetch ?? globalThis.fetch;

    options.onProgress?.(0, file.size);
    const putFile = 'XMLHttpRequest' in globalThis ? putFromBrowser : putByStream;
    const { signal, onProgress } = options;
    const { timeoutMs } = limits;
    await putFile({ file, contentType, url: target.put_url, send, signal, onProgress, timeoutMs });

    return target.key;
  };

  return {
    presign,
    async put(file, options = {}) {
      checkBlob(file);

      const limits = limitsOf(options, connection.options);
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await putOnce(file, limits, options);
        } catch (error) {
          if (!(error instanceof ReelsightError)) throw error;
          error.attempts = attempt;
          const waitMs = await waitAfter(error, file, attempt, limits);
          limits.onTrouble?.({ error, attempt, waitMs });
          await pause(waitMs, options.signal);
        }
      }
    },
  };
}

/** Milliseconds to wait before the next attempt. Throws the error if it ends the upload. */
async function waitAfter(
  error: ReelsightError,
  file: Blob,
  attempt: number,
  limits: Limits,
): Promise<number> {
  // Browsers report only that the upload failed, so the file is checked for a change.
  if (error instanceof ConnectionError) await checkReadable(file);
  if (error instanceof FileError || attempt > limits.maxRetries) throw error;

  // This code means that an earlier attempt, whose answer was lost, has already stored the file.
  const exists = error.code === 'UPLOAD_EXISTS';
  if (!exists && !isPassing(error)) throw error;

  const retrySeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (retrySeconds === undefined) return backOffMs(attempt - 1, 1000, 15_000);
  if (retrySeconds * 1000 > limits.maxRetryWaitMs) throw error;

  return askedMs(retrySeconds);
}
