/**
 * One time axis with a ruler and lanes for speakers, brands and objects. Pointing at a second shows its frame, and
 * pressing seeks to it.
 */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useRef,
  useState,
} from 'react';
import { counted, times } from '../../format/quantity.ts';
import { spoken, timeText, wholeTimeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { useRoving } from '../../ui/roving.ts';
import { Swatch } from '../../ui/swatch.tsx';
import { useJobAddress } from '../job-address.ts';
import { useAtSecond, useClock } from '../stage/play-clock.ts';
import { useOpenThing } from '../things/open-thing.ts';
import { useBench } from '../workbench.ts';
import { AxisTools } from './axis-tools.tsx';
import { isWhole, moved, secondAt, ticksOf, type View, xOf } from './axis-view.ts';
import { HoverFrame } from './hover-frame.tsx';
import { LaneCanvas } from './lane-canvas.tsx';
import { useLanes } from './lane-choice.ts';
import { type Lane, lanesShown } from './lanes.ts';
import { PlayHead } from './play-head.tsx';
import styles from './timeline.module.css';
import { type Axis, useAxis, useWheel } from './use-axis.ts';
import { useWidth } from './width.ts';

export function Timeline() {
  const { durationSeconds } = useBench();
  const lanes = useLanes();
  const ruler = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(ruler);
  const [hover, setHover] = useState<number>();
  const axis = useAxis();
  const { view } = axis;
  const clock = useClock();
  const pointed = useCallback(
    (clientX: number): number | undefined => {
      const box = ruler.current?.getBoundingClientRect();
      if (!box || clientX < box.left - 4 || box.width === 0) return undefined;
      return secondAt(view, Math.min(1, Math.max(0, (clientX - box.left) / box.width)));
    },
    [view],
  );
  const area = useWheel(axis, pointed);
  const onPointer = (event: PointerEvent) => {
    const second = pointed(event.clientX);
    setHover(event.pointerType === 'touch' ? undefined : second);
    // A press on a button under the lanes must not seek.
    if (event.target instanceof Element && event.target.closest('button')) return;
    const pressed = event.type === 'pointerdown' ? event.button === 0 : event.buttons === 1;
    if (pressed && second !== undefined) clock.seek(second);
  };

  return (
    <section aria-label="Time axis" className={styles.timeline}>
      <AxisTools axis={axis} choice={lanes} />
      <div className={styles.area}>
        {hover !== undefined && <HoverFrame second={hover} view={view} widthPx={widthPx} />}
        <div
          ref={area}
          className={styles.lanes}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setHover(undefined)}
        >
          <div className={styles.rulerRow}>
            <span className={styles.name} />
            <Ruler element={ruler} view={view} widthPx={widthPx} />
          </div>
          <Lanes lanes={lanes.shown} view={view} widthPx={widthPx} />
          <PlayHead view={view} widthPx={widthPx} hover={hover} />
        </div>
      </div>
      {!isWhole(view, durationSeconds) && <Scroll axis={axis} />}
      <Legend lanes={lanes.shown} />
    </section>
  );
}

/** A scroll bar that moves the visible stretch of the video. */
function Scroll({ axis: { view, setView } }: { readonly axis: Axis }) {
  const { durationSeconds } = useBench();
  return (
    <div className={styles.scrollRow}>
      <input
        type="range"
        className={styles.scroll}
        aria-label="Stretch that is shown"
        aria-valuetext={`${spoken(view.from)} to ${spoken(view.to)}`}
        min={0}
        max={Math.max(0, durationSeconds - (view.to - view.from))}
        step="any"
        value={view.from}
        onChange={({ target }) =>
          setView(moved(view, Number(target.value) - view.from, durationSeconds))
        }
      />
    </div>
  );
}

interface LanesProps {
  readonly lanes: readonly Lane[];
  readonly view: View;
  readonly widthPx: number;
}

