/** Who is signed in and for which workspace this page works. */
import type { ConsoleSession } from '@reelsight/contract';
import { AuthenticationError, ConnectionError, errorOf } from '@reelsight/sdk';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { consoleCall } from './console-call.ts';

export const sessionKey = ['session'] as const;
export type Workspace = ConsoleSession['workspaces'][number];

/** A session with somebody in it. */
export type SignedIn = ConsoleSession & { readonly user: NonNullable<ConsoleSession['user']> };

export interface Place {
  readonly session: SignedIn;
  readonly workspace: Workspace;
  choose(workspaceId: string): void;
}

export const PlaceContext = createContext<Place | undefined>(undefined);

/** Session and workspace of a page behind sign-in. */
export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('This component is for pages behind sign-in.');
  return place;
}

/** Id of the chosen workspace. */
export function useWorkspaceId(): string {
  return usePlace().workspace.workspace_id;
}

export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => consoleCall('getSession', { signal }),
    staleTime: 60_000,
    // While the service is silent the page keeps asking, calmly.
    retry: (_, error) => error instanceof ConnectionError,
    retryDelay: 2000,
  });
}

/** What the sign-in library refuses reads like every other refusal. */
async function authCall(path: string, body: unknown): Promise<void> {
  const response = await fetch(`/console/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new ConnectionError(location.origin, cause);
  });
  if (response.ok) return;
  const answer: unknown = await response.json().catch(() => undefined);
  const own = answer as { code?: string; message?: string; error?: unknown } | undefined;
  const error = own?.error ?? {
    code: own?.code,
    message: own?.message ?? refusals[response.status],
  };
  throw errorOf(response, { error });
}

const refusals: Readonly<Record<number, string>> = {
  401: 'E-mail or password is wrong.',
  403: 'This is not allowed.',
  429: 'Too many attempts. Wait a minute and try again.',
};

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export const signIn = (credentials: Credentials): Promise<void> =>
  authCall('sign-in/email', credentials);

/** `invitation`, the token of its link, lets its e-mail sign up where sign-up is closed. */
export const signUp = (
  account: Credentials & { readonly name: string; readonly invitation?: string },
): Promise<void> => authCall('sign-up/email', account);

/** Ends the account's other sessions. */
export const changePassword = (passwords: {
  readonly currentPassword: string;
  readonly newPassword: string;
}): Promise<void> => authCall('change-password', { ...passwords, revokeOtherSessions: true });

export async function signOut(client: QueryClient): Promise<void> {
  // A session that ended by itself is as good as signed out.
  await authCall('sign-out', {}).catch((error: unknown) => {
    if (!(error instanceof AuthenticationError)) throw error;
  });
  client.clear();
  sessionStorage.clear();
  location.assign('/');
}

export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionKey });
}
