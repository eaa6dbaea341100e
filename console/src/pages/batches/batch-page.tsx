/** `/batches/:id`: one batch with its videos, answers and brands. */
import type { Batch, Capability, JobRowView } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'wouter';
import { videosOfLength } from '../../analyse/length-words.ts';
import { batchRefresh } from '../../api/batch-refresh.ts';
import { clientOf, workspacePath } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { useCountsCredits, useWorkspaceId } from '../../api/session.ts';
import { counted, number } from '../../format/quantity.ts';
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { Facts, PageHead, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { ComparisonOfJobs } from '../compare/comparison-of-jobs.tsx';
import { jobColumns } from '../jobs/job-cells.tsx';
import { bulkJobsAtMost, jobName, useJobRows } from '../jobs/job-rows.ts';
import { Rerun } from '../jobs/rerun.tsx';
import { useReport } from '../reports/report-button.tsx';
import { AggregateAnswers } from './aggregate-answers.tsx';
import { BatchName } from './batch-name.tsx';
import { NewerNotice, useNewer } from './newer.tsx';
import { RollupBar } from './rollup-bar.tsx';

export function BatchPage() {
  const { id = '' } = useParams<{ id: string }>();
  const workspace = useWorkspaceId();
  const {
    data: batch,
    error,
    refetch,
  } = useQuery({
    queryKey: [...keys.batches(workspace), 'one', id],
    queryFn: ({ signal }) =>
      clientOf(workspace).batches.get(id, { signal, corrected: true }) as Promise<Batch>,
    refetchInterval: ({ state }) => batchRefresh(state.data ? [state.data] : []),
  });
  if (error && !batch) {
    return (
      <Stack>
        <PageHead title="Group" back={{ href: '/batches', label: 'Groups' }} />
        <Failure error={error} what="The group could not be read." onRetry={() => void refetch()} />
      </Stack>
    );
  }

  return batch ? <BatchView workspace={workspace} batch={batch} /> : <Skeleton lines={8} />;
}

interface BatchProps {
  readonly workspace: string;
  readonly batch: Batch;
}

const open = ['processing', 'paused'];

/** Says which videos a report of the batch leaves out; undefined if all are completed. */
function omissionOf({ rollup, total_jobs: total }: Batch): string | undefined {
  const { completed, pending, processing, held: heldCount, failed, cancelled } = rollup;
  if (completed === total) return undefined;

  const unfinished = pending + processing + heldCount;
  const reasons = [
    unfinished > 0 && `${unfinished} not completed yet`,
    failed > 0 && `${failed} failed`,
    cancelled > 0 && `${cancelled} cancelled`,
  ].filter((reason) => reason !== false);
  return `A report now covers ${completed} of ${counted(total, 'video')}: ${reasons.join(', ')}.`;
}

function BatchView({ workspace, batch }: BatchProps) {
  const [cancelling, setCancelling] = useState(false);
  const [naming, setNaming] = useState(false);
  const query = useMemo(() => ({ batch_id: batch.batch_id }), [batch.batch_id]);
  const { rows } = useJobRows(workspace, query);
  const newer = useNewer(workspace, batch);
  const isOfBatch = newer.reportOf !== undefined && 'batch_id' in newer.reportOf;
  const report = useReport(newer.reportOf, isOfBatch ? omissionOf(batch) : undefined);
  // A report is about brands: of a group that asked for none, the service makes none.
  const hasReport = !isOfBatch || rows.length === 0 || wasAskedFor(rows, 'brands');

  return (
    <Stack>
      <PageHead
        title={batch.name ?? `Group of ${counted(batch.total_jobs, 'video')}`}
        lead={<StatusBadge status={batch.status} />}
        back={{ href: '/batches', label: 'Groups' }}
        actions={
          <>
            <AnswersTable workspace={workspace} batch={batch} rows={rows} />
            {hasReport && report.button}
            <Button aria-expanded={naming} onClick={() => setNaming(!naming)}>
              {batch.name === null ? 'Name' : 'Rename'}
            </Button>
            {open.includes(batch.status) && !cancelling && (
              <Button weight="danger" onClick={() => setCancelling(true)}>
                Cancel group
              </Button>
            )}
          </>
        }
      />
      {cancelling && (
        <CancelBatch workspace={workspace} batch={batch} onDone={() => setCancelling(false)} />
      )}
      {naming && <BatchName workspace={workspace} batch={batch} onDone={() => setNaming(false)} />}
      {report.maker}
      {batch.status === 'paused' && (
        <Notice
          kind="warning"
          title="Paused: the credits are used up."
          action={<ButtonLink href="/settings/plan">Plan and credits</ButtonLink>}
        >
          {counted(batch.rollup.held, 'video')} held. They go on by themselves as soon as the
          workspace has credits, and expire after 7 days without.
        </Notice>
      )}
      <NewerNotice newer={newer} rows={rows} />
      <RollupBar rollup={batch.rollup} />
      <BatchFacts batch={batch} rows={rows} />
      {!open.includes(batch.status) && <RetryFailed workspace={workspace} rows={rows} />}
      <BatchTabs workspace={workspace} batch={batch} rows={rows} ids={newer.ids} />
      <ApiCall method="GET" path={`/v1/batch/${batch.batch_id}?corrected=true`} />
    </Stack>
  );
}

const wasAskedFor = (rows: readonly JobRowView[], capability: Capability): boolean =>
  rows.some(({ capabilities }) => capabilities.includes(capability));

/** A link to the answers of all videos as one table; nothing if no completed video was asked a question. */
function AnswersTable({ workspace, batch, rows }: BatchProps & WithRows) {
  const completedRows = rows.filter(({ status }) => status === 'completed');
  if (!wasAskedFor(completedRows, 'custom_query')) return null;

  // Spreadsheets need the byte order mark to recognise UTF-8.
  const path = `/v1/batch/${batch.batch_id}/exports/answers-by-video.csv?bom=true`;
  return (
    <a className={buttonClass('plain')} href={workspacePath(workspace) + path} download>
      Answers as a table
    </a>
  );
}

/** Repeats the failed jobs of an ended batch as new jobs that belong to no batch. */
function RetryFailed({
  workspace,
  rows,
}: {
  readonly workspace: string;
  readonly rows: readonly JobRowView[];
}) {
  const [isAsking, ask] = useState(false);
  const failed = rows.filter(({ status }) => status === 'failed').slice(0, bulkJobsAtMost);
  if (failed.length === 0) return null;

  if (!isAsking) {
    return (
      <div>
        <Button onClick={() => ask(true)}>
          Run {counted(failed.length, 'failed video')} again
        </Button>
      </div>
    );
  }

  const end = () => ask(false);
  return <Rerun workspace={workspace} rows={failed} onDone={end} onCancel={end} />;
}

/**
 * The number of videos and their lengths, as far as known. Only the number is given before the rows are loaded, and in
 * an ended batch with an unknown length, which will stay unknown.
 */
function estimatedFor({ status, total_jobs: total }: Batch, rows: readonly JobRowView[]): string {
  const lengths = rows.map(({ video_duration_seconds }) => video_duration_seconds);
  const isOver = !open.includes(status);
  if (lengths.length === 0 || (isOver && lengths.includes(null))) return counted(total, 'video');

  return videosOfLength({
    videos: lengths.length,
    unknownLengths: lengths.filter((length) => length === null).length,
    knownSeconds: lengths.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0),
  });
}

