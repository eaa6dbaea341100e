/** Who belongs to the workspace, and who is invited. */
import type { Invitation, Member, MemberRole } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleCall } from '../../api/console-call.ts';
import { refusalOf } from '../../api/refusal.ts';
import { usePlace, useRefreshSession, useWorkspaceId } from '../../api/session.ts';
import { useDraft } from '../../format/remembered.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, messageOf, Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Section, Stack } from '../../ui/page.tsx';
import { useIsOwner } from './role.ts';
import { SecretOnce } from './secret-once.tsx';
import styles from './settings.module.css';

const membersKey = (workspace: string) => ['members', workspace] as const;
const invitationsKey = (workspace: string) => ['invitations', workspace] as const;

const roleOptions = [
  { value: 'member', label: 'member: analyses and reads' },
  { value: 'owner', label: 'owner: also keys, members, secrets' },
];

export function Members() {
  const workspace = useWorkspaceId();
  const owner = useIsOwner();
  const [leaving, setLeaving] = useState<Member>();
  const { data, error, refetch } = useQuery({
    queryKey: membersKey(workspace),
    queryFn: ({ signal }) => consoleCall('listMembers', { params: { workspace }, signal }),
  });
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
      cell: (one) => (
        <>
          <bdi>{one.name}</bdi>
          {one.user_id === me && <span className={styles.soft}> (you)</span>}
        </>
      ),
      sort: ({ name }) => name.toLowerCase(),
    },
    { id: 'email', title: 'E-mail', cell: ({ email }) => email, sort: ({ email }) => email },
    {
      id: 'role',
      title: 'Role',
      cell: (one) => (owner ? <Role workspace={workspace} member={one} /> : one.role),
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
      cell: (one) =>
        (owner || one.user_id === me) && (
          <Button small onClick={() => remove(one)}>
            {one.user_id === me ? 'Leave' : 'Remove'}
            <span className="visually-hidden"> {one.name}</span>
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
  const remove = useMutation({
    mutationFn: () => consoleCall('removeMember', { params: { workspace, user: member.user_id } }),
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
      back. Jobs and keys stay with the workspace.
    </ConfirmName>
  );
}

function Invitations({ workspace }: { readonly workspace: string }) {
  const client = useQueryClient();
  const [link, setLink] = useState<string>();
  const { data } = useQuery({
    queryKey: invitationsKey(workspace),
    queryFn: ({ signal }) => consoleCall('listInvitations', { params: { workspace }, signal }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: invitationsKey(workspace) });
  return (
    <Section
      title="Invitations"
      lead="There is no mail server: you get a link and send it yourself. It works once, for that e-mail address, for seven days."
    >
      {link && (
        <SecretOnce
          title="This is the link. It is shown only now."
          secret={link}
          what="link"
          onDone={() => setLink(undefined)}
        />
      )}
      {data && data.length > 0 && (
        <DataTable
          name="Invitations"
          columns={invitationColumns(workspace, refresh)}
          rows={data}
          rowId={({ invitation_id }) => invitation_id}
        />
      )}
      <Invite
        workspace={workspace}
        onMade={(made) => {
          setLink(made);
          void refresh();
        }}
      />
    </Section>
  );
}

function invitationColumns(
  workspace: string,
  refresh: () => Promise<void>,
): readonly Column<Invitation>[] {
  return [
    { id: 'email', title: 'E-mail', cell: ({ email }) => email, sort: ({ email }) => email },
    { id: 'role', title: 'Role', cell: ({ role }) => role },
    { id: 'until', title: 'Until', cell: ({ expires_at }) => <Moment at={expires_at} /> },
    {
      id: 'action',
      title: 'Action',
      quietTitle: true,
      cell: (one) => <Withdraw workspace={workspace} invitation={one} onDone={refresh} />,
    },
  ];
}

interface WithdrawProps {
  readonly workspace: string;
  readonly invitation: Invitation;
  readonly onDone: () => Promise<void>;
}

function Withdraw({ workspace, invitation, onDone }: WithdrawProps) {
  const withdraw = useMutation({
    mutationFn: () =>
      consoleCall('withdrawInvitation', { params: { workspace, id: invitation.invitation_id } }),
    onSuccess: onDone,
  });
  return (
    <>
      <Button small busy={withdraw.isPending && 'Working …'} onClick={() => withdraw.mutate()}>
        Withdraw<span className="visually-hidden"> the invitation of {invitation.email}</span>
      </Button>
      {withdraw.error && <Failure error={withdraw.error} />}
    </>
  );
}

interface InviteProps {
  readonly workspace: string;
  readonly onMade: (link: string) => void;
}

const noInvitation = { email: '', role: 'member' as MemberRole };

function Invite({ workspace, onMade }: InviteProps) {
  const [draft, setDraft, clear] = useDraft(`invite:${workspace}`, noInvitation);
  const invite = useMutation({
    mutationFn: () => consoleCall('createInvitation', { params: { workspace }, body: draft }),
    onSuccess({ link }) {
      clear();
      onMade(link);
    },
  });
  const refusal = refusalOf(invite.error, ['email', 'role'] as const);
  return (
    <form
      className={styles.form}
      aria-label="Invite somebody"
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate();
      }}
    >
      <TextField
        label="E-mail"
        type="email"
        required
        value={draft.email}
        error={refusal.fields.email}
        onChange={(event) => setDraft((before) => ({ ...before, email: event.target.value }))}
      />
      <SelectField
        label="Role"
        value={draft.role}
        options={roleOptions}
        error={refusal.fields.role}
        onChange={(event) =>
          setDraft((before) => ({ ...before, role: event.target.value as MemberRole }))
        }
      />
      {refusal.rest && <Notice kind="error">{refusal.rest}</Notice>}
      <div>
        <Button type="submit" busy={invite.isPending && 'Making the link …'}>
          Make an invitation link
        </Button>
      </div>
    </form>
  );
}
