/** The calls that the operator's pages make. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ConsoleAnswer, consoleCall } from '../../api/console-call.ts';
import { operatorClient } from '../../api/operator-client.ts';

export type Overview = ConsoleAnswer<'getOverview'>;

const overviewKey = ['operator', 'overview'] as const;
export const workspacesKey = ['operator', 'workspaces'] as const;
export const backupsKey = ['operator', 'backups'] as const;
export const accountsKey = ['operator', 'accounts'] as const;

const lookAgainMs = 5000;
/** Polling interval while a model is pulled; shorter than usual, because the page shows the progress. */
const pullingLookAgainMs = 1000;

export function useOverview() {
  return useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => consoleCall('getOverview', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.models.some((model) => model.state === 'pulling')
        ? pullingLookAgainMs
        : lookAgainMs,
  });
}

export function usePullModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => consoleCall('pullModel', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: overviewKey }),
  });
}

export function useWorkspaces() {
  return useQuery({
    queryKey: workspacesKey,
    queryFn: ({ signal }) => operatorClient().workspaces.list({ signal }),
  });
}
