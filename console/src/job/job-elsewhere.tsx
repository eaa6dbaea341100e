/** For links to a job in another workspace that the user also belongs to. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { consoleCall } from '../api/console-call.ts';
import { usePlace } from '../api/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, Skeleton } from '../ui/notice.tsx';

export function JobElsewhere({ id }: { readonly id: string }) {
  const { session, workspace, choose } = usePlace();
  const others = session.workspaces
    .map(({ workspace_id }) => workspace_id)
    .filter((one) => one !== workspace.workspace_id);
  const { data: found, isPending } = useQuery({
    queryKey: ['job-elsewhere', id, ...others],
    queryFn: async ({ signal }) => {
      const looks = others.map((other) =>
        consoleCall('getJobRow', { params: { workspace: other, id }, signal }).then(
          () => other,
          () => null,
        ),
      );
      return (await Promise.all(looks)).find((one) => one !== null) ?? null;
    },
  });
  useEffect(() => {
    if (found) choose(found);
  }, [found, choose]);

  if (isPending || found) return <Skeleton lines={8} />;
  return (
    <EmptyState
      title="There is no such job here"
      action={<ButtonLink href="/jobs">All jobs</ButtonLink>}
    >
      <p>
        It was deleted, or belongs to a workspace you are not a member of. Ask who sent you the link
        for an invitation.
      </p>
    </EmptyState>
  );
}
