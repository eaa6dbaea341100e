/**
 * A few bars, one for each part of the video; the height shows how much of that part the brand or object is on screen.
 */
import { bars, sharesOf } from './presence.ts';
import styles from './thing-table.module.css';
import type { Thing } from './things.ts';

interface SparkProps {
  readonly thing: Thing;
  readonly durationSeconds: number;
  readonly colour: string;
}

export function Spark({ thing, durationSeconds, colour }: SparkProps) {
  const shares = sharesOf(thing, durationSeconds);
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${bars * 4} 16`}
      preserveAspectRatio="none"
      style={{ color: colour }}
      aria-hidden
    >
      {shares.map((share, index) => {
        if (share === 0) return null;
        const height = 3 + share * 13;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: each bar stands for one position in the video.
          <rect key={index} x={index * 4} y={16 - height} width={3} height={height} />
        );
      })}
    </svg>
  );
}
