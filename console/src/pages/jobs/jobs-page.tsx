/** `/jobs`: all jobs of the workspace, newest first, updated as they run. */
import type { JobRowView } from '@reelsight/contract';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useCountsCredits, usePlace } from '../../api/session.ts';
import { saveCsv } from '../../format/csv.ts';
import { counted } from '../../format/quantity.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { EmptyState, Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { FilterBar } from './filter-bar.tsx';
import { jobColumns } from './job-cells.tsx';
import { jobCsv } from './job-csv.ts';
import { filterOf, rowsQuery } from './job-filter.ts';
import { bulkJobsAtMost, jobName, useJobRows } from './job-rows.ts';
import styles from './jobs.module.css';
import { nestedRows } from './nested-rows.ts';
import { useRowSelection } from './row-selection.ts';
import { SelectionBar } from './selection-bar.tsx';

export function JobsPage() {
  const { workspace_id: workspace } = usePlace().workspace;
  const [search] = useSearchParams();
  const filter = filterOf(search);
  const text = JSON.stringify(rowsQuery(filter));
  const query = useMemo(() => JSON.parse(text) as ReturnType<typeof rowsQuery>, [text]);
  const list = useJobRows(workspace, query);
  const { rows, error, isPending } = list;
  const filtered = Object.keys(filter).length > 0;

  return (
    <Stack>
      <PageHead
        title="Videos"
        lead="Every video this workspace had analysed, by hand, by the API, in a group or by a Follow."
        actions={
          <>
            <ButtonLink href="/batches">Groups</ButtonLink>
            {rows.length > 0 && (
              <Button onClick={() => saveCsv('videos.csv', jobCsv(rows))}>Download CSV</Button>
            )}
            <ButtonLink href="/analyse" weight="primary">
              Analyse a video
            </ButtonLink>
          </>
        }
      />
      {(rows.length > 0 || filtered) && <FilterBar workspace={workspace} />}
      {error && (
        <Failure
          error={error}
          what="The videos could not be read."
          onRetry={() => void list.refetch()}
        />
      )}
      {isPending && !error && <Skeleton lines={8} />}
      {rows.length > 0 && <Table workspace={workspace} rows={rows} more={list} />}
      {!isPending && !error && rows.length === 0 && (filtered ? <NoneFits /> : <NoJobs />)}
      <ApiCall method="GET" path={apiPath(query)} />
    </Stack>
  );
}

/**
 * The path of the equivalent API call. The search text is left out, because search exists only in the console; the jobs
 * of a batch have a call of their own.
 */
function apiPath({ search: _, batch_id: batch, ...query }: ReturnType<typeof rowsQuery>): string {
  if (batch) return `/v1/batch/${encodeURIComponent(batch)}`;
  const text = new URLSearchParams({ ...query, limit: '50' }).toString();
  return `/v1/jobs?${text}`;
}

interface TableProps {
  readonly workspace: string;
  readonly rows: readonly JobRowView[];
  readonly more: ReturnType<typeof useJobRows>;
}

function Table({ workspace, rows, more: list }: TableProps) {
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const { rows: ordered, nested } = useMemo(() => nestedRows(rows), [rows]);
  const countsCredits = useCountsCredits();
  const columns = useMemo(
    () => jobColumns(workspace, { nested, countsCredits }),
    [workspace, nested, countsCredits],
  );
  const chosen = rows.filter(({ job_id }) => selected.has(job_id));
  const { onSelect, onKeyDown, onClickCapture } = useRowSelection({ selected, select });
  const bar = useBarByKey();
  const failed = rows.filter(({ status }) => status === 'failed');

  return (
    <>
      {failed.length > 0 && chosen.length === 0 && (
        <div>
          <Button
            small
            onClick={() =>
              select(new Set(failed.slice(0, bulkJobsAtMost).map(({ job_id }) => job_id)))
            }
          >
            Select {counted(failed.length, 'failed video')}
          </Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its rows handle keys, and each can be clicked. */}
      <div
        className={styles.list}
        onClickCapture={onClickCapture}
        onKeyDown={(event) => {
          onKeyDown(event);
          bar.onRowKey(event);
        }}
      >
        <DataTable
          name="Videos"
          stacked
          columns={columns}
          rows={ordered}
          rowId={({ job_id }) => job_id}
          rowName={jobName}
          selected={selected}
          onSelect={onSelect}
        >
          <More rows={rows.length} more={list} />
        </DataTable>
      </div>
      <p className={styles.keys}>
        <kbd>x</kbd> selects the focused row, <kbd>Shift</kbd>+<kbd>x</kbd> or Shift-click a range
        of rows. <kbd>.</kbd> goes to their actions, <kbd>Esc</kbd> back.
      </p>
      {chosen.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only handles Escape, which leaves the list.
        <div ref={bar.frame} className={styles.barFrame} onKeyDown={bar.onBarKey}>
          <SelectionBar workspace={workspace} rows={chosen} onClear={() => select(new Set())} />
        </div>
      )}
    </>
  );
}

/**
 * The key `.` moves the focus from the rows to the selection bar without passing through all rows, and Escape moves it
 * back.
 */
function useBarByKey() {
  const frame = useRef<HTMLDivElement>(null);
  const from = useRef<HTMLElement>(undefined);
  return {
    frame,
    onRowKey(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== '.' || event.ctrlKey || event.metaKey || event.altKey) return;
      const first = frame.current?.querySelector<HTMLElement>('a[href], button');
      if (!first || !(event.target instanceof HTMLElement)) return;
      event.preventDefault();
      from.current = event.target;
      first.focus();
    },
    onBarKey(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      from.current?.focus();
    },
  };
}

interface MoreProps {
  readonly rows: number;
  readonly more: ReturnType<typeof useJobRows>;
}

/** A button that loads the next page, also without a press once it scrolls into view. */
function More({ rows, more: list }: MoreProps) {
  const foot = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    const button = foot.current;
    if (!button || !hasNextPage) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !isFetchingNextPage) void fetchNextPage();
    });
    observer.observe(button);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  return (
    <div ref={foot} className={styles.more}>
      {counted(rows, 'video')}
      {hasNextPage ? ' so far' : ''}
      {hasNextPage && <ShowMore list={list} />}
    </div>
  );
}

function NoneFits() {
  return (
    <EmptyState title="No video fits this filter">
      <p>Take a word or a filter away, or choose “Show all”.</p>
    </EmptyState>
  );
}

function NoJobs() {
  return (
    <EmptyState
      title="No videos yet"
      sample
      action={
        <ButtonLink href="/analyse" weight="primary">
          Analyse the first video
        </ButtonLink>
      }
    >
      <p>
        Give a link or a file, choose what to find, and the video appears here with its state, its
        cost and its results; analysed again, it is here again. The API does the same:
      </p>
      <ApiCall
        open
        method="POST"
        path="/v1/jobs"
        body={{
          url: 'https://www.youtube.com/watch?v=…',
          capabilities: ['transcription', 'brands'],
          brands: ['Acme'],
        }}
      />
    </EmptyState>
  );
}
