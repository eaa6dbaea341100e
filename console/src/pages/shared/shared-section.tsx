/** One part of a shared page: a heading, and a sentence if nothing was found. */
import type { ReactNode } from 'react';

interface SharedSectionProps {
  readonly id: string;
  readonly title: string;
  /** Shown instead of a list; false if there is one. */
  readonly none?: string | false | undefined;
  readonly children?: ReactNode;
}

export function SharedSection({ id, title, none, children }: SharedSectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {none && <p>{none}</p>}
      {children}
    </section>
  );
}
