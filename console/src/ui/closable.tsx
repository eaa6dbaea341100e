/**
 * Wraps a part of the page that a button opened. Escape closes it wherever the keyboard focus is, and returns the focus
 * to the button.
 */
import { type ReactNode, useEffect, useRef } from 'react';

/** For each open part, the function that closes it; the part opened last is at the end. */
const open: (() => void)[] = [];

/** Whether Escape closes a part that a button opened, so that the page must not handle the key. */
export const takesEscape = (event: KeyboardEvent): boolean =>
  event.key === 'Escape' && (event.defaultPrevented || open.length > 0);

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  // A dialog over the page handles Escape itself.
  if (document.querySelector('dialog[open]')) return;
  const close = open.at(-1);
  if (!close) return;
  event.preventDefault();
  close();
}

interface ClosableProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Must be rendered only while the part of the page that it wraps is open. */
export function Closable({ onClose, children }: ClosableProps) {
  // Read during rendering, before a field inside can take the focus.
  const opener = useRef(document.activeElement);
  const closing = useRef(onClose);
  closing.current = onClose;
  useEffect(() => {
    const close = () => {
      const words = wordsOf(opener.current);
      closing.current();
      requestAnimationFrame(() => focusOn(opener.current, words));
    };
    if (open.push(close) === 1) document.addEventListener('keydown', onKey);

    return () => {
      open.splice(open.indexOf(close), 1);
      if (open.length === 0) document.removeEventListener('keydown', onKey);
    };
  }, []);

  return children;
}

const wordsOf = (element: Element | null): string =>
  element?.getAttribute('aria-label') ?? element?.textContent ?? '';

/** Focuses the button, or the button with the same label if it was replaced. */
function focusOn(opener: Element | null, words: string): void {
  const target = opener?.isConnected
    ? opener
    : [...document.querySelectorAll('button')].find((button) => wordsOf(button) === words);
  if (target instanceof HTMLElement && target !== document.body) target.focus();
}
