/** A permanent stream of job events, which is reopened if the browser gives up. */
import type { JobRowView } from '@reelsight/contract';
import { laterOnce } from './later-once.ts';

/**
 * How long to wait before reopening a refused stream. The browser does not reopen it, although the cause may pass: the
 * service may be starting, or the session may have too many streams.
 */
const reopenMs = 5000;

export interface JobStream {
  open(): void;
  close(): void;
}

/**
 * `url` accepts a `since` parameter, so the stream resumes after the last event received, however often it is reopened.
 * `onRefused` is called each time the stream is refused: the session may have ended, or the user may have left the
 * workspace.
 */
export function jobStream(
  url: string,
  onJob: (row: JobRowView) => void,
  onRefused: () => void = () => undefined,
): JobStream {
  let source: EventSource | undefined;
  let last = '';
  const reopening = laterOnce(reopenMs, open);
  function open(): void {
    if (source) return;

    const since = last && `?since=${encodeURIComponent(last)}`;
    const stream = new EventSource(url + since);
    source = stream;
    stream.addEventListener('job', (event: MessageEvent<string>) => {
      last = event.lastEventId;
      onJob(JSON.parse(event.data) as JobRowView);
    });
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      source = undefined;
      onRefused();
      reopening.soon();
    };
  }

  return {
    open,
    close() {
      reopening.stop();
      source?.close();
      source = undefined;
    },
  };
}
