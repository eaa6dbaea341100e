/** Shows the comparison of jobs, a placeholder until all of them are loaded, and the jobs that were left out. */
import { counted } from '../../format/quantity.ts';
import { Notice, Skeleton } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { BrandComparison } from './brand-comparison.tsx';
import { useComparison } from './compared-jobs.ts';

/** Removes the final full stop, so that the message fits inside another sentence. */
const plain = (message = ''): string => message.replace(/\.$/, '');

interface ComparisonOfJobsProps {
  readonly workspace: string;
  readonly ids: readonly string[];
  /** Titles and file names of jobs that are known from a list, keyed by job id. */
  readonly names: ReadonlyMap<string, string>;
}

export function ComparisonOfJobs({ workspace, ids, names }: ComparisonOfJobsProps) {
  const {
    jobs,
    unasked,
    unfinished,
    missing: unreadable,
    read: readCount,
  } = useComparison(workspace, ids, names);
  if (readCount < ids.length) {
    return (
      <Stack>
        <div role="status">
          Reading results: {readCount} of {counted(ids.length, 'video')}.
        </div>
        <Skeleton lines={6} />
      </Stack>
    );
  }

  const omissions = [
    unfinished.length > 0 && `${counted(unfinished.length, 'video')} not completed`,
    unasked.length > 0 && `${counted(unasked.length, 'video')} not asked for brands`,
    unreadable.length > 0 &&
      `${counted(unreadable.length, 'video')} not readable (${plain(unreadable[0]?.error.message)})`,
  ].filter((words) => words !== false);
  const emptyNote = jobs.length === 0 && (
    <>
      Nothing to compare: {omissions.join('; ')}.
      {unasked.length > 0 &&
        ' Ask for brands when analysing; a completed video can be asked again on its own page.'}
    </>
  );

  return (
    <Stack>
      {omissions.length > 0 && (
        <Notice>{emptyNote || <>Left out of the comparison: {omissions.join('; ')}.</>}</Notice>
      )}
      {jobs.length > 0 && <BrandComparison jobs={jobs} />}
    </Stack>
  );
}
