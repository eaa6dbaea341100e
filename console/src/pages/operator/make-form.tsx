/** A form in a panel above a list; it creates a new row of that list. */
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import styles from './operator.module.css';

interface MakeFormProps {
  /** Name of the thing to create, worded to follow "Make a". */
  readonly what: string;
  readonly busy: boolean;
  /** An error that concerns no field of the form. */
  readonly error: string | undefined;
  readonly onMake: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

export function MakeForm({ what: noun, busy, error, onMake, onCancel, children }: MakeFormProps) {
  return (
    <form
      className={styles.panel}
      aria-label={`Make a ${noun}`}
      onSubmit={(event) => {
        event.preventDefault();
        onMake();
      }}
    >
      {children}
      {error && <Notice kind="error">{error}</Notice>}
      <Row>
        <Button type="submit" weight="primary" busy={busy && 'Making …'}>
          Make {noun}
        </Button>
        <Button weight="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </Row>
    </form>
  );
}
