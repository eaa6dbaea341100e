/** A form in a panel above a list, which adds a row to it. */
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import styles from './operator.module.css';

interface MakeFormProps {
  /** The thing to create, worded to follow "Make a". */
  readonly what: string;
  readonly busy: boolean;
  /** An error that belongs to no field. */
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
