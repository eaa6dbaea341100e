/** The embedded speech engine: Moonshine behind Silero VAD, in the job's own process. It knows English only. */
import type { CallContext, EngineInfo, EngineStatus } from '../engine.ts';
import { sherpaMissing } from '../sherpa/addon.ts';
import type { Speech, SpeechEngine, SpeechOptions, Word } from '../speech.ts';
import { type Utterance, utterances } from '../speech-utterances.ts';
import { segmentsOf, tidySegments } from '../transcript.ts';
import { speechStretches } from '../vad.ts';
import { sampleRate, WavReader } from '../wav.ts';
import { type Decoded, decode } from './decode.ts';
import { understood } from './language-signs.ts';
import { MoonshineModel } from './model.ts';
import { type FavouredName, favouredNames, withNames } from './names.ts';
import { wordsOfTokens } from './tokens.ts';
import { timedWords } from './word-times.ts';

export interface MoonshineOptions {
  readonly threads: number;
}

export const moonshineInfo: EngineInfo = {
  name: 'moonshine',
  version: 'tiny-en',
  kind: 'embedded',
};

/** Cut at pauses of a third of a second, and after 8 s at the next best: longer pieces lose words on telephone speech. */
const limits = { joinSeconds: 0.3, maxSeconds: 8, marginSeconds: 0.2 };

export function moonshineStatus(): EngineStatus {
  const needs = sherpaMissing();
  return {
    role: 'speech',
    info: moonshineInfo,
    available: needs === null,
    ...(needs !== null && { needs }),
  };
}

/** Loads the model at the first sound in which somebody speaks, and keeps it; silence costs nothing. */
export function openMoonshine(options: MoonshineOptions): SpeechEngine {
  let opened: Promise<MoonshineModel> | undefined;
  const open = () => {
    opened ??= MoonshineModel.open(options.threads);
    return opened;
  };
  return {
    info: moonshineInfo,
    async transcribe(audio, wish, context) {
      const heard = await speechStretches(audio, context.signal);
      const spoken = utterances(heard, limits);
      if (spoken.length === 0) return { language: '', segments: [] };
      const model = await open();
      const wav = await WavReader.open(audio.path);
      try {
        const names = namesOf(wish);
        const read = await readAll({ model, wav, context, names }, spoken);
        return speechOf(read, wish, audio.durationSeconds);
      } finally {
        await wav.close();
      }
    },
  };
}

interface Call {
  readonly model: MoonshineModel;
  readonly wav: WavReader;
  readonly context: CallContext;
  readonly names: readonly FavouredName[];
}

/** See `FavouredName`. Names nobody asked for are rarely said. */
const trusts = { asked: 1, known: 0.6 };

const namesOf = ({ hints, known = [] }: SpeechOptions): FavouredName[] => [
  ...favouredNames(hints, trusts.asked),
  ...favouredNames(known, trusts.known),
];

/** What one utterance holds. */
export interface ReadUtterance {
  readonly utterance: Utterance;
  readonly words: readonly Word[];
  /** Geometric mean of the tokens' probabilities; 0 where nothing was written. */
  readonly sureness: number;
}

async function readAll(call: Call, spoken: readonly Utterance[]): Promise<ReadUtterance[]> {
  const all = spoken.reduce((sum, one) => sum + secondsOf(one), 0);
  const read: ReadUtterance[] = [];
  let done = 0;
  for (const utterance of spoken) {
    call.context.signal.throwIfAborted();
    read.push(await readUtterance(call, utterance));
    done += secondsOf(utterance);
    call.context.meter('audio_seconds', secondsOf(utterance));
    call.context.onProgress?.(Math.min(1, done / all));
  }
  return read;
}

const secondsOf = ({ start, end }: Utterance): number => end - start;

async function readUtterance(
  { model, wav, context, names }: Call,
  utterance: Utterance,
): Promise<ReadUtterance> {
  const from = Math.round(utterance.start * sampleRate);
  const samples = await wav.floats(from, Math.round(secondsOf(utterance) * sampleRate));
  const encoded = await model.encode(samples);
  const decoded = await decode(model, encoded, secondsOf(utterance), context.signal);
  const sureness = meanProbability(decoded);
  const again = (begin: readonly number[]) =>
    decode(model, encoded, secondsOf(utterance), context.signal, begin);
  const named = sureness > 0 ? await withNames(model, encoded, decoded, names, again) : decoded;
  return { utterance, words: wordsOf(named, utterance), sureness };
}

function wordsOf(decoded: Decoded, utterance: Utterance): Word[] {
  const words = wordsOfTokens(decoded.tokens);
  const spans = timedWords(words, decoded.attention, utterance);
  return words.map(({ text, from, to }, at) => ({
    text,
    start: spans[at]?.start ?? utterance.start,
    end: spans[at]?.end ?? utterance.end,
    confidence: geometricMean(decoded.logProbabilities.slice(from, to)),
  }));
}

const meanProbability = ({ tokens, logProbabilities, looped }: Decoded): number =>
  tokens.length === 0 || looped ? 0 : geometricMean(logProbabilities);

const geometricMean = (logarithms: readonly number[]): number =>
  Math.exp(logarithms.reduce((sum, one) => sum + one, 0) / logarithms.length);

/** Speech in which hardly a word was understood is of an unknown language, and no words are shown for it. */
function speechOf(
  read: readonly ReadUtterance[],
  wish: SpeechOptions,
  durationSeconds: number,
): Speech {
  const { clear, degraded } = understood(read, wish.language);
  const segments = tidySegments(segmentsOf(clear.flatMap(({ words }) => words)), durationSeconds);
  return {
    language: segments.length > 0 ? 'en' : degraded ? 'und' : '',
    segments,
    ...(degraded && { degraded }),
  };
}
