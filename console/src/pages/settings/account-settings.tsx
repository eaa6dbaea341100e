/** The settings of the user's own account: name and e-mail, password, and sign-out. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword, signOut, usePlace } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Failure, Notice } from '../../ui/notice.tsx';
import { Facts, PageHead, Section, Stack } from '../../ui/page.tsx';
import { SecondStep } from './second-step.tsx';
import styles from './settings.module.css';

export function AccountSettings() {
  const { session } = usePlace();
  const client = useQueryClient();
  const leave = useMutation({ mutationFn: () => signOut(client) });
  const { user } = session;

  return (
    <Stack>
      <PageHead title="Your account" lead="It is yours in every workspace you belong to." />
      <Facts
        facts={[
          { name: 'Name', value: user.name },
          { name: 'E-mail', value: user.email },
          {
            name: 'This service',
            value: user.operator ? 'you are its operator' : 'you have an account',
          },
          { name: 'Workspaces', value: session.workspaces.map(({ name }) => name).join(', ') },
          { name: 'Version', value: session.version ?? 'unknown' },
        ]}
      />
      {user.password && <Password />}
      <SecondStep />
      <Section
        title="Sign out"
        lead="On this browser; what you typed and did not send is forgotten."
      >
        {leave.error && <Failure error={leave.error} />}
        <div>
          <Button busy={leave.isPending && 'Signing out …'} onClick={() => leave.mutate()}>
            Sign out
          </Button>
        </div>
      </Section>
    </Stack>
  );
}

const blank = { currentPassword: '', newPassword: '' };

function Password() {
  const [draft, setDraft] = useState(blank);
  const change = useMutation({
    mutationFn: () => changePassword(draft),
    onSuccess: () => setDraft(blank),
  });
  return (
    <Section title="Password" lead="Changing it signs every other browser out.">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <TextField
          label="Password now"
          type="password"
          autoComplete="current-password"
          required
          value={draft.currentPassword}
          onChange={(event) => setDraft({ ...draft, currentPassword: event.target.value })}
        />
        <TextField
          label="New password"
          hint="At least 10 characters."
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          value={draft.newPassword}
          onChange={(event) => setDraft({ ...draft, newPassword: event.target.value })}
        />
        {change.error && <Failure error={change.error} />}
        {change.isSuccess && <Notice>The password is changed.</Notice>}
        <div>
          <Button type="submit" busy={change.isPending && 'Changing …'}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  );
}
