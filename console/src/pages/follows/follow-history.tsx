/** The videos that a Follow found, each with its job or the reason why it has none. */
import type { FollowVideo, JobRowView } from '@reelsight/contract';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { jobAddress } from '../../app/addresses.ts';
import { stageWords } from '../../format/words.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { jobName, useJobRows, useLiveRow } from '../jobs/job-rows.ts';
import { useFollowVideos } from './follow-calls.ts';
import styles from './follows.module.css';

interface FollowHistoryProps {
  readonly workspace: string;
  readonly follow: string;
  /** Whether its first check has ended. */
  readonly isChecked: boolean;
}

export function FollowHistory({ workspace, follow, isChecked }: FollowHistoryProps) {
  const { data: videos, error, refetch } = useFollowVideos(workspace, follow);
  const query = useMemo(() => ({ follow_id: follow }), [follow]);
  const { rows } = useJobRows(workspace, query);
  const columns = useMemo(
    () => columnsFor(workspace, new Map(rows.map((row) => [row.job_id, row]))),
    [workspace, rows],
  );

  if (error)
    return (
      <Failure error={error} what="The history could not be read." onRetry={() => void refetch()} />
    );

  if (!videos) return <Skeleton lines={4} />;
  if (videos.length === 0)
    return (
      <p className={styles.soft}>
        {isChecked
          ? 'It found no video yet. “Check now” asks the platform at once.'
          : 'The first check is under way.'}
      </p>
    );

  return (
    <DataTable
      name="Videos of the Follow"
      columns={columns}
      rows={videos}
      rowId={({ video_id }) => video_id}
    />
  );
}

function columnsFor(
  workspace: string,
  jobs: ReadonlyMap<string, JobRowView>,
): readonly Column<FollowVideo>[] {
  const jobOf = (video: FollowVideo) => (video.job_id ? jobs.get(video.job_id) : undefined);
  return [
    {
      id: 'video',
      title: 'Video',
      cell: (video) => <Video video={video} job={jobOf(video)} />,
      sort: (video) => video.url ?? video.video_id,
    },
    {
      id: 'job',
      title: 'Analysis',
      cell: (video) => <Outcome video={video} job={jobOf(video)} workspace={workspace} />,
      sort: (video) => video.skipped ?? jobOf(video)?.status ?? null,
    },
    {
      id: 'seen',
      title: 'Found',
      cell: (video) => <Moment at={video.seen_at} ago />,
      sort: ({ seen_at }) => seen_at,
    },
  ];
}

interface VideoProps {
  readonly video: FollowVideo;
  readonly job: JobRowView | undefined;
}

function Video({ video, job }: VideoProps) {
  const name = job ? jobName(job) : (video.url ?? video.video_id);

  if (video.job_id)
    return (
      <Link href={jobAddress(video.job_id)} dir="auto">
        {name}
      </Link>
    );

  return video.url ? (
    <a href={video.url} target="_blank" rel="noreferrer noopener">
      {name}
    </a>
  ) : (
    <span>{name}</span>
  );
}

function Outcome({ video, job, workspace }: VideoProps & { readonly workspace: string }) {
  if (job) return <LiveStatus job={job} workspace={workspace} />;
  if (video.job_id) return <span className={styles.soft}>deleted, or older than those listed</span>;
  return <span className={styles.soft}>{video.skipped ?? 'none'}</span>;
}

function LiveStatus({ job, workspace }: { readonly job: JobRowView; readonly workspace: string }) {
  const { status, progress } = useLiveRow(job, workspace);
  return <StatusBadge status={status} detail={progress && stageWords[progress.stage]} />;
}
