/** Runs all kinds of parts except the join: takes the inputs from the order and opens the engines. */
import type { ErrorCode } from '@reelsight/contract';
import { boundsOf } from '@reelsight/contract/number-range';
import type { PictureEngine } from '../engines/clip/picture-engine.ts';
import type { CallContext, SoundFile } from '../engines/engine.ts';
import type { Engines } from '../engines/registry.ts';
import { type Artifacts, failureOf, type PartFailure } from './artifacts.ts';
import { withLibrary } from './brands/brand-library.ts';
import { readCells } from './brands/read-cells.ts';
import type { SoundCell } from './cells.ts';
import type { Pictures } from './frame-reader.ts';
import type { SpanOrder } from './part.ts';
import type { Resources } from './resources.ts';
import { describeStretches, type PartDescription } from './sight/describe-stretches.ts';
import { hearCells, hearingOptions } from './speech/hear.ts';
import { diarize } from './speech/speakers.ts';
import { detectCells } from './things/detect-cells.ts';

/** Maximum number of images of a job that are shown to a costly model; a token budget may stop it earlier. */
const costlyLooks = 60;

export async function runHear(
  { ask, library, engines }: SpanOrder,
  sound: { readonly cells: readonly SoundCell[]; readonly sounds: readonly SoundFile[] },
  resources: Resources,
  context: CallContext,
): Promise<Artifacts['hear']> {
  const lexicon = await resources.lexicon(engines.brandsFile);
  const options = hearingOptions(ask, library, lexicon);
  const speech = await tryOpen('TRANSCRIPTION_FAILED', context, () =>
    resources.engines(engines).speech(),
  );
  if (speech.failure) return { spans: [], failure: speech.failure };
  return hearCells(sound, speech.engine, { ...options, rank: lexicon.rank }, context);
}

export async function runSpeakers(
  { ask, engines }: SpanOrder,
  sound: SoundFile,
  resources: Resources,
  context: CallContext,
): Promise<Artifacts['speakers']> {
  const diarization = await tryOpen('TRANSCRIPTION_FAILED', context, () =>
    resources.engines(engines).diarization(),
  );
  if (diarization.failure) return { turns: null, engine: null };
  return diarize(sound, diarization.engine, boundsOf(ask.speakers_expected), context);
}

/**
 * Reads text, logos and brands. This also runs if only queries were requested, because they may be about text on
 * screen.
 */
export async function runRead(
  { ask, library, span, engines: settings }: SpanOrder,
  pictures: Pictures,
  resources: Resources,
  context: CallContext,
): Promise<Artifacts['read']> {
  const wantsBrands = ask.capabilities.includes('brands');
  const listed = await resources.lexicon(settings.brandsFile);
  const lexicon = withLibrary(listed, library.brands, ask.brands);
  const wantedLogos = { namedBrands: ask.brands, pictures: library.logos };
  const engines = resources.engines(settings);
  const opening = await tryOpen('ANALYSIS_FAILED', context, async () => ({
    text: await engines.text(),
    logos: wantsBrands ? await engines.logos(wantedLogos) : null,
    vision: wantsBrands ? await engines.vision() : null,
  }));
  if (opening.failure) return { ...nothingRead, failure: opening.failure };

  const surfaces = wantsBrands ? ask.surfaces : [];
  const options = { targets: ask.brands, surfaces, lexicon, costlyLooks };

  return readCells(pictures, span, options, opening.engine, context);
}

const nothingRead: Artifacts['read'] = {
  lines: [],
  pieces: [],
  degraded: true,
  surfaces: { asked: 0, failed: 0 },
  failure: null,
  engines: { text: null, logos: null },
};

export async function runDetect(
  { ask, span, engines: settings }: SpanOrder,
  pictures: Pictures,
  resources: Resources,
  context: CallContext,
): Promise<Artifacts['detect']> {
  const engines = resources.engines(settings);
  const opening = await tryOpen('ANALYSIS_FAILED', context, async () => ({
    objects: await engines.objects(),
    outlines: await engines.outlines(),
    vision: await engines.vision(),
  }));
  if (opening.failure) {
    const emptyArtifact = { engines: [], sightings: [], looks: [], unsupported: [] };
    return { ...emptyArtifact, degraded: true, failure: opening.failure };
  }

  const options = { names: ask.objects, costlyLooks };
  return detectCells(pictures, span, options, opening.engine, context);
}

/**
 * Describes what the stretches of the part look like, if the order asks for it. If that fails, the video can't be found
 * by sight, but nothing of its results is missing, so it only goes into the log.
 */
export async function runSight(
  { span, engines: settings, describesSight }: SpanOrder,
  pictures: Pictures,
  resources: Resources,
  context: CallContext,
): Promise<Partial<PartDescription>> {
  if (!describesSight) return {};

  try {
    const engines = resources.engines(settings);
    const sight = await engines.sight();
    const forWords = await openForWords(engines, context);
    return await describeStretches(pictures, span, { sight, forWords }, context);
  } catch (error) {
    context.signal.throwIfAborted();
    context.log?.('pictures could not be described for search by sight', { detail: String(error) });
    return {};
  }
}

/** Null without such a model, and if it can't be opened: pictures are then compared with pictures alone. */
async function openForWords(engines: Engines, context: CallContext): Promise<PictureEngine | null> {
  try {
    return await engines.sightForWords();
  } catch (error) {
    context.signal.throwIfAborted();
    context.log?.('the model for search by words does not open', { detail: String(error) });
    return null;
  }
}

type Opened<T> =
  | { readonly engine: T; readonly failure: null }
  | { readonly engine: null; readonly failure: PartFailure };

/** Opens an engine; if that fails, the engine counts as failed, as if it had failed while working. */
async function tryOpen<T>(
  code: ErrorCode,
  context: CallContext,
  open: () => Promise<T>,
): Promise<Opened<T>> {
  try {
    return { engine: await open(), failure: null };
  } catch (error) {
    context.signal.throwIfAborted();
    const failure = failureOf(error, code);
    context.log?.('engine does not open', { detail: failure.detail });
    return { engine: null, failure };
  }
}
