/** Opens the best engine of each kind that is configured or installed, and reports what is missing. */

import { basename } from 'node:path';
import { Fault } from '@reelsight/contract';
import { installedModels, modelPart } from '../models/folder.ts';
import type { InstalledModel, LoaderEngine, ModelRole } from '../models/model.ts';
import type { PictureEngine } from './clip/picture-engine.ts';
import type { EmbeddingEngine } from './embedding.ts';
import type { Device, EngineInfo, EngineRole, EngineStatus } from './engine.ts';
import { KeptEngines } from './kept-engines.ts';
import type { LanguageEngine } from './language.ts';
import type { LogoEngine, LogoFile } from './logos.ts';
import { type MissingModel, missingModels } from './missing-models.ts';
import type { ObjectEngine, SegmentEngine } from './objects.ts';
import type { OnnxOptions } from './onnx-session.ts';
import type { Remote, RemoteModels } from './openai-compatible/client.ts';
import type { RemoteVision } from './openai-compatible/vision.ts';
import type { SightEngine } from './sight/sight-network.ts';
import type { DiarizationEngine, SpeechEngine } from './speech.ts';
import type { TextEngine } from './text.ts';
import type { VisionEngine } from './vision.ts';

export interface RemoteEmbedding {
  readonly model: string | null;
  readonly queryPrefix: string | null;
  readonly passagePrefix: string | null;
}

/**
 * Settings of an OpenAI-compatible server, without its key, which stays in the parent of the process that uses these
 * settings.
 */
export interface RemoteSettings {
  readonly url: string;
  readonly models: RemoteModels;
  readonly embedding?: RemoteEmbedding;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly tokensPerJob: number;
  readonly materialTokens: number;
  readonly answerTokens: number;
}

/** Plain data, because it is sent to engine hosts. */
export interface EngineSettings {
  readonly modelsDir: string;
  readonly threads: number;
  /** The device for networks of ONNX Runtime; sherpa's networks run on the CPU. */
  readonly device: Device;
  readonly remote: RemoteSettings | null;
  /** Path of the JSON file with the operator's brands. */
  readonly brandsFile: string | null;
  /** Folder with the operator's pictures of logos. */
  readonly logosDir: string | null;
  readonly paid: PaidLimits;
}

/** How much a language model may read of one video to refine its paid segments. */
export interface PaidLimits {
  /** Maximum number of calls; 0: the model is not asked. */
  readonly calls: number;
  /** Time limit of all calls together, in milliseconds. */
  readonly timeMs: number;
}

const onnxOf = ({ threads, device }: EngineSettings): OnnxOptions => ({ threads, device });

/** The logos to look for. */
export interface WantedLogos {
  /** Brands that a job names; if there are none, well-known shapes are looked for. */
  readonly namedBrands: readonly string[];
  readonly pictures: readonly LogoFile[];
}

export interface Engines {
  /** Null if there is no such engine. */
  speech(): Promise<SpeechEngine | null>;
  diarization(): Promise<DiarizationEngine | null>;
  text(): Promise<TextEngine | null>;
  objects(): Promise<readonly ObjectEngine[]>;
  outlines(): Promise<SegmentEngine | null>;
  /** Null if there is no such engine, or it has no picture to compare with. */
  logos(wantedLogos: WantedLogos): Promise<LogoEngine | null>;
  vision(): Promise<VisionEngine | null>;
  language(): Promise<LanguageEngine>;
  sight(): Promise<SightEngine>;
  /** Describes pictures for search by words; null without a pulled model that knows pictures and words. */
  sightForWords(): Promise<PictureEngine | null>;
}

/**
 * The engines of one job. The job has its own budget for the remote client; engines that run in this process may stay
 * in `engineCache` for the next job.
 */
