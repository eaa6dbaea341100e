/** The cells of a job's row in a table of jobs. */
import type { JobRowView } from '@reelsight/contract';
import { Link } from 'wouter';
import { jobAddress } from '../../app/addresses.ts';
import { percent } from '../../format/quantity.ts';
import { capabilityList, stageWords } from '../../format/words.ts';
import { JobCost } from '../../job/cost/job-cost.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Duration, Moment } from '../../ui/moment.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { Glance } from './glance.tsx';
import { jobName, useLiveRow } from './job-rows.ts';
import styles from './jobs.module.css';

interface CellProps {
  readonly row: JobRowView;
  readonly workspace: string;
}

/** Stage and progress of a running job, updated by the event stream. */
function LiveStatus({ row: listed, workspace }: CellProps) {
  const row = useLiveRow(listed, workspace);
  const { progress } = row;
  return (
    <div>
      <StatusBadge
        status={row.status}
        detail={
          row.status === 'processing' && progress
            ? `${percent((progress.overall_percent ?? 0) / 100)}, ${stageWords[progress.stage].toLowerCase()}`
            : undefined
        }
      />
      {row.error && <div className={styles.reason}>{row.error.message}</div>}
      {row.status === 'held' && <div className={styles.reason}>Waits for credits.</div>}
    </div>
  );
}

function LiveCredits({ row: listed, workspace }: CellProps) {
  const row = useLiveRow(listed, workspace);
  return <JobCost row={row} />;
}

interface NameProps extends CellProps {
  /** True if the row is listed below another job for the same video. */
  readonly nested: boolean;
}

function Name({ row: listed, workspace, nested }: NameProps) {
  const row = useLiveRow(listed, workspace);
  const name = jobName(row);
  const place = row.url && row.url !== name ? row.url : null;

  return (
    <div className={nested ? `${styles.video} ${styles.nested}` : styles.video}>
      <div className={styles.thumbnail}>
        <Thumbnail path={row.video_thumbnail_url} />
      </div>
      <div className={styles.name}>
        <Link
          href={jobAddress(row.job_id)}
          dir="auto"
          title={name}
          className={`${styles.wholeRow} ${styles.title}`}
        >
          {name}
        </Link>
        {nested && <div className={styles.soft}>the same video, asked before</div>}
        {!nested && place && <div className={styles.place}>{place}</div>}
        {row.tags && row.tags.length > 0 && (
          <ul className={styles.tags} aria-label="Tags">
            {row.tags.map((tag) => (
              <li key={tag} dir="auto">
                <Link href={`/jobs?tag=${encodeURIComponent(tag)}`}>{tag}</Link>
              </li>
            ))}
          </ul>
        )}
        <Glance row={row} />
      </div>
    </div>
  );
}

const noneNested: ReadonlySet<string> = new Set();

interface ColumnSetting {
  /** Ids of jobs that are shown below the job of the same video. */
  readonly nested?: ReadonlySet<string>;
  readonly countsCredits: boolean;
}

export function jobColumns(
  workspace: string,
  { nested = noneNested, countsCredits }: ColumnSetting,
): readonly Column<JobRowView>[] {
  return [
    {
      id: 'video',
      title: 'Video',
      cell: (row) => <Name row={row} workspace={workspace} nested={nested.has(row.job_id)} />,
      sort: (row) => jobName(row).toLowerCase(),
    },
    {
      id: 'status',
      title: 'Status',
      explainsItself: true,
      cell: (row) => <LiveStatus row={row} workspace={workspace} />,
      sort: (row) => row.status,
    },
    {
      id: 'asked',
      title: 'Asked for',
      wideOnly: true,
      roomyOnly: true,
      cell: (row) => <span className={styles.soft}>{capabilityList(row.capabilities)}</span>,
    },
    {
      id: 'length',
      title: 'Length',
      numeric: true,
      wideOnly: true,
      cell: (row) => <Duration seconds={row.video_duration_seconds} />,
      sort: (row) => row.video_duration_seconds,
    },
    ...(countsCredits ? [creditsColumn(workspace)] : []),
    {
      id: 'created',
      title: 'Created',
      wideOnly: true,
      cell: (row) => <Moment at={row.created_at} ago />,
      sort: (row) => row.created_at,
    },
  ];
}

const creditsColumn = (workspace: string): Column<JobRowView> => ({
  id: 'credits',
  title: 'Credits',
  numeric: true,
  wideOnly: true,
  cell: (row) => <LiveCredits row={row} workspace={workspace} />,
  sort: (row) => row.credits_charged ?? row.credits_estimated,
});
