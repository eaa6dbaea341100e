/** What an alert found in a video: the proof picture, the link to the moment, and the brand with its seconds. */
import type { AlertFinding } from '@reelsight/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { smallFramePath } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { jobAddress } from '../../app/addresses.ts';
import { lengthText, timeText } from '../../format/time.ts';
import styles from './alerts.module.css';

interface FindingProps {
  readonly finding: AlertFinding;
  /** What else is known about it. */
  readonly children?: ReactNode;
}

export function Finding({ finding, children }: FindingProps) {
  const workspace = useWorkspaceId();
  const { job_id: jobId, title, brand, brands, seconds, frame_url: frame } = finding;
  const moment = finding.moment ?? undefined;
  const otherBrands = brands.filter((name) => name !== brand);

  return (
    <li className={styles.finding}>
      {frame?.startsWith('/v1/frames/') && (
        <img
          src={smallFramePath(workspace, frame, { width: 160 })}
          alt=""
          loading="lazy"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
      <span className={styles.words}>
        <Link href={jobAddress(jobId, moment)} dir="auto">
          {title ?? jobId}
          {moment !== undefined && ` at ${timeText(moment)}`}
        </Link>
        <span className={styles.soft} dir="auto">
          {[brand, ...otherBrands].join(', ')}
          {seconds > 0 && ` · ${lengthText(seconds)}`}
        </span>
        {children}
      </span>
    </li>
  );
}
