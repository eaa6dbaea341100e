/** The head of a shared page: who sent it, its title, and what can be done with it. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../format/csv.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './shared.module.css';
import { fetchSharedFile, sharedLogo } from './shared-job.ts';

interface Sender {
  readonly name: string;
  readonly has_logo: boolean;
}

interface SharedHeadProps {
  readonly token: string;
  readonly title: string;
  /** Null for a link that names nobody. */
  readonly sender: Sender | null;
  readonly hasPdf: boolean;
  /** The line below the title. */
  readonly children: ReactNode;
}

export function SharedHead({ token, title, sender, hasPdf, children }: SharedHeadProps) {
  const download = useMutation({
    mutationFn: () => fetchSharedFile(token, 'pdf'),
    onSuccess: (file) => saveFile(`${title}.pdf`, file, file.type),
  });

  return (
    <header className={styles.head}>
      {sender && (
        <p className={styles.sender}>
          {sender.has_logo && <img src={sharedLogo(token)} alt="" />}
          <span>
            From <bdi>{sender.name}</bdi>
          </span>
        </p>
      )}
      <h1 dir="auto">{title}</h1>
      <p>{children}</p>
      <div className={styles.actions}>
        {hasPdf && (
          <Button
            weight="primary"
            busy={download.isPending && 'Making the PDF …'}
            onClick={() => download.mutate()}
          >
            Download PDF
          </Button>
        )}
        <PassOn title={title} />
      </div>
      {download.error && (
        <Notice kind="error" title="The PDF could not be read.">
          {download.error.message}
        </Notice>
      )}
    </header>
  );
}

const copyWords = {
  ready: 'Copy link',
  copied: 'Link copied',
  failed: 'Copy it from the address bar',
} as const;

/** Hands the link on: by the device's own sharing where it has one, as phones do, else by copying the address. */
function PassOn({ title }: { readonly title: string }) {
  const [state, setState] = useState<keyof typeof copyWords>('ready');
  const url = window.location.href.split('#')[0] ?? '';
  const copy = () =>
    copyText(url).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  // Whoever closes the list of programs shares nothing, which is no failure.
  const share = () => navigator.share({ title, url }).catch(() => undefined);

  return (
    <>
      {typeof navigator.share === 'function' && <Button onClick={() => void share()}>Share</Button>}
      <Button onClick={() => void copy()}>
        <span aria-live="polite">{copyWords[state]}</span>
      </Button>
    </>
  );
}
