/** The one cache of what the service said, and what the page does with refusals that concern every page. */
import { ApiError, AuthenticationError, ConnectionError } from '@reelsight/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { noteLostConnection, whenConnectionIsBack } from './connection-state.ts';
import { sessionKey } from './session.ts';

const maxRetries = 2;

/** Refusals are final; no answer, overload or a restart is worth a retry. */
function isPassing(error: Error): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 502);
}

export function makeQueryClient(): QueryClient {
  const note = (error: Error): void => {
    if (error instanceof ConnectionError) noteLostConnection();
    // The session decides what is shown, so reading it again leads to sign-in and back.
    if (error instanceof AuthenticationError)
      void client.invalidateQueries({ queryKey: sessionKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: note }),
    mutationCache: new MutationCache({ onError: note }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => isPassing(error) && count < maxRetries,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  whenConnectionIsBack(() => void client.invalidateQueries());
  return client;
}
