/** Joins boxes on single frames into moving boxes. */
import type { BoundingBox } from '@reelsight/contract';
import { center, overlap } from './boxes.ts';
import { countWhile } from './ordered.ts';

export interface BoxOnFrame {
  /** Seconds. */
  readonly timestamp: number;
  readonly bounding_box: BoundingBox;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A box that is on screen from `start` to `end`; `boxes` are its positions in time order. */
export interface MovingBox extends Span {
  readonly boxes: readonly BoxOnFrame[];
}

/** Longest gap between two frames whose boxes may be joined. */
const mostGapSeconds = 2.1;
/** How far a centre may move between two frames, as a fraction of the picture, if the boxes do not overlap. */
const mostMove = 0.2;
/** Maximum ratio between the sizes of two boxes that may be joined. */
const mostGrowth = 3;
const slackSeconds = 0.05;

/**
 * Joins single-frame boxes into moving boxes. A moving box never continues from one span into the next, because there
 * is a cut between any two spans.
 */
export function movingBoxes(frames: readonly BoxOnFrame[], spans: readonly Span[]): MovingBox[] {
  const inOrder = frames.toSorted((a, b) => a.timestamp - b.timestamp);
  return unitedSpans(spans).flatMap((span) => {
    const from = countWhile(inOrder, ({ timestamp }) => timestamp < span.start - slackSeconds);
    const to = countWhile(inOrder, ({ timestamp }) => timestamp <= span.end + slackSeconds);
    return boxesOf(inOrder.slice(from, to), span);
  });
}

function boxesOf(frames: readonly BoxOnFrame[], span: Span): MovingBox[] {
  const times = [...Map.groupBy(frames, ({ timestamp }) => timestamp)].sort(([a], [b]) => a - b);
  const first = times[0]?.[0];
  const last = times.at(-1)?.[0];
  const moving: BoxOnFrame[][] = [];
  let open: BoxOnFrame[][] = [];

  for (const [time, boxes] of times) {
    open = open.filter((track) => time - (track.at(-1)?.timestamp ?? 0) <= mostGapSeconds);
    const earlier = open;
    const usedTracks = new Set<BoxOnFrame[]>();

    for (const box of boxes) {
      const best = nearest(
        box,
        earlier.filter((track) => !usedTracks.has(track)),
      );
      const boxTrack = best ?? [];
      if (!best) {
        moving.push(boxTrack);
        open.push(boxTrack);
      }

      boxTrack.push(box);
      usedTracks.add(boxTrack);
    }
  }

  const step = usualStep(times.map(([time]) => time));
  return moving.map((boxes) => {
    const begin = boxes[0]?.timestamp ?? 0;
    const end = boxes.at(-1)?.timestamp ?? 0;

    return {
      boxes,
      start: begin === first ? span.start : Math.max(span.start, begin - step / 2),
      end: end === last ? span.end : Math.min(span.end, end + step / 2),
    };
  });
}

function nearest(box: BoxOnFrame, open: readonly BoxOnFrame[][]): BoxOnFrame[] | undefined {
  let best: BoxOnFrame[] | undefined;
  let bestFit = 0;

  for (const track of open) {
    const last = track.at(-1);
    const fit = last ? fitOf(last.bounding_box, box.bounding_box) : 0;
    if (fit > bestFit) [best, bestFit] = [track, fit];
  }

  return best;
}

/** How well two boxes match: 0 if they are too different to show the same thing, above 1 if they overlap. */
function fitOf(a: BoundingBox, b: BoundingBox): number {
  const shared = overlap(a, b);
  if (shared > 0) return 1 + shared;

  const growth = Math.max(
    a.width / b.width,
    b.width / a.width,
    a.height / b.height,
    b.height / a.height,
  );
  const from = center(a);
  const to = center(b);
  const move = Math.hypot(to.x - from.x, to.y - from.y);

  return growth > mostGrowth || move > mostMove ? 0 : 1 - move / mostMove;
}

/** Median of the gaps between frames; one second if there are none. */
function usualStep(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 1;
}

function unitedSpans(spans: readonly Span[]): Span[] {
  const apart: { start: number; end: number }[] = [];

  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    // If two spans only touch, there is a cut between them.
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }

  return apart;
}
