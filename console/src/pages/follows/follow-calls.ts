/** The pages' calls about Follows. */
import type { ChangeFollow, CreateFollow, Follow } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { workspaceCall } from '../../api/client.ts';

export const followsKey = (workspace: string) => ['follows', workspace] as const;
export const followVideosKey = (workspace: string, id: string) =>
  ['follow-videos', workspace, id] as const;

/** Runs start without the user, so the page polls to see them. */
const lookAgainMs = 15_000;

export function useFollows(workspace: string) {
  return useQuery({
    queryKey: followsKey(workspace),
    queryFn: ({ signal }) => workspaceCall(workspace, 'listFollows', { signal }),
    refetchInterval: lookAgainMs,
  });
}

export function useFollowVideos(workspace: string, id: string) {
  return useQuery({
    queryKey: followVideosKey(workspace, id),
    queryFn: ({ signal }) =>
      workspaceCall(workspace, 'listFollowVideos', { params: { id }, signal }),
    refetchInterval: lookAgainMs,
  });
}

/** Puts the Follow that the call returned into the cached list at once. */
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
    mutationFn: (body: CreateFollow) => workspaceCall(workspace, 'createFollow', { body }),
    onSuccess: useTakeIn(workspace),
  });
}

export function useChangeFollow(workspace: string, id: string) {
  return useMutation({
    mutationFn: (body: ChangeFollow) =>
      workspaceCall(workspace, 'changeFollow', { params: { id }, body }),
    onSuccess: useTakeIn(workspace),
  });
}

export function useRunFollow(workspace: string, id: string) {
  const client = useQueryClient();
  const takeIn = useTakeIn(workspace);
  return useMutation({
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
