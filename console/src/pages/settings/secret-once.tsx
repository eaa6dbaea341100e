/** Shows a new secret for copying; it cannot be shown again later. */
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import styles from './settings.module.css';

interface SecretOnceProps {
  readonly title: string;
  readonly secret: string;
  /** Name of the secret, for the copy button: `API key`. */
  readonly what: string;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

export function SecretOnce({ title, secret, what: noun, onDone, children }: SecretOnceProps) {
  return (
    <Notice title={title}>
      <Stack>
        <div className={styles.secret}>
          <code>{secret}</code>
          <CopyButton text={secret} what={noun} labelled />
        </div>
        {children}
        <div>
          <Button small onClick={onDone}>
            Done
          </Button>
        </div>
      </Stack>
    </Notice>
  );
}
