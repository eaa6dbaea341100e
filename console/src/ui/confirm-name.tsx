/** Confirms a dangerous action in place: says what will be lost and requires the name to be typed. */
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import styles from './small.module.css';

interface ConfirmNameProps {
  /** The name that the user must type. */
  readonly name: string;
  /** A description of what will be lost. */
  readonly children: ReactNode;
  /** The button's label: `Delete workspace`. */
  readonly action: string;
  readonly busy?: boolean;
  readonly error?: string | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function ConfirmName(props: ConfirmNameProps) {
  const { name, action, busy, error, onConfirm, onCancel } = props;
  const [typed, setTyped] = useState('');
  const matches = typed.trim() === name.trim();

  return (
    <form
      className={styles.confirm}
      onSubmit={(event) => {
        event.preventDefault();
        if (matches) onConfirm();
      }}
    >
      <div>{props.children}</div>
      <TextField
        label={
          <>
            Type <strong dir="auto">{name}</strong> to go on
          </>
        }
        value={typed}
        error={error}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.confirmActions}>
        <Button type="submit" weight="danger" disabled={!matches} busy={busy && 'Working …'}>
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
