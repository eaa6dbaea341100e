/** Invitations to the workspace, each with a link that is shown once. */
import type { Invitation, MemberRole } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleCall } from '../../api/console-call.ts';
import { refusalOf } from '../../api/refusal.ts';
import { useDraft } from '../../format/remembered.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { SecretOnce } from './secret-once.tsx';
import styles from './settings.module.css';

const invitationsKey = (workspace: string) => ['invitations', workspace] as const;

const roleOptions = [
  { value: 'member', label: 'member: analyses and reads' },
  { value: 'owner', label: 'owner: also keys, members, secrets' },
];

export function Invitations({ workspace }: { readonly workspace: string }) {
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
      lead="Invitations are not mailed: you get a link and send it yourself. It works once, for that e-mail address, for seven days."
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
          stacked
          columns={invitationColumns(workspace, refresh)}
          rows={data}
          rowId={({ invitation_id }) => invitation_id}
        />
      )}
      <Invite
        workspace={workspace}
        onMade={(address) => {
          setLink(address);
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
      cell: (invitation) => (
        <Withdraw workspace={workspace} invitation={invitation} onDone={refresh} />
      ),
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
        onChange={(event) => setDraft((previous) => ({ ...previous, email: event.target.value }))}
      />
      <SelectField
        label="Role"
        value={draft.role}
        options={roleOptions}
        error={refusal.fields.role}
        onChange={(event) =>
          setDraft((previous) => ({ ...previous, role: event.target.value as MemberRole }))
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