export function openEngines(settings: EngineSettings, engineCache = new KeptEngines()): Engines {
  let remote: Promise<Remote> | undefined;
  const client = (): Promise<Remote> | null => {
    if (!settings.remote) return null;
    remote ??= openClient(settings.remote);
    return remote;
  };
  const { modelsDir, threads } = settings;
  const onnx = onnxOf(settings);
  const remoteVision = async (): Promise<RemoteVision | null> => {
    const clientPromise = client();
    if (!clientPromise) return null;
    const { openRemoteVision } = await import('./openai-compatible/vision.ts');
    return openRemoteVision(await clientPromise);
  };

  return {
    speech: () => openSpeech(settings, client(), engineCache),
    diarization: async () => {
      const { findDiarization, openSherpaDiarization } = await import(
        './sherpa/sherpa-diarization.ts'
      );
      const models = await findDiarization(modelsDir);
      return models && openSherpaDiarization(models, { threads });
    },
    text: () => openText(settings, engineCache),
    objects: () => openObjects(settings, remoteVision, engineCache),
    outlines: async () => {
      const [model] = await installedModels(modelsDir, 'outlines');
      if (!model) return null;
      const { openSegmenter } = await import('./open-vocabulary/segmenter.ts');
      return engineCache.open('outlines', [model.folder, onnx], () => openSegmenter(model, onnx));
    },
    logos: async (wantedLogos) =>
      (await remoteVision())?.logos ?? openLogos(settings, wantedLogos, engineCache),
    vision: async () => (await remoteVision())?.vision ?? null,
    language: () => openLanguage(settings, client(), engineCache),
    sight: async () => {
      const { openSight } = await import('./sight/sight-network.ts');
      return engineCache.open('sight', [threads], () => openSight(threads));
    },
    sightForWords: async () => {
      const { findPictureTextModel } = await import('./clip/picture-text-model.ts');
      const model = await findPictureTextModel(modelsDir);
      if (!model) return null;
      const { openPictureEngine } = await import('./clip/picture-engine.ts');
      return engineCache.open('sightForWords', [model.folder, threads], () =>
        openPictureEngine(model, threads),
      );
    },
  };
}

/** Opens the engine of speech, which is helped by a denoiser if one is installed. */
async function openSpeech(
  settings: EngineSettings,
  client: Promise<Remote> | null,
  engineCache: KeptEngines,
): Promise<SpeechEngine | null> {
  const engine = await openPlainSpeech(settings, client, engineCache);
  const { findDenoiser, openSherpaDenoiser } = await import('./sherpa/sherpa-denoiser.ts');
  const model = await findDenoiser(settings.modelsDir);
  if (!engine || !model) return engine;

  const { openDenoisedSpeech } = await import('./denoised-speech.ts');
  const open = async () => openSherpaDenoiser(model);
  const denoiser = await engineCache.open('denoiser', [model.folder], open);

  return openDenoisedSpeech(engine, denoiser);
}

/** Opens the configured server, or a pulled model, or Moonshine, in this order. */
async function openPlainSpeech(
  settings: EngineSettings,
  client: Promise<Remote> | null,
  engineCache: KeptEngines,
): Promise<SpeechEngine | null> {
  if (client && settings.remote?.models.speech) {
    const { openRemoteSpeech } = await import('./openai-compatible/speech.ts');
    return openRemoteSpeech(await client);
  }

  const { threads, modelsDir } = settings;
  const { findSherpaSpeech, openSherpaSpeech } = await import('./sherpa/sherpa-speech.ts');
  const models = await findSherpaSpeech(modelsDir);
  if (models) {
    const folders = [...models.speech, models.languageId].map((model) => model?.folder);
    const open = async () => openSherpaSpeech(models, { threads });
    return engineCache.open('speech', [folders, threads], open);
  }

  const { moonshineStatus } = await import('./moonshine/status.ts');
  if (!moonshineStatus().available) return null;

  const { openMoonshine } = await import('./moonshine/moonshine.ts');
  const onnx = onnxOf(settings);

  return engineCache.open('speech', ['moonshine', onnx], async () => openMoonshine(onnx));
}

/** Languages (primary subtags) that the speech engine knows; null: it takes any. */
export async function speechLanguages({
  modelsDir,
  remote,
}: EngineSettings): Promise<readonly string[] | null> {
  if (remote?.models.speech) return null;

  const { findSherpaSpeech } = await import('./sherpa/sherpa-speech.ts');
  const models = await findSherpaSpeech(modelsDir);
  if (models) {
    const languages = models.speech.map(({ loader }) => loader.languages);
    return languages.includes(undefined) ? null : languages.flatMap((language) => language ?? []);
  }

  const { moonshineStatus } = await import('./moonshine/status.ts');
  return moonshineStatus().available ? ['en'] : [];
}

/** Opens the pulled text model, or else the one from npm. */
async function openText(settings: EngineSettings, engineCache: KeptEngines): Promise<TextEngine> {
  const [model] = await installedModels(settings.modelsDir, 'text');
  const onnx = onnxOf(settings);
  return engineCache.open('text', [model?.folder, onnx], () => openReader(model, onnx));
}

