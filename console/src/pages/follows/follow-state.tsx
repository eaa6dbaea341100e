/** Shows whether a Follow is being checked, and if not, why not. */
import type { Follow } from '@reelsight/contract';
import { Clock, Eye } from 'lucide-react';
import badge from '../../ui/status.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { followStateOf } from './follow-states.ts';
import styles from './follows.module.css';

export function FollowState({ follow }: { readonly follow: Follow }) {
  const { state, why: reason } = followStateOf(follow);
  return (
    <div>
      {state === 'paused' && <StatusBadge status="paused" />}
      {state === 'active' && (
        <span className={`${badge.badge} ${badge.good}`}>
          <Eye size={14} aria-hidden /> active
        </span>
      )}
      {state === 'waiting' && (
        <span className={`${badge.badge} ${badge.warning}`}>
          <Clock size={14} aria-hidden /> waiting for the next check
        </span>
      )}
      {reason && <div className={styles.reason}>{reason}</div>}
    </div>
  );
}