function Lanes({ lanes, view, widthPx }: LanesProps) {
  const [showAll, setAll] = useState(false);
  const owner = useOpenThing();
  const list = useRef<HTMLUListElement>(null);
  const visibleLanes = showAll ? lanes : lanesShown(lanes, owner?.id);
  const roving = useRoving(list, visibleLanes.length);
  const hidden = lanes.length - visibleLanes.length;

  return (
    <>
      <ul ref={list} onKeyDown={roving.onKeyDown} onFocus={roving.onFocus}>
        {visibleLanes.map((lane) => {
          const isDim = owner !== undefined && lane.id !== owner.id;
          return (
            <li key={lane.id} className={isDim ? `${styles.row} ${styles.dim}` : styles.row}>
              <LaneName lane={lane} />
              <LaneCanvas lane={lane} view={view} widthPx={widthPx} />
            </li>
          );
        })}
      </ul>
      {(hidden > 0 || showAll) && (
        <div className={styles.more}>
          <Button small weight="quiet" aria-expanded={showAll} onClick={() => setAll(!showAll)}>
            {showAll ? 'Show fewer' : `${hidden} more`}
          </Button>
        </div>
      )}
    </>
  );
}

/** The legend, which explains only the symbols that this axis uses. */
function Legend({ lanes }: { readonly lanes: readonly Lane[] }) {
  const hasLane = (test: (lane: Lane) => boolean) => lanes.some(test);
  return (
    <p className={styles.legend}>
      {hasLane(({ kind, spans }) => kind === 'brand' && spans.length > 0) && (
        <span>▬ brand seen</span>
      )}
      {hasLane(({ kind }) => kind === 'object') && (
        <span>
          <Swatch hatched colour="var(--lane-grey)" /> object seen
        </span>
      )}
      {hasLane(({ kind, marks }) => kind === 'brand' && marks.length > 0) && <span>◆ said</span>}
      {hasLane(({ kind }) => kind === 'search') && <span>◆ found in the transcript</span>}
      {hasLane(({ pending = [] }) => pending.length > 0) && (
        <span>
          <span className={styles.pendingSign} aria-hidden /> not analysed yet
        </span>
      )}
    </p>
  );
}

interface RulerProps {
  readonly view: View;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly widthPx: number;
}

/** The ruler is a slider for keyboard users; the arrow keys also work elsewhere on the page. */
function Ruler({ element, view, widthPx }: RulerProps) {
  const { durationSeconds } = useBench();
  const clock = useClock();
  const second = useAtSecond(Math.round);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = {
      Home: 0,
      End: durationSeconds,
      PageUp: clock.second + 30,
      PageDown: clock.second - 30,
    }[event.key];
    if (target === undefined) return;

    event.preventDefault();
    clock.seek(target);
  };

  return (
    <div
      ref={element}
      role="slider"
      tabIndex={0}
      aria-label="Second of the video"
      aria-valuemin={0}
      aria-valuemax={Math.ceil(durationSeconds)}
      aria-valuenow={second}
      aria-valuetext={spoken(second)}
      className={styles.ruler}
      onKeyDown={onKeyDown}
    >
      {ticksOf(view, widthPx).map((tick) => (
        <span key={tick} className={styles.tick} style={{ left: xOf(view, widthPx, tick) }}>
          {Number.isInteger(tick) ? wholeTimeText(tick) : timeText(tick)}
        </span>
      ))}
    </div>
  );
}

const tabOf = {
  shots: 'summary',
  chapters: 'summary',
  speech: 'transcript',
  paid: 'paid',
  disclosures: 'paid',
  search: 'transcript',
  brand: '',
  object: 'objects',
  waiting: '',
} as const;

const wordOf = {
  shots: 'shot',
  chapters: 'chapter',
  speech: 'passage',
  paid: 'paid segment',
  disclosures: 'disclosure',
  search: 'hit',
  brand: 'appearance',
  object: 'appearance',
  waiting: 'appearance',
} as const;

function LaneName({ lane }: { readonly lane: Lane }) {
  const [, change] = useJobAddress();
  const { kind, spans, marks, name, pending = [] } = lane;
  const isThing = kind === 'brand' || kind === 'object';
  const counts = counted(kind === 'search' ? marks.length : spans.length, wordOf[kind]);
  const mentionNote = kind === 'brand' && marks.length > 0 ? `, said ${times(marks.length)}` : '';
  const open = pending.length > 0 ? ', not analysed to the end yet' : '';

  return (
    <button
      type="button"
      dir="auto"
      className={styles.name}
      title={`${name}: ${counts}${mentionNote}${open}`}
      onClick={() =>
        change({ tab: tabOf[kind], thing: isThing ? lane.id : null, only: null, frame: null })
      }
    >
      <Swatch colour={lane.colour} hatched={kind === 'object'} />
      {name}
      <span className="visually-hidden">
        : {counts}
        {mentionNote}
        {open}
      </span>
    </button>
  );
}
