/**
 * Looks for objects in a part of the pictures, cell by cell: detects them, then takes a second look and adds an outline
 * per track.
 */
import { Fault } from '@reelsight/contract/errors';
import type { CallContext } from '../../engines/engine.ts';
import type { DetectedObject, ObjectEngine, SegmentEngine } from '../../engines/objects.ts';
import type { VisionEngine } from '../../engines/vision.ts';
import { type DetectArtifact, failureOf } from '../artifacts.ts';
import { type FrameCell, frameCells } from '../cells.ts';
import type { Pictures } from '../frame-reader.ts';
import { everyImage, fewImages, looksWithin } from '../looks.ts';
import type { CellSpan } from '../part.ts';
import { PlacesKept } from '../places-kept.ts';
import { changedTiles, type LumaGrid, lumaGrid } from '../screen/changed-regions.ts';
import { type CheckedPiece, checkPieces, type FoundInCell } from './check-pieces.ts';
import { labelFor, namesAsked } from './object-names.ts';
import type { ObjectSighting } from './object-tracks.ts';

export interface ObjectEngines {
  /**
   * Engines, best first. Each name goes to the first engine that can detect it; if that engine fails, to the next one.
   */
  readonly objects: readonly ObjectEngine[];
  readonly outlines: SegmentEngine | null;
  readonly vision: VisionEngine | null;
}

export interface DetectOptions {
  readonly names: readonly string[];
  /** Maximum number of pictures of the whole video that are shown to a costly engine. */
  readonly costlyLooks: number;
}

/** Throws only the signal's reason. */
export async function detectCells(
  pictures: Pictures,
  span: CellSpan,
  options: DetectOptions,
  engines: ObjectEngines,
  context: CallContext,
): Promise<DetectArtifact> {
  const names = namesAsked(options.names);
  const supported = names.filter((name) =>
    engines.objects.some((object) => labelFor(object, name)),
  );
  const unsupported = names.filter((name) => !supported.includes(name));
  const cells = frameCells(pictures.pass).slice(span.from, span.to);
  const places = new PlacesKept(pictures.pass);
  const run = await detectAll(
    pictures,
    cells,
    { ...options, names: supported, places },
    engines,
    context,
  );
  const part = { engines: [], sightings: [], looks: [], unsupported };

  if (run.found.length === 0 && run.failure) {
    context.log?.('no object engine gave an answer', { detail: run.failure.detail });
    return { ...part, degraded: true, failure: run.failure };
  }

  const checked = await checkPieces(pictures, run.found, engines, context);
  return {
    ...part,
    ...merged(checked.pieces),
    engines: run.found.map(({ engine }) => ({
      info: engine.info,
      minConfidence: engine.minConfidence,
    })),
    degraded: run.failure !== null || checked.degraded,
    ...(places.isCut && { crowded: true as const }),
    failure: null,
  };
}

type BoundedOptions = DetectOptions & { readonly places: PlacesKept };

/** Combines the sightings of all engines into one list, cell by cell. */
function merged(pieces: readonly CheckedPiece[]): Pick<DetectArtifact, 'sightings' | 'looks'> {
  const sightings: DetectArtifact['sightings'][number][] = [];
  const looks: DetectArtifact['looks'][number][] = [];

  for (const { look, ...piece } of pieces) {
    const from = sightings.length;
    sightings.push(...piece.sightings.map((sighting) => ({ ...sighting, engine: piece.engine })));
    if (look) looks.push({ ...look, sighting: from + look.sighting });
  }

  return { sightings, looks };
}

interface Run {
  readonly found: readonly { readonly engine: ObjectEngine; readonly cells: FoundInCell[] }[];
  /** The failure of the engine that failed last. */
  readonly failure: DetectArtifact['failure'];
}

/**
 * Runs all engines. An engine that fails in one cell is not used again in this part: the next engine takes over its
 * names for all cells.
 */
