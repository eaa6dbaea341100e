/** A lasting stream of live jobs: reopened if the browser gives it up. */
import type { JobRowView } from '@reelsight/contract';
import { laterOnce } from './later-once.ts';

/** A refused stream is closed for good by the browser: the service may be starting, or a session have too many. */
const reopenMs = 5000;

export interface JobStream {
  open(): void;
  close(): void;
}

/** `url` takes a `since`: however often it is reopened, the stream resumes after the last event received. */
export function jobStream(url: string, onJob: (row: JobRowView) => void): JobStream {
  let source: EventSource | undefined;
  let last = '';
  const again = laterOnce(reopenMs, open);
  function open(): void {
    if (source) return;
    const since = last && `?since=${encodeURIComponent(last)}`;
    const opened = new EventSource(url + since);
    source = opened;
    opened.addEventListener('job', (event: MessageEvent<string>) => {
      last = event.lastEventId;
      onJob(JSON.parse(event.data) as JobRowView);
    });
    opened.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      source = undefined;
      again.soon();
    };
  }
  return {
    open,
    close() {
      again.stop();
      source?.close();
      source = undefined;
    },
  };
}
