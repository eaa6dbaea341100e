/** One alert of the list: what it looks for, where it is sent, and what can be done with it. */
import type { Alert } from '@reelsight/contract';
import { useState } from 'react';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { useBrandSets, useCampaigns } from '../campaigns/campaign-calls.ts';
import { useDeleteAlert, useSaveAlert, useTestAlert } from './alert-calls.ts';
import { draftOf, entryOf } from './alert-draft.ts';
import { AlertMatches } from './alert-matches.tsx';
import { conditionText, targetWords } from './alert-words.ts';
import styles from './alerts.module.css';

interface AlertItemProps {
  readonly workspace: string;
  readonly alert: Alert;
  readonly onChange: () => void;
  readonly onDeleted: () => void;
}

export function AlertItem({ workspace, alert, onChange, onDeleted }: AlertItemProps) {
  const { alert_id: id, name, matches_last_week: matches } = alert;
  const [isOpen, setOpen] = useState(false);
  const test = useTestAlert(workspace);

  return (
    <div className={styles.alert}>
      <div className={styles.entry}>
        <Words workspace={workspace} alert={alert} />
        <Row>
          <Button small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide matches' : 'Matches'}
            <span className="visually-hidden"> of {name}</span>
          </Button>
          <Button
            small
            aria-label={`Send a test of ${name}`}
            busy={test.isPending && 'Sending …'}
            onClick={() => test.mutate(id)}
          >
            Send a test
          </Button>
          <Button small aria-label={`Change ${name}`} onClick={onChange}>
            Change
          </Button>
          <Removal workspace={workspace} alert={alert} onDeleted={onDeleted} />
        </Row>
      </div>
      {alert.targets.some(({ off_reason: reason }) => mayTurnOn(reason)) && (
        <TurnOn workspace={workspace} alert={alert} />
      )}
      <div role="status" className={styles.soft}>
        {test.data && testText(test.data.deliveries.length)}
      </div>
      {test.error && <Failure error={test.error} what="The test is not sent." />}
      {isOpen && <AlertMatches workspace={workspace} alert={alert} />}
      {!isOpen && alert.last_match_at !== null && (
        <span className={styles.soft}>
          {counted(matches, 'match', 'matches')} in the last 7 days, the last{' '}
          <Moment at={alert.last_match_at} ago />
        </span>
      )}
    </div>
  );
}

/** Saving the alert brings back nobody who has unsubscribed. */
const mayTurnOn = (offReason: string | null): boolean =>
  offReason !== null && !offReason.startsWith('UNSUBSCRIBED');

const testText = (targets: number): string =>
  targets === 0
    ? 'Nothing is sent: the alert has no target that is on.'
    : `An example is on its way to ${counted(targets, 'target')}.`;

function Words({ workspace, alert }: Pick<AlertItemProps, 'workspace' | 'alert'>) {
  const { data: sets = [] } = useBrandSets(workspace);
  const { data: campaigns = [] } = useCampaigns(workspace);
  const setNames = new Map(sets.map(({ brand_set_id: id, name }) => [id, name]));
  const campaign = campaigns.find(({ campaign_id: id }) => id === alert.campaign_id);
  const quiet = alert.quiet_hours;

  return (
    <div className={styles.words}>
      <h3 className={styles.name} dir="auto">
        {alert.name}
      </h3>
      <span className={styles.soft} dir="auto">
        {[
          alert.enabled ? 'On' : 'Off',
          conditionText(alert.condition, setNames),
          campaign && `in ${campaign.name}`,
          alert.videos && 'in chosen videos',
          quiet && `quiet from ${quiet.start} to ${quiet.end}, ${alert.time_zone}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {alert.problem !== null && <span className={styles.trouble}>{alert.problem}</span>}
      {alert.targets.map(({ target_id: id, type, address, off_reason: reason }) => (
        <span key={id} className={styles.soft}>
          {targetWords[type]} {address}
          {reason !== null && <span className={styles.trouble}> is off: {reason}</span>}
        </span>
      ))}
    </div>
  );
}

/** Saving an alert turns its targets on again, and those that were off are then of whoever saves it. */
function TurnOn({ workspace, alert }: Pick<AlertItemProps, 'workspace' | 'alert'>) {
  const save = useSaveAlert(workspace, alert.alert_id);
  return (
    <>
      <Row>
        <Button
          small
          busy={save.isPending && 'Turning on …'}
          onClick={() => save.mutate(entryOf(draftOf(alert), alert))}
        >
          Turn on again
          <span className="visually-hidden"> what is off of {alert.name}</span>
        </Button>
      </Row>
      {save.error && <Failure error={save.error} what="It is still off." />}
    </>
  );
}

type RemovalProps = Pick<AlertItemProps, 'workspace' | 'alert' | 'onDeleted'>;

function Removal({ workspace, alert, onDeleted }: RemovalProps) {
  const remove = useDeleteAlert(workspace);
  return (
    <>
      <DeleteButton
        name={alert.name}
        loss="Delete with its matches"
        isDeleting={remove.isPending}
        onDelete={() => remove.mutate(alert.alert_id, { onSuccess: onDeleted })}
      />
      {remove.error && <Failure error={remove.error} what="The alert is not deleted." />}
    </>
  );
}
