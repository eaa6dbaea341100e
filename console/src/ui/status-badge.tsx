/** Shows a state by shape and word, so that it can be read without seeing colours. */

import type { BatchStatus, JobStatus } from '@reelsight/contract';
import { confidenceBand } from '@reelsight/contract/confidence-band';
import { Ban, Check, CircleDashed, CirclePause, CircleX, Play } from 'lucide-react';
import styles from './status.module.css';

const statusLooks = {
  pending: { Icon: CircleDashed, tone: 'soft' },
  processing: { Icon: Play, tone: 'accent' },
  completed: { Icon: Check, tone: 'good' },
  failed: { Icon: CircleX, tone: 'danger' },
  cancelled: { Icon: Ban, tone: 'soft' },
  held: { Icon: CirclePause, tone: 'warning' },
  paused: { Icon: CirclePause, tone: 'warning' },
} as const;

interface StatusBadgeProps {
  readonly status: JobStatus | BatchStatus;
  /** A detail shown after the word, for example `42 %`. */
  readonly detail?: string | undefined;
}

export function StatusBadge({ status, detail }: StatusBadgeProps) {
  const { Icon, tone } = statusLooks[status];
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      <Icon size={14} aria-hidden />
      {status}
      {detail && <span className={styles.detail}>{detail}</span>}
    </span>
  );
}

interface BandProps {
  /** 0 to 1. */
  readonly confidence: number;
}

/** Three dots for a high confidence, two for a medium one. */
export function Confidence({ confidence }: BandProps) {
  const band = confidenceBand(confidence);
  const dots = { high: '●●●', medium: '●●○', low: '●○○' }[band];
  return (
    <span className={styles.dots} title={`confidence ${confidence.toFixed(2)}`}>
      <span aria-hidden>{dots}</span>
      <span className="visually-hidden">{band} confidence</span>
    </span>
  );
}
