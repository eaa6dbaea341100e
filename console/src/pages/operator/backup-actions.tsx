/**
 * Actions on backups. Creating a backup requires the password; the other actions also require the backup's name to be
 * typed.
 */
import type { BackupEntry } from '@reelsight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorClient } from '../../api/operator-client.ts';
import { refusalOf } from '../../api/refusal.ts';
import { usePlace } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OwnPassword } from '../../ui/own-password.tsx';
import { Row } from '../../ui/page.tsx';
import styles from './operator.module.css';
import { backupsKey } from './operator-calls.ts';

interface ActionProps {
  readonly backup: BackupEntry;
  readonly onDone: () => void;
}

const lookAgainMs = 1000;
/** Maximum time that the service takes to stop, in milliseconds. */
const stopsWithinMs = 3000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the service answers again and reports a new restore. */
async function untilBack(previousRestore: string | null): Promise<void> {
  await pause(stopsWithinMs);
  for (;;) {
    const overview = await operatorClient()
      .backups.list()
      .catch(() => null);
    if (overview?.restore && overview.restore.at !== previousRestore) return;
    // After a restore the session may no longer exist, so there may be no overview; the page shown next handles that.
    if (overview === null && !(await isAway())) return;
    await pause(lookAgainMs);
  }
}

/** True while the service is restoring or starting. */
const isAway = (): Promise<boolean> =>
  fetch('/readyz').then(
    ({ ok }) => !ok,
    () => true,
  );

/**
 * The password field and its value. An account without a password is not asked for one: the service checks instead how
 * recent the sign-in is.
 */
function usePassword() {
  const { user } = usePlace().session;
  const [password, setPassword] = useState('');
  return {
    body: user.password ? { password } : {},
    refusalOf<Field extends string>(error: Error | null, fields: readonly Field[]) {
      return refusalOf(error, user.password ? ([...fields, 'password'] as const) : fields);
    },
    field: (error: string | undefined) =>
      user.password && <OwnPassword value={password} error={error} onChange={setPassword} />,
  };
}

export function MakeBackup({ onDone }: { readonly onDone: () => void }) {
  const client = useQueryClient();
  const password = usePassword();
  const make = useMutation({
    mutationFn: () => operatorClient().call('adminMakeBackup', { body: password.body }),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: backupsKey }),
  });
  const { fields, rest } = password.refusalOf(make.error, []);

  return (
    <form
      className={styles.form}
      aria-label="Make a backup"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      {password.field(fields.password)}
      {rest && <Notice kind="error">{rest}</Notice>}
      <Row>
        <Button type="submit" weight="primary" busy={make.isPending && 'Beginning …'}>
          Make a backup
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </Row>
    </form>
  );
}

export function RestoreBackup({ backup, onDone }: ActionProps) {
  const [key, setKey] = useState('');
  const [hasBegun, setBegun] = useState(false);
  const password = usePassword();
  const restore = useMutation({
    async mutationFn() {
      const { restore: last } = await operatorClient().backups.list();
      await operatorClient().backups.restore(backup.name, {
        confirm: backup.name,
        ...(key !== '' && { key }),
        ...password.body,
      });
      setBegun(true);

      await untilBack(last?.at ?? null);
    },
    // The page is loaded anew, because a restore may have changed everything in the console, such as workspaces and
    // accounts.
    onSuccess: () => location.reload(),
  });

  if (hasBegun)
    return (
      <Notice kind="info" title="The backup is being restored.">
        The service answers nobody until that is done. This page reloads when it is back.
      </Notice>
    );

  const refusal = password.refusalOf(restore.error, ['key']);
  return (
    <ConfirmName
      name={backup.name}
      action="Restore this backup"
      busy={restore.isPending}
      error={refusal.rest}
      onConfirm={() => restore.mutate()}
      onCancel={onDone}
    >
      <div className={styles.form}>
        <p>
          Everything becomes as it was when this backup was made. What came later is gone: videos,
          results, keys, accounts. The present state is saved as a backup first, and restoring that
          one undoes this. The service is not available until the restore is done.
        </p>
        {backup.encrypted && (
          <TextField
            label="Passphrase or private key (AGE-SECRET-KEY-1…)"
            hint="Leave it empty if the service has the passphrase in its settings."
            type="password"
            value={key}
            error={refusal.fields.key}
            autoComplete="off"
            onChange={(event) => setKey(event.target.value)}
          />
        )}
        {password.field(refusal.fields.password)}
      </div>
    </ConfirmName>
  );
}

export function DeleteBackup({ backup, onDone }: ActionProps) {
  const client = useQueryClient();
  const password = usePassword();
  const remove = useMutation({
    mutationFn: () =>
      operatorClient().call('adminDeleteBackup', {
        params: { name: backup.name },
        body: password.body,
      }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: backupsKey });
      onDone();
    },
  });
  const refusal = password.refusalOf(remove.error, []);

  return (
    <ConfirmName
      name={backup.name}
      action="Delete this backup"
      busy={remove.isPending}
      error={refusal.rest}
      onConfirm={() => remove.mutate()}
      onCancel={onDone}
    >
      <div className={styles.form}>
        <p>Nothing can be restored from it any more.</p>
        {password.field(refusal.fields.password)}
      </div>
    </ConfirmName>
  );
}
