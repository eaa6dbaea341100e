/** Reads all text of a picture, or one place of it without looking for text first. */
import { area, boundsOf, goesOn, intersection, type Spot } from '../../analysis/boxes.ts';
import { keyOf, likeness } from '../../analysis/name-key.ts';
import type { Box, CallContext, PixelRect, RgbImage } from '../../engines/engine.ts';
import {
  type Corners,
  type TextEngine,
  type TextLook,
  type TextReading,
  turnedCorners,
} from '../../engines/text.ts';
import type { ScreenLine } from '../brands/brand-match.ts';

/** Readings below it are texture more often than text. */
export const minConfidence = 0.5;
/** Another margin would not be read better. */
const certain = 0.93;
/** A reading this like a line known there is that line. */
const sameText = 0.8;
/** Of a found area; a known line that covers it is what was found. */
const sameArea = 0.7;

/**
 * Finds and reads all lines of a picture; places are fractions of the whole. Of the lines `known` there before, those
 * that are read at their old place again stay as they are and are not found anew.
 */
export async function readPicture(
  picture: RgbImage,
  engine: TextEngine,
  context: CallContext,
  look: TextLook = {},
  known: readonly ScreenLine[] = [],
): Promise<ScreenLine[]> {
  const standing = await stillThere(picture, known, engine, context);
  const places = standing.map(({ box }) => inPixels(box, picture));
  const areas = await engine.find(picture, context, { ...look, known: places });
  const fresh = areas
    .map(({ corners }) => ({ corners, box: boundsOf(corners, picture) }))
    .filter(({ box }) => !standing.some((line) => covers(line.box, box)));
  const kept = standing.filter(
    (line) => !fresh.some(({ box }) => intersection(line.box, box) > 0.5 * area(line.box)),
  );
  const lines = await readAll(
    picture,
    fresh.map(({ corners }) => corners),
    engine,
    context,
  );

  return [...kept, ...lines.filter((line) => line !== null)];
}

/** What was found is the line: most of it lies there, and no letter more on either end. */
const covers = (line: Box, found: Box) =>
  intersection(line, found) >= sameArea * area(found) && !goesOn(line, found);

/** The lines whose places read as before, each by its surer reading. */
async function stillThere(
  picture: RgbImage,
  lines: readonly ScreenLine[],
  engine: TextEngine,
  context: CallContext,
): Promise<ScreenLine[]> {
  const corners = lines.map((line) => asPixels(line.corners, picture));
  const readings = await readAll(picture, corners, engine, context);
  return lines.flatMap((line, i) => {
    const reading = readings[i];
    if (!reading || likeness(reading.text, line.text) < sameText) return [];

    // A letter or digit that is surely another one: the line changed, and may be longer or shorter now.
    const same = keyOf(reading.text) === keyOf(line.text);
    if (!same && reading.confidence >= certain) return [];

    return [
      reading.confidence > line.confidence
        ? { ...reading, box: line.box, corners: line.corners }
        : line,
    ];
  });
}

/** The lines at these corners (pixels); null where nothing can be read. */
async function readAll(
  picture: RgbImage,
  corners: readonly Corners[],
  engine: TextEngine,
  context: CallContext,
): Promise<(ScreenLine | null)[]> {
  const readings = await engine.recognise(picture, corners, context);
  const place = ({ x, y }: Spot) => ({ x: x / picture.width, y: y / picture.height });
  return corners.map((corner, i) => {
    const reading = readings[i];
    if (!reading || reading.confidence < minConfidence) return null;
    const { isTurned, ...read } = reading;
    const [a, b, c, d] = isTurned ? turnedCorners(corner) : corner;
    const placed = [place(a), place(b), place(c), place(d)] as const;
    return { ...read, corners: placed, box: boundsOf(placed, { width: 1, height: 1 }) };
  });
}

/**
 * The surest reading of the place drawn with each of the margins, which are shares of the line's height: on a busy
 * background a little more or less of it decides what is read.
 */
export async function readAt(
  picture: RgbImage,
  corners: ScreenLine['corners'],
  margins: readonly number[],
  engine: TextEngine,
  context: CallContext,
): Promise<TextReading | null> {
  let best: TextReading | null = null;

  for (const margin of margins) {
    const quad = grown(asPixels(corners, picture), margin);
    const [reading] = await engine.recognise(picture, [quad], context);
    // What stands there was found to read in this direction.
    if (reading?.isTurned) continue;
    if ((reading?.confidence ?? 0) > (best?.confidence ?? 0)) best = reading ?? null;
    if ((best?.confidence ?? 0) >= certain) break;
  }

  return best;
}

function asPixels([a, b, c, d]: ScreenLine['corners'], { width, height }: RgbImage): Corners {
  const pixel = ({ x, y }: Spot) => ({ x: x * width, y: y * height });
  return [pixel(a), pixel(b), pixel(c), pixel(d)];
}

/** Corners (fractions) with every side moved outwards by this share of the line's height. */
export function grownCorners(
  corners: ScreenLine['corners'],
  share: number,
  picture: RgbImage,
): ScreenLine['corners'] {
  const place = ({ x, y }: Spot) => ({ x: x / picture.width, y: y / picture.height });
  const [a, b, c, d] = grown(asPixels(corners, picture), share);
  return [place(a), place(b), place(c), place(d)];
}

/** Moves every side outwards by this share of the line's height. */
function grown([a, b, c, d]: Corners, share: number): Corners {
  const width = Math.max(1, Math.hypot(b.x - a.x, b.y - a.y));
  const height = Math.max(1, Math.hypot(d.x - a.x, d.y - a.y));
  const out = (share * height) / width;
  const along = { x: (b.x - a.x) * out, y: (b.y - a.y) * out };
  const down = { x: (d.x - a.x) * share, y: (d.y - a.y) * share };
  const move = (spot: Spot, u: number, v: number): Spot => ({
    x: spot.x + u * along.x + v * down.x,
    y: spot.y + u * along.y + v * down.y,
  });

  return [move(a, -1, -1), move(b, 1, -1), move(c, 1, 1), move(d, -1, 1)];
}

/** The pixels of a box, at least one. */
export function inPixels(box: Box, { width, height }: RgbImage): PixelRect {
  const x = Math.floor(box.x * width);
  const y = Math.floor(box.y * height);
  const right = Math.min(width, Math.ceil((box.x + box.width) * width));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height));
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}
