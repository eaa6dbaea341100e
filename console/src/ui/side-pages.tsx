/** A page with several parts, each at its own address, and a navigation between them. */
import { type ComponentType, useEffect, useRef } from 'react';
import { Link, Redirect, useParams } from 'wouter';
import styles from './side-pages.module.css';

export interface SidePage {
  /** Last segment of the part's address. */
  readonly id: string;
  readonly label: string;
  readonly Content: ComponentType;
}

interface SidePagesProps {
  /** Names the navigation. */
  readonly label: string;
  /** `/settings` */
  readonly base: string;
  readonly parts: readonly SidePage[];
}

export function SidePages({ label, base, parts }: SidePagesProps) {
  const { part } = useParams<{ part?: string }>();
  const currentPage = parts.find(({ id }) => id === part);
  const nav = useRef<HTMLElement>(null);
  // On a phone the entries are one scrolling line, so the current one is scrolled into view.
  useEffect(() => {
    const entry = part && nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (entry) nav.current?.scrollTo({ left: entry.offsetLeft - entry.offsetWidth / 2 });
  }, [part]);

  if (!currentPage) return <Redirect to={`${base}/${parts[0]?.id}`} replace />;
  return (
    <div className={styles.frame}>
      <nav aria-label={label} className={styles.nav} ref={nav}>
        {parts.map(({ id, label: words }) => (
          <Link
            key={id}
            href={`${base}/${id}`}
            className={styles.entry}
            aria-current={id === part ? 'page' : undefined}
          >
            {words}
          </Link>
        ))}
      </nav>
      <div className={styles.content}>
        <currentPage.Content />
      </div>
    </div>
  );
}
