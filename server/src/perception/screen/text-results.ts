/** The `on_screen_text` of a result: lines read in single samples, joined over time. */
import type { OnScreenText } from '@reelsight/contract';
import { rounded, union } from '../../analysis/boxes.ts';
import { identityOf, likeness } from '../../analysis/name-key.ts';
import type { MediaPass } from '../../media/media.ts';
import type { ReadLine } from '../artifacts.ts';
import { seconds } from '../moment-text.ts';
import {
  noEdges,
  placeCost,
  type Sighting,
  type TrackEdges,
  trackSpan,
  withoutFaint,
} from '../tracks.ts';
import { findTickers } from './tickers.ts';

/** Limits that the description of the field in the contract names. */
const mostTexts = 2000;
const mostCharacters = 500;
/** Less sure readings are mostly texture. */
const leastConfidence = 0.5;
/** A line may be unreadable for so long. */
const maxMissingSeconds = 1;
/** Moves by up to so many times its length from one sample to the next. */
const maxMoveInSizes = 0.6;
/** Two readings of one line are so much alike. */
const sameLine = 0.75;
/** What stands on over a cut is one line. Where edges are unknown, spans end half an interval beside samples. */
const longestGapSeconds = 0.15;

export interface SeenLine extends Sighting {
  readonly text: string;
  readonly key: string;
  readonly confidence: number;
}

export interface LineTrack {
  readonly shot: number;
  readonly sightings: SeenLine[];
  /** What ran through the strip, where no single sample shows all of it. */
  readonly ticker?: string;
}

type Timed = { -readonly [Key in keyof OnScreenText]: OnScreenText[Key] };

/** The longest lines over time, each in one shot. */
export function lineTracks(lines: readonly ReadLine[], pass: MediaPass): readonly LineTrack[] {
  const pieces = withoutLoneSigns(lines).flatMap((line) => piecesOf(line, pass));
  const { tickers, others } = withTickers(pieces);
  return longest([...tickers, ...linked(others, pass)]);
}

/** What a ticker shows is another text, or in another place, in each sample. */
function withTickers(pieces: readonly LineTrack[]): {
  readonly tickers: readonly LineTrack[];
  readonly others: readonly LineTrack[];
} {
  const moving = pieces.filter(({ sightings }) => sightings.length === 1);
  const inTickers = new Set<SeenLine>();
  const tickers = [...Map.groupBy(moving, ({ shot }) => shot)].flatMap(([shot, ofShot]) => {
    const readings = ofShot.flatMap(({ sightings }) => sightings);
    readings.sort((a, b) => a.sample - b.sample);
    return findTickers(readings, mostCharacters).map(({ readings: read, scraps, text }) => {
      for (const reading of [...read, ...scraps]) inTickers.add(reading);
      return { shot, sightings: [...read], ticker: text };
    });
  });
  const others = pieces.filter(
    ({ sightings }) => !sightings.some((sighting) => inTickers.has(sighting)),
  );

  return { tickers, others };
}

/** The reader knows Chinese and takes texture for a single sign of it, in pictures whose text is all Latin. */
function withoutLoneSigns(lines: readonly ReadLine[]): readonly ReadLine[] {
  if (lines.some(({ text }) => /\p{Lo}.*\p{Lo}/u.test(text))) return lines;
  return lines.filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text));
}

