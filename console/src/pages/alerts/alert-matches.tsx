/** The videos that an alert found, and what became of their messages. */
import type { Alert, AlertMatch } from '@reelsight/contract';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useMatches } from './alert-calls.ts';
import { targetWords } from './alert-words.ts';
import styles from './alerts.module.css';
import { Finding } from './finding.tsx';

interface AlertMatchesProps {
  readonly workspace: string;
  readonly alert: Alert;
}

export function AlertMatches({ workspace, alert }: AlertMatchesProps) {
  const list = useMatches(workspace, alert.alert_id);
  const matches = list.data?.pages.flatMap(({ items }) => items);

  return (
    <section className={styles.alert} aria-label={`Matches of ${alert.name}`}>
      {list.error && (
        <Failure
          error={list.error}
          what="The matches could not be read."
          onRetry={() => void list.refetch()}
        />
      )}
      {!matches && !list.error && <Skeleton lines={2} />}
      {matches?.length === 0 && <p className={styles.soft}>It has not found anything yet.</p>}
      {matches && matches.length > 0 && (
        <ul className={styles.findings}>
          {matches.map((match) => (
            <Finding key={match.match_id} finding={match}>
              <Sent match={match} isListedOnly={alert.targets.length === 0} />
            </Finding>
          ))}
        </ul>
      )}
      {list.hasNextPage && <ShowMore list={list} />}
    </section>
  );
}

interface SentProps {
  readonly match: AlertMatch;
  /** Whether the alert has no targets. */
  readonly isListedOnly: boolean;
}

function Sent({ match, isListedOnly }: SentProps) {
  const failed = match.deliveries.filter(({ status, error }) => status !== 'delivered' && error);
  const isPending = match.deliveries.some(({ status }) => status === 'pending');

  return (
    <>
      <span className={styles.soft}>
        Found <Moment at={match.found_at} ago />
        {match.sent_at !== null && (
          <>
            {' '}
            · sent <Moment at={match.sent_at} ago />
          </>
        )}
        {match.sent_at === null && match.sends_at !== null && (
          <>
            {' '}
            · to be sent <Moment at={match.sends_at} ago />
          </>
        )}
        {match.sent_at === null && match.sends_at === null && isPending && ' · being sent'}
        {match.deliveries.length === 0 && isListedOnly && ' · only listed, without a target'}
      </span>
      {match.withdrawn_at !== null && (
        <span className={styles.trouble}>
          Withdrawn <Moment at={match.withdrawn_at} ago />, because a correction made it wrong
        </span>
      )}
      {failed.map(({ type, address, status, error }) => (
        <span key={`${type} ${address}`} className={styles.trouble}>
          {targetWords[type]} {address}: {error}
          {status === 'pending' && ', it is tried again'}
        </span>
      ))}
    </>
  );
}
