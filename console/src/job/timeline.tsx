/** One axis for all: a ruler and a lane each for speakers, brands and objects; pointing shows the frame, pressing seeks. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { clock as clockText, counted, spoken, times } from '../format/quantity.ts';
import { HoverFrame } from './hover-frame.tsx';
import { useJobAddress } from './job-address.ts';
import { LaneCanvas } from './lane-canvas.tsx';
import { type Lane, ticksOf } from './lanes.ts';
import { useAtSecond, useClock } from './play-clock.ts';
import { PlayHead } from './play-head.tsx';
import styles from './timeline.module.css';
import { useWidth } from './width.ts';
import { useBench } from './workbench.ts';

const lanePx = 28;

export function Timeline() {
  const { lanes, durationSeconds } = useBench();
  const scroller = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(ruler);
  const [hover, setHover] = useState<number>();
  const clock = useClock();
  const virtual = useVirtualizer({
    count: lanes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lanePx,
    overscan: 6,
  });
  const secondAt = (event: PointerEvent): number | undefined => {
    const box = ruler.current?.getBoundingClientRect();
    if (!box || event.clientX < box.left - 4 || box.width === 0) return undefined;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return share * durationSeconds;
  };
  const onPointer = (event: PointerEvent) => {
    const second = secondAt(event);
    setHover(event.pointerType === 'touch' ? undefined : second);
    const pressed = event.type === 'pointerdown' ? event.button === 0 : event.buttons === 1;
    if (pressed && second !== undefined) clock.seek(second);
  };
  return (
    <section aria-label="Time axis" className={styles.timeline}>
      {hover !== undefined && <HoverFrame second={hover} widthPx={widthPx} />}
      <div
        ref={scroller}
        className={styles.lanes}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setHover(undefined)}
      >
        <div className={styles.rulerRow}>
          <span className={styles.name} />
          <Ruler element={ruler} widthPx={widthPx} />
        </div>
        <ul className={styles.list} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const lane = lanes[index];
            if (!lane) return null;
            return (
              <li
                key={lane.id}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <LaneName lane={lane} />
                <LaneCanvas lane={lane} durationSeconds={durationSeconds} widthPx={widthPx} />
              </li>
            );
          })}
        </ul>
      </div>
      <PlayHead widthPx={widthPx} hover={hover} />
    </section>
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
  const second = useAtSecond(Math.floor);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { Home: 0, End: durationSeconds, PageUp: second + 30, PageDown: second - 30 }[
      event.key
    ];
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
      aria-valuemax={Math.floor(durationSeconds)}
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
          {clockText(tick)}
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
} as const;

const wordOf = {
  shots: 'shot',
  chapters: 'chapter',
  speech: 'passage',
  brand: 'appearance',
  object: 'appearance',
} as const;

function LaneName({ lane }: { readonly lane: Lane }) {
  const [, change] = useJobAddress();
  const { kind, spans, marks, name } = lane;
  const isThing = kind === 'brand' || kind === 'object';
  const what = counted(spans.length, wordOf[kind]);
  const said = marks.length > 0 ? `, said ${times(marks.length)}` : '';
  return (
    <button
      type="button"
      dir="auto"
      className={styles.name}
      title={`${name}: ${what}${said}`}
      onClick={() =>
        change({ tab: tabOf[kind], thing: isThing ? lane.id : null, only: null, frame: null })
      }
    >
      <span className={styles.swatch} style={{ background: `var(--lane-${lane.colour})` }} />
      {name}
      <span className="visually-hidden">
        : {what}
        {said}
      </span>
    </button>
  );
}
