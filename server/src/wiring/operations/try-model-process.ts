/**
 * The process of a trial: opens the one model in the folder as jobs do, runs it on the sample, and reports what it saw
 * in one line.
 */
import { join } from 'node:path';
import { Fault } from '@reelsight/contract';
import type { Box, CallContext, EngineInfo, RgbImage, SoundFile } from '../../engines/engine.ts';
import { joinSpeech } from '../../engines/joined-speech.ts';
import type { Passage } from '../../engines/language.ts';
import type { DetectedObject } from '../../engines/objects.ts';
import {
  type EngineSettings,
  type Engines,
  findEmbeddingModel,
  openEngines,
} from '../../engines/registry.ts';
import { findDenoiser, openSherpaDenoiser } from '../../engines/sherpa/sherpa-denoiser.ts';
import { type HeardSpeech, speechStretches } from '../../engines/vad.ts';
import { openFrames } from '../../media/frames.ts';
import { ingestMedia } from '../../media/ingest.ts';
import type { MediaPass } from '../../media/media.ts';
import { unpackSound } from '../../media/sound-pack.ts';
import type { ModelRole } from '../../models/model.ts';
import type { ModelTrial } from '../../models/trials.ts';

export interface TrialOrder {
  readonly settings: EngineSettings;
  readonly id: string;
  readonly role: ModelRole;
  /** The sample video. */
  readonly sample: string;
  /** Empty folder for what is decoded. */
  readonly workFolder: string;
}

export type TrialOutcome = Pick<ModelTrial, 'saw' | 'error' | 'seconds'>;

/** Number of pictures of the sample that a model is given, evenly spread. */
const pictureCount = 6;
const limits = {
  maxSidePixels: 4096,
  maxFramePixels: 4096 * 4096,
  frameSidePixels: 1280,
  maxDurationSeconds: 600,
  maxOutputBytes: 2 ** 28,
};

const context: CallContext = {
  signal: new AbortController().signal,
  meter: () => undefined,
};

/** The sample as engines take it, and the engines of a folder with the one model. */
interface Bench {
  readonly order: TrialOrder;
  readonly engines: Engines;
  readonly pictures: readonly RgbImage[];
  readonly sound: SoundFile;
  readonly soundSeconds: number;
}

type Trial = (bench: Bench) => Promise<string>;

/** Throws Fault ANALYSIS_FAILED if another engine took the place of the model. */
function checkEngine({ order: { id } }: Bench, info: EngineInfo | undefined): void {
  const isModel = info?.kind === 'local' && `${info.name} ${info.version}`.includes(id);
  if (isModel) return;
  const instead = info ? `${info.name} would work instead` : 'nothing opened it';
  throw new Fault('ANALYSIS_FAILED', `${id} does not work here: ${instead}`);
}

async function hear({ engines, sound, soundSeconds }: Bench, check: (info: EngineInfo) => void) {
  const engine = await engines.speech();
  if (!engine) throw new Fault('ANALYSIS_FAILED', 'no speech engine works here');

  check(engine.info);
  try {
    const wholeSound = { start: 0, end: soundSeconds };
    const speech = await engine.hear(sound, wholeSound, { language: null, hints: [] }, context);
    return joinSpeech([speech], null, soundSeconds);
  } finally {
    await engine.close();
  }
}

const trySpeech: Trial = async (bench) => {
  const { language, segments } = await hear(bench, (info) => checkEngine(bench, info));
  return `${language || 'no speech'}: ${quoted(segments.map(({ text }) => text).join(' '))}`;
};

const tryLanguageId: Trial = async (bench) => {
  const { language } = await hear(bench, () => undefined);
  return `language ${language || 'not told'}`;
};

const tryDiarization: Trial = async (bench) => {
  const engine = await bench.engines.diarization();
  checkEngine(bench, engine?.info);

  const turns = (await engine?.diarize(bench.sound, null, context)) ?? [];
  return `${new Set(turns.map(({ speaker }) => speaker)).size} speakers in ${turns.length} turns`;
};

