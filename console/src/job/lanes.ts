/** What happens when, as lanes on one time axis: shots, speech by speaker, chapters, each brand, each object. */
import type { BrandResult, ObjectResult, Results } from '@reelsight/sdk';

export interface Span {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

export type LaneKind = 'shots' | 'chapters' | 'speech' | 'brand' | 'object';

export interface Lane {
  readonly id: string;
  readonly kind: LaneKind;
  readonly name: string;
  /** 1 to 8, of the palette. */
  readonly colour: number;
  /** Ascending by start. */
  readonly spans: readonly Span[];
  /** Points in time without a length: a name that was said. */
  readonly marks: readonly number[];
}

const colours = 8;
/** A thing seen in one frame only has no length of its own. */
const shortestSeconds = 0.2;

export function lanesOf(results: Results, shots: readonly Span[] = []): Lane[] {
  const speech = speechLanes(results);
  const seen = [
    ...(results.brands ?? []).toSorted(byPresence).map(brandLane),
    ...(results.objects ?? []).toSorted(byPresence).map(objectLane),
  ];
  // Speech keeps the palette's grey where nobody is told apart.
  const lanes = [...shotLanes(shots), ...chapterLanes(results), ...speech, ...seen];
  return lanes.map((lane, index) => ({ ...lane, colour: colourOf(lane, index, lanes) }));
}

interface Present {
  readonly total_appearances: number;
  readonly total_visible_duration?: number;
}

/** Longest in the picture first, then most often there. */
export function byPresence(a: Present, b: Present): number {
  const seconds = (one: Present) => one.total_visible_duration ?? 0;
  return seconds(b) - seconds(a) || b.total_appearances - a.total_appearances;
}

function colourOf(lane: Omit<Lane, 'colour'>, index: number, lanes: readonly { kind: LaneKind }[]) {
  const speakers = lanes.filter(({ kind }) => kind === 'speech').length;
  if (isPlain(lane.kind) || (lane.kind === 'speech' && speakers === 1)) return colours;
  const first = lanes.findIndex(({ kind }) => !isPlain(kind));
  return ((index - first) % (colours - 1)) + 1;
}

/** Grey: no thing or person of its own. */
const isPlain = (kind: LaneKind): boolean => kind === 'shots' || kind === 'chapters';

function shotLanes(shots: readonly Span[]): Omit<Lane, 'colour'>[] {
  if (shots.length === 0) return [];
  return [{ id: 'shots', kind: 'shots', name: 'Shots', spans: shots, marks: [] }];
}

function chapterLanes({ metadata }: Results): Omit<Lane, 'colour'>[] {
  const chapters = metadata?.chapters ?? [];
  if (chapters.length === 0) return [];
  return [{ id: 'chapters', kind: 'chapters', name: 'Chapters', spans: chapters, marks: [] }];
}

function speechLanes({ transcription }: Results): Omit<Lane, 'colour'>[] {
  const segments = transcription?.segments ?? [];
  if (segments.length === 0) return [];
  const speakers = [...new Set(segments.map(({ speaker }) => speaker ?? 0))].sort((a, b) => a - b);
  return speakers.map((speaker) => ({
    id: `speaker-${speaker}`,
    kind: 'speech',
    name: speaker === 0 ? 'Speech' : `Speaker ${speaker}`,
    spans: segments.filter((one) => (one.speaker ?? 0) === speaker),
    marks: [],
  }));
}

function brandLane({ name, appearances }: BrandResult): Omit<Lane, 'colour'> {
  const visual = appearances.filter(({ source }) => source === 'visual');
  const said = appearances.filter(({ source }) => source === 'audio');
  return {
    id: `brand-${name}`,
    kind: 'brand',
    name,
    spans: visual.map(spanOf).sort((a, b) => a.start - b.start),
    marks: said.map(({ timestamp }) => timestamp).sort((a, b) => a - b),
  };
}

function objectLane({ name, appearances }: ObjectResult): Omit<Lane, 'colour'> {
  const spans = appearances.map(spanOf).sort((a, b) => a.start - b.start);
  return { id: `object-${name}`, kind: 'object', name, spans, marks: [] };
}

interface Timed {
  readonly timestamp: number;
  readonly timestamp_start?: number;
  readonly timestamp_end?: number;
}

/** An appearance with its moments; a single one lasts a blink. */
export function spanOf({ timestamp, timestamp_start, timestamp_end }: Timed): Span {
  const start = timestamp_start ?? timestamp;
  return { start, end: Math.max(timestamp_end ?? timestamp, start + shortestSeconds) };
}

/** Spans as pixels, those that touch in one: thousands of appearances become at most as many bars as there are pixels. */
export function barsOf(
  spans: readonly Span[],
  durationSeconds: number,
  widthPx: number,
): { x: number; width: number }[] {
  const scale = widthPx / Math.max(durationSeconds, 1e-3);
  const bars: { x: number; width: number }[] = [];
  for (const { start, end } of spans) {
    const x = start * scale;
    const right = Math.max(end * scale, x + 2);
    const last = bars.at(-1);
    if (last && x <= last.x + last.width + 1) last.width = Math.max(last.width, right - last.x);
    else bars.push({ x, width: right - x });
  }
  return bars;
}

/** Where brands and objects begin to be seen or heard, ascending, each once. */
export function stopsOf(lanes: readonly Lane[]): number[] {
  const seconds = lanes
    .filter(({ kind }) => kind === 'brand' || kind === 'object')
    .flatMap(({ spans, marks }) => [...spans.map(({ start }) => start), ...marks]);
  return [...new Set(seconds)].sort((a, b) => a - b);
}

/** The stop before or after `second`; undefined at the ends. */
export function nextStop(
  stops: readonly number[],
  second: number,
  direction: 1 | -1,
): number | undefined {
  // A little slack, as a video never stops exactly where it was sent.
  const slack = 0.15;
  return direction === 1
    ? stops.find((stop) => stop > second + slack)
    : stops.findLast((stop) => stop < second - slack);
}

/** Index of the last entry whose start is not after `second`; -1 before the first. Ascending starts. */
export function indexAt(starts: readonly number[], second: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= second) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const niceSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

/** Seconds of the axis that carry a label, about one in `pixelsApart`. */
export function ticksOf(durationSeconds: number, widthPx: number, pixelsApart = 90): number[] {
  const wanted = (durationSeconds * pixelsApart) / Math.max(widthPx, 1);
  const step = niceSteps.find((one) => one >= wanted) ?? 7200;
  const count = Math.floor(durationSeconds / step) + 1;
  return Array.from({ length: count }, (_, index) => index * step);
}
