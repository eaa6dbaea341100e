/** The header of a job: its title, state, length and cost, and the actions on it. */
import type { JobRowView } from '@reelsight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { clientOf } from '../api/client.ts';
import { keys } from '../api/job-events.ts';
import { useCountsCredits, useWorkspaceId } from '../api/session.ts';
import { jobAddress } from '../app/addresses.ts';
import { Button } from '../ui/button.tsx';
import { Closable } from '../ui/closable.tsx';
import { ConfirmName } from '../ui/confirm-name.tsx';
import { Duration, Moment } from '../ui/moment.tsx';
import { Failure } from '../ui/notice.tsx';
import { messageOf } from '../ui/plain-message.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { JobCost } from './cost/job-cost.tsx';
import { type Earlier, useEarlier } from './earlier.ts';
import { HeaderActions, holderOf, jobActions } from './header-actions.tsx';
import styles from './job-page.module.css';

/** Loaded when opened. */
const AskAgain = lazy(() =>
  import('./cost/ask-again.tsx').then((file) => ({ default: file.AskAgain })),
);
const TagsPanel = lazy(() =>
  import('./tags-panel.tsx').then((file) => ({ default: file.TagsPanel })),
);
const CostDetails = lazy(() =>
  import('./cost/cost-details.tsx').then((file) => ({ default: file.CostDetails })),
);

export function titleOf({ video_title, filename, url, job_id }: JobRowView): string {
  return video_title ?? filename ?? url ?? job_id;
}

/** Whether the job cost something, or would; false for all where nothing has a price. */
const hasCost = (row: JobRowView): boolean => (row.credits_charged ?? row.credits_estimated) > 0;

export function JobHeader({ row }: { readonly row: JobRowView }) {
  /** The open panel: `ask`, `delete`, `cost`, `tags`, or the id of an action. */
  const [open, setOpen] = useState<string>();
  const countsCredits = useCountsCredits();
  const close = () => setOpen(undefined);
  const action = jobActions.find(({ id }) => id === open);
  const earlier = useEarlier(row);

  return (
    <header className={styles.header}>
      <div className={styles.crumbs}>
        <Link href="/jobs">‹ Videos</Link>
        {row.from_job && <Link href={jobAddress(row.from_job)}>Earlier analysis</Link>}
        {row.batch_id && <Link href={`/batches/${row.batch_id}`}>Group</Link>}
        {row.follow_id && <Link href={`/follows/${row.follow_id}`}>Follow</Link>}
      </div>
      <div className={styles.head}>
        <div className={styles.headWords}>
          <h1 dir="auto">{titleOf(row)}</h1>
          <div className={styles.facts}>
            <StatusBadge status={row.status} />
            {row.test && <strong>Test</strong>}
            {row.video_duration_seconds !== null && (
              <Duration seconds={row.video_duration_seconds} />
            )}
            {(countsCredits || hasCost(row)) && (
              <button
                type="button"
                className={styles.factDoor}
                aria-expanded={open === 'cost'}
                title="Where it comes from"
                onClick={() => setOpen(open === 'cost' ? undefined : 'cost')}
              >
                <JobCost row={row} />
              </button>
            )}
            <Moment at={row.created_at} ago />
            {row.url && (
              <a href={row.url} target="_blank" rel="noreferrer">
                {row.platform === 'direct' ? 'direct link' : row.platform}
              </a>
            )}
            <JobTags row={row} onEdit={() => setOpen(open === 'tags' ? undefined : 'tags')} />
          </div>
        </div>
        <Actions
          row={row}
          earlier={earlier}
          onOpen={(next) => setOpen(open === next ? undefined : next)}
        />
      </div>
      {open && (
        <Closable key={open} onClose={close}>
          <Suspense>
            {open === 'tags' && <TagsPanel row={row} onClose={close} />}
            {open === 'cost' && <CostDetails row={row} />}
            {open === 'ask' && <AskAgain row={row} onClose={close} />}
            {open === 'delete' && <DeleteJob row={row} onClose={close} />}
            {action && <action.Panel row={holderOf(action, row, earlier)} onClose={close} />}
          </Suspense>
        </Closable>
      )}
    </header>
  );
}

interface TagsProps {
  readonly row: JobRowView;
  readonly onEdit: () => void;
}

/** The job's tags. Each links to the list of jobs with the same tag. */
function JobTags({ row, onEdit }: TagsProps) {
  const { tags = [] } = row;
  return (
    <>
      {tags.map((tag) => (
        <Link key={tag} href={`/jobs?tag=${encodeURIComponent(tag)}`} dir="auto">
          {tag}
        </Link>
      ))}
      <button type="button" className={styles.factDoor} onClick={onEdit}>
        {tags.length > 0 ? 'Edit tags' : 'Add tags'}
      </button>
    </>
  );
}

interface ActionsProps {
  readonly row: JobRowView;
  readonly earlier: readonly Earlier[];
  readonly onOpen: (panelId: string) => void;
}

function Actions({ row, earlier, onOpen }: ActionsProps) {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  const { job_id, status, batch_id } = row;
  const cancel = useMutation({
    mutationFn: () => clientOf(workspace).jobs.cancel(job_id),
    onSettled: () => client.invalidateQueries({ queryKey: keys.jobRow(workspace, job_id) }),
  });
  const over = status === 'completed' || status === 'failed' || status === 'cancelled';
  const canAsk = over && (row.url !== null || row.upload_key !== null);

  return (
    <div className={styles.actions}>
      {canAsk && <Button onClick={() => onOpen('ask')}>Ask again</Button>}
      {!over && !batch_id && (
        <Button busy={cancel.isPending && 'Cancelling …'} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      )}
      {over && (
        <Button weight="quiet" onClick={() => onOpen('delete')}>
          Delete
        </Button>
      )}
      <HeaderActions row={row} earlier={earlier} onOpen={onOpen} />
      {cancel.error && <Failure error={cancel.error} />}
    </div>
  );
}

interface FormProps {
  readonly row: JobRowView;
  readonly onClose: () => void;
}

function DeleteJob({ row, onClose }: FormProps) {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  const [, go] = useLocation();
  const remove = useMutation({
    mutationFn: () => clientOf(workspace).jobs.delete(row.job_id),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: keys.jobRows(workspace) });
      go('/jobs');
    },
  });

  return (
    <ConfirmName
      name={titleOf(row)}
      action="Delete video"
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      The video, its frames and all results of this analysis will be gone for good, here and in the
      API.{hasCost(row) && ' Credits already charged are not refunded.'}
    </ConfirmName>
  );
}
