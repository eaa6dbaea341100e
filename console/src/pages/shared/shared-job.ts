/**
 * The content that a share link shows. It is requested only once, because the service counts each request as an opening
 * of the link.
 */
import type { Shared } from '@reelsight/contract';
import { useQuery } from '@tanstack/react-query';

/** The secret in the link that opened this page. */
export const tokenOf = (path: string): string => /^\/shared\/([^/]+)\/?$/.exec(path)?.[1] ?? '';

const base = (token: string): string => `/shared/v1/${encodeURIComponent(token)}`;

/** The URL from which a visitor with the link may load a picture that the results name as `/v1/frames/…`. */
export const sharedFrame = (token: string, path: string): string =>
  base(token) + path.replace(/^\/v1/, '');

export const sharedFile = (token: string, format: string): string =>
  `${base(token)}/files/${format}`;

export const sharedLogo = (token: string): string => `${base(token)}/logo`;

/** Reads a file of the link. Throws an error in the words of the service. */
export async function fetchSharedFile(token: string, format: string): Promise<Blob> {
  const response = await fetch(sharedFile(token, format), { credentials: 'omit' });
  if (response.ok) return response.blob();
  if (response.status === 404) throw new LinkEnded('This link has ended, or there never was one.');
  const { error } = (await response.json()) as { error?: { message: string } };
  throw new Error(error?.message ?? 'The service could not answer.');
}

/** The second of the video at which the address opens the page; 0 if it names none. */
export function secondOf(search: string): number {
  const seconds = Number(new URLSearchParams(search).get('t') ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

export const sharedMedia = (token: string): string => `${base(token)}/media`;

/** Thrown if the link has ended and no longer shows anything. */
export class LinkEnded extends Error {}

async function fetchShared(token: string, signal: AbortSignal): Promise<Shared> {
  const response = await fetch(base(token), { signal, credentials: 'omit' });
  if (response.status === 404) throw new LinkEnded('This link has ended, or there never was one.');
  const body = (await response.json()) as { data: Shared; error?: { message: string } };
  if (!response.ok) throw new Error(body.error?.message ?? 'The service could not answer.');
  return body.data;
}

export const useShared = (token: string) =>
  useQuery({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => fetchShared(token, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
