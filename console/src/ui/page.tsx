/** The head of a page (title, purpose, actions) and the sections of its content. */
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../app/title.ts';
import styles from './page.module.css';

interface PageHeadProps {
  /** The title of the page, which the browser tab shows too. */
  readonly title: string;
  /** One sentence that says what the page is for. */
  readonly lead?: ReactNode;
  /** Link back to the list from which the user came. */
  readonly back?: { readonly href: string; readonly label: string };
  /** The actions that the page offers. */
  readonly actions?: ReactNode;
}

export function PageHead({ title, lead, back, actions }: PageHeadProps) {
  useTitle(title);
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        {back && (
          <Link href={back.href} className={styles.back}>
            ‹ {back.label}
          </Link>
        )}
        <h1 dir="auto">{title}</h1>
        {lead && <div className={styles.lead}>{lead}</div>}
      </div>
      {actions && <div className={styles.row}>{actions}</div>}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={id}>{title}</h2>
          {lead && <div className={styles.lead}>{lead}</div>}
        </div>
        {actions && <div className={styles.row}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** A list of names and values, side by side. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A row of buttons or short controls, wrapped if necessary. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** Places its children below each other at equal distances. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