async function openReader(
  model: InstalledModel | undefined,
  onnx: OnnxOptions,
): Promise<TextEngine> {
  const { openPaddleOcr, pulledTextInfo } = await import('./paddle-ocr/paddle-ocr.ts');
  if (!model) return openPaddleOcr(onnx);
  if (model.loader.engine !== 'pp-ocr') throw wrongLoader(model, 'text engine');

  const [detector, recogniser, keys] = ['detector', 'recogniser', 'keys'].map((part) =>
    modelPart(model, part),
  ) as [string, string, string];
  const info = pulledTextInfo(model);

  return openPaddleOcr({ ...onnx, model: { info, files: { detector, recogniser, keys } } });
}

const wrongLoader = (model: InstalledModel, engineKind: string) =>
  new Fault('ANALYSIS_FAILED', `${model.loader.engine} of ${model.id} is no ${engineKind}`);

/** The best engine comes first: each name is looked for by the first engine that can detect it. */
async function openObjects(
  settings: EngineSettings,
  remoteVision: () => Promise<RemoteVision | null>,
  engineCache: KeptEngines,
): Promise<ObjectEngine[]> {
  const { modelsDir } = settings;
  const onnx = onnxOf(settings);
  const engines: ObjectEngine[] = [];
  const remote = await remoteVision();
  if (remote) engines.push(remote.objects);

  const [open] = await installedModels(modelsDir, 'objects');
  if (open) {
    const { openOpenVocabulary } = await import('./open-vocabulary/open-vocabulary.ts');
    const key = [open.folder, onnx];
    engines.push(await engineCache.open('objects', key, () => openOpenVocabulary(open, onnx)));
  }

  const [detector] = await installedModels(modelsDir, 'detector');
  const openAny = () => (detector ? openDetector(detector, onnx) : openOwnDetector(onnx));
  engines.push(await engineCache.open('detector', [detector?.folder, onnx], openAny));

  return engines;
}

/** The code of a kind of detector, with the name under which it is reported. */
interface DetectorCode {
  open(model: InstalledModel, onnx: OnnxOptions): Promise<ObjectEngine>;
  infoOf(model: InstalledModel): EngineInfo;
}

/** To add another kind of detector, add an entry to this table and a folder with its code. */
const detectors: { readonly [engine in LoaderEngine]?: () => Promise<DetectorCode> } = {
  yolox: async () => {
    const { openYolox, yoloxInfo } = await import('./yolox/yolox.ts');
    return { open: openYolox, infoOf: yoloxInfo };
  },
  dfine: detr,
  rfdetr: detr,
};

async function detr(): Promise<DetectorCode> {
  const { detrInfo, openDetr } = await import('./detr/detr.ts');
  return { open: openDetr, infoOf: detrInfo };
}

async function openOwnDetector(onnx: OnnxOptions): Promise<ObjectEngine> {
  const { openCenterNet } = await import('./centernet/centernet.ts');
  return openCenterNet(onnx);
}

async function openDetector(model: InstalledModel, onnx: OnnxOptions): Promise<ObjectEngine> {
  const code = await detectors[model.loader.engine]?.();
  if (!code) throw wrongLoader(model, 'detector');
  return code.open(model, onnx);
}

async function detectorInfo(model: InstalledModel): Promise<EngineInfo> {
  const code = await detectors[model.loader.engine]?.();
  return code?.infoOf(model) ?? { name: model.loader.kind, version: model.id, kind: 'local' };
}

/**
 * Opens the engine of logos, with the pulled image model if there is one; null if there is nothing to compare with.
 */
async function openLogos(
  settings: EngineSettings,
  { namedBrands, pictures }: WantedLogos,
  engineCache: KeptEngines,
): Promise<LogoEngine | null> {
  const { logosDir } = settings;
  const [model] = await installedModels(settings.modelsDir, 'logos');
  const { drawIcons, fileReferences, folderLogos, iconsOf } = await import('./logo-references.ts');
  const files = [...pictures, ...(logosDir === null ? [] : await folderLogos(logosDir))];
  const { wellKnownMarks } = await import('./marks/well-known-marks.ts');
  const isUnasked = namedBrands.length === 0;
  const icons = iconsOf(isUnasked ? wellKnownMarks : namedBrands);
  if (files.length === 0 && icons.length === 0) return null;

  const onnx = onnxOf(settings);
  // Each part of a job has its own folder with the pictures, so the key contains their file names, which are ids, and
  // not their paths.
  const fileNames = files.map(({ name, path }) => [name, basename(path)]);
  const key = [model?.folder, onnx, isUnasked, icons.map(({ name }) => name), fileNames];
  const openAny = async (): Promise<LogoEngine | null> => {
    const { openMarks } = await import('./marks/marks.ts');
    const drawn = (await drawIcons(icons)).map((icon) => ({ ...icon, isUnasked }));
    const references = [...(await fileReferences(files)), ...drawn];
    const reader = await openText(settings, engineCache);
    return openMarks(references, reader, { ...onnx, imageModel: model ?? null });
  };
  const keptLogos = await engineCache.open('logos', key, async () => {
    const engine = await openAny();
    return { engine, close: async () => engine?.close() };
  });

  return keptLogos.engine;
}

