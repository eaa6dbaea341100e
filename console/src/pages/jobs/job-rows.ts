/** Rows of jobs, loaded page by page and kept current by the event stream, with actions on several rows at once. */
import type { JobRowView } from '@reelsight/contract';
import type { Jobs } from '@reelsight/sdk';
import {
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { clientOf } from '../../api/client.ts';
import { consoleCall } from '../../api/console-call.ts';
import { keys } from '../../api/job-events.ts';
import { messageOf } from '../../ui/plain-message.ts';
import type { RowsQuery } from './job-filter.ts';

const rowsAtOnce = 50;

/** Maximum number of jobs that one call can delete or rerun. */
export const bulkJobsAtMost = 100;

export function useJobRows(workspace: string, query: RowsQuery) {
  const list = useInfiniteQuery({
    queryKey: [...keys.jobRows(workspace), query],
    queryFn: ({ pageParam, signal }) =>
      consoleCall('listJobRows', {
        params: { workspace },
        query: { ...query, limit: rowsAtOnce, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  return { ...list, rows };
}

/** The job's row from the event stream if it is newer than the row in the list, otherwise the row in the list. */
export function useLiveRow(row: JobRowView, workspace: string): JobRowView {
  const { data } = useQuery<JobRowView>({
    queryKey: keys.jobRow(workspace, row.job_id),
    queryFn: skipToken,
  });
  return data && data.updated_at > row.updated_at ? data : row;
}

/** The name by which people know the job: title, file, link, or id. */
export const jobName = (row: Pick<JobRowView, 'job_id' | 'url' | 'video_title' | 'filename'>) =>
  row.video_title || row.filename || row.url || row.job_id;

const open = ['pending', 'processing', 'held'];
/** A job that belongs to a batch can only be cancelled with its batch. */
export const isCancellable = (row: JobRowView): boolean =>
  open.includes(row.status) && row.batch_id === undefined;
export const isDeletable = (row: JobRowView): boolean => !open.includes(row.status);

export type ManyAction = 'cancel' | 'delete';

export interface ManyOutcome {
  readonly done: number;
  readonly refused: readonly { readonly row: JobRowView; readonly message: string }[];
}

async function deleteAll(jobs: Jobs, rows: readonly JobRowView[]): Promise<ManyOutcome['refused']> {
  const refused: { row: JobRowView; message: string }[] = [];
  for (let start = 0; start < rows.length; start += bulkJobsAtMost) {
    const batch = rows.slice(start, start + bulkJobsAtMost);
    const outcome = await jobs.deleteMany(batch.map(({ job_id }) => job_id));
    for (const [index, { error }] of outcome.jobs.entries())
      if (error) refused.push({ row: batch[index] as JobRowView, message: error.message });
  }

  return refused;
}

/** Applies the action to one job after the other, so that a refused job does not stop the rest. */
export function useActOnMany(workspace: string) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(request: { action: ManyAction; rows: readonly JobRowView[] }) {
      const { jobs } = clientOf(workspace);
      const refused: { row: JobRowView; message: string }[] = [];
      const cancel = async (row: JobRowView): Promise<void> => {
        await jobs.cancel(row.job_id).catch((error: Error) => {
          refused.push({ row, message: messageOf(error) });
        });
      };
      if (request.action === 'cancel') for (const row of request.rows) await cancel(row);
      else refused.push(...(await deleteAll(jobs, request.rows)));

      const outcome: ManyOutcome = { done: request.rows.length - refused.length, refused };
      return outcome;
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.jobRows(workspace) }),
        client.invalidateQueries({ queryKey: keys.account(workspace) }),
      ]),
  });
}
