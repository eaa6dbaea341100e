/** The prices that a workspace keeps, and the audience of a job's video, as the pages read and change them. */
import type { JobViews, MediaPrices } from '@reelsight/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientOf } from '../api/client.ts';
import { exposureKey } from './exposure-query.ts';

const pricesKey = (workspace: string) => ['media-prices', workspace] as const;
const viewsKey = (workspace: string, job: string) => ['job-views', workspace, job] as const;

export const useMediaPrices = (workspace: string) =>
  useQuery({
    queryKey: pricesKey(workspace),
    queryFn: ({ signal }) => clientOf(workspace).prices.get({ signal }),
  });

/**
 * Changes some of the prices. The call replaces all of them, so changes are sent one after the other, each on top of
 * what the one before it has saved.
 */
export function useSetMediaPrices(workspace: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `media-prices ${workspace}` },
    mutationFn: async (change: (prices: MediaPrices) => Partial<MediaPrices>) => {
      const { prices } = clientOf(workspace);
      const current =
        client.getQueryData<MediaPrices>(pricesKey(workspace)) ?? (await prices.get());
      return prices.set({ ...current, ...change(current) });
    },
    onSuccess(prices) {
      client.setQueryData(pricesKey(workspace), prices);
      void client.invalidateQueries({ queryKey: ['job-views', workspace] });
      void client.invalidateQueries({ queryKey: exposureKey(workspace) });
    },
  });
}

export const useJobViews = (workspace: string, job: string) =>
  useQuery({
    queryKey: viewsKey(workspace, job),
    queryFn: ({ signal }) => clientOf(workspace).jobs.views(job, { signal }),
    staleTime: 30_000,
  });

export function useSetAudience(workspace: string, job: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (views: number | null) => clientOf(workspace).jobs.setAudience(job, views),
    onSuccess(views: JobViews) {
      client.setQueryData(viewsKey(workspace, job), views);
      return client.invalidateQueries({ queryKey: exposureKey(workspace) });
    },
  });
}

/** Sets when the job's video was published; trends then count it on another day. */
export function useSetPublished(workspace: string, job: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (day: string | null) => clientOf(workspace).jobs.setPublished(job, day),
    onSuccess(views: JobViews) {
      client.setQueryData(viewsKey(workspace, job), views);
      void client.invalidateQueries({ queryKey: ['trend-videos', workspace] });
      return client.invalidateQueries({ queryKey: ['trends', workspace] });
    },
  });
}

export const hasPrice = (prices: MediaPrices | undefined): boolean =>
  prices !== undefined &&
  (prices.cpm_usd !== null || Object.values(prices.cpm_usd_by_platform).length > 0);

/** Names of platforms in the order in which the settings show their prices. */
export const platformWords = {
  youtube: 'YouTube',
  tiktok: 'TikTok',
  instagram: 'Instagram',
  direct: 'Direct links',
  upload: 'Uploaded files',
} as const satisfies Record<keyof MediaPrices['cpm_usd_by_platform'], string>;

export const platformWord = (platform: string): string =>
  platformWords[platform as keyof typeof platformWords] ?? platform;
