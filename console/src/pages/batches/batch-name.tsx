/** Gives a batch a name, changes it or takes it away. */
import type { Batch } from '@reelsight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { longestGroupName } from '../../analyse/wanted.ts';
import { clientOf } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Row } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import styles from './batches.module.css';

interface BatchNameProps {
  readonly workspace: string;
  readonly batch: Batch;
  readonly onDone: () => void;
}

export function BatchName({ workspace, batch, onDone }: BatchNameProps) {
  const [name, setName] = useState(batch.name ?? '');
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: () =>
      clientOf(workspace).batches.change(batch.batch_id, { name: name.trim() || null }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: keys.batches(workspace) });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!rename.isPending) rename.mutate();
  };

  return (
    <form className={styles.naming} aria-label="Name of the group" onSubmit={submit}>
      <TextField
        label="Name"
        hint="Empty: none. Reports are titled by it."
        value={name}
        maxLength={longestGroupName}
        dir="auto"
        autoFocus
        error={rename.error ? messageOf(rename.error) : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <Row>
        <Button type="submit" weight="primary" busy={rename.isPending && 'Saving …'}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </Row>
    </form>
  );
}
