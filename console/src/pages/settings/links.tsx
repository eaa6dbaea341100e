/** The workspace's links that show jobs to people without an account. */
import type { Share } from '@reelsight/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { workspaceCall } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { jobAddress } from '../../app/addresses.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState, Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { ShareList } from '../../ui/share-list.tsx';
import { ShowMore } from '../../ui/show-more.tsx';

const ofVideo: Column<Share> = {
  id: 'video',
  title: 'Video',
  cell: ({ job_id, title }) =>
    job_id === null ? (title ?? '') : <Link href={jobAddress(job_id)}>{title ?? job_id}</Link>,
  sort: ({ title }) => title,
};

export function Links() {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['shares', workspace],
    queryFn: ({ signal, pageParam }) =>
      workspaceCall(workspace, 'listShares', {
        query: { ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  const shares = query.data?.pages.flatMap(({ data }) => data);

  return (
    <Stack>
      <PageHead
        title="Links"
        lead="What people without an account can see of this workspace. Links are created with Share on the page of a video."
      />
      {query.error && (
        <Failure
          error={query.error}
          what="The links could not be read."
          onRetry={() => void query.refetch()}
        />
      )}
      {!shares && !query.error && <Skeleton lines={4} />}
      {shares?.length === 0 && <EmptyState title="No links">Nothing is shared.</EmptyState>}
      {shares && shares.length > 0 && (
        <ShareList
          workspace={workspace}
          shares={shares}
          columns={[ofVideo]}
          onEnded={() => void client.invalidateQueries({ queryKey: ['shares', workspace] })}
        />
      )}
      {query.hasNextPage && <ShowMore list={query} />}
    </Stack>
  );
}
