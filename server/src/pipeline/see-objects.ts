/** Finds the things a job asks for: detection, tracks, a second look and outlines. */
import { Fault } from '@reelsight/contract';
import { changedTiles, type LumaGrid, lumaGrid } from '../analysis/changed-regions.ts';
import { cocoNameOf } from '../analysis/object-names.ts';
import {
  type BuiltObject,
  type CheckedObjectTrack,
  objectResults,
} from '../analysis/object-results.ts';
import {
  type ObjectSighting,
  type ObjectTrack,
  objectTracks,
  trackConfidence,
} from '../analysis/object-tracks.ts';
import { fold } from '../analysis/words.ts';
import type { CallContext, EngineInfo } from '../engines/engine.ts';
import type { ObjectEngine, SegmentEngine } from '../engines/objects.ts';
import type { VisionEngine } from '../engines/vision.ts';
import type { MediaPass } from '../media/media.ts';
import type { FrameReader } from './frame-reader.ts';
import { everyImage, fewImages } from './looks.ts';
import { type Close, secondLook, verifiedFrom } from './second-look.ts';

export interface ObjectEngines {
  /** Best first; a name goes to the first that can see it, and to the next where that one fails. */
  readonly objects: readonly ObjectEngine[];
  readonly outlines: SegmentEngine | null;
  readonly vision: VisionEngine | null;
}

export interface ObjectWish {
  readonly names: readonly string[];
  /** Pictures a costly engine is shown at most. */
  readonly costlyLooks: number;
}

export interface SeenObjects {
  readonly built: readonly BuiltObject[];
  readonly notFound: readonly string[];
  readonly unsupported: readonly string[];
  /** An engine failed on the way (`object_detection_degraded`). */
  readonly degraded: boolean;
  /** The second look could not run (`proof_verification_skipped`). */
  readonly unverified: boolean;
  /** Engines that gave an answer. */
  readonly engines: readonly EngineInfo[];
}

/** Throws Fault ANALYSIS_FAILED only where every engine that could see one of the names failed. */
export async function seeObjects(
  pass: MediaPass,
  frames: FrameReader,
  wish: ObjectWish,
  engines: ObjectEngines,
  context: CallContext,
): Promise<SeenObjects> {
  const asked = withoutRepeats(wish.names);
  const supported = asked.filter((name) =>
    engines.objects.some((engine) => labelFor(engine, name)),
  );
  const run = await detectAll(pass, frames, { ...wish, names: supported }, engines, context);
  const close = { pass, frames, context };
  const { checked, unverified } = await confirmed(run.found, engines.vision, close);
  const outlined = await withOutlines(checked, engines.outlines, close);
  const built = objectResults(asked, outlined.tracks, pass);
  const seen = new Set(built.map(({ result }) => result.name));
  return {
    built,
    notFound: supported.filter((name) => !seen.has(name)),
    unsupported: asked.filter((name) => !supported.includes(name)),
    degraded: run.degraded || outlined.degraded,
    unverified,
    engines: run.found.map(({ engine }) => engine.info),
  };
}

/** The tracks that all looks together make likely enough. */
async function confirmed(
  found: Run['found'],
  vision: VisionEngine | null,
  close: Close,
): Promise<{ checked: CheckedObjectTrack[]; unverified: boolean }> {
  const checked: CheckedObjectTrack[] = [];
  let unverified = false;
  for (const { tracks, engine } of found) {
    for (const track of tracks) {
      // Spares the second look where even the best answer would not be enough.
      if (trackConfidence(track, 1) < engine.minConfidence) continue;
      const label = labelFor(engine, track.sightings[0]?.name ?? '') ?? '';
      const second = await secondLook(track, { engine, label }, vision, close);
      const confidence = trackConfidence(track, second.confidence);
      if (second.denied || confidence < engine.minConfidence) continue;
      unverified ||= second.confidence === null;
      const verified = (second.confidence ?? 0) >= verifiedFrom;
      checked.push({ ...track, confidence, verified });
    }
  }
  return { checked, unverified };
}

function withoutRepeats(names: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const name of names) {
    const key = fold(name).trim();
    if (key !== '' && !kept.has(key)) kept.set(key, name);
  }
  return [...kept.values()];
}

/** What the engine calls the thing; null where it has no way to see it. */
function labelFor(engine: ObjectEngine, name: string): string | null {
  if (engine.vocabulary === null) return name;
  const label = cocoNameOf(name);
  return label !== null && engine.vocabulary.includes(label) ? label : null;
}

