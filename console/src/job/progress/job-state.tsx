/** Shows a job that is neither running nor completed: what the job waits for, or what went wrong and what to do. */
import type { JobRowView } from '@reelsight/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { clientOf, mediaPath } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { usePlace, useWorkspaceId } from '../../api/session.ts';
import { number } from '../../format/quantity.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from '../job-page.module.css';
import { ClockContext, PlayClock } from '../stage/play-clock.ts';
import { VideoPlayer } from '../stage/video-player.tsx';
import { adviceFor } from './health.ts';

export function JobState({ row }: { readonly row: JobRowView }) {
  return (
    <div className={styles.state}>
      <Words row={row} />
      <HeldMedia row={row} />
    </div>
  );
}

function Words({ row }: { readonly row: JobRowView }) {
  switch (row.status) {
    case 'pending':
      return (
        <Notice title="Waiting for a worker">
          It starts by itself as soon as one is free; this page follows. You may leave it.
        </Notice>
      );
    case 'held':
      return <Held row={row} />;
    case 'failed':
      return (
        <Notice kind="error" title={row.error?.message ?? 'The analysis failed.'}>
          {adviceFor(row.error?.code ?? '', row.url === null ? 'upload' : 'link')} Nothing was
          charged. <code>{row.error?.code}</code>
        </Notice>
      );
    default:
      return (
        <Notice title={row.error ? row.error.message : 'This analysis was cancelled.'}>
          {row.error && `${adviceFor(row.error.code, row.url === null ? 'upload' : 'link')} `}
          {row.credits_charged
            ? `The work done until then cost ${number(row.credits_charged)} credits.`
            : 'Nothing was charged.'}{' '}
          Ended <Moment at={row.completed_at} ago />.
        </Notice>
      );
  }
}

function Held({ row }: { readonly row: JobRowView }) {
  const { session, workspace } = usePlace();
  const { data: account } = useQuery({
    queryKey: keys.account(workspace.workspace_id),
    queryFn: ({ signal }) => clientOf(workspace.workspace_id).account({ signal }),
  });
  const balance = account?.credits.balance;
  const shortfall = balance === undefined ? undefined : row.credits_estimated - balance;

  return (
    <Notice
      kind="warning"
      title="Held until there are credits"
      action={session.user.operator && <ButtonLink href="/operator">Add credits</ButtonLink>}
    >
      It needs {number(row.credits_estimated)} credits
      {balance !== undefined && ` and the workspace has ${number(balance)}`}.{' '}
      {session.user.operator
        ? 'As the operator you can add them'
        : 'Ask the operator of this service to add'}
      {shortfall !== undefined && shortfall > 0 && ` at least ${number(shortfall)}`}; then it goes
      on by itself, with the video kept. Unfunded it is cancelled after 7 days, at no cost.
    </Notice>
  );
}

/** Shows the parts that are already available: the video, if it can be played, and the job's id. */
export function HeldMedia({ row }: { readonly row: JobRowView }) {
  const [broken, setBroken] = useState(false);
  return (
    <div className={styles.state}>
      {row.media_available && !broken && !isUnreadable(row) && (
        <Video row={row} onBroken={() => setBroken(true)} />
      )}
      <p className={styles.id}>
        <CopyableId id={row.job_id} what="id" />
      </p>
      <ApiCall method="GET" path={`/v1/jobs/${row.job_id}`} />
    </div>
  );
}

/**
 * True if the service could not read the file. The browser usually can't either, and a black player would tell the user
 * nothing.
 */
const isUnreadable = ({ status, error }: JobRowView): boolean =>
  status === 'failed' && error?.code === 'EXTRACTION_FAILED';

interface VideoProps {
  readonly row: JobRowView;
  /** Called when the video cannot be played, so that the player can be hidden. */
  readonly onBroken: () => void;
}

function Video({ row, onBroken }: VideoProps) {
  const workspace = useWorkspaceId();
  const clock = useMemo(
    () => new PlayClock(0, row.video_duration_seconds ?? Number.POSITIVE_INFINITY),
    [row.video_duration_seconds],
  );
  return (
    <ClockContext value={clock}>
      <VideoPlayer
        src={mediaPath(workspace, row.job_id)}
        ratio={undefined}
        hasPicture={row.video_thumbnail_url !== null}
        onBroken={onBroken}
      />
    </ClockContext>
  );
}
