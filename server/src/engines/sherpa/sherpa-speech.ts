/** The local speech engine: sherpa-onnx with a model from the models folder that knows the spoken language. */

import { installedModels } from '../../models/folder.ts';
import type { InstalledModel } from '../../models/model.ts';
import type { CallContext, EngineInfo, EngineStatus, SoundFile } from '../engine.ts';
import { missingModels } from '../missing-models.ts';
import type { HeardSpan, HeardUtterance, SpeechEngine, SpeechOptions } from '../speech.ts';
import { type Utterance, utterances } from '../speech-utterances.ts';
import { languageOfText, mayBeSaidIn } from '../text-language.ts';
import { type Stretch, speechStretches } from '../vad.ts';
import { sampleRate } from '../wav.ts';
import { loadSherpa, sherpaMissing } from './addon.ts';
import type { Piece } from './child.ts';
import { SherpaProcess } from './process.ts';
import { languageConfig, recognizerConfig } from './recognizer-config.ts';
import { wordsOf } from './tokens.ts';

export interface SherpaSpeechModels {
  /** At least one model, in order of preference; the first that knows the spoken language transcribes. */
  readonly speech: readonly InstalledModel[];
  /** The model that detects the language; if null, a Whisper model in `speech` is used instead. */
  readonly languageId: InstalledModel | null;
}

export interface SherpaOptions {
  readonly threads: number;
}

/** Whisper takes at most 30 s at once; a pause of a second is long enough for a new sentence to begin. */
const limits = { joinSeconds: 1, maxSeconds: 26, marginSeconds: 0.2 };

/** Time limit for loading, in milliseconds: a model of 1 GB may come from a slow disk. */
const loadMs = 300_000;
/** Time limit for one utterance, in milliseconds; large models need several times its length on two cores. */
const utteranceMs = 600_000;

/** The speech models of the folder, ready for `openSherpaSpeech`; null when there is none. */
export async function findSherpaSpeech(modelsDir: string): Promise<SherpaSpeechModels | null> {
  const speech = (await installedModels(modelsDir, 'speech')).filter(
    ({ loader }) => loader.engine === 'sherpa-offline',
  );
  const [languageId = null] = await installedModels(modelsDir, 'language-id');
  return speech.length > 0 ? { speech, languageId } : null;
}

export async function sherpaSpeechStatus(modelsDir: string): Promise<EngineStatus> {
  const problem = sherpaMissing();
  const models = problem ? null : await findSherpaSpeech(modelsDir);
  const [preferred] = models?.speech ?? [];
  if (preferred) return { role: 'speech', info: infoOf(preferred), available: true };

  return {
    role: 'speech',
    info: { name: 'sherpa-onnx', version: '', kind: 'local' },
    available: false,
    needs: problem ?? missingModels([{ name: 'speech model', roles: ['speech'] }]),
  };
}

const infoOf = (model: InstalledModel): EngineInfo => ({
  name: model.id,
  version: `sherpa-onnx ${loadSherpa().version}`,
  kind: 'local',
});

/**
 * `info` describes the preferred model; each span names the engine that transcribed it. The process with the models
 * starts with the first speech and stays until `close`. Pass the models found by `findSherpaSpeech`.
 */
export function openSherpaSpeech(models: SherpaSpeechModels, options: SherpaOptions): SpeechEngine {
  const info = infoOf(models.speech[0] as InstalledModel);
  let child: SherpaProcess | undefined;
  const running = () => {
    if (!child || child.closed) child = new SherpaProcess();
    return child;
  };

  return {
    info,
    async hear(sound, span, speechOptions, context) {
      const spoken = utterances(await speechStretches(sound, span, context.signal), limits);
      const { start, end } = span;

      if (spoken.length === 0) {
        const emptySpeech = { utterances: [], speechSeconds: 0, language: null, degraded: false };
        return { start, end, ...emptySpeech, engine: info };
      }

      const call: Call = {
        models,
        options,
        sound,
        asked: speechOptions,
        context,
        child: running(),
      };
      const detected = await detectLanguage(call, spoken);
      const model = modelFor(models.speech, detected ?? speechOptions.language);

      return { start, end, ...(await transcribe(call, spoken, model, detected)) };
    },
    async close() {
      child?.close();
    },
  };
}

