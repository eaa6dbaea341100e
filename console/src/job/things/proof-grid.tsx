/** All proof frames of a brand or object side by side; each opens as a large one. */
import { EmptyState } from '../../ui/notice.tsx';
import styles from '../panels.module.css';
import { ProofButton } from './proof-button.tsx';
import type { Appearance, Thing } from './things.ts';

interface ProofGridProps {
  readonly thing: Thing;
  readonly appearances: readonly Appearance[];
}

export function ProofGrid({ thing, appearances }: ProofGridProps) {
  const proven = appearances.filter(({ frame }) => frame);
  if (proven.length === 0) {
    return (
      <EmptyState title="No proof frames">
        <p>
          A proof frame is kept of appearances with a confidence of 80 % or more, at most 20 in each
          video.
        </p>
      </EmptyState>
    );
  }

  return (
    <ul className={styles.grid} aria-label={`Proof frames of ${thing.name}`}>
      {proven.map((appearance) => (
        <li key={appearance.index}>
          <ProofButton thing={thing} appearance={appearance} />
        </li>
      ))}
    </ul>
  );
}
