/** The calls that the pages make about Follows. */
import type { ChangeFollow, CreateFollow, Follow } from '@reelsight/contract';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { workspaceCall } from '../../api/client.ts';

export const followsKey = (workspace: string) => ['follows', workspace] as const;
export const followVideosKey = (workspace: string, id: string) =>
  ['follow-videos', workspace, id] as const;

/** How often the page polls, because runs start without the user. */
const lookAgainMs = 15_000;
/**
 * How often the page polls soon after the user changed a Follow, because the user is then waiting for the run that the
 * change starts.
 */
const lookAgainSoonMs = 1_500;
const soonForMs = 60_000;

function pollMs(client: QueryClient, workspace: string): number {
  const changes = client.getMutationCache().findAll({ mutationKey: followsKey(workspace) });
  const isWaiting = changes.some(({ state }) => Date.now() - state.submittedAt < soonForMs);
  return isWaiting ? lookAgainSoonMs : lookAgainMs;
}

export function useFollows(workspace: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: followsKey(workspace),
    queryFn: ({ signal }) => workspaceCall(workspace, 'listFollows', { signal }),
    refetchInterval: () => pollMs(client, workspace),
  });
}

export function useFollowVideos(workspace: string, id: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: followVideosKey(workspace, id),
    queryFn: ({ signal }) =>
      workspaceCall(workspace, 'listFollowVideos', { params: { id }, signal }),
    refetchInterval: () => pollMs(client, workspace),
  });
}

/** Returns a function that puts a Follow returned by a call into the cached list at once. */
function useTakeIn(workspace: string): (follow: Follow) => Promise<void> {
  const client = useQueryClient();
  return (follow) => {
    client.setQueryData<Follow[]>(followsKey(workspace), (previous) => [
      follow,
      ...(previous ?? []).filter(({ follow_id }) => follow_id !== follow.follow_id),
    ]);
    return client.invalidateQueries({ queryKey: followsKey(workspace) });
  };
}

export function useCreateFollow(workspace: string) {
  return useMutation({
    mutationKey: followsKey(workspace),
    mutationFn: (body: CreateFollow) => workspaceCall(workspace, 'createFollow', { body }),
    onSuccess: useTakeIn(workspace),
  });
}

export function useChangeFollow(workspace: string, id: string) {
  return useMutation({
    mutationKey: followsKey(workspace),
    mutationFn: (body: ChangeFollow) =>
      workspaceCall(workspace, 'changeFollow', { params: { id }, body }),
    onSuccess: useTakeIn(workspace),
  });
}

export function useRunFollow(workspace: string, id: string) {
  const client = useQueryClient();
  const takeIn = useTakeIn(workspace);
  return useMutation({
    mutationKey: followsKey(workspace),
    mutationFn: (backfill: number) =>
      workspaceCall(workspace, 'runFollow', { params: { id }, body: { backfill } }),
    async onSuccess(follow) {
      await takeIn(follow);
      await client.invalidateQueries({ queryKey: followVideosKey(workspace, id) });
    },
  });
}

export function useDeleteFollow(workspace: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => workspaceCall(workspace, 'deleteFollow', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: followsKey(workspace) }),
  });
}
