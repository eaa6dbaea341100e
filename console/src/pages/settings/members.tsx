/** The members of the workspace. */
import type { Member, MemberRole } from '@reelsight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleCall } from '../../api/console-call.ts';
import { membersKey, useMembers } from '../../api/members.ts';
import { usePlace, useRefreshSession, useWorkspaceId } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { Invitations } from './invitations.tsx';
import { useIsOwner } from './role.ts';
import styles from './settings.module.css';

export function Members() {
  const workspace = useWorkspaceId();
  const owner = useIsOwner();
  const [leaving, setLeaving] = useState<Member>();
  const { data, error, refetch } = useMembers(workspace);
  const me = usePlace().session.user.user_id;

  return (
    <Stack>
      <PageHead
        title="Members"
        lead="All of them see every video of this workspace. Owners may also make keys, members and secrets."
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={4} />}
      {leaving && (
        <Remove workspace={workspace} member={leaving} onDone={() => setLeaving(undefined)} />
      )}
      {data && (
        <DataTable
          name="Members"
          stacked
          columns={columnsFor({ workspace, owner, me, remove: setLeaving })}
          rows={data}
          rowId={({ user_id }) => user_id}
        />
      )}
      {owner ? (
        <Invitations workspace={workspace} />
      ) : (
        <p className={styles.soft}>An owner of this workspace can invite others.</p>
      )}
    </Stack>
  );
}

interface ColumnSetting {
  readonly workspace: string;
  readonly owner: boolean;
  readonly me: string;
  readonly remove: (member: Member) => void;
}

function columnsFor({ workspace, owner, me, remove }: ColumnSetting): readonly Column<Member>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      cell: (member) => (
        <>
          <bdi>{member.name}</bdi>
          {member.user_id === me && <span className={styles.soft}> (you)</span>}
        </>
      ),
      sort: ({ name }) => name.toLowerCase(),
    },
    { id: 'email', title: 'E-mail', cell: ({ email }) => email, sort: ({ email }) => email },
    {
      id: 'role',
      title: 'Role',
      cell: (member) => (owner ? <Role workspace={workspace} member={member} /> : member.role),
      sort: ({ role }) => role,
    },
    {
      id: 'joined',
      title: 'Joined',
      wideOnly: true,
      cell: ({ joined_at }) => <Moment at={joined_at} ago />,
      sort: ({ joined_at }) => joined_at,
    },
    {
      id: 'action',
      title: 'Action',
      quietTitle: true,
      cell: (member) =>
        (owner || member.user_id === me) && (
          <Button small onClick={() => remove(member)}>
            {member.user_id === me ? 'Leave' : 'Remove'}
            <span className="visually-hidden"> {member.name}</span>
          </Button>
        ),
    },
  ];
}

function Role({ workspace, member }: { readonly workspace: string; readonly member: Member }) {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  const change = useMutation({
    mutationFn: (role: MemberRole) =>
      consoleCall('changeMember', { params: { workspace, user: member.user_id }, body: { role } }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: membersKey(workspace) });
      await refreshSession();
    },
  });

  return (
    <>
      <select
        aria-label={`Role of ${member.name}`}
        className={styles.role}
        value={member.role}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.value as MemberRole)}
      >
        <option value="owner">owner</option>
        <option value="member">member</option>
      </select>
      {change.error && (
        <div role="alert" className={styles.error}>
          {messageOf(change.error)}
        </div>
      )}
    </>
  );
}

interface RemoveProps {
  readonly workspace: string;
  readonly member: Member;
  readonly onDone: () => void;
}

function Remove({ workspace, member, onDone }: RemoveProps) {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  const me = usePlace().session.user.user_id === member.user_id;
  const [revoke, setRevoke] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      consoleCall('removeMember', {
        params: { workspace, user: member.user_id },
        query: { revoke_keys: String(revoke) },
      }),
    async onSuccess() {
      onDone();
      if (me) await refreshSession();
      else await client.invalidateQueries({ queryKey: membersKey(workspace) });
    },
  });

  return (
    <ConfirmName
      name={member.email}
      action={me ? 'Leave workspace' : 'Remove member'}
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onCancel={onDone}
    >
      {me ? 'You lose' : `${member.name} loses`} access at once and needs an invitation to come
      back. Videos stay with the workspace, and keys unless you say so:
      <Checkbox
        label={`Also revoke the API keys ${me ? 'you' : member.name} made here`}
        hint="Programs that use them are refused from then on."
        checked={revoke}
        onChange={(event) => setRevoke(event.target.checked)}
      />
    </ConfirmName>
  );
}
