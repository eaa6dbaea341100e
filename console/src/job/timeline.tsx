/** One axis for all: a ruler and a lane each for speakers, brands and objects; pointing shows the frame, pressing seeks. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { counted, times } from '../format/quantity.ts';
import { spoken, wholeTimeText } from '../format/time.ts';
import { Button } from '../ui/button.tsx';
import { useRoving } from '../ui/roving.ts';
import { Swatch } from '../ui/swatch.tsx';
import { HoverFrame } from './hover-frame.tsx';
import { useJobAddress } from './job-address.ts';
import { LaneCanvas } from './lane-canvas.tsx';
import { type Lane, lanesShown, ticksOf } from './lanes.ts';
import { useOpenThing } from './open-thing.ts';
import { useAtSecond, useClock } from './play-clock.ts';
import { PlayHead } from './play-head.tsx';
import styles from './timeline.module.css';
import { useWidth } from './width.ts';
import { useBench } from './workbench.ts';

export function Timeline() {
  const { lanes, durationSeconds } = useBench();
  const ruler = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(ruler);
  const [hover, setHover] = useState<number>();
  const clock = useClock();
  const secondAt = (event: PointerEvent): number | undefined => {
    const box = ruler.current?.getBoundingClientRect();
    if (!box || event.clientX < box.left - 4 || box.width === 0) return undefined;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return share * durationSeconds;
  };
  const onPointer = (event: PointerEvent) => {
    const second = secondAt(event);
    setHover(event.pointerType === 'touch' ? undefined : second);
    // A button under the lanes is for itself.
    if (event.target instanceof Element && event.target.closest('button')) return;
    const pressed = event.type === 'pointerdown' ? event.button === 0 : event.buttons === 1;
    if (pressed && second !== undefined) clock.seek(second);
  };
  return (
    <section aria-label="Time axis" className={styles.timeline}>
      {hover !== undefined && <HoverFrame second={hover} widthPx={widthPx} />}
      <div
        className={styles.lanes}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setHover(undefined)}
      >
        <div className={styles.rulerRow}>
          <span className={styles.name} />
          <Ruler element={ruler} widthPx={widthPx} />
        </div>
        <Lanes widthPx={widthPx} />
        <PlayHead widthPx={widthPx} hover={hover} />
      </div>
      <Legend lanes={lanes} />
    </section>
  );
}

function Lanes({ widthPx }: { readonly widthPx: number }) {
  const { lanes, durationSeconds } = useBench();
  const [all, setAll] = useState(false);
  const owner = useOpenThing();
  const list = useRef<HTMLUListElement>(null);
  const shown = all ? lanes : lanesShown(lanes, owner?.id);
  const roving = useRoving(list, shown.length);
  const hidden = lanes.length - shown.length;
  return (
    <>
      <ul ref={list} onKeyDown={roving.onKeyDown} onFocus={roving.onFocus}>
        {shown.map((lane) => {
          const isDim = owner !== undefined && lane.id !== owner.id;
          return (
            <li key={lane.id} className={isDim ? `${styles.row} ${styles.dim}` : styles.row}>
              <LaneName lane={lane} />
              <LaneCanvas lane={lane} durationSeconds={durationSeconds} widthPx={widthPx} />
            </li>
          );
        })}
      </ul>
      {(hidden > 0 || all) && (
        <div className={styles.more}>
          <Button small weight="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `${hidden} more`}
          </Button>
        </div>
      )}
    </>
  );
}

/** Only signs that stand on this axis. */
function Legend({ lanes }: { readonly lanes: readonly Lane[] }) {
  const has = (test: (lane: Lane) => boolean) => lanes.some(test);
  return (
    <p className={styles.legend}>
      {has(({ kind, spans }) => kind === 'brand' && spans.length > 0) && <span>▬ brand seen</span>}
      {has(({ kind }) => kind === 'object') && (
        <span>
          <Swatch hatched colour="var(--lane-grey)" /> object seen
        </span>
      )}
      {has(({ marks }) => marks.length > 0) && <span>◆ said</span>}
      {has(({ pending = [] }) => pending.length > 0) && (
        <span>
          <span className={styles.pendingSign} aria-hidden /> not analysed yet
        </span>
      )}
    </p>
  );
}

interface RulerProps {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly widthPx: number;
}

/** For the keyboard a slider; arrows on the page move as well. */
function Ruler({ element, widthPx }: RulerProps) {
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
      {ticksOf(durationSeconds, widthPx).map((tick) => (
        <span
          key={tick}
          className={styles.tick}
          style={{ left: `${(tick / durationSeconds) * 100}%` }}
        >
          {wholeTimeText(tick)}
        </span>
      ))}
    </div>
  );
}

const tabOf = {
  shots: 'summary',
  chapters: 'summary',
  speech: 'transcript',
  brand: '',
  object: 'objects',
  waiting: '',
} as const;

const wordOf = {
  shots: 'shot',
  chapters: 'chapter',
  speech: 'passage',
  brand: 'appearance',
  object: 'appearance',
  waiting: 'appearance',
} as const;

function LaneName({ lane }: { readonly lane: Lane }) {
  const [, change] = useJobAddress();
  const { kind, spans, marks, name, pending = [] } = lane;
  const isThing = kind === 'brand' || kind === 'object';
  const what = counted(spans.length, wordOf[kind]);
  const said = marks.length > 0 ? `, said ${times(marks.length)}` : '';
  const open = pending.length > 0 ? ', not analysed to the end yet' : '';
  return (
    <button
      type="button"
      dir="auto"
      className={styles.name}
      title={`${name}: ${what}${said}${open}`}
      onClick={() =>
        change({ tab: tabOf[kind], thing: isThing ? lane.id : null, only: null, frame: null })
      }
    >
      <Swatch colour={lane.colour} hatched={kind === 'object'} />
      {name}
      <span className="visually-hidden">
        : {what}
        {said}
        {open}
      </span>
    </button>
  );
}