/** Whether the optional engines whose work is charged are available; all others in the price table always are. */
export async function chargedEngines({ modelsDir, remote, paid }: EngineSettings): Promise<{
  readonly logos: boolean;
  readonly tokens: boolean;
  readonly paidCalls: number;
}> {
  const hasModel = async (role: ModelRole) => (await installedModels(modelsDir, role)).length > 0;
  return {
    // A vision model finds logos too, but its work is charged as pictures.
    logos: !remote?.models.vision && (await hasModel('logos')),
    tokens: Boolean(remote?.models.language) || (await hasModel('language')),
    paidCalls: paid.calls,
  };
}

/** Whether logos are compared with pictures; a vision model knows logos without them. */
export const comparesLogos = ({ remote }: EngineSettings): boolean => !remote?.models.vision;

async function openClient(settings: RemoteSettings): Promise<Remote> {
  const { openRemote } = await import('./openai-compatible/client.ts');
  return openRemote({
    url: settings.url,
    apiKey: null,
    models: settings.models,
    timeoutMs: settings.timeoutMs,
    maxRetries: settings.retries,
    maxTokensPerJob: settings.tokensPerJob,
  });
}

/** Limits for a local model: a small model on a CPU can read and write only a little, and slowly. */
const localLanguage = { materialTokens: 2000, answerTokens: 400, timeoutMs: 180_000 };

async function openLanguage(
  settings: EngineSettings,
  client: Promise<Remote> | null,
  engineCache: KeptEngines,
): Promise<LanguageEngine> {
  if (client && settings.remote) {
    const { openRemoteLanguage } = await import('./openai-compatible/language.ts');
    const engine = openRemoteLanguage(await client, settings.remote);
    if (engine) return engine;
  }

  const [model] = await installedModels(settings.modelsDir, 'language');
  if (model) {
    const { openTransformersLanguage } = await import(
      './transformers-language/transformers-language.ts'
    );
    const onnx = onnxOf(settings);
    const open = async () => openTransformersLanguage(model, { ...localLanguage, ...onnx });

    return engineCache.open('language', [model.folder, onnx], open);
  }

  const { openExtractive } = await import('./extractive/extractive.ts');
  return openExtractive();
}

/**
 * The engine for search by meaning, opened in the processes that hold the server's key; null if no server is set up.
 */
export async function openEmbedding(
  { remote }: EngineSettings,
  { apiKey, queryTimeoutMs }: { readonly apiKey: string | null; readonly queryTimeoutMs: number },
): Promise<EmbeddingEngine | null> {
  const { model = null, queryPrefix = null, passagePrefix = null } = remote?.embedding ?? {};
  if (!remote || model === null) return null;

  const { openRemoteEmbedding } = await import('./openai-compatible/embedding.ts');
  return openRemoteEmbedding({
    url: remote.url,
    apiKey,
    model,
    queryTimeoutMs,
    timeoutMs: remote.timeoutMs,
    maxRetries: remote.retries,
    prefixes: { query: queryPrefix, passage: passagePrefix },
  });
}

/** The pulled model for search by meaning, which must run in its own process. */
export async function findEmbeddingModel(modelsDir: string): Promise<InstalledModel | null> {
  // Models with the role `embedding` embed voices, so they are not meant here.
  const models = await installedModels(modelsDir, 'text-embedding');
  return models.find(({ loader }) => loader.engine === 'transformers') ?? null;
}

const status = (role: EngineRole, info: EngineInfo, needs?: string): EngineStatus => ({
  role,
  info,
  available: needs === undefined,
  ...(needs !== undefined && { needs }),
});