/** A line while it stands in one shot. */
export interface TimedLine {
  /** All its readings, some of which may differ. */
  readonly sightings: readonly SeenLine[];
  /** Its surest reading among those that most samples agree on. */
  readonly best: SeenLine;
  /** As of its track. */
  readonly ticker?: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** Null as edges: times are as exact as the samples. */
export const timedLines = (
  tracks: readonly LineTrack[],
  pass: MediaPass,
  edges: TrackEdges | null,
): TimedLine[] =>
  tracks.map((found) => {
    const track = withoutFaint(found, edges ?? noEdges);
    const span = trackSpan(track.sightings, pass, edges ?? noEdges);
    return { ...track, best: bestReading(track.sightings), ...span };
  });

/** Null as edges: as for `timedLines`. */
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

/** What readers hand on as one line, a piece for each run of samples in one shot. */
function piecesOf(
  { text, confidence, box, samples }: ReadLine,
  { frames }: MediaPass,
): LineTrack[] {
  if (confidence < leastConfidence || !/[\p{L}\p{N}]{2}|\p{Lo}/u.test(text)) return [];

  const line = { box, text: text.trim(), key: identityOf(text), confidence };
  const pieces: LineTrack[] = [];

  for (const sample of samples) {
    const shot = frames[sample]?.shot ?? 0;
    const last = pieces.at(-1);
    if (last?.shot === shot && endOf(last) === sample - 1) last.sightings.push({ sample, ...line });
    else pieces.push({ shot, sightings: [{ sample, ...line }] });
  }

  return pieces;
}

const startOf = ({ sightings }: LineTrack): number => sightings[0]?.sample ?? 0;
const endOf = ({ sightings }: LineTrack): number => sightings.at(-1)?.sample ?? 0;

/** Pieces that go on where others end; each takes the one that is most alike. */
function linked(pieces: readonly LineTrack[], { fps }: MediaPass): LineTrack[] {
  const reach = 1 + Math.max(1, Math.round(fps * maxMissingSeconds));
  const timesRead = new TimesRead(pieces);
  const tracks: LineTrack[] = [];
  let open: LineTrack[] = [];

  for (const piece of pieces.toSorted((a, b) => startOf(a) - startOf(b))) {
    const start = startOf(piece);
    open = open.filter((track) => endOf(track) + reach >= start);
    let best: { track: LineTrack; cost: number } | null = null;

    for (const track of open) {
      if (track.shot !== piece.shot || endOf(track) >= start) continue;
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

function lineCost(a: SeenLine, b: SeenLine): number | null {
  // Most are far apart.
  if (Math.abs(a.box.y - b.box.y) > Math.max(a.box.width, b.box.width, b.box.height)) return null;
  const place = placeCost(a.box, b.box, maxMoveInSizes);
  if (place === null) return null;
  if (a.key === b.key) return place;
  const like = digitsOf(a) === digitsOf(b) ? likeness(a.key, b.key) : 0;
  return like >= sameLine ? place + 1 - like : null;
}

/** How often each text is read in a sample. */
class TimesRead {
  readonly #counts = new Map<string, number>();

  constructor(pieces: readonly LineTrack[]) {
    for (const { sightings } of pieces) {
      for (const line of sightings) {
        this.#counts.set(this.#keyOf(line), 1 + (this.#counts.get(this.#keyOf(line)) ?? 0));
      }
    }
  }

  isOnce(line: SeenLine): boolean {
    return this.#counts.get(this.#keyOf(line)) === 1;
  }

  #keyOf({ sample, key }: SeenLine): string {
    return `${sample} ${key}`;
  }
}

/** Sideways, in shares of the picture, that a line of rolling credits may be read off its column. */
const columnDrift = 0.02;
/** A longer one of two readings may be so much longer. */
const widthChange = 0.2;
const shortestRollingKey = 3;
/** More than what is linked by its place. */
const costOfRolling = 1;

/**
 * Rolling credits move by many times the height of a line from sample to sample: what is read once in either sample, in
 * one column and on its way up or down as before, is one line. Null if it may be another.
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

  const before = track.sightings.at(-2);
  const movedBefore = before ? from.box.y - before.box.y : 0;
  const moves = to.box.y - from.box.y;
  if (movedBefore * moves < 0) return null;

  return costOfRolling + Math.abs(moves);
}

/** A clock that runs, a price that falls: another number is another line. */
const digitsOf = ({ text }: SeenLine): string => text.replace(/\D/g, '');

/** Those in most samples, if there are too many; in order of time. */
function longest(tracks: readonly LineTrack[]): readonly LineTrack[] {
  if (tracks.length <= mostTexts) return tracks;
  const byLength = tracks.toSorted((a, b) => b.sightings.length - a.sightings.length);
  const kept = new Set(byLength.slice(0, mostTexts));
  return tracks.filter((track) => kept.has(track));
}

function bestReading(sightings: readonly SeenLine[]): SeenLine {
  const readings = [...Map.groupBy(sightings, ({ text }) => text).values()];
  const weight = (same: readonly SeenLine[]) => same.reduce((sum, one) => sum + one.confidence, 0);
  const said = readings.reduce((a, b) => (weight(b) > weight(a) ? b : a));
  return said.reduce((a, b) => (b.confidence > a.confidence ? b : a));
}

/** Of a ticker all that ran through its strip. */
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

/** One line of what goes on in its place over a cut. */
function joined(texts: readonly Timed[], gap: number): OnScreenText[] {
  const done: Timed[] = [];
  const byText = new Map<string, Timed[]>();

  for (const text of texts) {
    const key = identityOf(text.text);
    const open = (byText.get(key) ?? []).filter(({ end }) => text.start - end <= gap);
    const before = open.find(
      (one) =>
        text.start >= one.end - gap &&
        placeCost(one.bounding_box, text.bounding_box, maxMoveInSizes) !== null,
    );
    byText.set(key, before ? open : [...open, text]);

    if (!before) {
      done.push(text);
      continue;
    }

    before.end = Math.max(before.end, text.end);
    if (text.confidence <= before.confidence) continue;

    before.confidence = text.confidence;
    before.bounding_box = text.bounding_box;
  }

  return done;
}
