/** Queries for exposure, with which pages that show the same exposure share one request. */
import type { Client } from '@reelsight/sdk';
import { clientOf } from '../api/client.ts';

type Body = Parameters<Client['exposure']>[0];

/** Prefix of every exposure query key of a workspace, so that a correction can invalidate all of them. */
export const exposureKey = (workspace: string) => ['exposure', workspace] as const;

export const exposureQuery = (workspace: string, body: Body) => ({
  queryKey: [...exposureKey(workspace), body],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    clientOf(workspace).exposure(body, { signal }),
  staleTime: 30_000,
});
