/** The transcript. It scrolls with the video, is searched while the user types, and every line leads to its second. */
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useMemo,
  useRef,
  useState,
} from 'react';
import { counted } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { EmptyState, Failure } from '../../ui/notice.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { ClipPassages } from '../clips/clip-passages.tsx';
import { useJobAddress } from '../job-address.ts';
import styles from '../panels.module.css';
import { transcriptRows } from '../progress/so-far.ts';
import { type PlayClock, useAtSecond, useClock } from '../stage/play-clock.ts';
import { indexAt, nextStop, type Span } from '../timeline/lanes.ts';
import { useBench } from '../workbench.ts';
import type { Draft } from './line-editor.tsx';
import {
  draftOf,
  type LastEdit,
  type Line,
  linesOf,
  namesOf,
  speakerLabel,
  speakersIn,
  textOf,
} from './mended.ts';
import { partsOf, piecesOf } from './text-search.ts';
import { useUndoLine } from './transcript-calls.ts';

// These load when somebody corrects something.
const LineEditor = lazy(() =>
  import('./line-editor.tsx').then((file) => ({ default: file.LineEditor })),
);
const SpeakersPanel = lazy(() =>
  import('./speakers-panel.tsx').then((file) => ({ default: file.SpeakersPanel })),
);

export function TranscriptPanel() {
  const { results, live, pending } = useBench();
  const { transcription } = results;
  const lines = useMemo(() => linesOf(transcription), [transcription]);
  const gaps = live ? pending.speech : [];
  if (lines.length > 0 || gaps.length > 0) return <Transcript lines={lines} gaps={gaps} />;

  return (
    <EmptyState title={live ? 'Nothing so far' : 'There are no words'}>
      <p>
        {live
          ? 'What is said appears here while the sound is heard.'
          : results.meta.no_audio
            ? 'The video has no sound.'
            : 'Nobody speaks, or nothing could be understood. If you know the language, ask again and name it.'}
      </p>
    </EmptyState>
  );
}

interface TranscriptProps {
  readonly lines: readonly Line[];
  /** Stretches of the video not transcribed yet. */
  readonly gaps: readonly Span[];
}

function Transcript({ lines, gaps }: TranscriptProps) {
  const searched = useSearch();
  const { wanted: searchText } = searched;
  const { results } = useBench();
  const jobId = useMendedJob();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [lastEdit, setLastEdit] = useState<LastEdit | null>(null);
  /** Index of the line whose button gets the focus again when its editor closes. */
  const refocused = useRef<number>(undefined);
  const [scrolls, setScrolls] = useState(true);
  const rows = useMemo(() => {
    if (!searchText) return transcriptRows(lines, gaps);
    return transcriptRows(
      lines.filter((line) => partsOf(line.text, searchText).length > 1),
      [],
    );
  }, [lines, gaps, searchText]);
  const starts = useMemo(() => rows.map(({ start }) => start), [rows]);
  const currentIndex = useAtSecond((second) => indexAt(starts, second));
  const spokenLines = useMemo(() => lines.filter(({ text }) => text !== ''), [lines]);
  const speakers = useMemo(() => speakersIn(spokenLines), [spokenLines]);
  const names = useMemo(() => namesOf(results.transcription), [results.transcription]);
  const count = searchText
    ? `${counted(rows.length, 'passage')} with “${searchText}”`
    : `${counted(spokenLines.length, 'passage')}${gaps.length > 0 ? ' so far' : ''}${speakersOf(speakers)}`;
  const leave = () => {
    refocused.current = draft?.index;
    setDraft(null);
  };
  const editing = (line: Line) =>
    setDraft({
      index: line.index,
      start: line.start,
      parts: draftOf(lines, line.index),
      revision: line.revision ?? 0,
    });

  return (
    <div className={styles.column}>
      <SearchBar {...searched} starts={starts} scrolls={scrolls} setScrolls={setScrolls} />
      <Tools
        segments={spokenLines}
        speakers={speakers}
        jobId={jobId}
        count={count}
        rows={rows}
        here={currentIndex}
        wanted={searchText}
      />
      {lastEdit && jobId && (
        <UndoLast jobId={jobId} edit={lastEdit} onUndone={() => setLastEdit(null)} />
      )}
      <VirtualList
        label="Transcript"
        items={rows}
        estimatePx={64}
        follow={scrolls && !searchText && !draft ? currentIndex : -1}
        onWheel={() => setScrolls(false)}
        render={(row, index) => {
          if (row.kind === 'gap') return <Gap {...row} />;
          const { segment: line } = row;
          if (jobId && draft?.index === line.index)
            // A line of several speakers is edited as one, in the place of its first part.
            return isFirstOf(rows, index) ? (
              <Suspense>
                <LineEditor
                  jobId={jobId}
                  draft={draft}
                  speakers={speakers}
                  names={names}
                  onDraft={setDraft}
                  onLeave={leave}
                  onSaved={(edit) => {
                    leave();
                    setLastEdit(edit);
                  }}
                />
              </Suspense>
            ) : null;

          return (
            <div className={styles.said}>
              <Passage line={line} here={index === currentIndex} wanted={searchText} />
              {jobId && (
                <Button
                  small
                  weight="quiet"
                  ref={(button) => {
                    if (!button || refocused.current !== line.index) return;
                    refocused.current = undefined;
                    button.focus();
                  }}
                  aria-label={`Correct the line at ${timeText(line.start)}`}
                  onClick={() => editing(line)}
                >
                  Correct
                </Button>
              )}
            </div>
          );
        }}
      />
    </div>
  );
}

