/** The members of a workspace, read once for all pages that show or choose them. */
import { useQuery } from '@tanstack/react-query';
import { consoleCall } from './console-call.ts';

export const membersKey = (workspace: string) => ['members', workspace] as const;

export function useMembers(workspace: string) {
  return useQuery({
    queryKey: membersKey(workspace),
    queryFn: ({ signal }) => consoleCall('listMembers', { params: { workspace }, signal }),
  });
}
