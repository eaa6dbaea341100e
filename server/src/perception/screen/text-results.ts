/** Builds the `on_screen_text` of the results: lines read in single samples, joined over time. */
import type { OnScreenText } from '@reelsight/contract';
import { rounded, union } from '../../analysis/boxes.ts';
import { identityOf, likeness } from '../../analysis/name-key.ts';
import { countWhile } from '../../analysis/ordered.ts';
import type { Box } from '../../engines/engine.ts';
import type { MediaPass } from '../../media/media.ts';
import type { ReadLine } from '../artifacts.ts';
import { seconds } from '../moment-text.ts';
import {
  mostMissing,
  noEdges,
  placeCost,
  type Sighting,
  type TrackEdges,
  trackSpan,
  withoutFaint,
} from '../tracks.ts';
import { findTickers } from './tickers.ts';

/** Limits that the field's description in the contract also states. */
const mostTexts = 2000;
const mostCharacters = 500;
/** Minimum confidence of a reading; below it, most are texture mistaken for text. */
const leastConfidence = 0.5;
/** Maximum motion from one sample to the next, as a multiple of the line's length. */
const maxMoveInSizes = 0.6;
/** Minimum likeness of two readings that count as the same line. */
const sameLine = 0.75;
/**
 * Maximum gap at a cut between two pieces of a line for them to count as one line. If edges are unknown, the gap may be
 * a whole interval, because spans end up to half an interval away from samples.
 */
const longestGapSeconds = 0.15;

export interface SeenLine extends Sighting {
  readonly text: string;
  readonly key: string;
  readonly confidence: number;
}

type Reading = Omit<SeenLine, 'sample'>;

/** Shares the reading with the other samples of a line that stays: hours of a full page have millions of them. */
class ReadAgain implements SeenLine {
  readonly sample: number;
  readonly #reading: Reading;

  constructor(sample: number, reading: Reading) {
    this.sample = sample;
    this.#reading = reading;
  }

  get box(): Box {
    return this.#reading.box;
  }

  get text(): string {
    return this.#reading.text;
  }

  get key(): string {
    return this.#reading.key;
  }

  get confidence(): number {
    return this.#reading.confidence;
  }
}

export interface LineTrack {
  readonly shot: number;
  readonly sightings: SeenLine[];
  /** All the text that ran through the strip of a news ticker; absent for other lines. */
  readonly ticker?: string;
}

type Timed = { -readonly [Key in keyof OnScreenText]: OnScreenText[Key] };

/** Returns the lines as tracks, each within one shot; if there are too many, those that last longest. */
export function lineTracks(lines: readonly ReadLine[], pass: MediaPass): readonly LineTrack[] {
  const keys = new Map<string, string>();
  const pieces = withoutLoneSigns(lines).flatMap((line) => piecesOf(line, keyIn(keys, line), pass));
  const { tickers, others: otherTracks } = withTickers(pieces);
  return longest([...tickers, ...linked(otherTracks, pass)]);
}

/** Separates tickers from other lines: a ticker's text, or its position, differs from sample to sample. */
function withTickers(pieces: readonly LineTrack[]): {
  readonly tickers: readonly LineTrack[];
  readonly others: readonly LineTrack[];
} {
  const moving = pieces.filter(({ sightings }) => sightings.length === 1);
  const inTickers = new Set<SeenLine>();
  const tickers = [...Map.groupBy(moving, ({ shot }) => shot)].flatMap(([shot, ofShot]) => {
    const readings = ofShot.flatMap(({ sightings }) => sightings);
    readings.sort((a, b) => a.sample - b.sample);
    return findTickers(readings, mostCharacters).map(
      ({ readings: tickerReadings, scraps, text }) => {
        for (const reading of [...tickerReadings, ...scraps]) inTickers.add(reading);
        return { shot, sightings: [...tickerReadings], ticker: text };
      },
    );
  });
  const otherTracks = pieces.filter(
    ({ sightings }) => !sightings.some((sighting) => inTickers.has(sighting)),
  );

  return { tickers, others: otherTracks };
}

/**
 * Removes lines that have no two letters or digits in a row, unless some line has two letters of a script without upper
 * and lower case, such as Chinese. The recogniser knows Chinese, and mistakes texture for single Chinese characters
 * even in pictures whose text is all Latin.
 */
function withoutLoneSigns(lines: readonly ReadLine[]): readonly ReadLine[] {
  if (lines.some(({ text }) => /\p{Lo}.*\p{Lo}/u.test(text))) return lines;
  return lines.filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text));
}