interface WithRows {
  readonly batch: Batch;
  readonly rows: readonly JobRowView[];
}

function BatchFacts({ batch, rows }: WithRows) {
  return (
    <Facts
      facts={[
        ...(useCountsCredits() || batch.credits_estimated > 0
          ? [
              {
                name: 'Credits charged',
                value: `${number(batch.credits_charged)} for ${counted(batch.rollup.completed, 'video')}`,
              },
              {
                name: 'Estimated',
                value: `${number(batch.credits_estimated)} for ${estimatedFor(batch, rows)}`,
              },
            ]
          : []),
        { name: 'Created', value: <Moment at={batch.created_at} /> },
        { name: 'Finished', value: <Moment at={batch.completed_at} /> },
        { name: 'Id', value: <CopyableId id={batch.batch_id} what="id" /> },
        ...(batch.webhook_url ? [{ name: 'Webhook', value: batch.webhook_url }] : []),
      ]}
    />
  );
}

interface TabsProps extends BatchProps, WithRows {
  /** The jobs whose brands are compared. */
  readonly ids: readonly string[];
}

function BatchTabs({ workspace, batch, rows, ids }: TabsProps) {
  const names = useMemo(() => new Map(rows.map((row) => [row.job_id, jobName(row)])), [rows]);
  const countsCredits = useCountsCredits();
  const columns = useMemo(
    () => jobColumns(workspace, { countsCredits }),
    [workspace, countsCredits],
  );
  const answers = batch.aggregate_results;
  const tabs: Tab[] = [
    {
      id: 'videos',
      label: 'Videos',
      count: batch.total_jobs,
      content: () => (
        <DataTable
          name="Videos of the group"
          stacked
          columns={columns}
          rows={rows}
          rowId={({ job_id }) => job_id}
        />
      ),
    },
    {
      id: 'brands',
      label: 'Brands',
      content: () =>
        ids.length > 0 ? (
          <ComparisonOfJobs workspace={workspace} ids={ids} names={names} />
        ) : (
          <p>Brands are compared as soon as the first video is completed.</p>
        ),
    },
  ];

  if (answers && answers.queries.length > 0) {
    tabs.splice(1, 0, {
      id: 'answers',
      label: 'Answers',
      count: answers.queries.length,
      content: () => <AggregateAnswers results={answers} names={names} rows={rows} />,
    });
  }

  return (
    <Stack>
      <Tabs label="Group" tabs={tabs} />
    </Stack>
  );
}

function CancelBatch({ workspace, batch, onDone }: BatchProps & { onDone: () => void }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => clientOf(workspace).batches.cancel(batch.batch_id),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: keys.batches(workspace) });
      await client.invalidateQueries({ queryKey: keys.jobRows(workspace) });
      onDone();
    },
  });
  const { pending, processing, held: heldCount } = batch.rollup;
  const remainingCount = pending + processing + heldCount;

  return (
    <ConfirmName
      name={counted(remainingCount, 'video')}
      action="Cancel group"
      busy={cancel.isPending}
      error={cancel.error ? messageOf(cancel.error) : undefined}
      onConfirm={() => cancel.mutate()}
      onCancel={onDone}
    >
      {counted(remainingCount, 'video')} will give no results; what was done for them until now is
      charged. Videos that are completed keep their results.
    </ConfirmName>
  );
}
