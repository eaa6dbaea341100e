/** The transcript: follows the video, is searched as one types, and every line leads to its second. */
import type { TranscriptSegment } from '@reelsight/sdk';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { clock as clockText, counted } from '../format/quantity.ts';
import { Checkbox } from '../ui/field.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { useJobAddress } from './job-address.ts';
import { indexAt } from './lanes.ts';
import styles from './panels.module.css';
import { useAtSecond, useClock } from './play-clock.ts';
import { partsOf, piecesOf } from './text-search.ts';
import { useBench } from './workbench.ts';

export function TranscriptPanel() {
  const { results } = useBench();
  const segments = results.transcription?.segments ?? [];
  if (segments.length === 0) {
    return (
      <EmptyState title="There are no words">
        <p>
          {results.meta.no_audio
            ? 'The video has no sound.'
            : 'Nobody speaks, or nothing could be understood. If you know the language, ask again and name it.'}
        </p>
      </EmptyState>
    );
  }
  return <Transcript segments={segments} />;
}

function Transcript({ segments }: { readonly segments: readonly TranscriptSegment[] }) {
  const [read, change] = useJobAddress();
  const [text, setText] = useState(read('search') ?? '');
  const [follows, setFollows] = useState(true);
  const wanted = text.trim();
  const found = useMemo(
    () => (wanted ? segments.filter((one) => partsOf(one.text, wanted).length > 1) : segments),
    [segments, wanted],
  );
  const starts = useMemo(() => found.map(({ start }) => start), [found]);
  const here = useAtSecond((second) => indexAt(starts, second));
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (next: string) => {
    setText(next);
    clearTimeout(settle.current);
    settle.current = setTimeout(() => change({ search: next.trim() || null }), 400);
  };
  const speakers = speakersOf(segments);
  return (
    <div className={styles.column}>
      <div className={styles.bar}>
        <input
          type="search"
          id="transcript-search"
          className={styles.search}
          aria-label="Search the transcript"
          aria-keyshortcuts="/"
          placeholder="Search  ( / )"
          value={text}
          onChange={(event) => search(event.target.value)}
        />
        <Checkbox
          label="Follow"
          checked={follows}
          onChange={(event) => setFollows(event.target.checked)}
        />
      </div>
      <p className={styles.sum} role="status">
        {wanted
          ? `${counted(found.length, 'passage')} with “${wanted}”`
          : `${counted(segments.length, 'passage')}${speakers}`}
      </p>
      <VirtualList
        label="Transcript"
        items={found}
        estimatePx={64}
        follow={follows && !wanted ? here : -1}
        onWheel={() => setFollows(false)}
        render={(segment, index) => (
          <Passage segment={segment} here={index === here} wanted={wanted} />
        )}
      />
    </div>
  );
}

function speakersOf(segments: readonly TranscriptSegment[]): string {
  const speakers = new Set(segments.flatMap(({ speaker }) => speaker ?? [])).size;
  return speakers > 0 ? `, ${counted(speakers, 'speaker')}` : '';
}

interface PassageProps {
  readonly segment: TranscriptSegment;
  readonly here: boolean;
  readonly wanted: string;
}

function Passage({ segment, here, wanted }: PassageProps) {
  const clock = useClock();
  const { lanes } = useBench();
  const { start, end, speaker, text } = segment;
  const inside = useAtSecond((second) => here && second <= end + 0.3);
  const colour = lanes.find(({ id }) => id === `speaker-${speaker ?? 0}`)?.colour ?? 8;
  return (
    <button
      type="button"
      className={styles.passage}
      aria-current={inside}
      style={{ borderColor: `var(--lane-${colour})` }}
      onClick={() => clock.seek(start)}
    >
      <span className={styles.times}>
        {clockText(start)}
        {speaker !== undefined && ` · Speaker ${speaker}`}
      </span>
      <span dir="auto" className={styles.context}>
        {wanted ? <Marked text={text} wanted={wanted} /> : text}
      </span>
    </button>
  );
}

function Marked({ text, wanted }: { readonly text: string; readonly wanted: string }): ReactNode {
  return piecesOf(text, wanted).map((piece) =>
    piece.hit ? <mark key={piece.at}>{piece.text}</mark> : piece.text,
  );
}
