/** The local speech engine: sherpa-onnx with a model of the models folder, in the language that is spoken. */

import type { AudioFile, CallContext, EngineInfo, EngineStatus } from '../engine.ts';
import { installedModels } from '../models/folder.ts';
import type { InstalledModel } from '../models/model.ts';
import type { Speech, SpeechEngine, SpeechOptions, Word } from '../speech.ts';
import { type Utterance, utterances } from '../speech-utterances.ts';
import { segmentsOf, tidySegments } from '../transcript.ts';
import { type Stretch, speechStretches } from '../vad.ts';
import { sampleRate } from '../wav.ts';
import { loadSherpa, sherpaMissing } from './addon.ts';
import type { Piece } from './child.ts';
import { SherpaProcess } from './process.ts';
import { languageConfig, recognizerConfig } from './recognizer-config.ts';
import { wordsOf } from './tokens.ts';

export interface SherpaSpeechModels {
  /** At least one, the preferred first: the first that knows the spoken language reads. */
  readonly speech: readonly InstalledModel[];
  /** Tells languages apart; null: a Whisper among `speech` does it too. */
  readonly languageId: InstalledModel | null;
}

export interface SherpaOptions {
  readonly threads: number;
}

/** Whisper reads at most 30 s at once; a pause of a second is time enough for a new sentence. */
const limits = { joinSeconds: 1, maxSeconds: 26, marginSeconds: 0.2 };

/** Loading a model of 1 GB from a slow disk. */
const loadMs = 300_000;
/** Reading one utterance; large models need several times its length on two cores. */
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
    needs: problem ?? 'pull a speech model: reelsight models pull',
  };
}

const infoOf = (model: InstalledModel): EngineInfo => ({
  name: model.id,
  version: `sherpa-onnx ${loadSherpa().version}`,
  kind: 'local',
});

/** `info` is that of the preferred model, and after a call that of the model which read. Pass the models found by `findSherpaSpeech`. */
export function openSherpaSpeech(models: SherpaSpeechModels, options: SherpaOptions): SpeechEngine {
  let info = infoOf(models.speech[0] as InstalledModel);
  return {
    get info() {
      return info;
    },
    async transcribe(audio, wish, context) {
      const heard = await speechStretches(audio, context.signal);
      const spoken = utterances(heard, limits);
      if (spoken.length === 0) return { language: '', segments: [] };
      const child = new SherpaProcess();
      try {
        const call: Call = { models, options, audio, wish, context, child };
        const detected = await detectLanguage(call, spoken);
        const model = modelFor(models.speech, detected ?? wish.language);
        info = infoOf(model);
        return await read(call, spoken, model, detected);
      } finally {
        child.close();
      }
    },
  };
}

interface Call {
  readonly models: SherpaSpeechModels;
  readonly options: SherpaOptions;
  readonly audio: AudioFile;
  readonly wish: SpeechOptions;
  readonly context: CallContext;
  readonly child: SherpaProcess;
}

/** How many of the longest utterances are asked for their language. */
const samplesOfLanguage = 3;

/** By vote of the longest utterances, weighted by length; null when nobody can tell, or there is only one choice. */
async function detectLanguage(call: Call, spoken: readonly Utterance[]): Promise<string | null> {
  const { models, options, context, child } = call;
  const detector = models.languageId ?? models.speech.find(isMultilingualWhisper);
  if (!detector || models.speech.every(({ loader }) => loader.languages?.length === 1)) return null;
  const config = languageConfig(detector, options.threads);
  await child.ask({ do: 'open language', config }, loadMs, context.signal);
  const votes = new Map<string, number>();
  const longest = [...spoken].sort((a, b) => lengthOf(b) - lengthOf(a));
  for (const utterance of longest.slice(0, samplesOfLanguage)) {
    const piece = pieceOf(call.audio, utterance);
    const heard = await child.ask({ do: 'language', piece }, utteranceMs, context.signal);
    const language = primarySubtag(heard);
    if (language) votes.set(language, (votes.get(language) ?? 0) + lengthOf(utterance));
  }
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

const isMultilingualWhisper = ({ loader }: InstalledModel): boolean =>
  loader.kind === 'whisper' && loader.languages === undefined;

function modelFor(speech: readonly InstalledModel[], language: string | null): InstalledModel {
  const wanted = primarySubtag(language ?? '');
  const knows = (model: InstalledModel) => understands(model, wanted);
  return (wanted ? speech.find(knows) : undefined) ?? (speech[0] as InstalledModel);
}

const understands = ({ loader }: InstalledModel, language: string): boolean =>
  loader.languages === undefined || loader.languages.includes(language);

async function read(
  call: Call,
  spoken: readonly Utterance[],
  model: InstalledModel,
  detected: string | null,
): Promise<Speech> {
  const { options, audio, wish, context, child } = call;
  const config = recognizerConfig(model, detected, options.threads);
  await child.ask({ do: 'open recognizer', config }, loadMs, context.signal);
  const words: Word[] = [];
  let said = '';
  let done = 0;
  for (const utterance of spoken) {
    const piece = pieceOf(audio, utterance);
    const result = await child.ask({ do: 'recognize', piece }, utteranceMs, context.signal);
    words.push(...wordsOf(result, utterance));
    said ||= primarySubtag(result.lang ?? '');
    context.meter('audio_seconds', lengthOf(utterance));
    done += 1;
    context.onProgress?.(done / spoken.length);
  }
  const segments = tidySegments(segmentsOf(words), audio.durationSeconds);
  const only = model.loader.languages?.length === 1 ? model.loader.languages[0] : undefined;
  const language = detected ?? (said || only || primarySubtag(wish.language ?? '') || 'und');
  const foreign = [detected ?? wish.language ?? ''].map(primarySubtag).filter(Boolean);
  const degraded = !foreign.every((tag) => understands(model, tag));
  return {
    language: segments.length > 0 ? language : '',
    segments,
    ...(degraded && { degraded }),
  };
}

/** "en-US", "<|en|>" → "en". */
const primarySubtag = (tag: string): string => /[a-z]{2,3}/.exec(tag.toLowerCase())?.[0] ?? '';

const lengthOf = ({ start, end }: Stretch): number => end - start;

const pieceOf = ({ path }: AudioFile, { start, end }: Stretch): Piece => ({
  path,
  from: Math.round(start * sampleRate),
  count: Math.round((end - start) * sampleRate),
});
