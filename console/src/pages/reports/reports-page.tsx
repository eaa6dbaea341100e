/** `/reports`: the reports of the workspace with their files, newest first. */
import type { Report } from '@reelsight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { workspaceCall } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { reportAddress } from '../../app/addresses.ts';
import { counted } from '../../format/quantity.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { filePath, formatNames, reportKeys, useReports } from './report-calls.ts';
import styles from './reports.module.css';
import { ShareReport } from './share-report.tsx';

export function ReportsPage() {
  const workspace = useWorkspaceId();
  const { data, error, refetch } = useReports(workspace);
  const reports = data?.data ?? [];
  const [shared, setShared] = useState<string>();
  const sharing = reports.find(({ report_id }) => report_id === shared);

  return (
    <Stack>
      <PageHead
        title="Reports"
        lead="The exposure of brands in chosen videos, as files to share. Make one on the page of a video, a group or a Follow."
        actions={<ButtonLink href="/reports/scheduled">Scheduled</ButtonLink>}
      />
      {error && (
        <Failure
          error={error}
          what="The reports could not be read."
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton lines={6} />}
      {data && reports.length === 0 && (
        <EmptyState
          title="No reports yet"
          sample
          action={<ButtonLink href="/jobs">Choose a video</ButtonLink>}
        >
          <p>Open a finished video, a group or a Follow, then “Report”.</p>
        </EmptyState>
      )}
      {sharing && (
        <ShareReport
          key={sharing.report_id}
          workspace={workspace}
          report={sharing}
          onClose={() => setShared(undefined)}
        />
      )}
      {reports.length > 0 && (
        <DataTable
          name="reports"
          stacked
          columns={columnsOf(workspace, setShared)}
          rows={reports}
          rowId={({ report_id }) => report_id}
        />
      )}
    </Stack>
  );
}

const columnsOf = (workspace: string, onShare: (id: string) => void): Column<Report>[] => [
  {
    id: 'title',
    title: 'Title',
    cell: ({ report_id, title }) => (
      <Link href={reportAddress(report_id)} dir="auto">
        {title}
      </Link>
    ),
  },
  {
    id: 'files',
    title: 'Files',
    cell: (report) => <Files workspace={workspace} report={report} />,
  },
  {
    id: 'videos',
    title: 'Videos',
    numeric: true,
    wideOnly: true,
    cell: ({ videos, videos_chosen: chosen }) =>
      videos < chosen ? `${videos} of ${chosen}` : videos,
  },
  { id: 'made', title: 'Made', cell: ({ created_at }) => <Moment at={created_at} ago /> },
  {
    id: 'expires',
    title: 'Kept until',
    wideOnly: true,
    cell: ({ expires_at }) => <Moment at={expires_at} />,
  },
  {
    id: 'share',
    title: 'Share',
    quietTitle: true,
    cell: ({ report_id, status, title }) =>
      status === 'ready' && (
        <Button small aria-label={`Share ${title}`} onClick={() => onShare(report_id)}>
          Share
        </Button>
      ),
  },
  {
    id: 'delete',
    title: 'Delete',
    quietTitle: true,
    cell: (report) => <DeleteReport workspace={workspace} report={report} />,
  },
];

interface CellProps {
  readonly workspace: string;
  readonly report: Report;
}

export function Files({ workspace, report }: CellProps) {
  const { status, files, videos, videos_done: videosDone, error, title } = report;
  if (status === 'pending')
    return (
      <>
        Being made: {videosDone} of {counted(videos, 'video')} read
      </>
    );

  if (status === 'failed') return <>Could not be made. {error?.message}</>;
  return (
    <span className={styles.files}>
      {files.map(({ format, url }) => (
        <a
          key={format}
          href={filePath(workspace, url)}
          download
          aria-label={`${title}, ${formatNames[format]}`}
        >
          {formatNames[format]}
        </a>
      ))}
    </span>
  );
}

function DeleteReport({ workspace, report: { report_id: id, title } }: CellProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => workspaceCall(workspace, 'deleteReport', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: reportKeys(workspace) }),
  });
  return (
    <DeleteButton
      name={title}
      loss="Delete with its links"
      isDeleting={remove.isPending}
      onDelete={() => remove.mutate()}
    />
  );
}
