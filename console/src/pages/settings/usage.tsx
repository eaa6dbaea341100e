/** Usage from the ledger: the credits spent per day, and the purpose of each charge. */
import type { Transaction } from '@reelsight/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { clientOf } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { jobAddress } from '../../app/addresses.ts';
import { saveCsv } from '../../format/csv.ts';
import { counted, number } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { Facts, PageHead, Row, Section, Stack } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import styles from './settings.module.css';
import { UsageChart } from './usage-chart.tsx';
import { defaultRange, usageDays } from './usage-days.ts';

const types = ['charge', 'purchase', 'refund', 'grant', 'forfeit'] as const;
type TransactionType = (typeof types)[number];
const entriesAtOnce = 100;
/** Maximum number of charges in the chart; if there are more, the page says so. */
const chartedAtMost = 5000;

interface Period {
  readonly start_date: string;
  readonly end_date: string;
}

export function Usage() {
  const workspace = useWorkspaceId();
  const [search, setSearch] = useSearchParams();
  const usual = defaultRange(new Date());
  const from = search.get('from') ?? usual.from;
  const to = search.get('to') ?? usual.to;
  const type = types.find((candidate) => candidate === search.get('type'));
  const set = (name: string, value: string) =>
    setSearch(
      (previous) => {
        const params = new URLSearchParams(previous);
        if (value === '') params.delete(name);
        else params.set(name, value);
        return params;
      },
      { replace: true },
    );
  const period = periodOf(from, to);
  const query = { ...period, ...(type && { type }) };

  return (
    <Stack>
      <PageHead
        title="Usage"
        lead="What this workspace spent, on which videos, and what it was given."
      />
      <Filters from={from} to={to} type={type} set={set} />
      <Spent workspace={workspace} period={period} />
      <Ledger workspace={workspace} query={query} />
      <ApiCall method="GET" path={`/v1/usage?${new URLSearchParams(query)}`} />
    </Stack>
  );
}

interface FiltersProps {
  readonly from: string;
  readonly to: string;
  readonly type: TransactionType | undefined;
  readonly set: (name: string, value: string) => void;
}

function Filters({ from, to, type, set }: FiltersProps) {
  return (
    <div className={styles.filters}>
      <TextField
        label="From"
        type="date"
        value={from}
        max={to}
        onChange={(event) => set('from', event.target.value)}
      />
      <TextField
        label="To"
        type="date"
        value={to}
        min={from}
        onChange={(event) => set('to', event.target.value)}
      />
      <SelectField
        label="Kind"
        value={type ?? ''}
        options={[
          { value: '', label: 'all' },
          ...types.map((type) => ({ value: type, label: type })),
        ]}
        onChange={(event) => set('type', event.target.value)}
      />
    </div>
  );
}

/**
 * The period of the chart, in whole days of the reader's time zone. If the dates are invalid, the API's default period
 * applies.
 */
function periodOf(from: string, to: string): Period {
  const start = new Date(`${from}T00:00:00`);
  const end = new Date(`${to}T23:59:59.999`);
  const usual = defaultRange(new Date());
  const or = (date: Date, text: string) =>
    (Number.isNaN(date.getTime()) ? new Date(text) : date).toISOString();

  return {
    start_date: or(start, `${usual.from}T00:00:00`),
    end_date: or(end, `${usual.to}T23:59:59.999`),
  };
}

function Spent({ workspace, period }: { readonly workspace: string; readonly period: Period }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['usage', workspace, period],
    async queryFn({ signal }) {
      const client = clientOf(workspace);
      const filter = { ...period, type: 'charge', limit: entriesAtOnce } as const;
      const { summary } = await client.usage({ ...period, limit: 1 }, { signal });
      const charges: Transaction[] = [];

      for await (const transaction of client.transactions(filter, { signal })) {
        charges.push(transaction);
        if (charges.length >= chartedAtMost) break;
      }

      return { summary, charges };
    },
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={5} />;

  const { summary, charges } = data;
  const days = usageDays(charges, new Date(period.start_date), new Date(period.end_date));

  return (
    <>
      <Facts
        facts={[
          {
            name: 'Spent',
            value: `${counted(summary.credits_used, 'credit')}; ${counted(summary.total_jobs, 'video')} analysed`,
          },
          { name: 'Granted', value: counted(summary.credits_granted, 'credit') },
          { name: 'Added', value: counted(summary.credits_purchased, 'credit') },
          { name: 'Refunded', value: counted(summary.credits_refunded, 'credit') },
        ]}
      />
      {charges.length >= chartedAtMost && (
        <Notice>
          The chart holds the newest {number(chartedAtMost)} charges. Choose a shorter period to see
          all of it; the sums above are of the whole.
        </Notice>
      )}
      <UsageChart days={days} />
    </>
  );
}

interface LedgerProps {
  readonly workspace: string;
  readonly query: Period & { readonly type?: TransactionType };
}

function Ledger({ workspace, query }: LedgerProps) {
  const list = useInfiniteQuery({
    queryKey: ['ledger', workspace, query],
    queryFn: ({ pageParam, signal }) =>
      clientOf(workspace)
        .transactions({ ...query, limit: entriesAtOnce }, { signal })
        .page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section
      title="Ledger"
      lead="Every change of the balance, newest first."
      actions={
        entries.length > 0 && (
          <Button small onClick={() => saveCsv('ledger.csv', ledgerCsv(entries))}>
            Download CSV
          </Button>
        )
      }
    >
      {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && !list.error && <Skeleton lines={5} />}
      {list.isSuccess && entries.length === 0 && (
        <p className={styles.soft}>The balance did not change in this time.</p>
      )}
      {entries.length > 0 && (
        <DataTable stacked name="Ledger" columns={columns} rows={entries} rowId={({ id }) => id} />
      )}
      {list.hasNextPage && (
        <Row>
          <ShowMore list={list} />
        </Row>
      )}
    </Section>
  );
}

const columns: readonly Column<Transaction>[] = [
  {
    id: 'at',
    title: 'When',
    cell: ({ created_at }) => <Moment at={created_at} />,
    sort: ({ created_at }) => created_at,
  },
  { id: 'type', title: 'Kind', cell: ({ type }) => type, sort: ({ type }) => type },
  {
    id: 'for',
    title: 'For',
    cell: ({ job_id, description }) =>
      job_id ? <Link href={jobAddress(job_id)}>{description}</Link> : description,
  },
  {
    id: 'amount',
    title: 'Credits',
    numeric: true,
    cell: ({ amount, description }) => (
      <span title={description}>{`${amount > 0 ? '+' : ''}${number(amount)}`}</span>
    ),
    sort: ({ amount }) => amount,
  },
];

const ledgerCsv = (entries: readonly Transaction[]) => [
  ['id', 'created_at', 'type', 'amount', 'job_id', 'description'],
  ...entries.map(({ id, created_at, type, amount, job_id, description }) => [
    ...[id, created_at, type, amount, job_id, description],
  ]),
];
