/** For an account that belongs to no workspace: left the last one, or it was deleted. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleCall } from '../api/console-call.ts';
import { signOut, useRefreshSession } from '../api/session.ts';
import { Door } from '../sign-in/door.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { messageOf } from '../ui/plain-message.ts';

export function FirstWorkspace() {
  const [name, setName] = useState('');
  const client = useQueryClient();
  const refresh = useRefreshSession();
  const make = useMutation({
    mutationFn: () => consoleCall('createOwnWorkspace', { body: { name } }),
    onSuccess: refresh,
  });
  return (
    <Door
      title="Make a workspace"
      lead="Videos, keys and credits belong to a workspace. Your account has none yet; make one, or follow an invitation."
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
      <Button weight="quiet" onClick={() => void signOut(client)}>
        Sign out
      </Button>
    </Door>
  );
}
