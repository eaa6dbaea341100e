/**
 * Videos of a batch that were analysed again later: the batch offers to count their newest analyses in comparison,
 * exposure and report.
 */
import type { Batch, JobRowView } from '@reelsight/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { workspaceCall } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { jobAddress } from '../../app/addresses.ts';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { jobName } from '../jobs/job-rows.ts';
import type { ReportAsk } from '../reports/report-calls.ts';
import { chosenJobs } from './newer-jobs.ts';

/** `newest=1` in the address counts the newest analyses. */
const param = 'newest';

export function useNewer(workspace: string, batch: Batch) {
  const [search, setSearch] = useSearchParams();
  const isChosen = search.get(param) === '1';
  const { data: newerAnalyses = [] } = useQuery({
    // Below the key of batches, so that the list is read again whenever a job of the workspace ends.
    queryKey: [...keys.batches(workspace), 'newer', batch.batch_id],
    queryFn: ({ signal }) =>
      workspaceCall(workspace, 'listNewerAnalyses', { params: { id: batch.batch_id }, signal }),
    retry: false,
  });
  const ids = chosenJobs(batch.jobs, isChosen ? newerAnalyses : []);
  const areReplaced = isChosen && newerAnalyses.length > 0;
  const reportOf: ReportAsk | undefined =
    ids.length === 0
      ? undefined
      : areReplaced
        ? { job_ids: [...ids] }
        : { batch_id: batch.batch_id };

  return {
    newerAnalyses,
    isChosen,
    ids,
    reportOf,
    choose: (isOn: boolean) =>
      setSearch(
        (previous) => {
          const params = new URLSearchParams(previous);
          if (isOn) params.set(param, '1');
          else params.delete(param);
          return params;
        },
        { replace: true },
      ),
  };
}

interface NewerNoticeProps {
  readonly newer: ReturnType<typeof useNewer>;
  readonly rows: readonly JobRowView[];
}

export function NewerNotice({ newer, rows }: NewerNoticeProps) {
  const { newerAnalyses, isChosen, choose } = newer;
  if (newerAnalyses.length === 0) return null;

  const videos = counted(newerAnalyses.length, 'video');
  return (
    <Notice
      title={
        isChosen
          ? `The newest analysis of ${videos} counts here.`
          : `${videos} ${newerAnalyses.length === 1 ? 'was' : 'were'} analysed again later.`
      }
      action={
        <Button onClick={() => choose(!isChosen)}>
          {isChosen ? 'Count the group as it was' : 'Count the newest'}
        </Button>
      }
    >
      <ul>
        {newerAnalyses.map(({ job_id, newer_job_id, created_at }) => {
          const row = rows.find((candidate) => candidate.job_id === job_id);
          return (
            <li key={job_id}>
              <Link href={jobAddress(newer_job_id)}>{row ? jobName(row) : newer_job_id}</Link>,{' '}
              <Moment at={created_at} ago />
            </li>
          );
        })}
      </ul>
      {isChosen
        ? 'Brands and report are of these; the list of videos and the answers stay as they were.'
        : 'Brands and report below are of the group as it was.'}
    </Notice>
  );
}
