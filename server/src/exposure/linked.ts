/** Links the boxes of one frame to those of the next: within an appearance, each box is paired with the nearest one. */
import type { BoundingBox } from '@reelsight/contract';
import { countUpTo } from '../analysis/ordered.ts';
import type { Span } from '../analysis/spans.ts';
import type { Found, Piece } from './piece.ts';

/** Seconds of tolerance, because times in results are rounded. */
export const rounding = 0.011;

interface Frame {
  readonly at: number;
  readonly found: readonly Found[];
}

/**
 * Maximum number of a brand's boxes that are followed in one frame. If names were merged, there may be hundreds, and
 * each is compared with each box of the next frame. The largest are kept, because only the best box of a moment counts,
 * and large boxes count most.
 */
const mostBoxes = 30;

/** Takes boxes of one surface in order of time, and spans in the order of their starts. */
export function linked(detections: readonly Found[], spans: readonly Span[]): Piece[] {
  const frames: Frame[] = [];
  for (const [frameTime, group] of Map.groupBy(detections, ({ at: time }) => time))
    frames.push({ at: frameTime, found: largest(group) });
  const borders = new Borders(spans);
  const pieces: Piece[] = [];
  let came = new Set<Found>();

  for (const [index, frame] of frames.entries()) {
    const next = frames[index + 1];
    const pairs = next && borders.reach(frame.at) >= next.at ? pairsOf(frame, next) : [];
    const entryTime = borders.before(frame.at, frames[index - 1]?.at);
    const exitTime = borders.after(frame.at, next?.at);
    const went = new Set(pairs.map(([detection]) => detection));
    for (const [from, to] of pairs) pieces.push({ start: from.at, end: to.at, from, to });

    for (const detection of frame.found) {
      if (!came.has(detection))
        pieces.push({ start: entryTime, end: detection.at, from: detection, to: detection });
      if (!went.has(detection))
        pieces.push({ start: detection.at, end: exitTime, from: detection, to: detection });
    }

    came = new Set(pairs.map(([, two]) => two));
  }

  return pieces.filter(({ start, end }) => end > start);
}

const areaOf = ({ box }: Found): number => box.width * box.height;

const largest = (boxes: readonly Found[]): readonly Found[] =>
  boxes.length <= mostBoxes
    ? boxes
    : boxes.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, mostBoxes);

/** Pairs of boxes in two frames, the nearest pairs first; each box is used once. */
function pairsOf(frame: Frame, nextFrame: Frame): [Found, Found][] {
  const [firstEarlier] = frame.found;
  const [two] = nextFrame.found;
  if (firstEarlier && two && frame.found.length === 1 && nextFrame.found.length === 1)
    return [[firstEarlier, two]];

  const candidates = frame.found.flatMap((earlier) =>
    nextFrame.found.map((two) => ({ one: earlier, two, away: distance(earlier.box, two.box) })),
  );
  const paired = new Set<Found>();
  const pairs: [Found, Found][] = [];

  for (const { one: earlier, two } of candidates.sort((a, b) => a.away - b.away)) {
    if (paired.has(earlier) || paired.has(two)) continue;
    paired.add(earlier).add(two);
    pairs.push([earlier, two]);
  }

  return pairs;
}

/** How far the corners have moved, as fractions of the frame. */
const distance = (a: BoundingBox, b: BoundingBox): number =>
  Math.hypot(a.x - b.x, a.y - b.y) +
  Math.hypot(a.x + a.width - b.x - b.width, a.y + a.height - b.y - b.height);

/** The starts and ends of appearances around a frame. */
class Borders {
  readonly #byStart: readonly Span[];
  readonly #starts: readonly number[];
  readonly #byEnd: readonly Span[];
  readonly #ends: readonly number[];
  /** For each start, the latest end of the appearances that have begun by then. */
  readonly #reaches: readonly number[];

  constructor(spans: readonly Span[]) {
    this.#byStart = spans.toSorted((a, b) => a.start - b.start);
    this.#starts = this.#byStart.map(({ start }) => start);
    this.#byEnd = spans.toSorted((a, b) => a.end - b.end);
    this.#ends = this.#byEnd.map(({ end }) => end);

    let last = 0;
    this.#reaches = this.#byStart.map(({ end }) => {
      last = Math.max(last, end);
      return last;
    });
  }

  /** The end of the appearance that is present at this time. */
  reach(time: number): number {
    const startedCount = countUpTo(this.#starts, time + rounding);
    return (this.#reaches[startedCount - 1] ?? 0) + rounding;
  }

  /**
   * When a box that was not in the previous frame is assumed to appear: where its appearance begins, or else halfway
   * between the two frames.
   */
  before(time: number, previous = Number.NEGATIVE_INFINITY): number {
    const first = countUpTo(this.#starts, previous);
    const then = this.#byStart
      .slice(first, countUpTo(this.#starts, time + rounding))
      .find(({ end }) => end >= time - rounding);
    if (then) return Math.min(then.start, time);
    return previous === Number.NEGATIVE_INFINITY ? time : (previous + time) / 2;
  }

  /** When a box that is not in the next frame is assumed to disappear. */
  after(time: number, next = Number.POSITIVE_INFINITY): number {
    const first = countUpTo(this.#ends, time - rounding);
    const last = next === Number.POSITIVE_INFINITY ? undefined : countUpTo(this.#ends, next);
    const then = this.#byEnd.slice(first, last).findLast(({ start }) => start <= time + rounding);
    if (then && then.end < next) return Math.max(then.end, time);
    return next === Number.POSITIVE_INFINITY ? time : (time + next) / 2;
  }
}
