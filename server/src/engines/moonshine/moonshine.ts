/** The embedded speech engine: Moonshine behind Silero VAD, in the job's own process. It knows English only. */
import type { CallContext, TimeSpan } from '../engine.ts';
import type { OnnxOptions } from '../onnx-session.ts';
import type { HeardUtterance, SpeechEngine, SpeechOptions, Word } from '../speech.ts';
import { type Utterance, utterances } from '../speech-utterances.ts';
import { speechStretches } from '../vad.ts';
import { sampleRate, WavReader } from '../wav.ts';
import { type Decoded, decode } from './decode.ts';
import { MoonshineModel } from './model.ts';
import { type FavouredName, favouredNames, favouredTerms, withNames } from './names.ts';
import { moonshineInfo } from './status.ts';
import { geometricMean, surenessOf } from './sureness.ts';
import { wordsOfTokens } from './tokens.ts';
import { timedWords } from './word-times.ts';

/**
 * Utterances end at pauses of a third of a second, and after 8 s at the most suitable point, because longer utterances
 * lose words on telephone speech.
 */
const limits = { joinSeconds: 0.3, maxSeconds: 8, marginSeconds: 0.2 };

/** Loads the model when the first speech is found, and then keeps it, so silence costs nothing. */
export function openMoonshine(options: OnnxOptions): SpeechEngine {
  let modelPromise: Promise<MoonshineModel> | undefined;
  const open = () => {
    modelPromise ??= MoonshineModel.open(options).catch((error: unknown) => {
      modelPromise = undefined;
      throw error;
    });
    return modelPromise;
  };
  return {
    info: moonshineInfo,
    favoursTerms: true,
    async hear(sound, span, speechOptions, context) {
      const speech = await speechStretches(sound, span, context.signal);
      const spoken = utterances(speech, limits);
      const speechFields = {
        start: span.start,
        end: span.end,
        engine: moonshineInfo,
        degraded: false,
      };
      if (spoken.length === 0)
        return { ...speechFields, utterances: [], speechSeconds: 0, language: null };

      const model = await open();
      const wav = await WavReader.open(sound);
      try {
        const names = namesOf(speechOptions);
        const heardUtterances = await readAll({ model, wav, context, names, span: speech }, spoken);
        const speechSeconds = heardUtterances.reduce(
          (sum, utterance) => sum + secondsOf(utterance),
          0,
        );
        return { ...speechFields, utterances: heardUtterances, speechSeconds, language: 'en' };
      } finally {
        await wav.close();
      }
    },
    async close() {
      await (await modelPromise)?.close();
    },
  };
}

interface Call {
  readonly model: MoonshineModel;
  readonly wav: WavReader;
  readonly context: CallContext;
  readonly names: readonly FavouredName[];
  /** The span of the file that may be transcribed. */
  readonly span: TimeSpan;
}

/**
 * Values of `trust` in `FavouredName`. A term of the glossary need not be said in this video, and a known name that the
 * request did not list is rarely said, so these are trusted less.
 */
const trusts = { asked: 1, term: 0.8, known: 0.6 };

const namesOf = ({ hints, terms = [], known: knownNames = [] }: SpeechOptions): FavouredName[] => [
  ...favouredNames(hints, trusts.asked),
  ...favouredTerms(terms, trusts.term),
  ...favouredNames(knownNames, trusts.known),
];

async function readAll(call: Call, spoken: readonly Utterance[]): Promise<HeardUtterance[]> {
  const totalSeconds = spoken.reduce((sum, utterance) => sum + secondsOf(utterance), 0);
  const heardUtterances: HeardUtterance[] = [];
  let doneSeconds = 0;

  for (const utterance of spoken) {
    call.context.signal.throwIfAborted();
    heardUtterances.push(await readUtterance(call, utterance));
    doneSeconds += secondsOf(utterance);
    call.context.meter('audio_seconds', secondsOf(utterance));
    call.context.onProgress?.(Math.min(1, doneSeconds / totalSeconds));
  }

  return heardUtterances;
}

const secondsOf = ({ start, end }: TimeSpan): number => end - start;

async function readUtterance(
  { model, wav, context, names, span }: Call,
  utterance: Utterance,
): Promise<HeardUtterance> {
  const { samples, heardAs } = await soundOf(wav, utterance, span);
  const encoded = await model.encode(samples);
  const decoded = await decode(model, encoded, secondsOf(utterance), context.signal);
  const sureness = await surenessOf(decoded, samples, async (variant) =>
    decode(model, await model.encode(variant), variant.length / sampleRate, context.signal),
  );
  const decodeAgain = (begin: readonly number[]) =>
    decode(model, encoded, secondsOf(utterance), context.signal, begin);
  const finalDecoding =
    sureness > 0 ? await withNames(model, encoded, decoded, names, decodeAgain) : decoded;
  const { start, end } = utterance;

  return { start, end, words: wordsOf(finalDecoding, heardAs), sureness };
}

interface UtteranceSound {
  readonly samples: Float32Array;
  /** The time span that the samples represent. */
  readonly heardAs: Utterance;
}

/**
 * The samples of an utterance. The model loses or invents words at the edge of a sound, so where the span ends too
 * close to speech to leave the full margin, silence replaces the rest of the margin.
 */
async function soundOf(
  wav: WavReader,
  utterance: Utterance,
  span: TimeSpan,
): Promise<UtteranceSound> {
  const { start, end, stretches } = utterance;
  const spoken = await wav.floats(
    Math.round(start * sampleRate),
    Math.round((end - start) * sampleRate),
  );
  const missingMargin = (margin: number): number =>
    Math.max(0, Math.round((limits.marginSeconds - margin) * sampleRate));

  const leadSamples =
    start === span.start ? missingMargin((stretches[0]?.start ?? start) - start) : 0;
  const tailSamples = end === span.end ? missingMargin(end - (stretches.at(-1)?.end ?? end)) : 0;
  const samples = new Float32Array(leadSamples + spoken.length + tailSamples);
  samples.set(spoken, leadSamples);

  const heardAs = {
    start: start - leadSamples / sampleRate,
    end: end + tailSamples / sampleRate,
    stretches,
  };

  return { samples, heardAs };
}

function wordsOf(decoded: Decoded, utterance: Utterance): Word[] {
  const words = wordsOfTokens(decoded.tokens);
  const spans = timedWords(words, decoded.attention, utterance);
  return words.map(({ text, from, to }, index) => ({
    text,
    start: spans[index]?.start ?? utterance.start,
    end: spans[index]?.end ?? utterance.end,
    confidence: geometricMean(decoded.logProbabilities.slice(from, to)),
  }));
}