/** Every engine this build knows, with what a missing engine needs: built-in engines, pulled models, then servers. */
export async function engineStatuses(settings: EngineSettings): Promise<EngineStatus[]> {
  const { moonshineStatus } = await import('./moonshine/status.ts');
  const { sherpaSpeechStatus } = await import('./sherpa/sherpa-speech.ts');
  const { diarizationStatus } = await import('./sherpa/sherpa-diarization.ts');
  const { openExtractive } = await import('./extractive/extractive.ts');
  const { paddleOcrInfo } = await import('./paddle-ocr/paddle-ocr.ts');
  const { centerNetInfo } = await import('./centernet/centernet.ts');
  const { marksInfo } = await import('./marks/marks.ts');

  return [
    moonshineStatus(),
    await sherpaSpeechStatus(settings.modelsDir),
    await diarizationStatus(settings.modelsDir),
    status('text', paddleOcrInfo),
    status('objects', centerNetInfo),
    status('logos', marksInfo),
    status('language', openExtractive().info),
    ...(await pulledStatuses(settings.modelsDir)),
    ...remoteStatuses(settings.remote),
  ];
}

/**
 * For each role, the pulled model that the next job would open, under the name that the job's results would give it.
 */
async function pulledStatuses(modelsDir: string): Promise<EngineStatus[]> {
  const preferred = async (role: ModelRole): Promise<InstalledModel | undefined> =>
    (await installedModels(modelsDir, role))[0];
  const candidates: readonly (readonly [EngineRole, InstalledModel | undefined, InfoOfModel])[] = [
    ['text', await preferred('text'), pulledInfos.text],
    ['objects', await preferred('objects'), pulledInfos.objects],
    ['objects', await preferred('detector'), pulledInfos.detector],
    ['logos', await preferred('logos'), pulledInfos.logos],
    ['language', await preferred('language'), pulledInfos.language],
    ['embedding', (await findEmbeddingModel(modelsDir)) ?? undefined, pulledInfos.embedding],
  ];
  const pulled = await Promise.all(
    candidates.map(async ([role, model, infoOf]) => model && status(role, await infoOf(model))),
  );
  const installed = pulled.filter((engineStatus) => engineStatus !== undefined);

  const absentInfo: EngineInfo = { name: 'pulled model', version: '', kind: 'local' };
  const absent = pullableModels.filter(
    ([role]) => !installed.some((engineStatus) => engineStatus.role === role),
  );

  return [
    ...installed,
    ...absent.map(([role, model]) => status(role, absentInfo, missingModels([model]))),
  ];
}

/** Text is not among these roles, because the packaged engine is enough for most users. */
const pullableModels: readonly (readonly [EngineRole, MissingModel])[] = [
  ['objects', { name: 'object model', roles: ['objects', 'detector'] }],
  ['logos', { name: 'logo model', roles: ['logos'] }],
  ['language', { name: 'language model', roles: ['language'] }],
  ['embedding', { name: 'text-embedding model', roles: ['text-embedding'] }],
];

type InfoOfModel = (model: InstalledModel) => Promise<EngineInfo>;

/**
 * Functions that name a pulled model's engine. The engine is named by the same functions when it is opened, so that
 * status and results agree.
 */
const pulledInfos = {
  text: async (model) => (await import('./paddle-ocr/paddle-ocr.ts')).pulledTextInfo(model),
  objects: async (model) =>
    (await import('./open-vocabulary/open-vocabulary.ts')).openVocabularyInfo(model),
  detector: detectorInfo,
  logos: async (model) => (await import('./clip/image-model.ts')).imageModelInfo(model),
  language: async (model) =>
    (await import('./transformers-language/transformers-language.ts')).localLanguageInfo(model),
  embedding: async (model) =>
    (await import('./transformers-embedding/transformers-embedding.ts')).embeddingNames(model).info,
} satisfies Record<string, InfoOfModel>;

function remoteStatuses(remote: RemoteSettings | null): EngineStatus[] {
  const configurable = (['speech', 'vision', 'language', 'embedding'] as const).map((role) => {
    const model = (role === 'embedding' ? remote?.embedding?.model : remote?.models[role]) ?? null;
    const info: EngineInfo = { name: model ?? 'remote', version: '', kind: 'remote' };
    if (model) return status(role, info);

    const variable = `REELSIGHT_AI_${role.toUpperCase()}_MODEL`;
    return status(
      role,
      info,
      `no ${role} model of a server is chosen: set REELSIGHT_AI_URL and ${variable} for an OpenAI-compatible server`,
    );
  });

  // A vision model also finds objects and logos, and is preferred to all other engines for them.
  const vision = configurable.find(({ role, available }) => role === 'vision' && available);
  if (!vision) return configurable;

  const seeing = ['objects', 'logos'] as const;
  return [...configurable, ...seeing.map((role) => status(role, vision.info))];
}

/** Label in `results.meta.engines`. */
export function engineLabel(infos: readonly EngineInfo[]): string {
  return infos.map(({ name, version }) => (version ? `${name} ${version}` : name)).join(' + ');
}
