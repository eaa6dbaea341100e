/**
 * The events of a video as lanes on one time axis: shots, speech by speaker, chapters, paid segments, disclosures, and
 * each brand and object.
 */

import type { BrandResult, ObjectResult, Results } from '@reelsight/sdk';
import type { BrandColour } from '../../format/brand-colours.ts';
import { hasSecond } from '../paid/disclosure-words.ts';
import { namesOf, speakerLabel } from '../transcript/mended.ts';

export interface Span {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/**
 * `search` shows matches in the transcript; `waiting` is a placeholder for pictures in which nothing has been found
 * yet.
 */
export type LaneKind =
  | 'shots'
  | 'chapters'
  | 'speech'
  | 'paid'
  | 'disclosures'
  | 'search'
  | 'brand'
  | 'object'
  | 'waiting';

export interface Lane {
  readonly id: string;
  readonly kind: LaneKind;
  readonly name: string;
  /** CSS colour. Only brands have individual colours; objects and voices are shades of grey. */
  readonly colour: string;
  /** Ascending by start. */
  readonly spans: readonly Span[];
  /** Moments without a length in seconds, such as a spoken name. */
  readonly marks: readonly number[];
  /** Stretches not analysed yet, ascending. */
  readonly pending?: readonly Span[];
}

const grey = 'var(--lane-grey)';
/** Number of different colours for speakers; if there are more speakers, colours repeat. */
const voices = 4;
/** Minimum length of a bar in seconds, because something seen in a single frame has no length. */
const shortestSeconds = 0.2;

export function lanesOf(
  results: Results,
  colourOf: BrandColour,
  shots: readonly Span[] = [],
): Lane[] {
  return [
    ...shotLanes(shots),
    ...chapterLanes(results),
    ...speechLanes(results),
    ...paidLanes(results),
    ...disclosureLanes(results),
    ...(results.brands ?? []).toSorted(byPresence).map((brand) => brandLane(brand, colourOf)),
    ...(results.objects ?? []).toSorted(byPresence).map(objectLane),
  ];
}

interface Present {
  readonly total_appearances: number;
  readonly total_visible_duration?: number;
}

/** Orders by longest time on screen, then by number of appearances. */
export function byPresence(a: Present, b: Present): number {
  const seconds = (subject: Present) => subject.total_visible_duration ?? 0;
  return seconds(b) - seconds(a) || b.total_appearances - a.total_appearances;
}

function shotLanes(shots: readonly Span[]): Lane[] {
  if (shots.length === 0) return [];
  return [{ id: 'shots', kind: 'shots', name: 'Shots', colour: grey, spans: shots, marks: [] }];
}

function chapterLanes({ metadata }: Results): Lane[] {
  const chapters = metadata?.chapters ?? [];
  if (chapters.length === 0) return [];

  return [
    {
      id: 'chapters',
      kind: 'chapters',
      name: 'Chapters',
      colour: grey,
      spans: chapters,
      marks: [],
    },
  ];
}

function speechLanes({ transcription }: Results): Lane[] {
  const segments = transcription?.segments ?? [];
  if (segments.length === 0) return [];

  const speakers = [...new Set(segments.map(({ speaker }) => speaker ?? 0))].sort((a, b) => a - b);
  const names = namesOf(transcription);
  return speakers.map((speaker) => ({
    id: `speaker-${speaker}`,
    kind: 'speech',
    name: speaker === 0 ? 'Speech' : speakerLabel(speaker, names.get(speaker)),
    colour: speaker === 0 ? grey : `var(--voice-${((speaker - 1) % voices) + 1})`,
    spans: segments.filter((segment) => (segment.speaker ?? 0) === speaker),
    marks: [],
  }));
}

function paidLanes({ paid_segments: segments = [] }: Results): Lane[] {
  if (segments.length === 0) return [];
  return [
    {
      id: 'paid',
      kind: 'paid',
      name: 'Paid segments',
      colour: grey,
      spans: segments.map(lengthened),
      marks: [],
    },
  ];
}

function disclosureLanes({ disclosures = [] }: Results): Lane[] {
  const timed = disclosures.filter(hasSecond);
  if (timed.length === 0) return [];
  return [
    {
      id: 'disclosures',
      kind: 'disclosures',
      name: 'Disclosures',
      colour: grey,
      spans: timed.map(({ timestamp, duration_seconds: duration = 0 }) =>
        lengthened({ start: timestamp, end: timestamp + duration }),
      ),
      marks: [],
    },
  ];
}

function brandLane({ name, appearances }: BrandResult, colourOf: BrandColour): Lane {
  const visual = appearances.filter(({ source }) => source === 'visual');
  const mentions = appearances.filter(({ source }) => source === 'audio');
  return {
    id: `brand-${name}`,
    kind: 'brand',
    name,
    colour: colourOf(name),
    spans: visual.map(barOf).sort((a, b) => a.start - b.start),
    marks: mentions.map(({ timestamp }) => timestamp).sort((a, b) => a - b),
  };
}

function objectLane({ name, appearances }: ObjectResult): Lane {
  const spans = appearances.map(barOf).sort((a, b) => a.start - b.start);
  return { id: `object-${name}`, kind: 'object', name, colour: grey, spans, marks: [] };
}

interface Timed {
  readonly timestamp: number;
  readonly timestamp_start?: number;
  readonly timestamp_end?: number;
}

/** The span from the moment the thing comes into view until it leaves; start and end are equal for a single moment. */
export function spanOf({ timestamp, timestamp_start, timestamp_end }: Timed): Span {
  const start = timestamp_start ?? timestamp;
  return { start, end: Math.max(timestamp_end ?? timestamp, start) };
}

/** The span of an appearance, lengthened if necessary, so that its bar is visible and large enough to point at. */
const barOf = (appearance: Timed): Span => lengthened(spanOf(appearance));

const lengthened = ({ start, end }: Span): Span => ({
  start,
  end: Math.max(end, start + shortestSeconds),
});

/** Times at which brands and objects start to be seen or heard, ascending and without duplicates. */
export function stopsOf(lanes: readonly Lane[]): number[] {
  const seconds = lanes
    .filter(({ kind }) => kind === 'brand' || kind === 'object')
    .flatMap(({ spans, marks }) => [...spans.map(({ start }) => start), ...marks]);
  return [...new Set(seconds)].sort((a, b) => a - b);
}

/** The next stop in the given direction; undefined if there is none. */
export function nextStop(
  stops: readonly number[],
  second: number,
  direction: 1 | -1,
): number | undefined {
  // A tolerance, because a video never stops exactly at the requested second.
  const slack = 0.15;
  return direction === 1
    ? stops.find((stop) => stop > second + slack)
    : stops.findLast((stop) => stop < second - slack);
}

/** Index of the last entry whose start is not after `second`; -1 before the first. `starts` must be ascending. */
export function indexAt(starts: readonly number[], second: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= second) low = middle + 1;
    else high = middle;
  }

  return low - 1;
}

const lanesAtFirst = 12;

/** The lanes to show before the user asks for more: the first ones, and the open one in any case. */
export function lanesShown(lanes: readonly Lane[], open: string | undefined): readonly Lane[] {
  // A single further lane takes no more space than the line that would announce it.
  if (lanes.length <= lanesAtFirst + 1) return lanes;
  return lanes.filter(({ id }, index) => index < lanesAtFirst || id === open);
}
