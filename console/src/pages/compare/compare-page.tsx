/** `/compare?jobs=…`: compares the brands in any number of jobs chosen from the list. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { consoleCall } from '../../api/console-call.ts';
import { keys } from '../../api/job-events.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { counted } from '../../format/quantity.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { jobName } from '../jobs/job-rows.ts';
import { useReport } from '../reports/report-button.tsx';
import { ComparisonOfJobs } from './comparison-of-jobs.tsx';

const maxJobs = 50;

export function ComparePage() {
  const workspace = useWorkspaceId();
  const [search] = useSearchParams();
  const text = search.get('jobs') ?? '';
  const ids = useMemo(
    () => [...new Set(text.split(',').filter(Boolean))].slice(0, maxJobs),
    [text],
  );
  const rows = useQueries({
    queries: ids.map((id) => ({
      queryKey: keys.jobRow(workspace, id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        consoleCall('getJobRow', { params: { workspace, id }, signal }),
    })),
  });
  const report = useReport(ids.length > 0 ? { job_ids: ids } : undefined);
  const jobRows = rows.flatMap(({ data }) => data ?? []);
  const names = new Map(jobRows.map((row) => [row.job_id, jobName(row)]));

  return (
    <Stack>
      <PageHead
        title="Compare brands"
        lead={
          ids.length > 0 && `Which brands are seen and said in ${counted(ids.length, 'video')}.`
        }
        back={{ href: '/jobs', label: 'Videos' }}
        actions={report.button}
      />
      {report.maker}
      {ids.length > 0 ? (
        <ComparisonOfJobs workspace={workspace} ids={ids} names={names} />
      ) : (
        <EmptyState
          title="Choose the videos to compare"
          sample
          action={<ButtonLink href="/jobs?status=completed">Completed videos</ButtonLink>}
        >
          <p>
            Tick completed videos in the list, then “Compare brands”. Groups are compared
            automatically.
          </p>
        </EmptyState>
      )}
    </Stack>
  );
}
