/**
 * The progress of a running job: one bar for the whole job with its stages marked, and an estimate of the time left.
 */
import type { JobPart, JobRowView, Stage } from '@reelsight/contract';
import { overallShare, type StageShare, stageShares } from '@reelsight/contract/stage-shares';
import { Check, Circle, CircleDot } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { stageWords } from '../../format/words.ts';
import { Duration } from '../../ui/moment.tsx';
import styles from '../job-page.module.css';
import { timeLeftText } from './progress.ts';
import { partRemarks } from './so-far.ts';

const doing: Readonly<Record<Stage, string>> = {
  ingestion: 'The video is fetched, read once, and its frames and sound are kept.',
  transcription: 'Transcribing the speech.',
  analysis: 'Frames are searched for brands and objects; questions are answered.',
  merging: 'Appearances, proof frames and the filmstrip are made.',
};

interface JobProgressProps {
  readonly row: JobRowView;
  readonly parts: readonly JobPart[];
}

export function JobProgress({ row, parts }: JobProgressProps) {
  const shares = useShares(row);
  const elapsed = useSecondsSince(row.status === 'processing' ? row.started_at : null);
  if (shares.length === 0) return null;

  const reached = row.progress?.overall_percent;
  const share = reached === undefined ? overallShare(shares) : reached / 100;
  const over = row.status === 'completed';
  const remarks = over ? [] : partRemarks(parts);
  const isUnserved = parts.some(({ state }) => state === 'unserved');

  return (
    <section aria-label="Progress" className={styles.stages}>
      <StageBar shares={shares} />
      <StageList shares={shares} />
      <p className={styles.soft}>
        {over ? (
          <Completed row={row} />
        ) : (
          <>
            <strong>
              {Math.floor(share * 100)} % of the analysis
              {elapsed !== undefined &&
                !isUnserved &&
                ` · ${timeLeftText(share, elapsed) ?? 'too early to tell the time left'}`}
            </strong>
            {'. '}
            {row.progress && doing[row.progress.stage]} What is found appears below; you may leave
            the page.
          </>
        )}
      </p>
      {remarks.map((remark) => (
        <p key={remark} className={styles.warning}>
          ⚠ {remark}
        </p>
      ))}
    </section>
  );
}

function Completed({ row }: { readonly row: JobRowView }) {
  if (row.processing_seconds === null) return 'Completed.';
  return (
    <>
      Completed, after <Duration seconds={row.processing_seconds} /> of work.
    </>
  );
}

/**
 * The bar never moves back: if a stage restarts after a fault, the bar stays where it is until the stage catches up.
 */
function useShares({ progress, capabilities, status }: JobRowView): readonly StageShare[] {
  const last = useRef<readonly StageShare[]>([]);
  const next =
    status === 'completed'
      ? last.current.map((stageShare) => ({ ...stageShare, done: 1 }))
      : progress
        ? stageShares(progress, capabilities)
        : last.current;
  if (overallShare(next) >= overallShare(last.current)) last.current = next;

  return last.current;
}

function StageBar({ shares }: { readonly shares: readonly StageShare[] }) {
  return (
    <div
      role="progressbar"
      aria-label="Progress of the analysis"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(overallShare(shares) * 100)}
      className={styles.stageBar}
    >
      {shares.map(({ stage, weight, done: fraction }) => (
        <span key={stage} className={styles.stagePart} style={{ flexGrow: weight * 100 }}>
          <span className={styles.stageDone} style={{ width: `${fraction * 100}%` }} />
        </span>
      ))}
    </div>
  );
}

function StageList({ shares }: { readonly shares: readonly StageShare[] }) {
  const currentIndex = shares.findIndex(({ done: fraction }) => fraction < 1);
  return (
    <ol className={styles.stageList}>
      {shares.map(({ stage, done: fraction }, index) => {
        const state = fraction === 1 ? 'done' : index === currentIndex ? 'running' : 'to come';
        const Icon = { done: Check, running: CircleDot, 'to come': Circle }[state];
        return (
          <li
            key={stage}
            aria-current={index === currentIndex ? 'step' : undefined}
            className={styles.stageItem}
          >
            <Icon size={16} aria-hidden />
            {stageWords[stage]}
            <span className="visually-hidden">{state}</span>
          </li>
        );
      })}
    </ol>
  );
}

function useSecondsSince(moment: string | null): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (moment === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return moment === null ? undefined : Math.max(0, (now - Date.parse(moment)) / 1000);
}
