/** The audit log of the whole service: what was changed, and by whom. */
import type { AuditAction } from '@reelsight/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { operatorClient } from '../../api/operator-client.ts';
import { useRemembered } from '../../format/remembered.ts';
import { SelectField } from '../../ui/field.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { AuditList } from '../settings/audit-list.tsx';
import { auditWords } from '../settings/audit-words.ts';
import styles from '../settings/settings.module.css';

const anyOption = { value: '', label: 'anything' };
const options = [
  anyOption,
  ...Object.entries(auditWords).map(([value, label]) => ({ value, label })),
];

export function ServiceAudit() {
  const [action, setAction] = useRemembered<AuditAction | ''>('operator-audit', '');
  const list = useInfiniteQuery({
    queryKey: ['operator', 'audit', action],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...(cursor && { cursor }), ...(action && { action }) };
      return (await operatorClient().call('adminListAudit', { query, signal })).body;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
  return (
    <Stack>
      <PageHead
        title="Audit log"
        lead="What the operator, owners, members and keys changed, in every workspace."
      />
      <div className={styles.filters}>
        <SelectField
          label="What"
          value={action}
          options={options}
          onChange={(event) => setAction(event.target.value as AuditAction | '')}
        />
      </div>
      <AuditList ofAll list={list} entries={list.data?.pages.flatMap(({ data }) => data)} />
    </Stack>
  );
}