/**
 * The job whose transcript may be corrected here; null if it may not: of the sample, while the job runs, as found, and
 * where the transcript is that of an earlier analysis, on whose page it is corrected.
 */
function useMendedJob(): string | null {
  const { row, live, sample } = useBench();
  const [getParam] = useJobAddress();
  const isOwn = row.capabilities.includes('transcription');
  return live || sample || !isOwn || getParam('found') === '1' ? null : row.job_id;
}

type Row = ReturnType<typeof transcriptRows<Line>>[number];

function isFirstOf(rows: readonly Row[], index: number): boolean {
  const row = rows[index];
  const before = rows[index - 1];
  return !(
    row?.kind === 'said' &&
    before?.kind === 'said' &&
    before.segment.index === row.segment.index
  );
}

interface UndoLastProps {
  readonly jobId: string;
  readonly edit: LastEdit;
  readonly onUndone: () => void;
}

function UndoLast({ jobId, edit, onUndone }: UndoLastProps) {
  const undo = useUndoLine(jobId);
  const { segment: index, revision } = edit;
  return (
    <div className={styles.bar}>
      <span role="status">The line is corrected.</span>
      <Button
        small
        weight="quiet"
        busy={undo.isPending && 'Undoing …'}
        onClick={() => undo.mutate({ index, revision }, { onSuccess: onUndone })}
      >
        Undo
      </Button>
      {undo.error && <Failure error={undo.error} />}
    </div>
  );
}

interface SearchBarProps extends ReturnType<typeof useSearch> {
  /** Start times, in seconds, of the passages and gaps that are listed. */
  readonly starts: readonly number[];
  readonly scrolls: boolean;
  readonly setScrolls: (scrolls: boolean) => void;
}

function SearchBar({
  text,
  wanted: searchText,
  search,
  starts,
  scrolls,
  setScrolls,
}: SearchBarProps) {
  const clock = useClock();
  return (
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
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !searchText) return;
          event.preventDefault();
          goToHit(clock, starts, event.shiftKey ? -1 : 1);
        }}
      />
      {searchText && <Hits starts={starts} />}
      <Checkbox
        label="Auto-scroll"
        checked={scrolls}
        onChange={(event) => setScrolls(event.target.checked)}
      />
    </div>
  );
}

interface ToolsProps extends ComponentProps<typeof ClipPassages> {
  readonly segments: readonly Line[];
  readonly speakers: readonly number[];
  readonly jobId: string | null;
  readonly count: string;
}

