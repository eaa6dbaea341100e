/** The only cache of the service's answers, with the handling of errors that concern every page. */
import { ApiError, AuthenticationError, ConnectionError, RateLimitError } from '@reelsight/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { noteLostConnection, whenConnectionIsBack } from './connection-state.ts';
import { sessionKey } from './session.ts';

const maxRetries = 2;

/**
 * Whether a retry may help. A refusal is final, but a missing answer, an overload, a restart or a rate limit passes.
 */
function isPassing(error: Error): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && (error.status >= 502 || isTooOften(error));
}

const isTooOften = (error: Error): boolean =>
  error instanceof RateLimitError && error.code === 'RATE_LIMITED';

/**
 * The rate limit regains ten calls a second, so a page that made too many calls at once need not wait a whole minute.
 */
const retryDelayMs = (count: number, error: Error): number =>
  (isTooOften(error) ? 3000 : 1000) * 2 ** count;

export function makeQueryClient(): QueryClient {
  const note = (error: Error): void => {
    if (error instanceof ConnectionError) noteLostConnection();
    // Reads the session again: if it has ended, sign-in is shown, which then returns to this page.
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
        retryDelay: retryDelayMs,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  whenConnectionIsBack(() => void client.invalidateQueries());

  return client;
}