interface Run {
  readonly found: { readonly engine: ObjectEngine; readonly tracks: readonly ObjectTrack[] }[];
  readonly degraded: boolean;
}

async function detectAll(
  pass: MediaPass,
  frames: FrameReader,
  wish: ObjectWish,
  engines: ObjectEngines,
  context: CallContext,
): Promise<Run> {
  const found: Run['found'] = [];
  let open = wish.names;
  let degraded = false;
  let failure: unknown;
  for (const engine of engines.objects) {
    const names = open.filter((name) => labelFor(engine, name) !== null);
    if (names.length === 0) continue;
    try {
      const sightings = await detectWith(engine, names, pass, frames, wish.costlyLooks, context);
      found.push({ engine, tracks: objectTracks(sightings, pass) });
      open = open.filter((name) => !names.includes(name));
    } catch (error) {
      context.signal.throwIfAborted();
      context.log?.('object engine failed', { engine: engine.info.name, error: String(error) });
      degraded = true;
      failure = error;
    }
  }
  if (found.length === 0 && failure !== undefined) {
    throw new Fault('ANALYSIS_FAILED', 'no object engine gave an answer', { cause: failure });
  }
  return { found, degraded };
}

/** Picture by picture; one that hardly differs from the last keeps what was found there. */
async function detectWith(
  engine: ObjectEngine,
  names: readonly string[],
  pass: MediaPass,
  frames: FrameReader,
  costlyLooks: number,
  context: CallContext,
): Promise<ObjectSighting[]> {
  const labels = new Map(names.map((name) => [name, labelFor(engine, name) as string]));
  const looks = engine.costly ? fewImages(pass, costlyLooks) : everyImage(pass);
  const remote = engine.info.kind === 'remote';
  const detect = remote ? patient(engine, context) : engine.detect.bind(engine);
  const sightings: ObjectSighting[] = [];
  let grid: LumaGrid | null = null;
  let last: Awaited<ReturnType<ObjectEngine['detect']>> = [];
  let lookedAt = 0;
  for (const [done, look] of looks.entries()) {
    context.signal.throwIfAborted();
    const picture = await frames.rgb(look.image);
    const now = lumaGrid(picture);
    if (changedTiles(grid, now).some(Boolean)) {
      last = await detect(picture, [...new Set(labels.values())], context);
      [grid, lookedAt] = [now, look.image];
    }
    for (const [name, label] of labels) {
      for (const { confidence, box } of last.filter((one) => one.name === label)) {
        const seen = { name, confidence, box, look: lookedAt };
        sightings.push(...look.samples.map((sample) => ({ sample, ...seen })));
      }
    }
    context.onProgress?.((done + 1) / looks.length);
  }
  return sightings;
}

/** Failures in a row after which a remote engine is given up. */
const patience = 3;

/** A picture a remote engine fails on is passed over, unless that is all it does. */
function patient(engine: ObjectEngine, context: CallContext): ObjectEngine['detect'] {
  let failures = 0;
  return async (image, names) => {
    try {
      const found = await engine.detect(image, names, context);
      failures = 0;
      return found;
    } catch (error) {
      context.signal.throwIfAborted();
      failures += 1;
      if (failures >= patience) throw error;
      return [];
    }
  };
}

/** Outlines of each track's surest moment. A segmenter that fails costs the outlines, not the objects. */
async function withOutlines(
  tracks: readonly CheckedObjectTrack[],
  engine: SegmentEngine | null,
  { pass, frames, context }: Close,
): Promise<{ tracks: readonly CheckedObjectTrack[]; degraded: boolean }> {
  if (!engine) return { tracks, degraded: false };
  const outlined: CheckedObjectTrack[] = [];
  try {
    for (const track of tracks) {
      context.signal.throwIfAborted();
      const best = track.sightings.reduce((a, b) => (b.confidence > a.confidence ? b : a));
      const picture = await frames.rgb(pass.frames[best.sample]?.image ?? 0);
      const [outline] = await engine.outline(picture, [best.box], context);
      const sightings = track.sightings.map((sighting) =>
        sighting === best && outline ? { ...sighting, outline } : sighting,
      );
      outlined.push({ ...track, sightings });
    }
    return { tracks: outlined, degraded: false };
  } catch (error) {
    context.signal.throwIfAborted();
    context.log?.('outlines failed', { engine: engine.info.name, error: String(error) });
    return { tracks, degraded: true };
  }
}
