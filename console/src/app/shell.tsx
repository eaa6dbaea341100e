/** The frame of every page: navigation, workspace, credits, account. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { clientOf } from '../api/client.ts';
import { keys, useJobEvents } from '../api/job-events.ts';
import { PlaceContext, type SignedIn, type Workspace } from '../api/session.ts';
import { useRemembered } from '../format/remembered.ts';
import { SearchBox } from '../pages/search/search-box.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Credits } from '../ui/moment.tsx';
import { EmptyState, Skeleton } from '../ui/notice.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FirstWorkspace } from './first-workspace.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { pages } from './pages.ts';
import styles from './shell.module.css';
import { useTitle } from './title.ts';

const TestNotice = lazy(() =>
  import('./test-notice.tsx').then((file) => ({ default: file.TestNotice })),
);

export function Shell({ session }: { readonly session: SignedIn }) {
  const [chosen, choose] = useRemembered<string | null>('workspace', null);
  const workspace =
    session.workspaces.find((candidate) => candidate.workspace_id === chosen) ??
    session.workspaces[0];
  const place = useMemo(
    () => workspace && { session, workspace, choose },
    [session, workspace, choose],
  );
  if (!place) return <FirstWorkspace session={session} />;

  return (
    <PlaceContext value={place}>
      <SkipLink to="page">Skip to the page</SkipLink>
      <div className={styles.shell}>
        <header className={styles.side}>
          <Link href="/" className={styles.brand}>
            <img src="/icon.svg" alt="" width={24} height={24} />
            <span>Reelsight</span>
          </Link>
          <SearchBox />
          <Navigation operator={session.user.operator} />
          <div className={styles.foot}>
            <Switcher session={session} workspace={place.workspace} choose={choose} />
            {session.counts_credits && <Balance workspace={place.workspace.workspace_id} />}
            <AccountMenu user={session.user} />
          </div>
        </header>
        <main id="page" tabIndex={-1} className={styles.page}>
          {place.workspace.test && (
            <Suspense>
              <TestNotice />
            </Suspense>
          )}
          <Page key={place.workspace.workspace_id} workspace={place.workspace.workspace_id} />
        </main>
      </div>
    </PlaceContext>
  );
}

function Navigation({ operator }: { readonly operator: boolean }) {
  const [path] = useLocation();
  const list = useRef<HTMLElement>(null);
  // On a phone the navigation is wider than the screen, so the current entry is scrolled into view.
  useEffect(() => {
    const chosen = path && list.current?.querySelector<HTMLElement>('[aria-current]');
    if (chosen && list.current) list.current.scrollLeft = chosen.offsetLeft - chosen.offsetWidth;
  }, [path]);

  return (
    <nav ref={list} aria-label="Pages" className={styles.nav}>
      {pages.map(({ path: to, nav, below = to, operatorOnly }) => {
        if (!nav || (operatorOnly && !operator)) return null;

        const isCurrent = [below, ...(nav.also ?? [])].some(
          (place) => path === place || path.startsWith(`${place}/`),
        );
        return (
          <Link
            key={to}
            href={below}
            className={styles.entry}
            aria-current={isCurrent ? 'page' : undefined}
          >
            <nav.Icon size={18} aria-hidden />
            <span>{nav.label}</span>
          </Link>
        );
      })}
    </nav>
  );
}

interface SwitcherProps {
  readonly session: SignedIn;
  readonly workspace: Workspace;
  choose(id: string): void;
}

function Switcher({ session, workspace, choose }: SwitcherProps) {
  if (session.workspaces.length === 1) {
    return (
      <div
        className={styles.workspace}
        title={session.counts_credits ? `Plan ${workspace.plan}` : undefined}
      >
        {nameOf(workspace)}
      </div>
    );
  }
  return (
    <select
      aria-label="Workspace"
      className={styles.switcher}
      value={workspace.workspace_id}
      onChange={(event) => choose(event.target.value)}
    >
      {session.workspaces.map((workspace) => (
        <option key={workspace.workspace_id} value={workspace.workspace_id}>
          {nameOf(workspace)}
        </option>
      ))}
    </select>
  );
}

const nameOf = ({ name, test }: Workspace): string => (test ? `${name} (test)` : name);

function Balance({ workspace }: { readonly workspace: string }) {
  const { data } = useQuery({
    queryKey: keys.account(workspace),
    queryFn: ({ signal }) => clientOf(workspace).account({ signal }),
  });
  return (
    <div className={styles.balance}>
      {data && <Credits amount={data.credits.balance} bought="What this workspace may spend" />}
    </div>
  );
}

function Page({ workspace }: { readonly workspace: string }) {
  const [path] = useLocation();
  useJobEvents(workspace);
  useKeptFocus();

  return (
    <ErrorBoundary resetKey={path}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Switch>
          {pages.map(({ path: pagePath, Component }) => (
            <Route key={pagePath} path={pagePath}>
              <Component />
            </Route>
          ))}
          <Route>
            <NothingHere />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

function NothingHere() {
  useTitle('Not found');
  return (
    <EmptyState
      title="There is no page at this address"
      action={<ButtonLink href="/analyse">Analyse a video</ButtonLink>}
    >
      <p>The link may be incomplete, or what it led to was deleted.</p>
    </EmptyState>
  );
}
