/** A button that opens a short list of links and buttons below itself. */
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { buttonClass, type Weight } from './button.tsx';
import styles from './menu.module.css';

interface MenuProps {
  readonly label: ReactNode;
  /** For readers, where the label is a sign only. */
  readonly name?: string;
  readonly small?: boolean;
  readonly weight?: Weight;
  /** Without the arrow: the label says enough. */
  readonly plain?: boolean;
  /** `MenuLink` and `MenuButton`. */
  readonly children: ReactNode;
}

export function Menu(props: MenuProps) {
  const { label, name, small = false, weight = 'plain', plain = false, children } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useClosing(open, frame, () => setOpen(false));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving are of all that stands in it.
    <div
      ref={frame}
      className={styles.frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        // Closes the menu and nothing else.
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !frame.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={buttonClass(weight, small)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={name}
        title={name}
        onClick={() => setOpen(!open)}
      >
        {label}
        {!plain && <ChevronDown size={14} aria-hidden />}
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: its entries take the presses; this closes behind them.
        <div id={id} className={styles.list} onClick={() => setOpen(false)}>
          {children}
        </div>
      )}
    </div>
  );
}

/** A press anywhere else closes it. */
function useClosing(
  open: boolean,
  frame: { readonly current: HTMLElement | null },
  close: () => void,
): void {
  const closing = useRef(close);
  closing.current = close;
  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !frame.current?.contains(target)) closing.current();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open, frame]);
}

interface MenuButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function MenuButton({ onClick, children }: MenuButtonProps) {
  return (
    <button type="button" className={styles.entry} onClick={onClick}>
      {children}
    </button>
  );
}

interface MenuLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** To a file; the browser saves it. */
export function MenuDownload({ href, children }: MenuLinkProps) {
  return (
    <a href={href} className={styles.entry} download>
      {children}
    </a>
  );
}
