/** A button that opens a short list of links and buttons below itself. */
import { ChevronDown } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { buttonClass, type Weight } from './button.tsx';
import styles from './menu.module.css';

interface MenuProps {
  readonly label: ReactNode;
  /** The name for screen readers, if the label is only an icon. */
  readonly name?: string;
  readonly small?: boolean;
  readonly weight?: Weight;
  /** Whether to leave out the arrow, because the label is clear enough. */
  readonly plain?: boolean;
  /**
   * Whether to show the list above everything else: for menus inside a scrolling area, which would cut the list off.
   */
  readonly floating?: boolean;
  /** `MenuLink` and `MenuButton`. */
  readonly children: ReactNode;
}

export function Menu(props: MenuProps) {
  const { label, name, small = false, weight = 'plain', plain = false, floating } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useClosing(open, frame, () => setOpen(false));
  useFloating({ on: open && floating === true, list, button, close: () => setOpen(false) });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles Escape and focus leaving the menu as a whole.
    <div
      ref={frame}
      className={styles.frame}
      onKeyDown={(event) => {
        if (!open || !takesKey(event, list.current)) return;
        if (event.key !== 'Escape') return;
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
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: its entries handle clicks; this only closes the menu afterwards.
        <div
          ref={list}
          id={id}
          className={styles.list}
          {...(floating && { popover: 'manual' as const })}
          onClick={() => setOpen(false)}
        >
          {props.children}
        </div>
      )}
    </div>
  );
}

/** Whether the menu handles the key; if it does, the key must have no other effect, such as leaving the row. */
function takesKey(event: KeyboardEvent, list: HTMLElement | null): boolean {
  const hasMoved = goThrough(list, event.key);
  if (hasMoved) event.preventDefault();
  if (!hasMoved && event.key !== 'Escape') return false;
  event.stopPropagation();
  return true;
}

/** Moves the focus with the arrow keys (wrapping around), Home and End; returns false for other keys. */
function goThrough(list: HTMLElement | null, key: string): boolean {
  const entries = [...(list?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])];
  const currentIndex = entries.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: currentIndex + 1,
    ArrowUp: currentIndex < 0 ? entries.length - 1 : currentIndex - 1,
    Home: 0,
    End: entries.length - 1,
  }[key];
  if (next === undefined || entries.length === 0) return false;

  entries[(next + entries.length) % entries.length]?.focus();
  return true;
}

interface Floating {
  readonly on: boolean;
  readonly list: RefObject<HTMLElement | null>;
  readonly button: RefObject<HTMLElement | null>;
  readonly close: () => void;
}

const gapPx = 4;

/**
 * Places the list below the button, or above it if there is no room; scrolling that moves the button closes the list.
 */
function useFloating({ on, list, button, close }: Floating): void {
  const closing = useRef(close);
  closing.current = close;
  useLayoutEffect(() => {
    const menu = list.current;
    const from = button.current?.getBoundingClientRect();
    if (!on || !menu || !from) return;

    menu.showPopover();
    const { width, height } = menu.getBoundingClientRect();
    const below = from.bottom + gapPx;
    const top = below + height <= window.innerHeight ? below : from.top - gapPx - height;
    const isRtl = getComputedStyle(menu).direction === 'rtl';
    const left = isRtl ? from.left : from.right - width;
    const within = Math.max(0, Math.min(left, window.innerWidth - width));
    Object.assign(menu.style, { top: `${Math.max(0, top)}px`, left: `${within}px` });

    // Other parts of a page scroll by themselves, such as a transcript while its video plays; the list stays then.
    const onScroll = () => {
      const now = button.current?.getBoundingClientRect();
      if (now?.top !== from.top || now.left !== from.left) closing.current();
    };
    document.addEventListener('scroll', onScroll, true);

    return () => document.removeEventListener('scroll', onScroll, true);
  }, [on, list, button]);
}

/** Closes the menu when the user presses anywhere else. */
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

/** A link to a file, which the browser saves. */
export function MenuDownload({ href, children }: MenuLinkProps) {
  return (
    <a href={href} className={styles.entry} download>
      {children}
    </a>
  );
}
