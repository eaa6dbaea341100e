/** Live jobs: one stream a page; each event brings a job's row, and what the page shows of it follows. */
import type { JobRowView } from '@reelsight/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { workspacePath } from './client.ts';

/** Keys of what the service said, so that pages and events mean the same thing. */
export const keys = {
  account: (workspace: string) => ['account', workspace] as const,
  /** Every list of jobs starts with this. */
  jobRows: (workspace: string) => ['job-rows', workspace] as const,
  jobRow: (workspace: string, job: string) => ['job-row', workspace, job] as const,
  /** The public job with its results. */
  job: (workspace: string, job: string) => ['job', workspace, job] as const,
  batches: (workspace: string) => ['batches', workspace] as const,
};

const listRefreshMs = 2000;

/** Browsers allow six connections to one host, so a hidden page gives its stream back. */
export function useJobEvents(workspace: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let source: EventSource | undefined;
    const lists = laterOnce(() => {
      void client.invalidateQueries({ queryKey: keys.jobRows(workspace) });
      void client.invalidateQueries({ queryKey: keys.batches(workspace) });
    });
    const open = () => {
      source ??= new EventSource(`${workspacePath(workspace)}/events`);
      source.addEventListener('job', (event: MessageEvent<string>) => {
        takeIn(client, workspace, JSON.parse(event.data) as JobRowView);
        lists.soon();
      });
      source.onerror = () => {
        // A refused stream is closed for good; the queries of the page tell why.
        if (source?.readyState === EventSource.CLOSED) source = undefined;
      };
    };
    const close = () => {
      source?.close();
      source = undefined;
    };
    const follow = () => {
      if (document.hidden) return close();
      open();
      lists.soon();
    };
    if (!document.hidden) open();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close();
      lists.stop();
    };
  }, [client, workspace]);
}

function takeIn(client: QueryClient, workspace: string, row: JobRowView): void {
  const key = keys.jobRow(workspace, row.job_id);
  const before = client.getQueryData<JobRowView>(key);
  if (before && before.updated_at > row.updated_at) return;
  client.setQueryData(key, row);
  if (before?.status === row.status) return;
  void client.invalidateQueries({ queryKey: keys.job(workspace, row.job_id) });
  if (row.status !== 'processing')
    void client.invalidateQueries({ queryKey: keys.account(workspace) });
}

function laterOnce(run: () => void): { soon(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, listRefreshMs);
    },
    stop: () => clearTimeout(timer),
  };
}
