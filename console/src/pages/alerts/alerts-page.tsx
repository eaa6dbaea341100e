/** `/alerts`: what the workspace wants to be told about new videos, and what was found. */
import { useRef, useState } from 'react';
import { useWorkspaceId } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Section, Stack } from '../../ui/page.tsx';
import { useAlerts } from './alert-calls.ts';
import { AlertForm } from './alert-form.tsx';
import { AlertItem } from './alert-item.tsx';
import styles from './alerts.module.css';

export function AlertsPage() {
  const workspace = useWorkspaceId();
  const { data: alerts, error, refetch } = useAlerts(workspace);
  /** Id of the alert in the form, or `new`; null if there is no form. */
  const [edited, setEdited] = useState<string | null>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  // The focus would be lost with the form or the alert that goes away.
  const focusNewButton = () => newButton.current?.focus();
  const close = () => {
    setEdited(null);
    focusNewButton();
  };

  return (
    <Stack>
      <PageHead
        title="Alerts"
        lead="An alert looks at each video once its analysis ends and tells you within a minute, by mail, by webhook, in Slack or in Teams."
      />
      <Section
        title="Your alerts"
        actions={
          <Button ref={newButton} onClick={() => setEdited('new')}>
            New alert
          </Button>
        }
      >
        {edited === 'new' && <AlertForm workspace={workspace} alert={null} onDone={close} />}
        {error && (
          <Failure
            error={error}
            what="The alerts could not be read."
            onRetry={() => void refetch()}
          />
        )}
        {!alerts && !error && <Skeleton lines={3} />}
        {alerts?.length === 0 && edited === null && (
          <p className={styles.soft}>
            None yet. Name a brand, and where you want to be told of it.
          </p>
        )}
        <ul className={styles.list}>
          {alerts?.map((alert) => (
            <li key={alert.alert_id}>
              {edited === alert.alert_id ? (
                <AlertForm workspace={workspace} alert={alert} onDone={close} />
              ) : (
                <AlertItem
                  workspace={workspace}
                  alert={alert}
                  onChange={() => setEdited(alert.alert_id)}
                  onDeleted={focusNewButton}
                />
              )}
            </li>
          ))}
        </ul>
      </Section>
    </Stack>
  );
}
