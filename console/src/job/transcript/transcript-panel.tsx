/** The transcript. It scrolls with the video, is searched while the user types, and every line leads to its second. */
import type { TranscriptSegment } from '@reelsight/sdk';
import { type ComponentProps, type ReactNode, useMemo, useRef, useState } from 'react';
import { counted } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { ClipPassages } from '../clips/clip-passages.tsx';
import { useJobAddress } from '../job-address.ts';
import styles from '../panels.module.css';
import { transcriptRows } from '../progress/so-far.ts';
import { type PlayClock, useAtSecond, useClock } from '../stage/play-clock.ts';
import { indexAt, nextStop, type Span } from '../timeline/lanes.ts';
import { useBench } from '../workbench.ts';
import { type Speakers, textOf, useSpeakerNames } from './speaker-names.ts';
import { partsOf, piecesOf } from './text-search.ts';

export function TranscriptPanel() {
  const { results, live, pending } = useBench();
  const segments = results.transcription?.segments ?? [];
  const gaps = live ? pending.speech : [];
  if (segments.length > 0 || gaps.length > 0) return <Transcript segments={segments} gaps={gaps} />;

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
  readonly segments: readonly TranscriptSegment[];
  /** Stretches of the video not transcribed yet. */
  readonly gaps: readonly Span[];
}

function Transcript({ segments, gaps }: TranscriptProps) {
  const searched = useSearch();
  const { wanted: searchText } = searched;
  const speakers = useSpeakerNames();
  const [scrolls, setScrolls] = useState(true);
  const rows = useMemo(() => {
    if (!searchText) return transcriptRows(segments, gaps);
    return transcriptRows(
      segments.filter((segment) => partsOf(segment.text, searchText).length > 1),
      [],
    );
  }, [segments, gaps, searchText]);
  const starts = useMemo(() => rows.map(({ start }) => start), [rows]);
  const currentIndex = useAtSecond((second) => indexAt(starts, second));
  const count = searchText
    ? `${counted(rows.length, 'passage')} with “${searchText}”`
    : `${counted(segments.length, 'passage')}${gaps.length > 0 ? ' so far' : ''}${speakersOf(segments)}`;

  return (
    <div className={styles.column}>
      <SearchBar {...searched} starts={starts} scrolls={scrolls} setScrolls={setScrolls} />
      <Tools
        segments={segments}
        speakers={speakers}
        count={count}
        rows={rows}
        here={currentIndex}
        wanted={searchText}
      />
      <VirtualList
        label="Transcript"
        items={rows}
        estimatePx={64}
        follow={scrolls && !searchText ? currentIndex : -1}
        onWheel={() => setScrolls(false)}
        render={(row, index) =>
          row.kind === 'gap' ? (
            <Gap {...row} />
          ) : (
            <Passage
              segment={row.segment}
              here={index === currentIndex}
              wanted={searchText}
              nameOf={speakers.nameOf}
            />
          )
        }
      />
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
  readonly segments: readonly TranscriptSegment[];
  readonly speakers: Speakers;
  readonly count: string;
}

function Tools({ segments, speakers, count, ...passages }: ToolsProps) {
  const [naming, setNaming] = useState(false);
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.sum} role="status">
          {count}
        </p>
        {segments.length > 0 && (
          <CopyButton text={() => textOf(segments, speakers.nameOf)} what="transcript" labelled />
        )}
        {segments.some(({ speaker }) => speaker !== undefined) && (
          <Button small weight="quiet" aria-expanded={naming} onClick={() => setNaming(!naming)}>
            Name speakers
          </Button>
        )}
        <ClipPassages {...passages} />
      </div>
      {naming && <SpeakerNames speakers={speakers} segments={segments} />}
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

interface SpeakerNamesProps {
  readonly speakers: Speakers;
  readonly segments: readonly TranscriptSegment[];
}

function SpeakerNames({ speakers, segments }: SpeakerNamesProps) {
  const speakerNumbers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))].sort(
    (a, b) => a - b,
  );
  return (
    <div className={styles.speakers}>
      {speakerNumbers.map((speaker) => (
        <TextField
          key={speaker}
          label={`Speaker ${speaker}`}
          value={speakers.names[speaker] ?? ''}
          maxLength={60}
          onChange={({ target }) => speakers.name(speaker, target.value)}
        />
      ))}
      <p className={styles.soft}>Names are kept in this browser, for this video.</p>
    </div>
  );
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

function speakersOf(segments: readonly TranscriptSegment[]): string {
  const speakers = new Set(segments.flatMap(({ speaker }) => speaker ?? [])).size;
  return speakers > 0 ? `, ${counted(speakers, 'speaker')}` : '';
}

interface PassageProps {
  readonly segment: TranscriptSegment;
  readonly here: boolean;
  readonly wanted: string;
  readonly nameOf: (speaker: number) => string;
}

function Passage({ segment, here: isCurrent, wanted: searchText, nameOf }: PassageProps) {
  const clock = useClock();
  const { lanes } = useBench();
  const { start, end, speaker, text, unsure } = segment;
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
            <bdi>{nameOf(speaker)}</bdi>
          </>
        )}
        {unsure && ' · unsure'}
      </span>
      <span dir="auto" className={`${styles.context} ${unsure ? styles.unsure : ''}`}>
        {searchText ? <Marked text={text} wanted={searchText} /> : text}
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
