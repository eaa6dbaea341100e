/** Entries of the audit log, page by page, for one workspace or for the whole service. */
import type { AuditEntry } from '@reelsight/contract';
import { CopyableId } from '../../ui/copy-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Failure, Skeleton } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { auditWord } from './audit-words.ts';
import styles from './settings.module.css';

interface AuditListProps {
  readonly list: {
    readonly error: Error | null;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly refetch: () => Promise<unknown>;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** Undefined while the entries are loading. */
  readonly entries: readonly AuditEntry[] | undefined;
  /** Whether to show the workspace of each entry, because the list covers all workspaces. */
  readonly ofAll?: boolean;
}

export function AuditList({ list, entries, ofAll = false }: AuditListProps) {
  return (
    <>
      {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {!entries && !list.error && <Skeleton lines={5} />}
      {entries?.length === 0 && (
        <EmptyState title="Nothing was changed yet">
          <p>Who makes a key, invites somebody or changes a Follow is noted here.</p>
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <DataTable
          name="Audit log"
          stacked
          columns={columns.filter(({ id }) => ofAll || id !== 'workspace')}
          rows={entries}
          rowId={({ audit_id }) => audit_id}
        />
      )}
      {list.hasNextPage && (
        <Row>
          <ShowMore list={list} />
        </Row>
      )}
    </>
  );
}

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'at',
    title: 'When',
    cell: ({ created_at }) => <Moment at={created_at} />,
    sort: ({ created_at }) => created_at,
  },
  {
    id: 'action',
    title: 'What',
    cell: ({ action }) => <span title={action}>{auditWord(action)}</span>,
    sort: ({ action }) => auditWord(action),
  },
  {
    id: 'target',
    title: 'To what',
    cell: ({ target, details }) => (
      <>
        <bdi>{target.name ?? target.id ?? '–'}</bdi>
        <div className={`${styles.soft} ${styles.details}`}>{factsOf(details)}</div>
      </>
    ),
  },
  {
    id: 'actor',
    title: 'Who',
    cell: ({ actor }) => <bdi>{actor.name}</bdi>,
    sort: ({ actor }) => actor.name,
  },
  {
    id: 'workspace',
    title: 'Workspace',
    wideOnly: true,
    cell: ({ tenant_id }) =>
      tenant_id === null ? (
        '–'
      ) : (
        <span className={styles.shortId}>
          <CopyableId id={tenant_id} what="workspace id" />
        </span>
      ),
  },
  {
    id: 'address',
    title: 'Address',
    wideOnly: true,
    roomyOnly: true,
    cell: ({ address }) => address,
  },
];

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const factOf = (value: unknown): string => {
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? day.format(new Date(text)) : text;
};

/** The details of an entry as text: `from: member, to: owner`. False, zero and empty values are left out. */
const factsOf = (details: AuditEntry['details']): string =>
  Object.entries(details)
    .filter(([, value]) => value !== false && value !== 0 && String(value) !== '')
    .map(([name, value]) => {
      const fact = Array.isArray(value) ? value.join(' ') : factOf(value);
      return `${name.replaceAll('_', ' ')}: ${fact}`;
    })
    .join(', ');
