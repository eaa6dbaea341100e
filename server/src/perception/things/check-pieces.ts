/** Checks the piece of each track within one cell: takes a second look if the piece may count, and adds an outline. */

import type { CallContext } from '../../engines/engine.ts';
import type { ObjectEngine, SegmentEngine } from '../../engines/objects.ts';
import type { VisionEngine } from '../../engines/vision.ts';
import type { CloserLook } from '../artifacts.ts';
import type { FrameCell } from '../cells.ts';
import type { Pictures } from '../frame-reader.ts';
import type { Track } from '../tracks.ts';
import { mostMissing } from '../tracks.ts';
import { labelFor } from './object-names.ts';
import { type ObjectSighting, objectTracks, trackConfidence } from './object-tracks.ts';
import { secondLook } from './second-look.ts';

export interface FoundInCell {
  readonly cell: FrameCell;
  readonly sightings: readonly ObjectSighting[];
}

export interface CheckedPiece {
  /** Index of the engine that detected the piece. */
  readonly engine: number;
  readonly sightings: readonly ObjectSighting[];
  /** The second look, if there was one. Its `sighting` is an index into the sightings of this piece. */
  readonly look: CloserLook | null;
}

interface SecondLookEngines {
  readonly outlines: SegmentEngine | null;
  readonly vision: VisionEngine | null;
}

type Piece = Track<ObjectSighting>;

/**
 * Returns the pieces in the order of their cells. An outline engine that fails is not used again, and objects then have
 * no outlines.
 */
export async function checkPieces(
  pictures: Pictures,
  detections: readonly { readonly engine: ObjectEngine; readonly cells: readonly FoundInCell[] }[],
  engines: SecondLookEngines,
  context: CallContext,
): Promise<{ readonly pieces: CheckedPiece[]; readonly degraded: boolean }> {
  const outline = outliner(engines.outlines, pictures, context);
  const checked: { from: number; piece: CheckedPiece }[] = [];

  for (const [index, { engine, cells }] of detections.entries()) {
    for (const { cell, sightings } of cells) {
      for (const piece of objectTracks(sightings, pictures.pass)) {
        const checkedPiece = await checkPiece(
          piece,
          cell,
          { pictures, engine, outline, ...engines },
          context,
        );
        checked.push({ from: cell.from, piece: { engine: index, ...checkedPiece } });
      }
    }
  }

  checked.sort((a, b) => a.from - b.from);
  return { pieces: checked.map(({ piece }) => piece), degraded: outline.failed };
}

interface Tools {
  readonly pictures: Pictures;
  readonly engine: ObjectEngine;
  readonly vision: VisionEngine | null;
  readonly outline: Outliner;
}

async function checkPiece(
  piece: Piece,
  cell: FrameCell,
  { pictures, engine, vision, outline }: Tools,
  context: CallContext,
): Promise<Omit<CheckedPiece, 'engine'>> {
  const { sightings } = piece;
  // The second look is skipped if even its best answer could not make the thing likely enough.
  const goesOn = touchesBorder(piece, cell, pictures);
  if (!goesOn && trackConfidence(piece, 1) < engine.minConfidence) return { sightings, look: null };

  const label = labelFor(engine, sightings[0]?.name ?? '') ?? '';
  const { sighting, confidence } = await secondLook(piece, { engine, label }, vision, {
    ...pictures,
    context,
  });
  const look = { sighting: sightings.indexOf(sighting), confidence, byModel: vision !== null };
  const counts = confidence !== 0 && trackConfidence(piece, confidence) >= engine.minConfidence;

  return { sightings: counts || goesOn ? await outline.draw(sightings) : sightings, look };
}

/**
 * Whether the thing may continue in the next or previous cell: the piece reaches the border of its cell, and the shot
 * continues beyond it.
 */
function touchesBorder({ shot, sightings }: Piece, cell: FrameCell, { pass }: Pictures): boolean {
  const reach = mostMissing(pass);
  const first = sightings[0]?.sample ?? 0;
  const last = sightings.at(-1)?.sample ?? 0;
  const touchesStart = pass.frames[cell.from - 1]?.shot === shot && first - cell.from <= reach;
  return touchesStart || (pass.frames[cell.to]?.shot === shot && cell.to - 1 - last <= reach);
}

interface Outliner {
  failed: boolean;
  /** Adds an outline to the most confident sighting. */
  draw(sightings: readonly ObjectSighting[]): Promise<readonly ObjectSighting[]>;
}

function outliner(
  engine: SegmentEngine | null,
  { pass, frames }: Pictures,
  context: CallContext,
): Outliner {
  const self: Outliner = {
    failed: false,
    async draw(sightings) {
      if (!engine || self.failed) return sightings;

      context.signal.throwIfAborted();
      const best = sightings.reduce((a, b) => (b.confidence > a.confidence ? b : a));
      try {
        const picture = await frames.rgb(pass.frames[best.sample]?.image ?? 0);
        const [outline] = await engine.outline(picture, [best.box], context);
        return sightings.map((sighting) =>
          sighting === best && outline ? { ...sighting, outline } : sighting,
        );
      } catch (error) {
        context.signal.throwIfAborted();
        context.log?.('outlines failed', { engine: engine.info.name, error: String(error) });
        self.failed = true;
        return sightings;
      }
    },
  };
  return self;
}
