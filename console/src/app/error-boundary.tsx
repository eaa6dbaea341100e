/** A fault of the console's own: says so, keeps what was typed, and leads on. */
import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './app.module.css';

interface Props {
  readonly children: ReactNode;
  /** A change of this (the address) tries again. */
  readonly resetKey?: string;
}

export class ErrorBoundary extends Component<Props, { readonly error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    // A page's code that is gone was replaced by a newer version of the console.
    const outdated = /dynamically imported module|module script/i.test(error.message);
    return (
      <div className={styles.blank}>
        <Notice
          kind="error"
          title={outdated ? 'A newer console is there.' : 'This page broke.'}
          action={
            <>
              <Button onClick={() => location.reload()}>Load it again</Button>
              {!outdated && (
                <CopyButton text={`${location.href}\n${error.stack}`} what="details" labelled />
              )}
            </>
          }
        >
          {outdated
            ? 'The service was updated meanwhile. What you typed is kept.'
            : `Nothing was lost on the service, and what you typed is kept. ${error.message}`}
        </Notice>
      </div>
    );
  }
}
