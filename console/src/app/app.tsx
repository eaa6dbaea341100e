/** The console as a whole: cache, session and routes. */
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Redirect, useLocation, useSearchParams } from 'wouter';
import { makeQueryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.ts';
import { invitationIn, safeNext } from '../sign-in/next-address.ts';
import { Failure } from '../ui/notice.tsx';
import styles from './app.module.css';
import { ConnectionBar } from './connection-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shell } from './shell.tsx';

export function App() {
  const [client] = useState(makeQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <ConnectionBar />
        <Entrance />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

const SharedPage = lazy(() =>
  import('../pages/shared/shared-page.tsx').then((file) => ({ default: file.SharedPage })),
);

// Loaded only when needed, because most visitors are already signed in.
const JoinPage = lazy(() =>
  import('../sign-in/join-page.tsx').then((file) => ({ default: file.JoinPage })),
);
const SignInPage = lazy(() =>
  import('../sign-in/sign-in-page.tsx').then((file) => ({ default: file.SignInPage })),
);
const SignUpPage = lazy(() =>
  import('../sign-in/sign-up-page.tsx').then((file) => ({ default: file.SignUpPage })),
);

/** Shows a shared page without a session, because a visitor with a share link needs none; all other pages need one. */
function Entrance() {
  const [path] = useLocation();
  return (
    <Suspense fallback={<div className={styles.blank} aria-busy />}>
      {path.startsWith('/shared/') ? <SharedPage /> : <Doors />}
    </Suspense>
  );
}

/**
 * Shows sign-in, or the pages if a user is signed in. After an expired session, sign-in returns to the same address.
 */
function Doors() {
  const { data: session, error, refetch } = useSession();
  const [path] = useLocation();
  const [search] = useSearchParams();

  if (!session) {
    return (
      <div className={styles.blank} aria-busy={!error}>
        {error && <Failure error={error} onRetry={() => void refetch()} />}
      </div>
    );
  }

  const { user } = session;
  if (path === '/join') return <JoinPage session={session} />;

  if (path === '/sign-in' || path === '/sign-up') {
    const next = search.get('next');
    // A user who signed up with an invitation is already a member, so the invitation page is skipped.
    const joined = path === '/sign-up' && invitationIn(next) !== undefined;
    if (user) return <Redirect to={joined ? '/' : safeNext(next)} replace />;
    if (session.sign_up === 'first') return <SignUpPage session={session} />;

    return path === '/sign-in' ? (
      <SignInPage session={session} />
    ) : (
      <SignUpPage session={session} />
    );
  }

  if (!user) {
    const address = location.pathname + location.search;
    const door = session.sign_up === 'first' ? '/sign-up' : '/sign-in';
    return (
      <Redirect
        to={address === '/' ? door : `${door}?next=${encodeURIComponent(address)}`}
        replace
      />
    );
  }

  return <Shell session={{ ...session, user }} />;
}
