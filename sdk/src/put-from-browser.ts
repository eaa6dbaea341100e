/** Sends a file to the upload host with XMLHttpRequest, the only API that reports upload progress in browsers. */
import { ConnectionError, errorOf, UnexpectedAnswerError } from './errors.ts';
import { limit } from './pause.ts';
import type { Put } from './put-by-stream.ts';
import { parsed } from './transport.ts';

/** The part of XMLHttpRequest that this file uses. */
interface BrowserRequest {
  status: number;
  /** The URL that answered, after all redirects. */
  responseURL: string;
  responseText: string;
  upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: Blob): void;
  abort(): void;
}

const reportedHeaders = ['Retry-After', 'X-Request-Id'];

export function putFromBrowser(upload: Put): Promise<void> {
  const { file, contentType, url, signal, onProgress, timeoutMs } = upload;
  const { origin } = new URL(url);
  const Request = (globalThis as unknown as { XMLHttpRequest: new () => BrowserRequest })
    .XMLHttpRequest;
  const time = limit(timeoutMs, signal);
  const sent = new Promise<void>((resolve, reject) => {
    const request = new Request();
    request.open('PUT', url);
    request.setRequestHeader('content-type', contentType);
    request.upload.onprogress = ({ loaded }) => {
      time.restart();
      onProgress?.(loaded, file.size);
    };
    request.onload = () => {
      const isDone = request.status >= 200 && request.status < 300;
      const from = request.responseURL;
      const wasSentOn = isDone && from !== '' && from !== new URL(url).href.replace(/#.*/, '');
      if (isDone && !wasSentOn) return resolve();
      const headers = new Headers();

      for (const name of reportedHeaders) {
        const value = request.getResponseHeader(name);
        if (value) headers.set(name, value);
      }

      const response = new Response(null, { status: request.status, headers });
      // The browser has followed a redirect on its own, possibly without sending the file to its target.
      if (wasSentOn) return reject(new UnexpectedAnswerError(response, origin, 'a redirect'));
      reject(errorOf(response, parsed(request.responseText)));
    };
    request.onerror = () => reject(new ConnectionError(origin, 'the upload failed'));
    request.onabort = () =>
      reject(
        signal?.aborted
          ? signal.reason
          : new ConnectionError(origin, `nothing moved for ${timeoutMs / 1000} s`, 'TIMEOUT'),
      );

    if (time.signal.aborted) return reject(signal?.reason);
    time.signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });

  return sent.finally(time.end);
}
