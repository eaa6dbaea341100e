/** `/batches`: all batches (groups of videos with the same request), newest first. */
import type { BatchListItem } from '@reelsight/sdk';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { batchRefresh } from '../../api/batch-refresh.ts';
import { clientOf } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { useCountsCredits, useWorkspaceId } from '../../api/session.ts';
import { batchAddress } from '../../app/addresses.ts';
import { counted, number } from '../../format/quantity.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import styles from './batches.module.css';
import { RollupBar } from './rollup-bar.tsx';

const statuses = ['processing', 'paused', 'completed', 'failed', 'cancelled'] as const;
const batchesAtOnce = 50;

export function BatchesPage() {
  const countsCredits = useCountsCredits();
  const [search, setSearch] = useSearchParams();
  const status = statuses.find((option) => option === search.get('status'));
  const query = useBatches(status);
  const batches = query.data?.pages.flatMap(({ items }) => items) ?? [];

  return (
    <Stack>
      <PageHead
        title="Groups"
        back={{ href: '/jobs', label: 'Videos' }}
        lead="Several videos analysed together, with brands compared and questions answered over all of them."
        actions={
          (batches.length > 0 || status) && (
            <ButtonLink href="/analyse" weight="primary">
              Analyse several videos
            </ButtonLink>
          )
        }
      />
      {(batches.length > 0 || status) && (
        <div className={styles.filter}>
          <SelectField
            label="Status"
            value={status ?? ''}
            options={[
              { value: '', label: 'any' },
              ...statuses.map((status) => ({ value: status, label: status })),
            ]}
            onChange={({ target }) =>
              setSearch(target.value ? { status: target.value } : {}, { replace: true })
            }
          />
        </div>
      )}
      {query.error && (
        <Failure
          error={query.error}
          what="The groups could not be read."
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && !query.error && <Skeleton lines={6} />}
      {batches.length > 0 && (
        <DataTable
          stacked
          name="Groups"
          columns={countsCredits ? columns : columns.filter(({ id }) => id !== 'credits')}
          rows={batches}
          rowId={(row) => row.batch_id}
        >
          {query.hasNextPage && (
            <div className={styles.more}>
              <ShowMore list={query} />
            </div>
          )}
        </DataTable>
      )}
      {query.isSuccess && batches.length === 0 && (status ? <NoneFits /> : <NoBatches />)}
      <ApiCall method="GET" path={`/v1/batch?limit=50${status ? `&status=${status}` : ''}`} />
    </Stack>
  );
}

function useBatches(status: (typeof statuses)[number] | undefined) {
  const workspace = useWorkspaceId();
  return useInfiniteQuery({
    queryKey: [...keys.batches(workspace), 'list', status ?? 'any'],
    queryFn: ({ pageParam, signal }) =>
      clientOf(workspace)
        .batches.list({ limit: batchesAtOnce, ...(status && { status }) }, { signal })
        .page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      batchRefresh(state.data?.pages.flatMap(({ items }) => items) ?? []),
  });
}

/** The name of a batch, if it has one, and its contents: titles and pictures of its first videos, and the number of others. */
function Name({ row }: { readonly row: BatchListItem }) {
  const { first_jobs: first = [], total_jobs: total } = row;
  return (
    <div className={styles.batch}>
      <div className={styles.pictures}>
        {first.map(({ job_id, video_thumbnail_url: path }) => (
          <Thumbnail key={job_id} path={path} />
        ))}
      </div>
      <div>
        <Link href={batchAddress(row.batch_id)} dir="auto">
          {row.name ?? (
            <>
              {counted(total, 'video')}, <Moment at={row.created_at} ago />
            </>
          )}
        </Link>
        <div className={styles.titles}>
          {row.name !== null && (
            <>
              {counted(total, 'video')}, <Moment at={row.created_at} ago />
              {first.length > 0 && ' · '}
            </>
          )}
          {titlesOf(first, total)}
        </div>
      </div>
    </div>
  );
}

/**
 * Names a batch by the titles of its first videos: `Morning show, Evening show and 3 more`. Videos without a title are
 * only counted.
 */
function titlesOf(first: BatchListItem['first_jobs'], total: number): string {
  const titles = first.flatMap(({ video_title }) => video_title ?? []);
  const hiddenCount = total - titles.length;
  if (titles.length === 0) return '';
  return hiddenCount > 0
    ? `${titles.join(', ')} and ${number(hiddenCount)} more`
    : titles.join(', ');
}

const columns: readonly Column<BatchListItem>[] = [
  {
    id: 'created',
    title: 'Group',
    cell: (row) => <Name row={row} />,
    sort: (row) => row.created_at,
  },
  {
    id: 'status',
    title: 'Status',
    cell: (row) => <StatusBadge status={row.status} />,
    sort: (row) => row.status,
  },
  { id: 'videos', title: 'Videos', cell: (row) => <RollupBar rollup={row.rollup} /> },
  {
    id: 'credits',
    title: 'Credits',
    numeric: true,
    wideOnly: true,
    cell: (row) => (
      <span title={`Charged for ${counted(row.total_jobs, 'video')}, and the estimate`}>
        {number(row.credits_charged)}{' '}
        <span className={styles.soft}>(estimated {number(row.credits_estimated)})</span>
      </span>
    ),
    sort: (row) => row.credits_charged,
  },
  {
    id: 'completed',
    title: 'Finished',
    wideOnly: true,
    cell: (row) => <Moment at={row.completed_at} ago />,
    sort: (row) => row.completed_at,
  },
];

function NoneFits() {
  return (
    <EmptyState title="No group is in this state">
      <p>Choose “any” to see all of them.</p>
    </EmptyState>
  );
}

function NoBatches() {
  return (
    <EmptyState
      title="No groups yet"
      sample
      action={
        <ButtonLink href="/analyse" weight="primary">
          Analyse several videos
        </ButtonLink>
      }
    >
      <p>
        Give several links or files on Analyse and they become one group: one estimate, one spending
        cap, a comparison of brands, and answers over all videos. The API makes the same:
      </p>
      <ApiCall
        open
        method="POST"
        path="/v1/batch"
        body={{
          urls: ['https://www.youtube.com/watch?v=…', 'https://www.tiktok.com/@…/video/…'],
          capabilities: ['transcription', 'brands'],
          aggregate: { enabled: true, queries: ['Which sponsor is named most?'] },
        }}
      />
    </EmptyState>
  );
}
