/**
 * Takes a closer look at a thing that was found: with the vision model if there is one, otherwise with the detector.
 */
import { center, overlap } from '../../analysis/boxes.ts';
import type { Box, CallContext, PixelRect, RgbImage } from '../../engines/engine.ts';
import type { ObjectEngine } from '../../engines/objects.ts';
import { crop } from '../../engines/picture.ts';
import type { VisionEngine } from '../../engines/vision.ts';
import type { Pictures } from '../frame-reader.ts';
import type { Track } from '../tracks.ts';
import type { ObjectSighting } from './object-tracks.ts';

export interface Close extends Pictures {
  readonly context: CallContext;
}

/**
 * Maximum number of moments about which a model is asked, until it says yes. A detector looks only at the most
 * confident one.
 */
const momentsAsked = 3;
/**
 * Margin of the close-up on each side, as a share of the thing's longer side. A detector needs some surroundings; a
 * model that is asked about the thing should see little of them.
 */
const closeUpMargin = 0.3;
const minCloseUpPixels = 64;
const minOverlap = 0.5;
/** Minimum confidence of a close-up that verifies the thing. */
export const verifiedFrom = 0.5;
/**
 * Confidence if a detector does not find the thing in a close-up, unless a value was measured for the engine. This is
 * weak evidence against the thing, because close-ups look different.
 */
const missedConfidence = 0.4;
/** Confidence if a model answers "yes" to a question about one thing. */
const yes = 0.9;

export interface SecondLook {
  /** The sighting at which the second look was taken. */
  readonly sighting: ObjectSighting;
  /**
   * Confidence of the close-up alone; null if none could be taken. A model's "no" is 0; a detector's confidence is
   * never 0.
   */
  readonly confidence: number | null;
}

/**
 * Takes a second look at a track. `label` is the engine's label for the thing. A look that fails is logged and counts
 * as not taken.
 */
export async function secondLook(
  track: Track<ObjectSighting>,
  { engine, label }: { readonly engine: ObjectEngine; readonly label: string },
  vision: VisionEngine | null,
  { pass, frames, context }: Close,
): Promise<SecondLook> {
  const moments = surestMoments(track, vision ? momentsAsked : 1);
  let confidence: number | null = null;

  for (const sighting of moments) {
    context.signal.throwIfAborted();
    const picture = await frames.rgb(pass.frames[sighting.sample]?.image ?? 0);
    const rect = closeUpOf(sighting.box, picture);
    const closeUp = crop(picture, rect);
    if (!closeUp) continue;

    try {
      const answer = vision
        ? await askedAbout(vision, sighting, closeUp, context)
        : await foundAgain(engine, label, sighting, { rect, picture, closeUp, context });
      confidence = Math.max(answer, confidence ?? 0);
      if (confidence >= verifiedFrom) break;
    } catch (error) {
      context.signal.throwIfAborted();
      context.log?.('second look failed', { name: sighting.name, error: String(error) });
    }
  }

  return { sighting: moments[0] as ObjectSighting, confidence };
}

/** The most confident sightings, at most one per picture. */
function surestMoments({ sightings }: Track<ObjectSighting>, limit: number): ObjectSighting[] {
  const byLook = Map.groupBy(sightings, ({ look }) => look);
  const moments = [...byLook.values()].map((sameLook) => sameLook[0] as ObjectSighting);
  return moments.sort((a, b) => b.confidence - a.confidence).slice(0, limit);
}

const askedAbout = async (
  vision: VisionEngine,
  { name }: ObjectSighting,
  closeUp: RgbImage,
  context: CallContext,
): Promise<number> =>
  (await vision.confirm(closeUp, { kind: 'object', name }, context)) ? yes : 0;

interface CloseUp {
  readonly rect: PixelRect;
  readonly picture: RgbImage;
  readonly closeUp: RgbImage;
  readonly context: CallContext;
}

/** Confidence with which the detector finds the thing again in its place within the close-up. */
async function foundAgain(
  engine: ObjectEngine,
  label: string,
  sighting: ObjectSighting,
  { rect, picture, closeUp, context }: CloseUp,
): Promise<number> {
  const detections = await engine.detect(closeUp, [label], context, { closeUp: true });
  const matches = detections.filter(({ box }) => {
    const back: Box = {
      x: (rect.x + box.x * closeUp.width) / picture.width,
      y: (rect.y + box.y * closeUp.height) / picture.height,
      width: (box.width * closeUp.width) / picture.width,
      height: (box.height * closeUp.height) / picture.height,
    };
    return overlap(back, sighting.box) >= minOverlap;
  });
  if (matches.length === 0) return engine.missedConfidence ?? missedConfidence;

  return Math.max(...matches.map(({ confidence }) => confidence));
}

/** A square around the box with a margin on each side, shifted so that it lies within the picture. */
function closeUpOf(box: Box, { width, height }: RgbImage): PixelRect {
  const longest = Math.max(box.width * width, box.height * height);
  const side = Math.max(minCloseUpPixels, longest * (1 + 2 * closeUpMargin));
  const size = {
    width: Math.min(width, Math.round(side)),
    height: Math.min(height, Math.round(side)),
  };
  const { x, y } = center(box);
  const within = (middle: number, length: number, extent: number) =>
    Math.round(Math.min(extent - length, Math.max(0, middle - length / 2)));

  return {
    x: within(x * width, size.width, width),
    y: within(y * height, size.height, height),
    ...size,
  };
}
