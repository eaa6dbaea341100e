/** The audit log of the workspace: what was changed, and by whom. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { consoleCall } from '../../api/console-call.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { AuditList } from './audit-list.tsx';
import { useIsOwner } from './role.ts';

export function WorkspaceAudit() {
  const owner = useIsOwner();
  return (
    <Stack>
      <PageHead
        title="Audit log"
        lead="What owners, members, keys and the operator changed in this workspace."
      />
      {owner ? <OwnLog /> : <Notice>Only an owner of this workspace reads its audit log.</Notice>}
    </Stack>
  );
}

function OwnLog() {
  const workspace = useWorkspaceId();
  const list = useInfiniteQuery({
    queryKey: ['audit', workspace],
    queryFn: ({ pageParam, signal }) =>
      consoleCall('listAudit', {
        params: { workspace },
        query: { limit: 50, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
  const entries = list.data?.pages.flatMap(({ data }) => data);

  return <AuditList list={list} entries={entries} />;
}
