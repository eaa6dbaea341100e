/** Buttons, and links that look like buttons. */
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './controls.module.css';

export type Weight = 'primary' | 'plain' | 'quiet' | 'danger';

interface ButtonProps extends ComponentProps<'button'> {
  readonly weight?: Weight;
  readonly small?: boolean;
  /** Replaces the label with the name of the action in progress, and ignores further presses. */
  readonly busy?: string | false | undefined;
}

export function Button({ weight = 'plain', small, busy, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(weight, small)}
      // Not `disabled`, because a disabled button would lose the keyboard focus.
      aria-disabled={busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy || children}
    </button>
  );
}

interface ButtonLinkProps {
  readonly href: string;
  readonly weight?: Weight;
  readonly small?: boolean;
  readonly children: ReactNode;
}

export function ButtonLink({ href, weight = 'plain', small, children }: ButtonLinkProps) {
  return (
    <Link href={href} className={buttonClass(weight, small)}>
      {children}
    </Link>
  );
}

export function buttonClass(weight: Weight, small = false): string {
  return [styles.button, styles[weight], small && styles.small].filter(Boolean).join(' ');
}
