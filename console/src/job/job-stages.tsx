/** The stages of a running job, live. */
import type { JobRowView, Stage } from '@reelsight/contract';
import { Check, Circle, CircleDot } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Duration } from '../ui/moment.tsx';
import styles from './job-page.module.css';

const words: Readonly<Record<Stage, readonly [name: string, doing: string]>> = {
  ingestion: ['Fetch', 'The video is fetched, read once, and its frames and sound are kept.'],
  transcription: ['Listen', 'The speech is written down.'],
  analysis: ['Look', 'Frames are searched for brands and objects; questions are answered.'],
  merging: ['Put together', 'Appearances, proof frames and the filmstrip are made.'],
};

export function JobStages({ row }: { readonly row: JobRowView }) {
  const { progress } = row;
  const since = useSecondsSince(row.started_at);
  if (!progress) return null;
  const { stage, stages_completed, percent } = progress;
  return (
    <section aria-label="Progress" className={styles.stages}>
      <ol className={styles.stageList}>
        {(Object.keys(words) as Stage[]).map((one) => {
          const done = stages_completed.includes(one);
          const here = one === stage;
          return (
            <li key={one} aria-current={here ? 'step' : undefined} className={styles.stageItem}>
              {done ? (
                <Check size={16} aria-hidden />
              ) : here ? (
                <CircleDot size={16} aria-hidden />
              ) : (
                <Circle size={16} aria-hidden />
              )}
              {words[one][0]}
              <span className="visually-hidden">
                {done ? 'done' : here ? 'running' : 'to come'}
              </span>
            </li>
          );
        })}
      </ol>
      {percent === undefined ? (
        <progress className={styles.progress} aria-label={words[stage][0]} />
      ) : (
        <progress
          className={styles.progress}
          aria-label={words[stage][0]}
          max={100}
          value={percent}
        />
      )}
      <p className={styles.soft}>
        {words[stage][1]} {percent !== undefined && `${Math.round(percent)} %`}
        {since !== undefined && (
          <>
            {' · '}running for <Duration seconds={since} />
          </>
        )}
      </p>
      <p className={styles.soft}>The results appear here by themselves; you may leave the page.</p>
    </section>
  );
}

function useSecondsSince(moment: string | null): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return moment === null ? undefined : Math.max(0, (now - Date.parse(moment)) / 1000);
}
