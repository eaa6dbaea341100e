/** The head of a page and its sections: what it is, what can be done, and the content below. */
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../app/title.ts';
import styles from './page.module.css';

interface PageHeadProps {
  /** Also used as the tab's title. */
  readonly title: string;
  /** One sentence on what the page is for. */
  readonly lead?: ReactNode;
  /** Link back to the list. */
  readonly back?: { readonly href: string; readonly label: string };
  /** The actions on this page. */
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

/** Names and values side by side. */
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

/** Children below each other at equal distances. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
