/** The signed-in user and the workspace that this page shows. */
import type { ConsoleSession } from '@reelsight/contract';
import { AuthenticationError, ConnectionError } from '@reelsight/sdk';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { consoleCall } from './console-call.ts';

export const sessionKey = ['session'] as const;
export type Workspace = ConsoleSession['workspaces'][number];

/** A session with a user signed in. */
export type SignedIn = ConsoleSession & { readonly user: NonNullable<ConsoleSession['user']> };

export interface Place {
  readonly session: SignedIn;
  readonly workspace: Workspace;
  choose(workspaceId: string): void;
}

export const PlaceContext = createContext<Place | undefined>(undefined);

/** Session and workspace of a page that requires sign-in. */
export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('This component is for pages behind sign-in.');
  return place;
}

/** Id of the chosen workspace. */
export function useWorkspaceId(): string {
  return usePlace().workspace.workspace_id;
}

/**
 * Whether plan and credits are shown: not in an installation of one workspace in which nothing has a price, where they
 * would only raise questions.
 */
export function useCountsCredits(): boolean {
  return usePlace().session.counts_credits;
}

export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => consoleCall('getSession', { signal }),
    staleTime: 60_000,
    // While the service does not answer, the page asks again every 2 s.
    retry: (_, error) => error instanceof ConnectionError,
    retryDelay: 2000,
  });
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export const signIn = (credentials: Credentials): Promise<void> =>
  consoleCall('signIn', { body: credentials });

/**
 * `invitation` is the token in an invitation link; it lets the invited e-mail address sign up even if sign-up is
 * closed. `code` creates the first account.
 */
export const signUp = (
  account: Credentials & {
    readonly name: string;
    readonly invitation?: string;
    readonly code?: string;
  },
): Promise<void> => consoleCall('signUp', { body: account });

/** Changes the password and ends the account's other sessions. */
export const changePassword = (passwords: {
  readonly currentPassword: string;
  readonly newPassword: string;
}): Promise<void> =>
  consoleCall('changePassword', { body: { ...passwords, revokeOtherSessions: true } });

export async function signOut(client: QueryClient): Promise<void> {
  // A session that has already expired counts as signed out.
  await consoleCall('signOut', {}).catch((error: unknown) => {
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
