/** Handles a crash of the console itself: tells the user, keeps what was typed, and offers a way to continue. */
import { Component, type ReactNode } from 'react';
import { isAnswering, noteLostConnection, whenConnectionIsBack } from '../api/connection-state.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './app.module.css';

interface Props {
  readonly children: ReactNode;
  /** When this value (the address) changes, the boundary tries to render its children again. */
  readonly resetKey?: string;
}

/** Whether a page's code could not be loaded, because the connection is lost or a newer console was deployed. */
const isCodeMissing = (error: Error): boolean =>
  /dynamically imported module|module script|preload CSS/i.test(error.message);

interface State {
  readonly error: Error | null;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };
  #forget: () => void = () => undefined;

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    if (!isCodeMissing(error)) return;
    this.#forget = whenConnectionIsBack(() => location.reload());
    void isAnswering().then((answers) => answers || noteLostConnection());
  }

  override componentDidUpdate(previous: Props): void {
    if (!this.state.error || previous.resetKey === this.props.resetKey) return;
    this.#forget();
    this.setState({ error: null });
  }

  override componentWillUnmount(): void {
    this.#forget();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return isCodeMissing(error) ? <CodeMissing /> : <Broken error={error} />;
  }
}

function CodeMissing() {
  return (
    <div className={styles.blank}>
      <Notice
        title="This page could not be fetched."
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        The connection is lost, or the service was updated meanwhile. What you typed is kept; the
        page comes by itself when the service answers again.
      </Notice>
    </div>
  );
}

function Broken({ error }: { readonly error: Error }) {
  return (
    <div className={styles.blank}>
      <Notice
        kind="error"
        title="This page broke."
        action={
          <>
            <Button onClick={() => location.reload()}>Reload</Button>
            <CopyButton text={`${location.href}\n${error.stack}`} what="details" labelled />
          </>
        }
      >
        Nothing was lost on the service, and what you typed is kept. {error.message}
      </Notice>
    </div>
  );
}