async function detectAll(
  pictures: Pictures,
  cells: readonly FrameCell[],
  options: BoundedOptions,
  engines: ObjectEngines,
  context: CallContext,
): Promise<Run> {
  const detections: { engine: ObjectEngine; cells: FoundInCell[] }[] = [];
  let open = options.names;
  let failure: Run['failure'] = null;

  for (const engine of engines.objects) {
    const names = open.filter((name) => labelFor(engine, name) !== null);
    if (names.length === 0) continue;

    try {
      const engineOptions = { ...options, names };
      detections.push({
        engine,
        cells: await detectWith(engine, engineOptions, pictures, cells, context),
      });
      open = open.filter((name) => !names.includes(name));
    } catch (error) {
      context.signal.throwIfAborted();
      context.log?.('object engine failed', { engine: engine.info.name, error: String(error) });
      const cause = error instanceof Error ? error : new Error(String(error));
      const fault = new Fault('ANALYSIS_FAILED', 'no object engine gave an answer', { cause });
      failure = failureOf(fault, 'ANALYSIS_FAILED');
    }
  }

  return { found: detections, failure };
}

async function detectWith(
  engine: ObjectEngine,
  options: BoundedOptions,
  pictures: Pictures,
  cells: readonly FrameCell[],
  context: CallContext,
): Promise<FoundInCell[]> {
  const remote = engine.info.kind === 'remote';
  const detect = remote ? patient(engine, context) : engine.detect.bind(engine);
  const chosenLooks = engine.costly ? fewImages(pictures.pass, options.costlyLooks) : null;
  const detections: FoundInCell[] = [];

  for (const [index, cell] of cells.entries()) {
    const looks = chosenLooks
      ? looksWithin(chosenLooks, pictures.pass, cell)
      : everyImage(pictures.pass, cell);
    const labels = new Map(options.names.map((name) => [name, labelFor(engine, name) as string]));
    const sightings = await detectIn(
      looks,
      labels,
      { pictures, places: options.places },
      detect,
      context,
    );
    detections.push({ cell, sightings });
    context.onProgress?.((index + 1) / cells.length);
  }

  return detections;
}

/**
 * Detects objects picture by picture. A picture that hardly differs from the last one that was examined gets the same
 * sightings.
 */
async function detectIn(
  looks: ReturnType<typeof everyImage>,
  labels: ReadonlyMap<string, string>,
  { pictures, places }: { readonly pictures: Pictures; readonly places: PlacesKept },
  detect: ObjectEngine['detect'],
  context: CallContext,
): Promise<ObjectSighting[]> {
  const sightings: ObjectSighting[] = [];
  let grid: LumaGrid | null = null;
  let last: readonly DetectedObject[] = [];
  let lookedAt = 0;

  for (const look of looks) {
    context.signal.throwIfAborted();
    const picture = await pictures.frames.rgb(look.image);
    const now = lumaGrid(picture);
    if (changedTiles(grid, now).some(Boolean)) {
      const detections = await detect(picture, [...new Set(labels.values())], context);
      last = places.of(detections, ({ name }) => name);
      [grid, lookedAt] = [now, look.image];
    }

    for (const [name, label] of labels) {
      for (const { confidence, box } of last.filter((detection) => detection.name === label)) {
        const sighting = { name, confidence, box, look: lookedAt };
        sightings.push(...look.samples.map((sample) => ({ sample, ...sighting })));
      }
    }
  }

  return sightings;
}

/** Number of consecutive failures after which a remote engine is no longer used. */
const patience = 3;

/** Skips a picture on which a remote engine fails, unless the engine keeps failing. */
function patient(engine: ObjectEngine, context: CallContext): ObjectEngine['detect'] {
  let failures = 0;
  return async (image, names) => {
    try {
      const detections = await engine.detect(image, names, context);
      failures = 0;
      return detections;
    } catch (error) {
      context.signal.throwIfAborted();
      failures += 1;
      if (failures >= patience) throw error;
      return [];
    }
  };
}
