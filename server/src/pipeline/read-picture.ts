/** Reads all text of a picture, or one place of it without looking for text first. */
import { boundsOf, type Spot } from '../analysis/boxes.ts';
import type { ScreenLine } from '../analysis/brand-match.ts';
import type { CallContext, RgbImage } from '../engines/engine.ts';
import type { Corners, TextEngine, TextReading } from '../engines/text.ts';

/** Readings below it are texture more often than text. */
export const minConfidence = 0.5;

/** Finds and reads all lines of a picture; `place` turns its pixels into fractions of the frame. */
export async function readPicture(
  picture: RgbImage,
  engine: TextEngine,
  context: CallContext,
  place: (spot: Spot) => Spot = ({ x, y }) => ({ x: x / picture.width, y: y / picture.height }),
): Promise<ScreenLine[]> {
  const areas = await engine.find(picture, context);
  const corners = areas.map((area) => area.corners);
  const readings = await engine.recognise(picture, corners, context);
  return corners.flatMap((quad, i) => {
    const reading = readings[i];
    if (!reading || reading.confidence < minConfidence) return [];
    const [a, b, c, d] = quad;
    const placed = [place(a), place(b), place(c), place(d)] as const;
    const box = boundsOf(placed, { width: 1, height: 1 });
    return [{ ...reading, corners: placed, box }];
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
  const quads = margins.map((margin) => grown(asPixels(corners, picture), margin));
  const readings = await engine.recognise(picture, quads, context);
  return readings.reduce(
    (best, reading) => ((reading?.confidence ?? 0) > (best?.confidence ?? 0) ? reading : best),
    null,
  );
}

function asPixels([a, b, c, d]: ScreenLine['corners'], { width, height }: RgbImage): Corners {
  const pixel = ({ x, y }: Spot) => ({ x: x * width, y: y * height });
  return [pixel(a), pixel(b), pixel(c), pixel(d)];
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
