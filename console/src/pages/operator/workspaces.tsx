/** Lists all workspaces. The operator can create one, set its plan, add credits, or delete it. */
import type { Workspace } from '@reelsight/sdk';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { number } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { TextField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { NewWorkspace } from './new-workspace.tsx';
import { useWorkspaces } from './operator-calls.ts';
import { WorkspacePanel } from './workspace-panel.tsx';

/** The parameter `open` in the address names the workspace whose forms are shown. */
export function Workspaces() {
  const { data, error, refetch } = useWorkspaces();
  const [search, setSearch] = useSearchParams();
  const [words, setWords] = useState('');
  const [making, setMaking] = useState(false);
  const openWorkspace = data?.find(({ tenant_id }) => tenant_id === search.get('open'));
  const open = (id: string | null) => setSearch(id ? { open: id } : {}, { replace: true });
  const sought = words.trim().toLowerCase();
  const fits = ({ name, email, tenant_id }: Workspace) =>
    [name, email, tenant_id].some((text) => text.toLowerCase().includes(sought));

  return (
    <Stack>
      <PageHead
        title="Workspaces"
        lead="Each has its own videos, keys, credits and limits."
        actions={
          !making && (
            <Button weight="primary" onClick={() => setMaking(true)}>
              Make a workspace
            </Button>
          )
        }
      />
      {making && <NewWorkspace onDone={() => setMaking(false)} />}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {openWorkspace && (
        <WorkspacePanel
          key={openWorkspace.tenant_id}
          workspace={openWorkspace}
          onClose={() => open(null)}
        />
      )}
      {data && data.length > 8 && (
        <TextField
          label="Search"
          type="search"
          placeholder="Name, e-mail or id"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      {data && (
        <DataTable
          name="Workspaces"
          stacked
          columns={columnsFor(open)}
          rows={data.filter(fits)}
          rowId={({ tenant_id }) => tenant_id}
        />
      )}
      <ApiCall method="GET" path="/admin/v1/workspaces" />
    </Stack>
  );
}

const columnsFor = (open: (id: string) => void): readonly Column<Workspace>[] => [
  {
    id: 'name',
    title: 'Name',
    cell: ({ name, email, test }) => (
      <div>
        <bdi>{name}</bdi>
        {test && ' (test)'}
        <div>{email}</div>
      </div>
    ),
    sort: ({ name }) => name.toLowerCase(),
  },
  {
    id: 'plan',
    title: 'Plan',
    cell: ({ plan, past_due }) => `${plan}${past_due ? ', past due' : ''}`,
    sort: ({ plan }) => plan,
  },
  {
    id: 'balance',
    title: 'Credits to spend',
    numeric: true,
    cell: ({ balance }) => number(balance),
    sort: ({ balance }) => balance,
  },
  {
    id: 'created',
    title: 'Since',
    wideOnly: true,
    cell: ({ created_at }) => <Moment at={created_at} ago />,
    sort: ({ created_at }) => created_at,
  },
  {
    id: 'action',
    title: 'Action',
    quietTitle: true,
    cell: ({ tenant_id, name }) => (
      <Button small onClick={() => open(tenant_id)}>
        Manage<span className="visually-hidden"> {name}</span>
      </Button>
    ),
  },
];
