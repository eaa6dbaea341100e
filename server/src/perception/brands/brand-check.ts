/** Follows brands through samples where they were missed, and gives every brand a second, closer look. */
import { boundsOf, type Spot } from '../../analysis/boxes.ts';
import type { CallContext } from '../../engines/engine.ts';
import type { TextEngine } from '../../engines/text.ts';
import type { MediaPass } from '../../media/media.ts';
import { reachSamples } from '../cells.ts';
import type { FrameReader } from '../frame-reader.ts';
import { minConfidence, readAt } from '../screen/read-picture.ts';
import type { ScreenLine } from './brand-match.ts';
import {
  type BrandSighting,
  type BrandTrack,
  expectedShift,
  isNameInLines,
  sightingInLine,
} from './seen-brands.ts';

interface Close {
  readonly pass: MediaPass;
  readonly frames: FrameReader;
  readonly engine: TextEngine;
  readonly context: CallContext;
}

/**
 * Looks for a track's name in the samples before, between and after its sightings, at the place where it should be, as
 * long as the shot lasts and the name is still there. It runs the recogniser without the detector, because the detector
 * misses text that the recogniser can read.
 */
export async function followText(track: BrandTrack, close: Close): Promise<BrandTrack> {
  let followed = track;

  for (const sample of missingBetween(track)) {
    const sighting = await readExpected(followed, sample, close);
    if (sighting) followed = withSighting(followed, sighting);
  }

  for (const direction of [-1, 1]) {
    for (let step = 0; step < reachSamples; step++) {
      const edge = followed.sightings.at(direction < 0 ? 0 : -1) as BrandSighting;
      const sample = edge.sample + direction;
      if (close.pass.frames[sample]?.shot !== track.shot) break;

      const sighting = await readExpected(followed, sample, close);
      if (!sighting) break;
      followed = withSighting(followed, sighting);
    }
  }

  return followed;
}

function missingBetween({ sightings }: BrandTrack): number[] {
  return sightings.slice(1).flatMap((later, i) => {
    const from = (sightings[i] as BrandSighting).sample + 1;
    return Array.from({ length: later.sample - from }, (_, k) => from + k);
  });
}

function withSighting(track: BrandTrack, sighting: BrandSighting): BrandTrack {
  const sightings = [...track.sightings, sighting].sort((a, b) => a.sample - b.sample);
  return { ...track, sightings };
}

async function readExpected(
  track: BrandTrack,
  sample: number,
  close: Close,
): Promise<BrandSighting | null> {
  const { dx, dy, from } = expectedShift(track, sample);
  if (!from.corners) return null;
  const moved = from.corners.map(({ x, y }) => ({ x: x + dx, y: y + dy }));
  const [a, b, c, d] = moved as [Spot, Spot, Spot, Spot];
  const line = await readPlace([a, b, c, d], sample, close, [0.08]);
  const sighting = line && sightingInLine(line, track, sample);
  return sighting && sighting.confidence >= minConfidence ? sighting : null;
}

async function readPlace(
  corners: ScreenLine['corners'],
  sample: number,
  { pass, frames, engine, context }: Close,
  margins: readonly number[],
): Promise<ScreenLine | null> {
  const frame = pass.frames[sample];
  if (!frame) return null;
  const picture = await frames.rgb(frame.image);
  const reading = await readAt(picture, corners, margins, engine, context);
  if (!reading || reading.confidence < minConfidence) return null;
  return { ...reading, corners, box: boundsOf(corners, { width: 1, height: 1 }) };
}

/** Number of a track's sightings that are read again before the track is dropped. */
const maxLooks = 3;
const marginsOfSecondLook = [0.08, -0.08, 0.2];

/**
 * Reads the place of the name again, without the words around it and with several margins; at least one of these
 * readings must show the name.
 */
export async function confirmText(track: BrandTrack, close: Close): Promise<boolean> {
  const best = [...track.sightings].sort((a, b) => b.confidence - a.confidence).slice(0, maxLooks);
  for (const { corners, split, sample } of best) {
    for (const margin of marginsOfSecondLook) {
      if (corners) {
        const line = await readPlace(corners, sample, close, [margin]);
        if (line && sightingInLine(line, track, sample)) return true;
      }
      if (split) {
        const first = await readPlace(split[0], sample, close, [margin]);
        const second = await readPlace(split[1], sample, close, [margin]);
        if (first && second && isNameInLines([first.text, second.text], track)) return true;
      }
    }
  }

  return false;
}
