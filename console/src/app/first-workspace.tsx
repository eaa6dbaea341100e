/**
 * The page for an account that belongs to no workspace: it has no invitation yet, it left its last workspace, or that
 * workspace was deleted.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { consoleCall } from '../api/console-call.ts';
import { type SignedIn, signOut, useRefreshSession } from '../api/session.ts';
import { Door } from '../sign-in/door.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { messageOf } from '../ui/plain-message.ts';

export function FirstWorkspace({ session }: { readonly session: SignedIn }) {
  const client = useQueryClient();
  const out = (
    <Button weight="quiet" onClick={() => void signOut(client)}>
      Sign out
    </Button>
  );
  return session.own_workspaces ? (
    <MakeWorkspace out={out} />
  ) : (
    <NoWorkspace email={session.user.email} out={out} />
  );
}

function MakeWorkspace({ out }: { readonly out: ReactNode }) {
  const [name, setName] = useState('');
  const refresh = useRefreshSession();
  const make = useMutation({
    mutationFn: () => consoleCall('createOwnWorkspace', { body: { name } }),
    onSuccess: refresh,
  });

  return (
    <Door
      title="Make a workspace"
      lead="Videos, keys and credits belong to a workspace. Your account has none; make one, or follow an invitation."
      onSubmit={() => make.mutate()}
    >
      <TextField
        label="Name"
        value={name}
        required
        maxLength={200}
        error={make.error ? messageOf(make.error) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" weight="primary" busy={make.isPending && 'Making …'}>
        Make workspace
      </Button>
      {out}
    </Door>
  );
}

function NoWorkspace({ email, out }: { readonly email: string; readonly out: ReactNode }) {
  const refresh = useRefreshSession();
  const look = useMutation({ mutationFn: refresh });
  return (
    <Door
      title="You belong to no workspace"
      lead={`Videos, keys and credits belong to a workspace. Ask an owner of one, or the operator of this service, for an invitation to ${email}, and open its link.`}
      onSubmit={() => look.mutate()}
    >
      <Button type="submit" weight="primary" busy={look.isPending && 'Looking …'}>
        Look again
      </Button>
      {out}
    </Door>
  );
}
