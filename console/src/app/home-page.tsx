/** `/`: leads to the brands over time, or to the form for an analysis as long as there is nothing to show. */
import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { clientOf } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';
import { Skeleton } from '../ui/notice.tsx';

export function HomePage() {
  const workspace = useWorkspaceId();
  const { data, error } = useQuery({
    queryKey: ['home', workspace],
    queryFn: ({ signal }) => clientOf(workspace).trends.read({ limit: 1 }, { signal }),
  });

  if (!data && !error) return <Skeleton lines={6} />;
  return <Redirect to={data && data.videos > 0 ? '/trends' : '/analyse'} replace />;
}