/** A line of text, for as long as it is on screen in one shot. */
export interface TimedLine {
  /** All readings of the line; they may differ in some letters. */
  readonly sightings: readonly SeenLine[];
  /** The most confident reading with the text that was read in most samples. */
  readonly best: SeenLine;
  /** All the text of a ticker, as in the line's track; absent for other lines. */
  readonly ticker?: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** Gives each track its start and end. If `edges` is null, these are only as exact as the sampling allows. */
export const timedLines = (
  tracks: readonly LineTrack[],
  pass: MediaPass,
  edges: TrackEdges | null,
): TimedLine[] =>
  tracks.map((fullTrack) => {
    const track = withoutFaint(fullTrack, edges ?? noEdges);
    const span = trackSpan(track.sightings, pass, edges ?? noEdges);
    return { ...track, best: bestReading(track.sightings), ...span };
  });

/** Converts lines to results. `edges` must be the value that was passed to `timedLines`. */
export function textResults(
  lines: readonly TimedLine[],
  { fps }: Pick<MediaPass, 'fps'>,
  edges: TrackEdges | null,
): OnScreenText[] {
  const timed = lines.map(timedText);
  const gap = Math.max(longestGapSeconds, edges ? 0 : 1 / fps);
  return joined(
    timed.sort((a, b) => a.start - b.start || a.end - b.end),
    gap,
  );
}

/** Splits a line that the screen reader returned into pieces: one for each run of consecutive samples within a shot. */
function piecesOf(
  { text, confidence, box, samples }: ReadLine,
  key: string,
  { frames }: MediaPass,
): LineTrack[] {
  if (confidence < leastConfidence || !/[\p{L}\p{N}]{2}|\p{Lo}/u.test(text)) return [];

  const reading = { box, text: text.trim(), key, confidence };
  const pieces: LineTrack[] = [];

  for (const sample of samples) {
    const shot = frames[sample]?.shot ?? 0;
    const sighting = new ReadAgain(sample, reading);
    const last = pieces.at(-1);
    if (last?.shot === shot && endOf(last) === sample - 1) last.sightings.push(sighting);
    else pieces.push({ shot, sightings: [sighting] });
  }

  return pieces;
}

/** The key of a line's text, which lines with the same text share. */
function keyIn(keys: Map<string, string>, { text }: ReadLine): string {
  const sharedKey = keys.get(text);
  if (sharedKey !== undefined) return sharedKey;

  const key = identityOf(text);
  keys.set(text, key);
  return key;
}

const startOf = ({ sightings }: LineTrack): number => sightings[0]?.sample ?? 0;
const endOf = ({ sightings }: LineTrack): number => sightings.at(-1)?.sample ?? 0;

/** Joins pieces into tracks; each piece continues the most similar track among those that ended shortly before it. */
function linked(pieces: readonly LineTrack[], { fps }: MediaPass): LineTrack[] {
  const reach = 1 + mostMissing({ fps });
  const timesRead = new TimesRead(pieces);
  const tracks: LineTrack[] = [];
  let open: LineTrack[] = [];

  for (const piece of pieces.toSorted((a, b) => startOf(a) - startOf(b))) {
    const start = startOf(piece);
    open = open.filter((track) => endOf(track) + reach >= start);
    let best: { track: LineTrack; cost: number } | null = null;

    const before = open.filter((track) => track.shot === piece.shot && endOf(track) < start);
    const same = before.find((track) => isSameInPlace(track, piece));
    for (const track of same ? [same] : before) {
      const cost =
        lineCost(track.sightings.at(-1) as SeenLine, piece.sightings[0] as SeenLine) ??
        rollingCost(track, piece, timesRead);
      if (cost !== null && cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = { track, cost };
    }

    if (best) best.track.sightings.push(...piece.sightings);
    else {
      const track = { shot: piece.shot, sightings: [...piece.sightings] };
      tracks.push(track);
      open.push(track);
    }
  }

  return tracks;
}

/** Whether nothing can continue the track better: the same text in the same place, as on every page that stays. */
function isSameInPlace(
  { sightings: earlier }: LineTrack,
  { sightings: later }: LineTrack,
): boolean {
  const from = earlier.at(-1) as SeenLine;
  const to = later[0] as SeenLine;
  return from.key === to.key && placeCost(from.box, to.box, maxMoveInSizes) === 0;
}

function lineCost(a: SeenLine, b: SeenLine): number | null {
  // A fast check first, because most pairs are far apart.
  if (Math.abs(a.box.y - b.box.y) > Math.max(a.box.width, b.box.width, b.box.height)) return null;
  const place = placeCost(a.box, b.box, maxMoveInSizes);
  if (place === null) return null;
  if (a.key === b.key) return place;
  const like = digitsOf(a) === digitsOf(b) ? likeness(a.key, b.key) : 0;
  return like >= sameLine ? place + 1 - like : null;
}

/** Knows which texts occur several times in one sample. */
class TimesRead {
  /** For each text, the stretches of samples in which it occurs several times, in ascending order. */
  readonly #stretches = new Map<string, Stretch[]>();

  constructor(pieces: readonly LineTrack[]) {
    const byKey = Map.groupBy(pieces, ({ sightings }) => (sightings[0] as SeenLine).key);
    for (const [key, sameKeyPieces] of byKey) {
      const stretches = sharedStretches(sameKeyPieces);
      if (stretches.length > 0) this.#stretches.set(key, stretches);
    }
  }

  isOnce({ sample, key }: SeenLine): boolean {
    const stretches = this.#stretches.get(key) ?? [];
    const next = stretches[countWhile(stretches, ({ to }) => to < sample)];
    return next === undefined || next.from > sample;
  }
}

/** Samples from the first to the last one. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The stretches that at least two of the pieces share. Each piece has all samples from its first to its last. */
function sharedStretches(pieces: readonly LineTrack[]): Stretch[] {
  const stretches: { from: number; to: number }[] = [];
  let reached = Number.NEGATIVE_INFINITY;

  for (const piece of pieces.toSorted((a, b) => startOf(a) - startOf(b))) {
    const from = startOf(piece);
    const to = Math.min(endOf(piece), reached);
    const last = stretches.at(-1);
    if (from <= to && last && from <= last.to) last.to = Math.max(last.to, to);
    else if (from <= to) stretches.push({ from, to });
    reached = Math.max(reached, endOf(piece));
  }

  return stretches;
}

/** Maximum sideways shift between two samples of a line in rolling credits, as a fraction of the picture's width. */
const columnDrift = 0.02;
/** Maximum difference in width between two readings, as a share of the wider reading's width. */
const widthChange = 0.2;
const shortestRollingKey = 3;
/** Minimum cost of joining rolling credits, higher than that of any pair joined by its place. */
const costOfRolling = 1;

/**
 * Cost of joining two readings of rolling credits, which move by many times a line's height between samples. Readings
 * of the same text are one line if the text occurs only once in each sample, stays in the same column, and keeps moving
 * up or down as before. Null if they may be different lines.
 */
function rollingCost(track: LineTrack, piece: LineTrack, timesRead: TimesRead): number | null {
  const from = track.sightings.at(-1) as SeenLine;
  const to = piece.sightings[0] as SeenLine;
  if (from.key !== to.key || from.key.length < shortestRollingKey) return null;
  if (!timesRead.isOnce(from) || !timesRead.isOnce(to)) return null;

  const middle = ({ box }: SeenLine) => box.x + box.width / 2;
  if (Math.abs(middle(from) - middle(to)) > columnDrift) return null;

  const widest = Math.max(from.box.width, to.box.width);
  if (Math.abs(from.box.width - to.box.width) > widthChange * widest) return null;

  const previousSighting = track.sightings.at(-2);
  const movedBefore = previousSighting ? from.box.y - previousSighting.box.y : 0;
  const moves = to.box.y - from.box.y;
  if (movedBefore * moves < 0) return null;

  return costOfRolling + Math.abs(moves);
}

/** The digits of a line. In a running clock or a falling price, other digits mean another line. */
const digitsOf = ({ text }: SeenLine): string => text.replace(/\D/g, '');

/** If there are too many tracks, keeps those with the most samples, in their original order. */
function longest(tracks: readonly LineTrack[]): readonly LineTrack[] {
  if (tracks.length <= mostTexts) return tracks;
  const byLength = tracks.toSorted((a, b) => b.sightings.length - a.sightings.length);
  const longestTracks = new Set(byLength.slice(0, mostTexts));
  return tracks.filter((track) => longestTracks.has(track));
}

function bestReading(sightings: readonly SeenLine[]): SeenLine {
  const readings = [...Map.groupBy(sightings, ({ text }) => text).values()];
  const weight = (group: readonly SeenLine[]) =>
    group.reduce((sum, sighting) => sum + sighting.confidence, 0);
  const bestGroup = readings.reduce((a, b) => (weight(b) > weight(a) ? b : a));
  return bestGroup.reduce((a, b) => (b.confidence > a.confidence ? b : a));
}

/** The result for a line; that of a ticker contains all the text that ran through its strip. */
function timedText({ sightings, best, ticker, start, end }: TimedLine): Timed {
  const box =
    ticker === undefined ? best.box : sightings.map((sighting) => sighting.box).reduce(union);
  return {
    text: Array.from(ticker ?? best.text)
      .slice(0, mostCharacters)
      .join(''),
    start: seconds(start),
    end: seconds(end),
    bounding_box: rounded(box),
    confidence: Math.round(Math.min(1, best.confidence) * 100) / 100,
  };
}

/** Joins texts into one line if the text continues in the same place across a cut. */
function joined(texts: readonly Timed[], gap: number): OnScreenText[] {
  const joinedTexts: Timed[] = [];
  const byText = new Map<string, Timed[]>();

  for (const text of texts) {
    const key = identityOf(text.text);
    const open = (byText.get(key) ?? []).filter(({ end }) => text.start - end <= gap);
    const earlierText = open.find(
      (candidate) =>
        text.start >= candidate.end - gap &&
        placeCost(candidate.bounding_box, text.bounding_box, maxMoveInSizes) !== null,
    );
    byText.set(key, earlierText ? open : [...open, text]);

    if (!earlierText) {
      joinedTexts.push(text);
      continue;
    }

    earlierText.end = Math.max(earlierText.end, text.end);
    if (text.confidence <= earlierText.confidence) continue;

    earlierText.confidence = text.confidence;
    earlierText.bounding_box = text.bounding_box;
  }

  return joinedTexts;
}
