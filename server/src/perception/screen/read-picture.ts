/** Reads all text in a picture, or the text at a known place without running the detector. */
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

/** Minimum confidence of a reading; below it, texture mistaken for text is more frequent than text. */
export const minConfidence = 0.5;
/** From this confidence on, no other margins are tried, because they would not give a better reading. */
const certain = 0.93;
/** A reading with at least this likeness to the line known at that place is taken to be that line. */
const sameText = 0.8;
/** If a known line covers at least this share of a newly found area, the area is taken to be that line. */
const sameArea = 0.7;

/**
 * Finds and reads all lines of a picture; places are fractions of the whole picture. Lines in `knownLines` that still
 * read the same at their old place keep that place and are not searched for again.
 */
export async function readPicture(
  picture: RgbImage,
  engine: TextEngine,
  context: CallContext,
  look: TextLook = {},
  knownLines: readonly ScreenLine[] = [],
): Promise<ScreenLine[]> {
  const standing = await stillThere(picture, knownLines, engine, context);
  const places = standing.map(({ box }) => inPixels(box, picture));
  const areas = await engine.find(picture, context, { ...look, known: places });
  const fresh = areas
    .map(({ corners }) => ({ corners, box: boundsOf(corners, picture) }))
    .filter(({ box }) => !standing.some((line) => covers(line.box, box)));
  const keptLines = standing.filter(
    (line) => !fresh.some(({ box }) => intersection(line.box, box) > 0.5 * area(line.box)),
  );
  const lines = await readAll(
    picture,
    fresh.map(({ corners }) => corners),
    engine,
    context,
  );

  return [...keptLines, ...lines.filter((line) => line !== null)];
}

/**
 * Whether the found area is the known line: most of it lies within the line, and it does not extend beyond either end
 * by a letter.
 */
const covers = (line: Box, foundBox: Box) =>
  intersection(line, foundBox) >= sameArea * area(foundBox) && !goesOn(line, foundBox);

/**
 * Returns the known lines that still read the same at their place, each with the more confident of its two readings.
 */
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

    // A letter or digit has certainly changed, so this is a different line, which may also have a different length.
    const isSame = keyOf(reading.text) === keyOf(line.text);
    if (!isSame && reading.confidence >= certain) return [];

    return [
      reading.confidence > line.confidence
        ? { ...reading, box: line.box, corners: line.corners }
        : line,
    ];
  });
}

/** Reads the lines at these corners (in pixels); null for those that cannot be read. */
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
    const { isTurned, ...lineText } = reading;
    const [a, b, c, d] = isTurned ? turnedCorners(corner) : corner;
    const placedCorners = [place(a), place(b), place(c), place(d)] as const;
    return {
      ...lineText,
      corners: placedCorners,
      box: boundsOf(placedCorners, { width: 1, height: 1 }),
    };
  });
}

/**
 * Reads a place with each of the margins, which are shares of the line's height, and returns the most confident
 * reading. On a busy background, a slightly larger or smaller margin makes the difference.
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
    // The direction of the text is already known, so an upside-down reading is wrong.
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

/**
 * Moves every side of the quadrilateral outwards by this share of the line's height; corners are fractions of the
 * picture.
 */
export function grownCorners(
  corners: ScreenLine['corners'],
  share: number,
  picture: RgbImage,
): ScreenLine['corners'] {
  const place = ({ x, y }: Spot) => ({ x: x / picture.width, y: y / picture.height });
  const [a, b, c, d] = grown(asPixels(corners, picture), share);
  return [place(a), place(b), place(c), place(d)];
}

/** The same for corners in pixels. */
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

/** Converts a box to whole pixels, with a minimum size of one pixel. */
export function inPixels(box: Box, { width, height }: RgbImage): PixelRect {
  const x = Math.floor(box.x * width);
  const y = Math.floor(box.y * height);
  const right = Math.min(width, Math.ceil((box.x + box.width) * width));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height));
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}
