/**
 * Live updates of jobs: each page has one stream, and each event brings a job's row and updates what the page shows of
 * that job.
 */
import type { JobRowView } from '@reelsight/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { consolePath } from './console-call.ts';
import { noticeEnd, wantsEndNotices } from './end-notices.ts';
import { jobStream } from './job-stream.ts';
import { laterOnce } from './later-once.ts';
import { sessionKey } from './session.ts';

/** Keys of cached answers, shared so that pages and event handling refer to the same entries. */
export const keys = {
  account: (workspace: string) => ['account', workspace] as const,
  /** Every list of jobs has a key that starts with this. */
  jobRows: (workspace: string) => ['job-rows', workspace] as const,
  jobRow: (workspace: string, job: string) => ['job-row', workspace, job] as const,
  /** The job from the public API, with its results. */
  job: (workspace: string, job: string) => ['job', workspace, job] as const,
  /** The job from the public API; its brands and objects include people's corrections. */
  correctedJob: (workspace: string, job: string) => ['job', workspace, job, 'corrected'] as const,
  corrections: (workspace: string, job: string) => ['corrections', workspace, job] as const,
  /** What people said of a job's speakers. */
  speakers: (workspace: string, job: string) => ['speakers', workspace, job] as const,
  jobShots: (workspace: string, job: string) => ['job-shots', workspace, job] as const,
  batches: (workspace: string) => ['batches', workspace] as const,
  /** The brand library. */
  brands: (workspace: string) => ['brands', workspace] as const,
  glossary: (workspace: string) => ['glossary', workspace] as const,
};

const listRefreshMs = 2000;

/**
 * Opens the stream of job events while the page is visible. Browsers allow only six connections to one host, so a
 * hidden page closes its stream.
 */
export function useJobEvents(workspace: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const lists = laterOnce(listRefreshMs, () => {
      void client.invalidateQueries({ queryKey: keys.jobRows(workspace) });
      void client.invalidateQueries({ queryKey: keys.batches(workspace) });
    });
    const onJob = (row: JobRowView) => {
      takeIn(client, workspace, row);
      lists.soon();
    };
    const lookAgain = () => void client.invalidateQueries({ queryKey: sessionKey });
    const stream = jobStream(consolePath('streamEvents', { workspace }), onJob, lookAgain);
    const follow = () => {
      if (document.hidden && !wantsEndNotices()) return stream.close();
      stream.open();
      lists.soon();
    };
    if (!document.hidden || wantsEndNotices()) stream.open();

    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stream.close();
      lists.stop();
    };
  }, [client, workspace]);
}

function takeIn(client: QueryClient, workspace: string, row: JobRowView): void {
  const key = keys.jobRow(workspace, row.job_id);
  const previous = client.getQueryData<JobRowView>(key);
  if (previous && previous.updated_at > row.updated_at) return;

  client.setQueryData(key, row);
  noticeEnd(previous, row);

  if (previous?.status === row.status) return;
  void client.invalidateQueries({ queryKey: keys.job(workspace, row.job_id) });

  if (row.status !== 'processing')
    void client.invalidateQueries({ queryKey: keys.account(workspace) });
}
