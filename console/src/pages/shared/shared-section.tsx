/** One part of a shared page: a heading with its content, or with a sentence if nothing was found. */
import type { ReactNode } from 'react';

interface SharedSectionProps {
  readonly id: string;
  readonly title: string;
  /** Sentence shown if the list would be empty; false if it is not. */
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
