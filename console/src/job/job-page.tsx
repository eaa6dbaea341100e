/** The page of one job, which is the most important page. It follows the job through its states without a reload. */
import type { JobRowView } from '@reelsight/contract';
import { NotFoundError } from '@reelsight/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'wouter';
import { consoleCall } from '../api/console-call.ts';
import { keys } from '../api/job-events.ts';
import { useWorkspaceId } from '../api/session.ts';
import { useTitle } from '../app/title.ts';
import { Failure, Skeleton } from '../ui/notice.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { useJobAddress } from './job-address.ts';
import { AtOneSecond, JobBench } from './job-bench.tsx';
import { JobElsewhere } from './job-elsewhere.tsx';
import { JobHeader, titleOf } from './job-header.tsx';
import styles from './job-page.module.css';
import { leastOf } from './sure.ts';
import { benchOf } from './workbench.ts';

/** Parts of the job page that the sample page reuses. */
export const benchParts = { AtOneSecond, benchOf, leastOf, useJobAddress };

const JobState = lazy(() =>
  import('./progress/job-state.tsx').then((file) => ({ default: file.JobState })),
);

/** Every change is announced by an event; polling covers the time in which the event stream is broken. */
const pollMs = 10_000;

export function JobPage() {
  const { id = '' } = useParams<{ id: string }>();
  // The key makes a different job a new page, with its own clock and forms.
  return <OneJob key={id} id={id} />;
}

function OneJob({ id }: { readonly id: string }) {
  const workspace = useWorkspaceId();
  const row = useQuery({
    queryKey: keys.jobRow(workspace, id),
    queryFn: ({ signal }) => consoleCall('getJobRow', { params: { workspace, id }, signal }),
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? pollMs : false),
  });
  useTitle(row.data ? titleOf(row.data) : 'Video');

  if (row.error instanceof NotFoundError) return <JobElsewhere id={id} />;
  if (row.data) return <Known row={row.data} />;

  if (row.error) {
    return (
      <Failure
        what="The video could not be read."
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
  const hasResults = row.status === 'completed' || row.status === 'processing';
  return (
    <div className={styles.page}>
      {hasResults && <SkipLink to="results">Skip to the results</SkipLink>}
      <JobHeader row={row} />
      <Suspense>{hasResults ? <JobBench row={row} /> : <JobState row={row} />}</Suspense>
    </div>
  );
}
