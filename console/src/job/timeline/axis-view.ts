/** The stretch of the video that the time axis shows, with functions to zoom and move it. */
import type { Span } from './lanes.ts';

/** Seconds. */
export interface View {
  readonly from: number;
  readonly to: number;
}

/** Minimum length of the view; zooming in further would show no more detail. */
const shortestSeconds = 2;

export const wholeView = (durationSeconds: number): View => ({ from: 0, to: durationSeconds });

export const isWhole = ({ from, to }: View, durationSeconds: number): boolean =>
  from <= 0 && to >= durationSeconds;

/** Pixels from the left edge: negative for a second before the view, above the width for a second after it. */
export const xOf = ({ from, to }: View, widthPx: number, second: number): number =>
  ((second - from) / Math.max(to - from, 1e-3)) * widthPx;

export const secondAt = ({ from, to }: View, share: number): number => from + (to - from) * share;

/** Zooms the view. A `factor` below 1 zooms in; the second `around` stays at the same position. */
export function zoomed(view: View, factor: number, around: number, durationSeconds: number): View {
  const length = view.to - view.from;
  const next = Math.min(
    durationSeconds,
    Math.max(Math.min(shortestSeconds, durationSeconds), length * factor),
  );
  const share = (around - view.from) / Math.max(length, 1e-3);
  return within(around - next * share, next, durationSeconds);
}

export const moved = ({ from, to }: View, seconds: number, durationSeconds: number): View =>
  within(from + seconds, to - from, durationSeconds);

/**
 * Moves the view if the second is outside it: the length stays the same, and the second comes to be near the left edge.
 */
export function following(view: View, second: number, durationSeconds: number): View {
  const length = view.to - view.from;
  if (second >= view.from && second <= view.to) return view;
  return within(second - length * 0.1, length, durationSeconds);
}

function within(from: number, length: number, durationSeconds: number): View {
  const start = Math.min(Math.max(0, from), Math.max(0, durationSeconds - length));
  return { from: start, to: Math.min(durationSeconds, start + length) };
}

/**
 * Converts spans to bars in pixels and merges bars that touch, so thousands of appearances become at most one bar per
 * pixel.
 */
export function barsOf(
  spans: readonly Span[],
  view: View,
  widthPx: number,
): { x: number; width: number }[] {
  const bars: { x: number; width: number }[] = [];

  for (const { start, end } of spans) {
    if (end < view.from) continue;
    // The spans are sorted by start.
    if (start > view.to) break;

    // Spans that continue beyond an edge of the view are cut off slightly outside that edge.
    const x = Math.max(-4, xOf(view, widthPx, start));
    const right = Math.min(widthPx + 4, Math.max(xOf(view, widthPx, end), x + 2));
    const last = bars.at(-1);
    if (last && x <= last.x + last.width + 1) last.width = Math.max(last.width, right - last.x);
    else bars.push({ x, width: right - x });
  }

  return bars;
}

const niceSteps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

/** Seconds on the axis that get a label, about one per `pixelsApart`. */
export function ticksOf({ from, to }: View, widthPx: number, pixelsApart = 90): number[] {
  const minimumStep = ((to - from) * pixelsApart) / Math.max(widthPx, 1);
  const step = niceSteps.find((niceStep) => niceStep >= minimumStep) ?? 7200;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;

  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    // Rounded to tenths, the precision that is shown.
    Number(((first + index) * step).toFixed(1)),
  );
}
