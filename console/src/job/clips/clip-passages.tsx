/** Makes a clip of the passage being spoken, or of all passages that contain the words searched for. */
import { lazy, Suspense, useState } from 'react';
import { counted } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import type { transcriptRows } from '../progress/so-far.ts';
import { useBench } from '../workbench.ts';
import styles from './clip-panel.module.css';

const ClipForm = lazy(() => import('./clip-form.tsx').then((file) => ({ default: file.ClipForm })));
const ClipList = lazy(() => import('./clip-list.tsx').then((file) => ({ default: file.ClipList })));

interface Passage {
  readonly start: number;
  readonly end: number;
}

interface ClipPassagesProps {
  readonly rows: ReturnType<typeof transcriptRows>;
  /** Index of the passage spoken at the current second; -1 before the first passage. */
  readonly here: number;
  readonly wanted: string;
}

/** Maximum number of passages in a clip. */
const mostPassages = 100;

export function ClipPassages({ rows, here: currentIndex, wanted: searchText }: ClipPassagesProps) {
  const { row, live } = useBench();
  const [chosen, setChosen] = useState<readonly Passage[]>();
  const passages = rows.flatMap((row) => (row.kind === 'gap' ? [] : row.segment));
  if (live || row.test || !row.media_available || passages.length === 0) return null;

  const currentPassage = passages[Math.max(0, currentIndex)];
  const now = searchText ? passages.slice(0, mostPassages) : currentPassage ? [currentPassage] : [];
  const ranges = (chosen ?? []).map(({ start, end }) => ({ start, end }));

  return (
    <>
      <Button
        small
        weight="quiet"
        aria-expanded={chosen !== undefined}
        onClick={() => setChosen(chosen ? undefined : now)}
      >
        Clip
      </Button>
      {chosen && (
        <section className={styles.passages} aria-label="Clip of the transcript">
          <h2>Clip of {nameOf(ranges)}</h2>
          <Suspense>
            <ClipForm
              jobId={row.job_id}
              moments={{ ranges }}
              onClose={() => setChosen(undefined)}
            />
            <ClipList jobId={row.job_id} />
          </Suspense>
        </section>
      )}
    </>
  );
}

function nameOf(ranges: readonly Passage[]): string {
  const [first] = ranges;
  if (ranges.length !== 1 || !first) return counted(ranges.length, 'passage');
  return `${timeText(first.start)} – ${timeText(first.end)}`;
}
