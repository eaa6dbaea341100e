/** Progress of a batch: the bar shows the finished part, and the text says how much is left. */
import type { Rollup } from '@reelsight/contract';
import styles from './batches.module.css';

const finalParts = ['completed', 'failed', 'cancelled'] as const;
const parts = ['completed', 'processing', 'held', 'failed', 'cancelled', 'pending'] as const;

export function RollupBar({ rollup }: { readonly rollup: Rollup }) {
  const filledParts = parts.filter((part) => rollup[part] > 0);
  const words = filledParts.map((part) => `${rollup[part]} ${part}`).join(', ') || 'no videos';
  return (
    <div className={styles.rollup}>
      <div className={styles.rollupBar} role="img" aria-label={words}>
        {finalParts.map((part) => (
          <span
            key={part}
            className={styles[part]}
            style={{ width: `${(100 * rollup[part]) / Math.max(1, rollup.total)}%` }}
          />
        ))}
      </div>
      <span className={styles.soft}>{words}</span>
    </div>
  );
}
