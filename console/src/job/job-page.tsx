/** One job: the page that matters. What it shows follows the job through its states, without a reload. */
import type { JobRowView } from '@reelsight/contract';
import { NotFoundError } from '@reelsight/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { clientOf } from '../api/client.ts';
import { consoleCall } from '../api/console-call.ts';
import { keys } from '../api/job-events.ts';
import { useWorkspaceId } from '../api/session.ts';
import { useTitle } from '../app/title.ts';
import { Failure, Skeleton } from '../ui/notice.tsx';
import { CompletedJob } from './completed-job.tsx';
import { JobElsewhere } from './job-elsewhere.tsx';
import { JobHeader, titleOf } from './job-header.tsx';
import styles from './job-page.module.css';
import { JobState } from './job-state.tsx';

/** Events bring every change; this is for a browser that holds none. */
const pollMs = 10_000;

export function JobPage() {
  const { id = '' } = useParams<{ id: string }>();
  // Another job is another page, with a clock and forms of its own.
  return <OneJob key={id} id={id} />;
}

function OneJob({ id }: { readonly id: string }) {
  const workspace = useWorkspaceId();
  const row = useQuery({
    queryKey: keys.jobRow(workspace, id),
    queryFn: ({ signal }) => consoleCall('getJobRow', { params: { workspace, id }, signal }),
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? pollMs : false),
  });
  useTitle(row.data ? titleOf(row.data) : 'Job');
  if (row.error instanceof NotFoundError) return <JobElsewhere id={id} />;
  if (row.data) return <Known row={row.data} />;
  if (row.error) {
    return (
      <Failure
        what="The job could not be read."
        error={row.error}
        onRetry={() => void row.refetch()}
      />
    );
  }
  return <Skeleton lines={8} />;
}

export function isOver({ status }: JobRowView): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

function Known({ row }: { readonly row: JobRowView }) {
  return (
    <div className={styles.page}>
      <JobHeader row={row} />
      {row.status === 'completed' ? <WithResults row={row} /> : <JobState row={row} />}
    </div>
  );
}

function WithResults({ row }: { readonly row: JobRowView }) {
  const workspace = useWorkspaceId();
  const { data, error, refetch } = useQuery({
    queryKey: keys.job(workspace, row.job_id),
    queryFn: ({ signal }) => clientOf(workspace).jobs.get(row.job_id, { signal }),
    // Results never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data?.results) return <CompletedJob row={row} job={data} results={data.results} />;
  if (error) {
    return (
      <Failure what="The results could not be read." error={error} onRetry={() => void refetch()} />
    );
  }
  return <Skeleton lines={8} />;
}
