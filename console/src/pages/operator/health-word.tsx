/** Shows whether something is healthy, as an icon with a word. */
import { Check, CircleX, TriangleAlert } from 'lucide-react';
import styles from './operator.module.css';

interface HealthWordProps {
  readonly well: boolean | 'partly';
  readonly children: string;
}

export function HealthWord({ well, children }: HealthWordProps) {
  const Icon = well === 'partly' ? TriangleAlert : well ? Check : CircleX;
  const tone = well === 'partly' ? styles.soft : well ? styles.good : styles.bad;
  return (
    <span className={`${styles.state} ${tone}`}>
      <Icon size={14} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
