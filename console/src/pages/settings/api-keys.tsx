/** The API keys of the workspace. A new key is shown once; existing keys can be revoked. */
import type { ApiKey } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { workspaceCall } from '../../api/client.ts';
import { consoleCall } from '../../api/console-call.ts';
import { usePlace, useWorkspaceId } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { KeyForm } from './key-form.tsx';
import { useIsOwner } from './role.ts';
import { SecretOnce } from './secret-once.tsx';
import styles from './settings.module.css';

const keysKey = (workspace: string) => ['api-keys', workspace] as const;

export function ApiKeys() {
  const workspace = useWorkspaceId();
  const owner = useIsOwner();
  const refresh = useRefresh(workspace);
  const [making, setMaking] = useState(false);
  const [newKey, setMade] = useState<string>();

  return (
    <Stack>
      <PageHead
        title="API keys"
        lead="A program calls the API with a key of this workspace. Give each program its own, with no more scopes than it needs."
        actions={
          owner &&
          !making && (
            <Button weight="primary" onClick={() => setMaking(true)}>
              Make a key
            </Button>
          )
        }
      />
      {!owner && <Notice>Only an owner of this workspace makes and revokes keys.</Notice>}
      {newKey && <NewKey apiKey={newKey} onDone={() => setMade(undefined)} />}
      {making && (
        <KeyForm
          workspace={workspace}
          onMade={(key) => {
            setMade(key);
            setMaking(false);
            void refresh();
          }}
          onCancel={() => setMaking(false)}
        />
      )}
      <KeyList workspace={workspace} owner={owner} quiet={making || newKey !== undefined} />
      {owner && (
        <ApiCall
          method="POST"
          path={`/admin/v1/workspaces/${workspace}/keys`}
          body={{ name: 'nightly import', scopes: ['jobs:write', 'jobs:read'] }}
        />
      )}
    </Stack>
  );
}

function useRefresh(workspace: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keysKey(workspace) });
}

interface KeyListProps {
  readonly workspace: string;
  readonly owner: boolean;
  /** If the list is empty, whether to show nothing instead of a hint, because a key is being or was just created. */
  readonly quiet: boolean;
}

function KeyList({ workspace, owner, quiet }: KeyListProps) {
  const refresh = useRefresh(workspace);
  const [revoked, setRevoked] = useState<ApiKey>();
  const { data, error, refetch } = useQuery({
    queryKey: keysKey(workspace),
    queryFn: ({ signal }) => workspaceCall(workspace, 'listKeys', { signal }),
  });

  return (
    <>
      {revoked && (
        <Revoke
          workspace={workspace}
          apiKey={revoked}
          onDone={() => {
            setRevoked(undefined);
            void refresh();
          }}
        />
      )}
      {error && (
        <Failure error={error} what="The keys could not be read." onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={4} />}
      {data && data.length > 0 && (
        <DataTable
          name="API keys"
          stacked
          columns={columnsFor(owner, setRevoked)}
          rows={data}
          rowId={({ key_id }) => key_id}
        />
      )}
      {data?.length === 0 && !quiet && <NoKeys />}
    </>
  );
}

function columnsFor(owner: boolean, revoke: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      cell: ({ name, revoked_at }) => (
        <bdi className={revoked_at ? styles.gone : undefined}>{name}</bdi>
      ),
      sort: ({ name }) => name.toLowerCase(),
    },
    { id: 'scopes', title: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
    {
      id: 'id',
      title: 'Id',
      wideOnly: true,
      cell: ({ key_id }) => <CopyableId id={key_id} what="key id" />,
    },
    {
      id: 'created',
      title: 'Made',
      cell: ({ created_at, created_by }) => (
        <>
          <Moment at={created_at} ago />
          {created_by && (
            <span className={styles.soft}>
              {' '}
              by <bdi>{created_by.name}</bdi>
            </span>
          )}
        </>
      ),
      sort: ({ created_at }) => created_at,
    },
    {
      id: 'used',
      title: 'Last used',
      wideOnly: true,
      cell: ({ last_used_at }) => <Moment at={last_used_at} ago />,
      sort: ({ last_used_at }) => last_used_at,
    },
    {
      id: 'state',
      title: 'State',
      cell: (key) =>
        key.revoked_at ? (
          <span className={styles.soft}>
            revoked <Moment at={key.revoked_at} ago />
          </span>
        ) : owner ? (
          <Button small weight="danger" onClick={() => revoke(key)}>
            Revoke<span className="visually-hidden"> {key.name}</span>
          </Button>
        ) : (
          'active'
        ),
      sort: ({ revoked_at }) => revoked_at,
    },
  ];
}

function NewKey({ apiKey, onDone }: { readonly apiKey: string; readonly onDone: () => void }) {
  const { session } = usePlace();
  const line = `curl -H 'X-Api-Key: ${apiKey}' '${(session.api_url ?? location.origin).replace(/\/$/, '')}/v1/account'`;
  return (
    <SecretOnce
      title="This is the key. It is shown only now."
      secret={apiKey}
      what="API key"
      onDone={onDone}
    >
      <div>
        Try it:
        <CodeBlock text={line} what="curl line" />
      </div>
    </SecretOnce>
  );
}

interface RevokeProps {
  readonly workspace: string;
  readonly apiKey: ApiKey;
  readonly onDone: () => void;
}

function Revoke({ workspace, apiKey, onDone }: RevokeProps) {
  const revoke = useMutation({
    mutationFn: () => consoleCall('revokeKey', { params: { workspace, id: apiKey.key_id } }),
    onSuccess: onDone,
  });
  return (
    <ConfirmName
      name={apiKey.name}
      action="Revoke key"
      busy={revoke.isPending}
      error={revoke.error ? messageOf(revoke.error) : undefined}
      onConfirm={() => revoke.mutate()}
      onCancel={onDone}
    >
      Programs that use it are refused from now on (INVALID_API_KEY). It can’t be made valid again.
    </ConfirmName>
  );
}

function NoKeys() {
  return (
    <EmptyState title="No keys yet">
      <p>
        The console works without one. A program sends a key as <code>X-Api-Key</code>. A key is
        shown once, when it is made.
      </p>
    </EmptyState>
  );
}
