/** One part of a shared page: a heading, and a sentence if nothing was found. */
import type { ReactNode } from 'react';

interface SharedSectionProps {
  readonly id: string;
  readonly title: string;
  /** Sentence shown instead of a list; false if there is a list. */
  readonly none?: string | false | undefined;
  readonly children?: ReactNode;
}

export function SharedSection({ id, title, none: emptyText, children }: SharedSectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {emptyText && <p>{emptyText}</p>}
      {children}
    </section>
  );
}