/** A denoiser that spoils speech would leave less of it to be found. */
const tryDenoiser: Trial = async ({ order, sound, soundSeconds }) => {
  const model = await findDenoiser(order.settings.modelsDir);
  if (!model) throw new Fault('ANALYSIS_FAILED', `nothing here can load ${order.id}`);

  const denoiser = openSherpaDenoiser(model);
  const wholeSound = { start: 0, end: soundSeconds };
  const path = join(order.workFolder, 'cleaned.wav');
  const cleanedSound = await denoiser.clean(sound, wholeSound, path, context);
  await denoiser.close();

  const before = await speechStretches(sound, wholeSound, context.signal);
  const after = await speechStretches(cleanedSound, wholeSound, context.signal);
  const change = decibels(after.loudness) - decibels(before.loudness);
  const manner = change > 0 ? 'louder' : 'quieter';

  return `${spokenSeconds(after)} s of speech, ${spokenSeconds(before)} s before, in sound that is ${Math.abs(change).toFixed(1)} dB ${manner}`;
};

const spokenSeconds = ({ stretches }: HeardSpeech): string =>
  stretches.reduce((sum, { start, end }) => sum + end - start, 0).toFixed(1);

/** Below this, sound of 16 bits is silence. */
const silentDecibels = -100;

function decibels(loudness: Float32Array): number {
  const power = loudness.reduce((sum, value) => sum + value ** 2, 0) / loudness.length;
  return Math.max(10 * Math.log10(power), silentDecibels);
}

const tryText: Trial = async (bench) => {
  const engine = await bench.engines.text();
  if (!engine) throw new Fault('ANALYSIS_FAILED', 'no text engine works here');

  checkEngine(bench, engine.info);
  const texts: string[] = [];
  for (const picture of bench.pictures) {
    const areas = await engine.find(picture, context);
    const readings = await engine.recognise(
      picture,
      areas.map(({ corners }) => corners),
      context,
    );
    texts.push(...readings.flatMap((reading) => reading?.text ?? []));
  }
  await engine.close();

  return quoted(texts.join(' | '));
};

/** What is drawn in the sample; an engine that knows names of its own is asked for those. */
const drawnThings = ['stop sign', 'cup', 'clock', 'apple', 'car', 'traffic light'];

const tryObjects: Trial = async (bench) => {
  const [engine] = await bench.engines.objects();
  if (!engine) throw new Fault('ANALYSIS_FAILED', 'no detector works here');

  checkEngine(bench, engine.info);
  const detections: DetectedObject[] = [];
  for (const picture of bench.pictures)
    detections.push(...(await engine.detect(picture, engine.vocabulary ?? drawnThings, context)));
  await engine.close();

  const byName = [...Map.groupBy(detections, ({ name }) => name)];
  const surest = byName
    .map(([name, boxes]) => ({ name, confidence: Math.max(...boxes.map((box) => box.confidence)) }))
    .sort((a, b) => b.confidence - a.confidence);
  return listed(surest.map(({ name, confidence }) => `${name} ${confidence.toFixed(2)}`));
};

/** A box around the middle of a picture, in which something is drawn in every scene of the sample. */
const middle: Box = { x: 0.25, y: 0.2, width: 0.5, height: 0.6 };

const tryOutlines: Trial = async (bench) => {
  const engine = await bench.engines.outlines();
  if (!engine) throw new Fault('ANALYSIS_FAILED', 'no engine for outlines works here');

  checkEngine(bench, engine.info);
  const outlines: number[] = [];
  for (const picture of bench.pictures) {
    const [rings] = await engine.outline(picture, [middle], context);
    if (rings) outlines.push(rings.reduce((points, ring) => points + ring.length, 0));
  }
  await engine.close();

  return `${outlines.length} of ${bench.pictures.length} outlines, of ${outlines.join(', ') || 'no'} points`;
};

const tryLogos: Trial = async (bench) => {
  const engine = await bench.engines.logos({ namedBrands: ['Apple'], pictures: [] });
  if (!engine) throw new Fault('ANALYSIS_FAILED', 'no engine for logos works here');

  checkEngine(bench, engine.info);
  const names: string[] = [];
  for (const picture of bench.pictures)
    names.push(...(await engine.find(picture, null, context)).map(({ name }) => name));
  await engine.close();

  return listed([...new Set(names)].map((name) => `the logo of ${name}`));
};

const tryLanguage: Trial = async (bench) => {
  const engine = await bench.engines.language();
  checkEngine(bench, engine.info);

  const { language, segments } = await hear(bench, () => undefined);
  const passages = segments.map(
    ({ start, end, text }): Passage => ({
      source: 'speech',
      subject: { kind: 'speech', name: '' },
      text,
      quotable: text,
      moments: [{ video: 0, start, end }],
    }),
  );
  const { text } = await engine.summarise({ title: null, language, passages }, context);
  const question = { query: 'What do the cups of coffee cost?', videos: ['the sample'], passages };
  const { answer } = await engine.answer(question, context);

  return `${quoted(text)}; asked what the coffee costs: ${quoted(answer) || 'no answer'}`;
};

