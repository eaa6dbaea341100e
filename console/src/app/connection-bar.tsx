/** A single unobtrusive line that is shown while the service does not answer. */
import { ask, useConnectionState } from '../api/connection-state.ts';
import { Button } from '../ui/button.tsx';
import styles from './app.module.css';

export function ConnectionBar() {
  const state = useConnectionState();
  return (
    <div role="status">
      {state === 'lost' && (
        <div className={styles.bar}>
          <span>The service does not answer. What you typed is kept; trying again.</span>
          <Button small weight="quiet" onClick={() => void ask()}>
            Retry now
          </Button>
        </div>
      )}
    </div>
  );
}
