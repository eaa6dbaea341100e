/** A link that shows when the keyboard comes by, and leads past what many do not want. */
import type { ReactNode } from 'react';
import styles from './small.module.css';

interface SkipLinkProps {
  /** Id of where it leads; takes the focus. */
  readonly to: string;
  readonly children: ReactNode;
}

export function SkipLink({ to, children }: SkipLinkProps) {
  return (
    <a
      href={`#${to}`}
      className={styles.skip}
      onClick={(event) => {
        // The address keeps what it says.
        event.preventDefault();
        const there = document.getElementById(to);
        there?.focus();
        there?.scrollIntoView({ block: 'start' });
      }}
    >
      {children}
    </a>
  );
}
