/** Shows the signed-in user and the sign-out button. */
import { useQueryClient } from '@tanstack/react-query';
import { ChevronsUpDown, LogOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type SignedIn, signOut } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { messageOf } from '../ui/plain-message.ts';
import styles from './shell.module.css';

export function AccountMenu({ user }: { readonly user: SignedIn['user'] }) {
  const client = useQueryClient();
  const [error, setError] = useState<string>();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const outside = event.target instanceof Node && !menu.current?.contains(event.target);
      const escaped = event instanceof KeyboardEvent && event.key === 'Escape';
      if (menu.current && (escaped || (event.type === 'pointerdown' && outside)))
        menu.current.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);

    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, []);

  return (
    <details ref={menu} className={styles.account}>
      <summary aria-label={`Account of ${user.name}`}>
        <span className={styles.name}>{user.name}</span>
        <ChevronsUpDown size={14} aria-hidden />
      </summary>
      <div className={styles.menu}>
        <div className={styles.email}>{user.email}</div>
        {user.operator && <div className={styles.soft}>Operator of this service</div>}
        <a href="/docs">API reference</a>
        <Button
          small
          onClick={() => void signOut(client).catch((cause: Error) => setError(messageOf(cause)))}
        >
          <LogOut size={14} aria-hidden /> Sign out
        </Button>
        {error && <div role="alert">{error}</div>}
      </div>
    </details>
  );
}
