/** Lists the accounts, and sets a new password for someone who forgot theirs. */
import type { ConsoleAccount } from '@reelsight/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleCall } from '../../api/console-call.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Row, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { SecretOnce } from '../settings/secret-once.tsx';
import { accountsKey } from './operator-calls.ts';

export function Accounts() {
  const [resetting, reset] = useState<ConsoleAccount>();
  const [losing, lose] = useState<ConsoleAccount>();
  const [credentials, setMade] = useState<{ email: string; password: string }>();
  const query = useInfiniteQuery({
    queryKey: accountsKey,
    queryFn: ({ pageParam, signal }) =>
      consoleCall('listAccounts', { query: { limit: 100, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
  const accounts = query.data?.pages.flatMap(({ data }) => data) ?? [];

  return (
    <Stack>
      <PageHead
        title="Accounts"
        lead="Everybody who can sign in. No e-mail is sent: if somebody forgets their password, give them a new one here."
      />
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && !query.error && <Skeleton lines={5} />}
      {credentials && (
        <SecretOnce
          title={`The new password of ${credentials.email}. It is shown only now.`}
          secret={credentials.password}
          what="password"
          onDone={() => setMade(undefined)}
        />
      )}
      {resetting && (
        <Reset
          account={resetting}
          onMade={(password) => setMade({ email: resetting.email, password })}
          onDone={() => reset(undefined)}
        />
      )}
      {losing && <ResetTotp account={losing} onDone={() => lose(undefined)} />}
      {accounts.length > 0 && (
        <DataTable
          name="Accounts"
          stacked
          columns={columnsFor(reset, lose)}
          rows={accounts}
          rowId={({ user_id }) => user_id}
        />
      )}
      {query.hasNextPage && (
        <Row>
          <ShowMore list={query} />
        </Row>
      )}
    </Stack>
  );
}

const columnsFor = (
  reset: (account: ConsoleAccount) => void,
  loseTotp: (account: ConsoleAccount) => void,
): readonly Column<ConsoleAccount>[] => [
  {
    id: 'name',
    title: 'Name',
    cell: ({ name, operator }) => (
      <>
        <bdi>{name}</bdi>
        {operator && ' (operator)'}
      </>
    ),
    sort: ({ name }) => name.toLowerCase(),
  },
  { id: 'email', title: 'E-mail', cell: ({ email }) => email, sort: ({ email }) => email },
  {
    id: 'workspaces',
    title: 'Workspaces',
    cell: ({ workspaces }) =>
      workspaces.map(({ name, role }) => `${name} (${role})`).join(', ') || 'none',
  },
  {
    id: 'created',
    title: 'Since',
    cell: ({ created_at }) => <Moment at={created_at} ago />,
    sort: ({ created_at }) => created_at,
  },
  {
    id: 'action',
    title: 'Action',
    quietTitle: true,
    // No buttons for an operator's account: the service refuses these actions there, because they would be a way around
    // the password that backups ask for.
    cell: (account) =>
      account.operator ? null : (
        <Row>
          <Button small onClick={() => reset(account)}>
            New password<span className="visually-hidden"> for {account.name}</span>
          </Button>
          {account.totp && (
            <Button small onClick={() => loseTotp(account)}>
              No second step<span className="visually-hidden"> for {account.name}</span>
            </Button>
          )}
        </Row>
      ),
  },
];

interface ResetProps {
  readonly account: ConsoleAccount;
  readonly onMade: (password: string) => void;
  readonly onDone: () => void;
}

function Reset({ account, onMade, onDone }: ResetProps) {
  const reset = useMutation({
    mutationFn: () => consoleCall('resetPassword', { params: { user: account.user_id } }),
    onSuccess({ password }) {
      onMade(password);
      onDone();
    },
  });
  return (
    <ConfirmName
      name={account.email}
      action="Make a new password"
      busy={reset.isPending}
      error={reset.error ? messageOf(reset.error) : undefined}
      onConfirm={() => reset.mutate()}
      onCancel={onDone}
    >
      The old password is void, and {account.name} is signed out everywhere. You see the new one
      once and hand it over yourself.
    </ConfirmName>
  );
}

interface ResetTotpProps {
  readonly account: ConsoleAccount;
  readonly onDone: () => void;
}

function ResetTotp({ account, onDone }: ResetTotpProps) {
  const client = useQueryClient();
  const reset = useMutation({
    mutationFn: () => consoleCall('resetTotp', { params: { user: account.user_id } }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: accountsKey });
      onDone();
    },
  });
  return (
    <ConfirmName
      name={account.email}
      action="Turn off the second step"
      busy={reset.isPending}
      error={reset.error ? messageOf(reset.error) : undefined}
      onConfirm={() => reset.mutate()}
      onCancel={onDone}
    >
      {account.name} is signed out everywhere, and signs in without a code of the authenticator app
      from now on. Do this only if you are sure who asks.
    </ConfirmName>
  );
}