/** The first is the answer to the question, and shares no word with it. */
const statements = ['The drinks were nine dollars.', 'The sky is grey tonight.'];
const question = 'How much did we pay for coffee?';

const tryTextEmbedding: Trial = async ({ order }) => {
  const installed = await findEmbeddingModel(order.settings.modelsDir);
  if (!installed) throw new Fault('ANALYSIS_FAILED', `nothing here can load ${order.id}`);

  const { openTransformersEmbedding } = await import(
    '../../engines/transformers-embedding/transformers-embedding.ts'
  );
  const { threads, device } = order.settings;
  const engine = openTransformersEmbedding(installed, { threads, device });
  const [query] = await engine.embed([question], 'query', context.signal);
  const passages = await engine.embed(statements, 'passage', context.signal);
  const [near = 0, far = 0] = passages.map((passage) => dotProduct(query ?? [], passage));

  return `${query?.length} dimensions; the right sentence ${near > far ? 'is' : 'is not'} nearer to a question (${near.toFixed(2)}) than another (${far.toFixed(2)})`;
};

const dotProduct = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a, (value, index) => value * (b[index] ?? 0)).reduce((sum, value) => sum + value, 0);

const trials: Readonly<Record<ModelRole, Trial>> = {
  speech: trySpeech,
  'language-id': tryLanguageId,
  segmentation: tryDiarization,
  embedding: tryDiarization,
  denoiser: tryDenoiser,
  text: tryText,
  objects: tryObjects,
  detector: tryObjects,
  outlines: tryOutlines,
  logos: tryLogos,
  language: tryLanguage,
  'text-embedding': tryTextEmbedding,
};

/** Maximum number of characters of what a model wrote. */
const mostQuoted = 240;

function quoted(text: string): string {
  if (text.trim() === '') return '';
  const characters = [...text.trim()];
  const cut = characters.slice(0, mostQuoted).join('');
  return `“${cut}${characters.length > mostQuoted ? '…' : ''}”`;
}

const listed = (names: readonly string[]): string => names.slice(0, 12).join(', ') || 'nothing';

async function openBench(order: TrialOrder): Promise<Bench> {
  const { workFolder, sample, settings } = order;
  const pass = await ingestMedia({
    path: sample,
    outDir: workFolder,
    fps: 1,
    limits,
    signal: context.signal,
  });
  if (!pass.audio?.pieces) throw new Error('the sample has no sound');

  const sound = join(workFolder, 'sound.wav');
  const { file, pieces, durationSeconds } = pass.audio;
  unpackSound({ path: join(workFolder, file), offset: 0, pieces, to: sound });

  return {
    order,
    engines: openEngines(settings),
    pictures: await picturesOf(pass, join(workFolder, 'frames.pack')),
    sound: { path: sound, startSeconds: 0 },
    soundSeconds: durationSeconds,
  };
}

async function picturesOf(pass: MediaPass, path: string): Promise<readonly RgbImage[]> {
  const frames = await openFrames({ path, offset: 0 }, pass);
  try {
    const step = pass.images.length / pictureCount;
    const indexes = Array.from({ length: pictureCount }, (_, index) =>
      Math.floor((index + 0.5) * step),
    );
    return await Promise.all(indexes.map((index) => frames.rgb(index)));
  } finally {
    await frames.close();
  }
}

async function run(order: TrialOrder): Promise<TrialOutcome> {
  try {
    const bench = await openBench(order);
    const startMs = performance.now();
    const saw = await trials[order.role](bench);
    return { saw, error: null, seconds: (performance.now() - startMs) / 1000 };
  } catch (error) {
    // The model's files are seen through a temporary folder, which means nothing to its reader.
    const reason = reasonOf(error).replaceAll(`${order.settings.modelsDir}/`, '');
    return { saw: null, error: reason, seconds: null };
  }
}

/** The message of an error with those of its causes, which say what a library did not understand. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error instanceof Fault ? error.detail : error.message;
  return error.cause === undefined ? message : `${message}: ${reasonOf(error.cause)}`;
}

process.once('message', (order: TrialOrder) => {
  void run(order).then((outcome) => process.send?.(outcome, () => process.exit()));
});
