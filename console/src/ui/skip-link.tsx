/** A link, visible on keyboard focus, that skips to the main content. */
import type { ReactNode } from 'react';
import styles from './small.module.css';

interface SkipLinkProps {
  /** Id of the target, which gets the focus. */
  readonly to: string;
  readonly children: ReactNode;
}

export function SkipLink({ to, children }: SkipLinkProps) {
  return (
    <a
      href={`#${to}`}
      className={styles.skip}
      onClick={(event) => {
        // Otherwise the link would change the address.
        event.preventDefault();
        const target = document.getElementById(to);
        target?.focus();
        target?.scrollIntoView({ block: 'start' });
      }}
    >
      {children}
    </a>
  );
}
