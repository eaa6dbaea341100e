/** Exposure as pages ask for it: one read for all that show it. */
import type { Client } from '@reelsight/sdk';
import { clientOf } from '../api/client.ts';

type Body = Parameters<Client['exposure']>[0];

/** Of every exposure of a workspace: corrections change them. */
export const exposureKey = (workspace: string) => ['exposure', workspace] as const;

export const exposureQuery = (workspace: string, body: Body) => ({
  queryKey: [...exposureKey(workspace), body],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    clientOf(workspace).exposure(body, { signal }),
  staleTime: 30_000,
});
