/** The calls that the pages make about campaigns and brand sets. */
import type { BrandSetEntry, CampaignEntry } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { workspaceCall } from '../../api/client.ts';

const campaignsKey = (workspace: string) => ['campaigns', workspace] as const;
const brandSetsKey = (workspace: string) => ['brand-sets', workspace] as const;

export function useCampaigns(workspace: string) {
  return useQuery({
    queryKey: campaignsKey(workspace),
    queryFn: ({ signal }) => workspaceCall(workspace, 'listCampaigns', { signal }),
  });
}

export function useBrandSets(workspace: string) {
  return useQuery({
    queryKey: brandSetsKey(workspace),
    queryFn: ({ signal }) => workspaceCall(workspace, 'listBrandSets', { signal }),
  });
}

/** Reads all that names campaigns or brand sets again. */
function useRefresh(workspace: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [campaignsKey(workspace), brandSetsKey(workspace), ['trends', workspace]].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
}

/** Replaces the campaign with this id, or creates one if the id is null. */
export function useSaveCampaign(workspace: string, id: string | null) {
  return useMutation({
    mutationFn: (body: CampaignEntry) =>
      id === null
        ? workspaceCall(workspace, 'createCampaign', { body })
        : workspaceCall(workspace, 'changeCampaign', { params: { id }, body }),
    onSuccess: useRefresh(workspace),
  });
}

export function useDeleteCampaign(workspace: string) {
  return useMutation({
    mutationFn: (id: string) => workspaceCall(workspace, 'deleteCampaign', { params: { id } }),
    onSuccess: useRefresh(workspace),
  });
}

/** Replaces the brand set with this id, or creates one if the id is null. */
export function useSaveBrandSet(workspace: string, id: string | null) {
  return useMutation({
    mutationFn: (body: BrandSetEntry) =>
      id === null
        ? workspaceCall(workspace, 'createBrandSet', { body })
        : workspaceCall(workspace, 'changeBrandSet', { params: { id }, body }),
    onSuccess: useRefresh(workspace),
  });
}

export function useDeleteBrandSet(workspace: string) {
  return useMutation({
    mutationFn: (id: string) => workspaceCall(workspace, 'deleteBrandSet', { params: { id } }),
    onSuccess: useRefresh(workspace),
  });
}
