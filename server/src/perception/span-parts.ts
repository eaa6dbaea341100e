/** What each kind of part needs of the order and of the engines. */
import type { ErrorCode } from '@reelsight/contract';
import type { CallContext } from '../engines/engine.ts';
import { type Artifacts, failureOf, type PartFailure } from './artifacts.ts';
import { withLibrary } from './brands/brand-library.ts';
import { readCells } from './brands/read-cells.ts';
import type { SoundCell } from './cells.ts';
import type { Pictures } from './frame-reader.ts';
import type { PartFiles, SpanOrder } from './part.ts';
import type { Resources } from './resources.ts';
import { hearCells, hearingOptions } from './speech/hear.ts';
import { tellSpeakers } from './speech/speakers.ts';
import { detectCells } from './things/detect-cells.ts';

/** Pictures of one job that a costly model is shown at most; a token budget ends it earlier. */
const costlyLooks = 60;

export async function hearPart(
  { ask, library, files, engines }: SpanOrder,
  cells: readonly SoundCell[],
  resources: Resources,
  context: CallContext,
): Promise<Artifacts['hear']> {
  const lexicon = await resources.lexicon(engines.brandsFile);
  const options = hearingOptions(ask, library.brands, lexicon);
  const speech = await opened('TRANSCRIPTION_FAILED', context, () =>
    resources.engines(engines).speech(),
  );
  if (speech.failure) return { spans: [], failure: speech.failure };
  return hearCells(cells, soundOf(files), speech.engine, options, context);
}

export async function speakersPart(
  { files, engines }: SpanOrder,
  resources: Resources,
  context: CallContext,
): Promise<Artifacts['speakers']> {
  const diarization = await opened('TRANSCRIPTION_FAILED', context, () =>
    resources.engines(engines).diarization(),
  );
  if (diarization.failure) return { turns: null, engine: null };
  return tellSpeakers(soundOf(files), diarization.engine, context);
}

/** Also where only questions are asked: they may be about what stands on the screen. */
export async function readPart(
  { ask, library, span, engines: settings }: SpanOrder,
  pictures: Pictures,
  resources: Resources,
  context: CallContext,
): Promise<Artifacts['read']> {
  const wanted = ask.capabilities.includes('brands');
  const listed = await resources.lexicon(settings.brandsFile);
  const lexicon = withLibrary(listed, library.brands, ask.brands);
  const names = ask.brands.length > 0 ? ask.brands : lexicon.brands.map(({ name }) => name);
  const engines = resources.engines(settings);
  const eyes = await opened('ANALYSIS_FAILED', context, async () => ({
    text: await engines.text(),
    logos: wanted ? await engines.logos(names, library.logos) : null,
    vision: wanted ? await engines.vision() : null,
  }));
  if (eyes.failure) return { ...nothingRead, failure: eyes.failure };
  const surfaces = wanted ? ask.surfaces : [];
  const wish = { targets: ask.brands, surfaces, lexicon, costlyLooks };
  return readCells(pictures, span, wish, eyes.engine, context);
}

const nothingRead: Artifacts['read'] = {
  lines: [],
  pieces: [],
  degraded: true,
  surfaces: { asked: 0, failed: 0 },
  failure: null,
  engines: { text: null, logos: null },
};

export async function detectPart(
  { ask, span, engines: settings }: SpanOrder,
  pictures: Pictures,
  resources: Resources,
  context: CallContext,
): Promise<Artifacts['detect']> {
  const engines = resources.engines(settings);
  const eyes = await opened('ANALYSIS_FAILED', context, async () => ({
    objects: await engines.objects(),
    outlines: await engines.outlines(),
    vision: await engines.vision(),
  }));
  if (eyes.failure) {
    const nothing = { engines: [], sightings: [], looks: [], unsupported: [] };
    return { ...nothing, degraded: true, failure: eyes.failure };
  }
  const wish = { names: ask.objects, costlyLooks };
  return detectCells(pictures, span, wish, eyes.engine, context);
}

type Opened<T> =
  | { readonly engine: T; readonly failure: null }
  | { readonly engine: null; readonly failure: PartFailure };

/** An engine that cannot be opened has failed like one that breaks at work. */
async function opened<T>(
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

function soundOf({ sound }: PartFiles): NonNullable<PartFiles['sound']> {
  if (!sound) throw new Error('a part of the sound without sound');
  return sound;
}
