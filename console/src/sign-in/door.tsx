/** The plain page around a single form: sign-in, sign-up, invitation. */
import type { ReactNode } from 'react';
import { useTitle } from '../app/title.ts';
import styles from './door.module.css';

interface DoorProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly onSubmit?: () => void;
  readonly children?: ReactNode;
  readonly foot?: ReactNode;
}

export function Door({ title, lead, onSubmit, children, foot }: DoorProps) {
  useTitle(title);
  return (
    <main className={styles.door}>
      <div className={styles.brand}>
        <img src="/icon.svg" alt="" width={28} height={28} />
        Reelsight
      </div>
      <h1>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        {children}
      </form>
      {foot && <p className={styles.lead}>{foot}</p>}
    </main>
  );
}
