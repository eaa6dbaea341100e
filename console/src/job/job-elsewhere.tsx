/** Handles links to a job in another workspace that the user also belongs to. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { consoleCall } from '../api/console-call.ts';
import { usePlace } from '../api/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, Skeleton } from '../ui/notice.tsx';

export function JobElsewhere({ id }: { readonly id: string }) {
  const { session, workspace, choose } = usePlace();
  const otherIds = session.workspaces
    .map(({ workspace_id }) => workspace_id)
    .filter((workspaceId) => workspaceId !== workspace.workspace_id);
  const { data: foundId, isPending } = useQuery({
    queryKey: ['job-elsewhere', id, ...otherIds],
    queryFn: async ({ signal }) => {
      const lookups = otherIds.map((workspaceId) =>
        consoleCall('getJobRow', { params: { workspace: workspaceId, id }, signal }).then(
          () => workspaceId,
          () => null,
        ),
      );
      return (await Promise.all(lookups)).find((workspaceId) => workspaceId !== null) ?? null;
    },
  });
  useEffect(() => {
    if (foundId) choose(foundId);
  }, [foundId, choose]);

  if (isPending || foundId) return <Skeleton lines={8} />;
  return (
    <EmptyState
      title="There is no such video here"
      action={<ButtonLink href="/jobs">All videos</ButtonLink>}
    >
      <p>
        It was deleted, or belongs to a workspace you are not a member of. Ask who sent you the link
        for an invitation.
      </p>
    </EmptyState>
  );
}
