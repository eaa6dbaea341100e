/** How far a batch is: one bar in parts, said in words. */
import type { Rollup } from '@reelsight/contract';
import styles from './batches.module.css';

const parts = ['completed', 'processing', 'held', 'failed', 'cancelled', 'pending'] as const;

export function RollupBar({ rollup }: { readonly rollup: Rollup }) {
  const some = parts.filter((part) => rollup[part] > 0);
  const words = some.map((part) => `${rollup[part]} ${part}`).join(', ') || 'no videos';
  return (
    <div className={styles.rollup}>
      <div className={styles.rollupBar} role="img" aria-label={words}>
        {some.map((part) => (
          <span key={part} className={styles[part]} style={{ flexGrow: rollup[part] }} />
        ))}
      </div>
      <span className={styles.soft}>{words}</span>
    </div>
  );
}
