/** The calls that the page makes about alerts. */
import type { AlertEntry, AlertPreviewEntry } from '@reelsight/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientOf, workspaceCall } from '../../api/client.ts';

const alertsKey = (workspace: string) => ['alerts', workspace] as const;
const matchesKey = (workspace: string) => ['alert-matches', workspace] as const;

/** How often the page polls, because alerts match without the user. */
const pollMs = 10_000;

export function useAlerts(workspace: string) {
  return useQuery({
    queryKey: alertsKey(workspace),
    queryFn: ({ signal }) => workspaceCall(workspace, 'listAlerts', { signal }),
    refetchInterval: pollMs,
  });
}

export function useMatches(workspace: string, id: string) {
  return useInfiniteQuery({
    queryKey: [...matchesKey(workspace), id],
    queryFn: ({ pageParam, signal }) =>
      clientOf(workspace).alerts.matches(id, {}, { signal }).page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: pollMs,
  });
}

function useRefresh(workspace: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: alertsKey(workspace) });
  };
}

/** Replaces the alert with this id, or creates one if the id is null. */
export function useSaveAlert(workspace: string, id: string | null) {
  return useMutation({
    mutationFn: (body: AlertEntry) =>
      id === null
        ? workspaceCall(workspace, 'createAlert', { body })
        : workspaceCall(workspace, 'changeAlert', { params: { id }, body }),
    onSuccess: useRefresh(workspace),
  });
}

export function useDeleteAlert(workspace: string) {
  return useMutation({
    mutationFn: (id: string) => workspaceCall(workspace, 'deleteAlert', { params: { id } }),
    onSuccess: useRefresh(workspace),
  });
}

export function useTestAlert(workspace: string) {
  return useMutation({
    mutationFn: (id: string) => workspaceCall(workspace, 'testAlert', { params: { id } }),
  });
}

export function usePreviewAlert(workspace: string) {
  return useMutation({
    mutationFn: (body: AlertPreviewEntry) => workspaceCall(workspace, 'previewAlert', { body }),
  });
}
