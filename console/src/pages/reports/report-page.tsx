/** `/reports/:id`: one report with its contents, its files, its share links, and its expiry. */
import type { Report } from '@reelsight/contract';
import { NotFoundError } from '@reelsight/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { workspaceCall } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { bytes, counted } from '../../format/quantity.ts';
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { Facts, PageHead, Section, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { filePath, formatNames, reportKeys } from './report-calls.ts';
import { ReportContents } from './report-contents.tsx';
import styles from './reports.module.css';
import { ShareReport } from './share-report.tsx';

const back = { href: '/reports', label: 'Reports' };

export function ReportPage() {
  const { id = '' } = useParams<{ id: string }>();
  const workspace = useWorkspaceId();
  const { data, error, refetch } = useQuery({
    queryKey: [...reportKeys(workspace), id],
    queryFn: ({ signal }) => workspaceCall(workspace, 'getReport', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 1500 : false),
  });
  if (data) return <Known key={id} workspace={workspace} report={data} />;

  return (
    <Stack>
      <PageHead title="Report" back={back} />
      {!error && <Skeleton lines={6} />}
      {error instanceof NotFoundError && (
        <EmptyState
          title="There is no such report"
          action={<ButtonLink href="/reports">All reports</ButtonLink>}
        >
          <p>It was deleted, its time is over, or it belongs to another workspace.</p>
        </EmptyState>
      )}
      {error && !(error instanceof NotFoundError) && (
        <Failure
          error={error}
          what="The report could not be read."
          onRetry={() => void refetch()}
        />
      )}
    </Stack>
  );
}

interface ReportProps {
  readonly workspace: string;
  readonly report: Report;
}

function Known({ workspace, report }: ReportProps) {
  const [doing, setDoing] = useState<'share' | 'delete'>();
  const end = () => setDoing(undefined);
  const isReady = report.status === 'ready';

  return (
    <Stack>
      <PageHead
        title={report.title}
        lead={`Exposure of brands in ${coveredVideos(report)}.`}
        back={back}
        actions={
          <>
            <Button weight="quiet" onClick={() => setDoing('delete')}>
              Delete
            </Button>
            {isReady && <Button onClick={() => setDoing('share')}>Share</Button>}
            {isReady && <Pdf workspace={workspace} report={report} />}
          </>
        }
      />
      {doing === 'share' && <ShareReport workspace={workspace} report={report} onClose={end} />}
      {doing === 'delete' && <DeleteReport workspace={workspace} report={report} onClose={end} />}
      <State report={report} />
      {isReady && <Files workspace={workspace} report={report} />}
      <Facts
        facts={[
          { name: 'Made', value: <Moment at={report.ready_at ?? report.created_at} /> },
          { name: 'Kept until', value: <Moment at={report.expires_at} /> },
          { name: 'Id', value: <CopyableId id={report.report_id} what="report id" /> },
        ]}
      />
      {isReady && <ReportContents workspace={workspace} report={report} />}
      <ApiCall method="GET" path={`/v1/reports/${report.report_id}`} />
    </Stack>
  );
}

/** `3 of 4 videos` if the report leaves some out. */
function coveredVideos({ videos, videos_chosen: chosen }: Report): string {
  return (videos < chosen ? `${videos} of ` : '') + counted(chosen, 'video');
}

function State({
  report: { status, videos, videos_done: videosDone, error },
}: {
  readonly report: Report;
}) {
  if (status === 'ready') return null;

  if (status === 'failed') {
    return (
      <Notice kind="error" title="The report could not be made.">
        {error?.message}
      </Notice>
    );
  }

  return (
    <p role="status">
      Being made: {videosDone} of {counted(videos, 'video')} read.
    </p>
  );
}

/** The file that most users want; the others are listed below. */
function Pdf({ workspace, report: { files } }: ReportProps) {
  const pdf = files.find(({ format }) => format === 'pdf');
  if (!pdf) return null;
  return (
    <a className={buttonClass('primary', false)} href={filePath(workspace, pdf.url)} download>
      Download PDF
    </a>
  );
}

function Files({ workspace, report: { title, files } }: ReportProps) {
  return (
    <Section title="Files">
      <ul className={styles.fileList}>
        {files.map(({ format, url, size_bytes: size }) => (
          <li key={format}>
            <a
              href={filePath(workspace, url)}
              download
              aria-label={`${title}, ${formatNames[format]}`}
            >
              {formatNames[format]}
            </a>{' '}
            <span className={styles.soft}>{bytes(size)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function DeleteReport({ workspace, report, onClose }: ReportProps & { onClose: () => void }) {
  const client = useQueryClient();
  const [, go] = useLocation();
  const remove = useMutation({
    mutationFn: () =>
      workspaceCall(workspace, 'deleteReport', { params: { id: report.report_id } }),
    async onSuccess() {
      go('/reports');
      await client.invalidateQueries({ queryKey: reportKeys(workspace), exact: true });
    },
  });

  return (
    <ConfirmName
      name={report.title}
      action="Delete report"
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      Its files are removed, and links to it show nothing any more. The videos stay.
    </ConfirmName>
  );
}
