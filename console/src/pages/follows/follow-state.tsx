/** Whether a Follow looks, and why not. */
import type { Follow } from '@reelsight/contract';
import { Eye } from 'lucide-react';
import badge from '../../ui/status.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './follows.module.css';

export function FollowState({ follow }: { readonly follow: Follow }) {
  const why = follow.paused_reason ?? follow.note;
  return (
    <div>
      {follow.status === 'paused' ? (
        <StatusBadge status="paused" />
      ) : (
        <span className={`${badge.badge} ${badge.good}`}>
          <Eye size={14} aria-hidden /> active
        </span>
      )}
      {why && <div className={styles.reason}>{why}</div>}
    </div>
  );
}