function Tools({ segments, speakers, jobId, count, ...passages }: ToolsProps) {
  const [naming, setNaming] = useState(false);
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.sum} role="status">
          {count}
        </p>
        {segments.length > 0 && (
          <CopyButton text={() => textOf(segments, timeText)} what="transcript" labelled />
        )}
        {jobId && speakers.length > 0 && (
          <Button small weight="quiet" aria-expanded={naming} onClick={() => setNaming(!naming)}>
            Speakers
          </Button>
        )}
        <ClipPassages {...passages} />
      </div>
      <Suspense>{naming && jobId && <SpeakersPanel jobId={jobId} speakers={speakers} />}</Suspense>
    </>
  );
}

/** Buttons that jump from search hit to search hit in the video, with the position: `2/7`. */
function Hits({ starts }: { readonly starts: readonly number[] }) {
  const clock = useClock();
  const place = useAtSecond((second) => indexAt(starts, second + 0.15) + 1);
  if (starts.length === 0) return null;

  return (
    <span className={styles.hits}>
      <Button small aria-label="Previous hit" onClick={() => goToHit(clock, starts, -1)}>
        ‹
      </Button>
      {place || '–'}/{starts.length}
      <Button small aria-label="Next hit" onClick={() => goToHit(clock, starts, 1)}>
        ›
      </Button>
    </span>
  );
}

/** Seeks to the next or previous search hit; after the last hit comes the first again. */
function goToHit(clock: PlayClock, starts: readonly number[], direction: 1 | -1): void {
  const stop =
    nextStop(starts, clock.second, direction) ?? (direction === 1 ? starts[0] : starts.at(-1));
  if (stop !== undefined) clock.seek(stop);
}

const Gap = ({ start, end }: Span) => (
  <p className={styles.gap}>
    … still listening, {timeText(start)} – {timeText(end)}
  </p>
);

/** The search text as typed; it is written to the address once the user stops typing. */
function useSearch() {
  const [getParam, change] = useJobAddress();
  const [text, setText] = useState(getParam('search') ?? '');
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (next: string) => {
    setText(next);
    clearTimeout(settle.current);
    settle.current = setTimeout(() => change({ search: next.trim() || null }), 400);
  };

  return { text, wanted: text.trim(), search };
}

const speakersOf = ({ length }: readonly number[]): string =>
  length > 0 ? `, ${counted(length, 'speaker')}` : '';

interface PassageProps {
  readonly line: Line;
  readonly here: boolean;
  readonly wanted: string;
}

function Passage({ line, here: isCurrent, wanted: searchText }: PassageProps) {
  const clock = useClock();
  const { lanes } = useBench();
  const { start, end, speaker, speaker_name: name, text, unsure, corrected } = line;
  const inside = useAtSecond((second) => isCurrent && second <= end + 0.3);
  const colour = lanes.find(({ id }) => id === `speaker-${speaker ?? 0}`)?.colour;

  return (
    <button
      type="button"
      className={styles.passage}
      aria-current={inside}
      style={{ borderColor: colour ?? 'var(--lane-grey)' }}
      onClick={() => clock.seek(start)}
    >
      <span className={styles.times}>
        {timeText(start)}
        {speaker !== undefined && (
          <>
            {' · '}
            <bdi>{speakerLabel(speaker, name)}</bdi>
          </>
        )}
        {unsure && ' · unsure'}
        {corrected && ' · corrected'}
      </span>
      <span dir="auto" className={`${styles.context} ${unsure || !text ? styles.unsure : ''}`}>
        {searchText ? <Marked text={text} wanted={searchText} /> : text || 'Left out'}
      </span>
    </button>
  );
}

function Marked({
  text,
  wanted: searchText,
}: {
  readonly text: string;
  readonly wanted: string;
}): ReactNode {
  return piecesOf(text, searchText).map((piece) =>
    piece.hit ? <mark key={piece.at}>{piece.text}</mark> : piece.text,
  );
}
