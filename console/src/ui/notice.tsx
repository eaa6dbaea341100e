/** Messages that say what can be done: information, a warning, a refusal, an empty list. */
import { ApiError } from '@reelsight/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from './button.tsx';
import styles from './notice.module.css';
import { messageOf } from './plain-message.ts';

export type NoticeKind = 'info' | 'warning' | 'error';

interface NoticeProps {
  readonly kind?: NoticeKind;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** A button or link for what the user can do next. */
  readonly action?: ReactNode;
}

const marks: Readonly<Record<NoticeKind, string>> = { info: 'i', warning: '!', error: '✕' };

export function Notice({ kind = 'info', title, children, action }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'error' ? 'alert' : 'note'}>
      <span className={styles.mark} aria-hidden>
        {marks[kind]}
      </span>
      <div className={styles.words}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface FailureProps {
  readonly error: Error;
  /** A sentence that says what failed: "The brands could not be read." */
  readonly what?: string;
  readonly onRetry?: () => void;
}

/** Says, in the API's own words, that a call was refused or not answered. */
export function Failure({ error, what: problem, onRetry }: FailureProps) {
  return (
    <Notice
      kind="error"
      title={problem}
      action={
        onRetry && (
          <Button small onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {messageOf(error)}
      {error instanceof ApiError && (
        <span className={styles.code}>
          {' '}
          {error.code}
          {error.requestId && ` · ${error.requestId}`}
        </span>
      )}
    </Notice>
  );
}

interface EmptyStateProps {
  readonly title: string;
  /** What will be shown on this page, and how to get it. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Whether to link to the sample, for a user who has no jobs yet. */
  readonly sample?: boolean;
}

export function EmptyState({ title, children, action, sample }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <div className={styles.emptyWords}>{children}</div>
      {action}
      {sample && <Link href="/sample">See a sample result</Link>}
    </div>
  );
}

/** Grey placeholder lines for text. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading</span>
      {[...Array(lines).keys()].map((line) => (
        <span key={line} className={styles.skeletonLine} />
      ))}
    </div>
  );
}
