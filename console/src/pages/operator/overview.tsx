/** The state of the service: its components, current work, workers, queues. */
import { number } from '../../format/quantity.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { Facts, PageHead, Section, Stack } from '../../ui/page.tsx';
import { DiskSpace } from './disk-space.tsx';
import { HealthWord } from './health-word.tsx';
import styles from './operator.module.css';
import { type Overview, useOverview } from './operator-calls.ts';

export function ServiceOverview() {
  const { data, error, refetch } = useOverview();
  return (
    <Stack>
      <PageHead title="Overview" lead="How the service is now; updated every few seconds." />
      {error && (
        <Failure error={error} what="The state could not be read." onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={8} />}
      {data && <Whole overview={data} />}
    </Stack>
  );
}

function Whole({ overview }: { readonly overview: Overview }) {
  const { parts, jobs, workers, queues } = overview;
  return (
    <>
      <Facts
        facts={[
          { name: 'Version', value: overview.version },
          { name: 'Role of this process', value: overview.role },
          {
            name: 'Database',
            value: overview.database === 'pglite' ? 'embedded (PGlite)' : 'PostgreSQL',
          },
          {
            name: 'Storage',
            value: overview.storage === 'files' ? 'a folder on this machine' : 'S3',
          },
          { name: 'Started', value: <Moment at={overview.started_at} ago /> },
        ]}
      />
      <Section title="Health" lead="What /readyz asks before this process takes requests.">
        <Facts
          facts={Object.entries(parts).map(([name, state]) => ({
            name,
            value: <HealthWord well={state === 'ok'}>{state}</HealthWord>,
          }))}
        />
      </Section>
      {overview.disk && <DiskSpace disk={overview.disk} />}
      <Section title="Analyses" lead="Of all workspaces.">
        <Facts
          facts={[
            { name: 'Waiting for a worker', value: number(jobs.pending) },
            { name: 'Being analysed', value: number(jobs.processing) },
            { name: 'Held for credits', value: number(jobs.held) },
          ]}
        />
      </Section>
      <Section title="Workers">
        {workers.length > 0 ? (
          <DataTable
            name="Workers"
            columns={workerColumns}
            rows={workers}
            rowId={({ worker_id }) => worker_id}
          />
        ) : (
          <p className={styles.soft}>
            No worker is running: start a process with REELSIGHT_ROLE=worker or all.
          </p>
        )}
      </Section>
      <Section title="Queues">
        {queues.length > 0 ? (
          <DataTable
            name="Queues"
            columns={queueColumns}
            rows={queues}
            rowId={({ queue }) => queue}
          />
        ) : (
          <p className={styles.soft}>No task is waiting or under way.</p>
        )}
      </Section>
    </>
  );
}

/**
 * Whether a worker is a runner. Runners only work on parts of jobs; ingesting videos is left to the service's own
 * workers.
 */
const isRunner = (workerId: string): boolean => workerId.startsWith('rnr_');

const workerColumns: readonly Column<Overview['workers'][number]>[] = [
  {
    id: 'worker',
    title: 'Worker',
    cell: ({ worker_id }) => (
      <>
        {isRunner(worker_id) && 'Runner '}
        <code className={styles.workerId}>{worker_id}</code>
      </>
    ),
  },
  {
    id: 'serves',
    title: 'Takes',
    cell: ({ worker_id, serves }) =>
      [...(isRunner(worker_id) ? [] : ['ingestion']), ...serves].join(', '),
  },
  { id: 'hosts', title: 'Hosts', numeric: true, cell: ({ hosts }) => number(hosts) },
  {
    id: 'jobs',
    title: 'Analyses',
    wideOnly: true,
    cell: ({ jobs }) =>
      jobs.length > 0 ? <code className={styles.workerId}>{jobs.join(', ')}</code> : 'none',
  },
  {
    id: 'heartbeat',
    title: 'Last heartbeat',
    cell: ({ heartbeat_at }) => <Moment at={heartbeat_at} ago />,
    sort: ({ heartbeat_at }) => heartbeat_at,
  },
];

const queueColumns: readonly Column<Overview['queues'][number]>[] = [
  { id: 'queue', title: 'Queue', cell: ({ queue }) => queue, sort: ({ queue }) => queue },
  {
    id: 'waiting',
    title: 'Waiting',
    numeric: true,
    cell: ({ waiting: waitingCount }) => number(waitingCount),
    sort: ({ waiting: waitingCount }) => waitingCount,
  },
  {
    id: 'active',
    title: 'Active',
    numeric: true,
    cell: ({ active }) => number(active),
    sort: ({ active }) => active,
  },
  {
    id: 'served',
    title: 'Workers',
    cell: ({ served }) => (
      <HealthWord well={served}>{served ? 'ok' : 'none takes these tasks'}</HealthWord>
    ),
  },
];
