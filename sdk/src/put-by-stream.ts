/** Sends a file to the upload host with fetch, as a stream whose bytes are counted. */
import { ConnectionError, FileError, ReelsightError } from './errors.ts';
import { limit } from './pause.ts';
import { refuse } from './transport.ts';

export interface Put {
  readonly file: Blob;
  readonly contentType: string;
  readonly url: string;
  readonly send: typeof globalThis.fetch;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((sentBytes: number, totalBytes: number) => void) | undefined;
  /** Maximum time without progress, in milliseconds. */
  readonly timeoutMs: number;
}

const fileChanged = (file: Blob, sent: number) =>
  new FileError(
    'FILE_CHANGED',
    `The file changed while it was uploaded: it had ${file.size} bytes, and ${sent > file.size ? 'more' : `${sent}`} were read. Upload it again once it is whole.`,
  );

const unreadable = (cause: unknown) =>
  new FileError(
    'FILE_UNREADABLE',
    'The file could not be read to its end: it was changed, moved or removed while it was uploaded.',
    cause,
  );

/** Throws FileError if the file can no longer be read, because it has changed since it was opened. */
export async function checkReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** Yields the file's bytes. Throws FileError if there are more or fewer than its size states. */
async function* chunksOf(file: Blob, onSent: (sent: number) => void) {
  const reader = file.stream().getReader();
  let sent = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw unreadable(cause);
      });
      if (done) break;

      sent += value.byteLength;
      if (sent > file.size) throw fileChanged(file, sent);

      yield value;
      onSent(sent);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }

  if (sent < file.size) throw fileChanged(file, sent);
}

/** Turns the output of the generator into a stream for fetch. If the generator throws, `failed` receives the error. */
function streamOf(chunks: AsyncGenerator<Uint8Array>, failed: (error: unknown) => void) {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          failed(error);
          controller.error(error);
        }
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

export async function putByStream(upload: Put): Promise<void> {
  const { file, contentType, url, send, signal, onProgress, timeoutMs } = upload;
  const { origin } = new URL(url);
  const time = limit(timeoutMs, signal);
  let failure: unknown;
  const chunks = chunksOf(file, (sent) => {
    time.restart();
    onProgress?.(sent, file.size);
  });
  const request: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    // The upload URL is valid only for this exact length, so the length must be stated; a stream would otherwise be
    // sent in chunks without one.
    headers: { 'content-type': contentType, 'content-length': String(file.size) },
    body: streamOf(chunks, (error) => {
      failure = error;
    }),
    duplex: 'half',
    // A redirect is not followed: the file would not be sent to its target, so an answer from there would say nothing
    // about the upload.
    redirect: 'manual',
    signal: time.signal,
  };

  try {
    await refuse(await send(url, request), origin);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (failure instanceof FileError) throw failure;
    if (time.isOver())
      throw new ConnectionError(origin, `nothing moved for ${timeoutMs / 1000} s`, 'TIMEOUT');
    throw error instanceof ReelsightError ? error : new ConnectionError(origin, error);
  } finally {
    time.end();
  }
}
