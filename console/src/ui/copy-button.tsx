/** Copies a text and confirms it. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './small.module.css';

interface CopyButtonProps {
  /** The text, or a function that produces it if it is long. */
  readonly text: string | (() => string);
  /** Name of the copied text, for the label: `job id`. */
  readonly what: string;
  /** Whether to show the label next to the icon. */
  readonly labelled?: boolean;
}

export function CopyButton({ text, what: noun, labelled = false }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = () =>
    copyText(typeof text === 'string' ? text : text()).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  const label = { ready: `Copy ${noun}`, copied: 'Copied', failed: 'Select and copy by hand' }[
    state
  ];

  return (
    <button type="button" className={styles.copy} title={label} onClick={() => void copy()}>
      {state === 'copied' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span
        className={labelled || state === 'failed' ? undefined : 'visually-hidden'}
        role="status"
      >
        {label}
      </span>
    </button>
  );
}

/**
 * Falls back to a hidden text area: browsers offer the clipboard only to secure pages, but a service on a local network
 * often uses plain http.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);

  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  document.body.append(area);
  area.select();

  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('The browser did not copy.');
}

/** An id with its copy button. */
export function CopyableId({ id, what: noun }: { readonly id: string; readonly what: string }) {
  return (
    <span className={styles.id}>
      <code title={id}>{id}</code>
      <CopyButton text={id} what={noun} />
    </span>
  );
}