interface Call {
  readonly models: SherpaSpeechModels;
  readonly options: SherpaOptions;
  readonly sound: SoundFile;
  readonly asked: SpeechOptions;
  readonly context: CallContext;
  readonly child: SherpaProcess;
}

/**
 * The language of the longest utterance; null if no model can detect it, or if every speech model knows just one
 * language.
 */
async function detectLanguage(call: Call, spoken: readonly Utterance[]): Promise<string | null> {
  const { models, options, context, child } = call;
  const detector = models.languageId ?? models.speech.find(isMultilingualWhisper);
  if (!detector || models.speech.every(({ loader }) => loader.languages?.length === 1)) return null;

  const config = languageConfig(detector, options.threads);
  await child.ask({ do: 'open language', config }, loadMs, context.signal);

  const longest = spoken.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
  const piece = pieceOf(call.sound, longest);
  const heardLanguage = await child.ask({ do: 'language', piece }, utteranceMs, context.signal);

  return primarySubtag(heardLanguage) || null;
}

const isMultilingualWhisper = ({ loader }: InstalledModel): boolean =>
  loader.kind === 'whisper' && loader.languages === undefined;

function modelFor(speech: readonly InstalledModel[], language: string | null): InstalledModel {
  const subtag = primarySubtag(language ?? '');
  const knows = (model: InstalledModel) => understands(model, subtag);
  return (subtag ? speech.find(knows) : undefined) ?? (speech[0] as InstalledModel);
}

const understands = ({ loader }: InstalledModel, language: string): boolean =>
  loader.languages === undefined || loader.languages.includes(language);

async function transcribe(
  call: Call,
  spoken: readonly Utterance[],
  model: InstalledModel,
  detected: string | null,
): Promise<Omit<HeardSpan, 'start' | 'end'>> {
  const { options, sound, asked: speechOptions, context, child } = call;
  const config = recognizerConfig(model, detected, options.threads);
  await child.ask({ do: 'open recognizer', config }, loadMs, context.signal);

  const heardUtterances: HeardUtterance[] = [];
  let spokenLanguage = '';

  for (const utterance of spoken) {
    const piece = pieceOf(sound, utterance);
    const result = await child.ask({ do: 'recognize', piece }, utteranceMs, context.signal);
    const { start, end } = utterance;
    heardUtterances.push({ start, end, words: wordsOf(result, utterance) });
    spokenLanguage ||= primarySubtag(result.lang ?? '');
    context.meter('audio_seconds', lengthOf(utterance));
    context.onProgress?.(heardUtterances.length / spoken.length);
  }

  const only = model.loader.languages?.length === 1 ? model.loader.languages[0] : undefined;
  const foreign = primarySubtag(detected ?? speechOptions.language ?? '');
  const passages = heardUtterances.map(({ words = [] }) => words.map(({ text }) => text).join(' '));
  const isShown =
    detected === null || (await mayBeSaidIn(detected, passages, understands(model, detected)));

  return {
    utterances: isShown ? heardUtterances : heardUtterances.map(withoutText),
    speechSeconds: spoken.reduce((sum, utterance) => sum + lengthOf(utterance), 0),
    language: detected ?? (spokenLanguage || only || (await languageOfText(passages.join(' ')))),
    degraded: foreign !== '' && !understands(model, foreign),
    engine: infoOf(model),
  };
}

const withoutText = ({ start, end }: HeardUtterance): HeardUtterance => ({ start, end, words: [] });

/** "en-US", "<|en|>" → "en". */
const primarySubtag = (tag: string): string => /[a-z]{2,3}/.exec(tag.toLowerCase())?.[0] ?? '';

const lengthOf = ({ start, end }: Stretch): number => end - start;

const pieceOf = (sound: SoundFile, { start, end }: Stretch): Piece => ({
  sound,
  from: Math.round(start * sampleRate),
  count: Math.round((end - start) * sampleRate),
});
