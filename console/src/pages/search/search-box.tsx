/** The search field in the frame of every page, which opens the search dialog. */
import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import styles from './search.module.css';

const SearchDialog = lazy(() =>
  import('./search-dialog.tsx').then((file) => ({ default: file.SearchDialog })),
);

/** Pages on which the slash key searches the transcript instead. */
const searchesItself = /^\/(jobs\/[^/]+|sample)\/?$/;

export function SearchBox() {
  /** Which opening of the dialog is current, counted from 1; 0 while the dialog is closed. */
  const [opening, setOpening] = useState(0);
  const openings = useRef(0);
  const open = useCallback(() => {
    openings.current += 1;
    setOpening(openings.current);
  }, []);
  // The dialog reports that it was closed only after a delay, when it may already be open again.
  const close = () => setOpening((current) => (current === opening ? 0 : current));
  const [path] = useLocation();
  const slashIsTaken = searchesItself.test(path);
  // Stored outside the dialog, so that it shows the last search again when reopened.
  const [words, setWords] = useState('');

  // Starts listening before the first paint, because a user who sees the field may press its shortcut at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <search>
      <button
        type="button"
        className={styles.opener}
        aria-haspopup="dialog"
        aria-keyshortcuts={slashIsTaken ? 'Control+K Meta+K' : '/ Control+K Meta+K'}
        onClick={open}
      >
        <Search size={16} aria-hidden />
        <span>
          Search<span className="visually-hidden"> videos</span>
        </span>
        {/* The slash is taken on some pages; this shortcut is the same on all of them. */}
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {opening > 0 && (
        <Suspense>
          <SearchDialog key={opening} words={words} onWords={setWords} onClose={close} />
        </Suspense>
      )}
    </search>
  );
}

/** True for Ctrl or Command with K, and for the slash key unless the page uses it or the user is typing. */
function opensSearch(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]'))
    return false;

  const command = event.ctrlKey || event.metaKey;
  if (command) return event.key.toLowerCase() === 'k' && !event.shiftKey;

  const typing =
    event.target instanceof HTMLElement &&
    event.target.closest('input, textarea, select, [contenteditable]') !== null;

  return event.key === '/' && !typing;
}
