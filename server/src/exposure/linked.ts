/** Matches the boxes of one frame to those of the next: each moves to the nearest one, within an appearance. */
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

/** Takes boxes of one surface in order of time, and spans in the order of their starts. */
export function linked(found: readonly Found[], spans: readonly Span[]): Piece[] {
  const frames: Frame[] = [];
  for (const [at, group] of Map.groupBy(found, ({ at }) => at)) frames.push({ at, found: group });
  const borders = new Borders(spans);
  const pieces: Piece[] = [];
  let came = new Set<Found>();

  for (const [index, frame] of frames.entries()) {
    const next = frames[index + 1];
    const pairs = next && borders.reach(frame.at) >= next.at ? pairsOf(frame, next) : [];
    const before = borders.before(frame.at, frames[index - 1]?.at);
    const after = borders.after(frame.at, next?.at);
    const went = new Set(pairs.map(([one]) => one));
    for (const [from, to] of pairs) pieces.push({ start: from.at, end: to.at, from, to });

    for (const one of frame.found) {
      if (!came.has(one)) pieces.push({ start: before, end: one.at, from: one, to: one });
      if (!went.has(one)) pieces.push({ start: one.at, end: after, from: one, to: one });
    }

    came = new Set(pairs.map(([, two]) => two));
  }

  return pieces.filter(({ start, end }) => end > start);
}

/** The nearest first, each box once. */
function pairsOf(some: Frame, others: Frame): [Found, Found][] {
  const [one] = some.found;
  const [two] = others.found;
  if (one && two && some.found.length === 1 && others.found.length === 1) return [[one, two]];

  const all = some.found.flatMap((one) =>
    others.found.map((two) => ({ one, two, away: distance(one.box, two.box) })),
  );
  const taken = new Set<Found>();
  const pairs: [Found, Found][] = [];

  for (const { one, two } of all.sort((a, b) => a.away - b.away)) {
    if (taken.has(one) || taken.has(two)) continue;
    taken.add(one).add(two);
    pairs.push([one, two]);
  }

  return pairs;
}

/** In fractions of the frame: how far the corners have moved. */
const distance = (a: BoundingBox, b: BoundingBox): number =>
  Math.hypot(a.x - b.x, a.y - b.y) +
  Math.hypot(a.x + a.width - b.x - b.width, a.y + a.height - b.y - b.height);

/** Where appearances begin and end around a frame. */
class Borders {
  readonly #byStart: readonly Span[];
  readonly #starts: readonly number[];
  readonly #byEnd: readonly Span[];
  readonly #ends: readonly number[];
  /** For each start, the last end of the appearances begun by then. */
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
  reach(at: number): number {
    const begun = countUpTo(this.#starts, at + rounding);
    return (this.#reaches[begun - 1] ?? 0) + rounding;
  }

  /** When a box that was not in the previous frame is assumed to appear: where its appearance begins, or halfway. */
  before(at: number, previous = Number.NEGATIVE_INFINITY): number {
    const first = countUpTo(this.#starts, previous);
    const then = this.#byStart
      .slice(first, countUpTo(this.#starts, at + rounding))
      .find(({ end }) => end >= at - rounding);
    if (then) return Math.min(then.start, at);
    return previous === Number.NEGATIVE_INFINITY ? at : (previous + at) / 2;
  }

  /** When a box that is not in the next frame is assumed to disappear. */
  after(at: number, next = Number.POSITIVE_INFINITY): number {
    const first = countUpTo(this.#ends, at - rounding);
    const last = next === Number.POSITIVE_INFINITY ? undefined : countUpTo(this.#ends, next);
    const then = this.#byEnd.slice(first, last).findLast(({ start }) => start <= at + rounding);
    if (then && then.end < next) return Math.max(then.end, at);
    return next === Number.POSITIVE_INFINITY ? at : (at + next) / 2;
  }
}
