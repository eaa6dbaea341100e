/** Backups of the service: lists them, creates one, and restores one. */
import type { BackupEntry, BackupOverview } from '@reelsight/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorClient } from '../../api/operator-client.ts';
import { bytes, number } from '../../format/quantity.ts';
import { roughly } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { Facts, PageHead, Row, Stack } from '../../ui/page.tsx';
import { DeleteBackup, MakeBackup, RestoreBackup } from './backup-actions.tsx';
import { HealthWord } from './health-word.tsx';
import styles from './operator.module.css';
import { backupsKey } from './operator-calls.ts';

const lookAgainMs = 10_000;
const runningLookAgainMs = 1000;

function useBackups() {
  return useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => operatorClient().backups.list({ signal }),
    refetchInterval: ({ state }) =>
      state.data?.backups.some((backup) => backup.state === 'running')
        ? runningLookAgainMs
        : lookAgainMs,
  });
}

type Chosen = { readonly backup: BackupEntry; readonly what: 'restore' | 'delete' };

export function Backups() {
  const { data, error, refetch } = useBackups();
  const [chosen, choose] = useState<Chosen>();
  const closePanel = () => choose(undefined);

  return (
    <Stack>
      <PageHead
        title="Backups"
        lead="Each holds everything the service keeps as of one moment: database, files and secrets. Copy them to another machine, too."
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={5} />}
      {data && <How overview={data} />}
      {data?.restore && <LastRestore restore={data.restore} />}
      {chosen?.what === 'restore' && <RestoreBackup backup={chosen.backup} onDone={closePanel} />}
      {chosen?.what === 'delete' && <DeleteBackup backup={chosen.backup} onDone={closePanel} />}
      {data && data.backups.length > 0 && (
        <DataTable
          name="Backups"
          columns={columnsFor(choose)}
          rows={data.backups}
          rowId={({ name }) => name}
        />
      )}
      {data && data.backups.length === 0 && data.missing === null && (
        <EmptyState title="No backup yet">
          <p>Make one now, or let a schedule make them: REELSIGHT_BACKUP_SCHEDULE.</p>
        </EmptyState>
      )}
    </Stack>
  );
}

function How({ overview }: { readonly overview: BackupOverview }) {
  const [making, setMaking] = useState(false);
  const { schedule, keep, encrypts, missing: reason } = overview;
  if (reason !== null) return <Notice kind="warning">{reason}</Notice>;

  const running = overview.backups.some(({ state }) => state === 'running');
  return (
    <>
      <Facts
        facts={[
          { name: 'Schedule (UTC)', value: schedule ?? 'none: set REELSIGHT_BACKUP_SCHEDULE' },
          { name: 'Scheduled backups kept', value: number(keep) },
          {
            name: 'Encrypted',
            value: encrypts
              ? 'yes'
              : 'no, although they hold secrets: set REELSIGHT_BACKUP_PASSPHRASE',
          },
        ]}
      />
      {making ? (
        <MakeBackup onDone={() => setMaking(false)} />
      ) : (
        <Row>
          <Button weight="primary" disabled={running} onClick={() => setMaking(true)}>
            Back up now
          </Button>
        </Row>
      )}
    </>
  );
}

function LastRestore({ restore }: { readonly restore: NonNullable<BackupOverview['restore']> }) {
  if (restore.state === 'failed') {
    return (
      <Notice kind="error" title={`${restore.name} was not restored; nothing was changed.`}>
        {restore.error}
      </Notice>
    );
  }
  return (
    <p className={styles.soft}>
      The last restore was of {restore.name}, <Moment at={restore.at} ago />.{' '}
      {restore.way_back && `To undo it, restore ${restore.way_back}.`}
    </p>
  );
}

const reasons: Readonly<Record<string, string>> = {
  schedule: 'by schedule',
  asked: 'by hand',
  before_restore: 'before a restore',
  found: 'copied here',
};

const howMade = ({ reason, seconds }: BackupEntry): string =>
  `${reasons[reason] ?? reason}${seconds === null ? '' : `, in ${roughly(seconds)}`}`;

const columnsFor = (choose: (chosen: Chosen) => void): readonly Column<BackupEntry>[] => [
  {
    id: 'created',
    title: 'Made',
    cell: ({ created_at, name }) => (
      <>
        <Moment at={created_at} ago />
        <div className={styles.under}>{name}</div>
      </>
    ),
    sort: ({ created_at }) => created_at,
  },
  {
    id: 'state',
    title: 'State',
    cell: (backup) => (
      <>
        <State backup={backup} />
        <div className={styles.soft}>{howMade(backup)}</div>
      </>
    ),
  },
  {
    id: 'size',
    title: 'Size',
    numeric: true,
    wideOnly: true,
    cell: ({ size_bytes }) => (size_bytes === null ? '' : bytes(size_bytes)),
    sort: ({ size_bytes }) => size_bytes ?? 0,
  },
  {
    id: 'version',
    title: 'Version',
    wideOnly: true,
    cell: ({ version }) => version ?? 'unknown',
  },
  {
    id: 'action',
    title: 'Action',
    quietTitle: true,
    cell: (backup) =>
      backup.state === 'running' ? null : (
        <div className={styles.buttons}>
          {backup.state === 'whole' && (
            <Button small onClick={() => choose({ backup, what: 'restore' })}>
              Restore<span className="visually-hidden"> {backup.name}</span>
            </Button>
          )}
          <Button small onClick={() => choose({ backup, what: 'delete' })}>
            Delete<span className="visually-hidden"> {backup.name}</span>
          </Button>
        </div>
      ),
  },
];

function State({ backup }: { readonly backup: BackupEntry }) {
  if (backup.state === 'running') return <HealthWord well="partly">being made</HealthWord>;

  if (backup.state === 'failed')
    return (
      <>
        <HealthWord well={false}>failed</HealthWord>
        <div className={`${styles.bad} ${styles.breakable}`}>{backup.error ?? 'See the log.'}</div>
      </>
    );

  const encrypted = backup.encrypted ? ', encrypted' : '';
  if (backup.reason === 'found') return <span className={styles.soft}>not checked{encrypted}</span>;

  return <HealthWord well>{`complete${encrypted}`}</HealthWord>;
}
