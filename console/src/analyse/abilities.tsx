/** Warns, before the user pays, about chosen options that this server can't carry out, with a link to the fix. */
import { TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { useAbilities } from '../api/abilities.ts';
import { usePlace } from '../api/session.ts';
import styles from './analyse.module.css';
import { lacksOf } from './lacks.ts';
import type { Wanted } from './wanted.ts';

export function Abilities({ wanted: request }: { readonly wanted: Wanted }) {
  const { user } = usePlace().session;
  const looksForObjects = request.capabilities.includes('objects');
  const looksForBrands = request.capabilities.includes('brands');
  const abilities = useAbilities(
    looksForObjects ? request.objects : [],
    looksForBrands ? request.brands : [],
  );
  const lacks = abilities ? lacksOf(abilities, request) : [];
  if (lacks.length === 0) return null;

  return (
    <section aria-label="What this server can’t do" className={styles.lacks}>
      <h2>On this server</h2>
      <ul>
        {lacks.map(({ id, text, fails }) => (
          <li key={id} className={fails ? styles.warning : undefined}>
            <TriangleAlert size={14} aria-hidden /> <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className={styles.soft}>
        {user.operator ? (
          <Link href="/operator/engines">Add engines and models</Link>
        ) : (
          'The operator of this service can add engines and models.'
        )}
      </p>
    </section>
  );
}
