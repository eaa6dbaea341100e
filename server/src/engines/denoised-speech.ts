/** Hears speech in which no word was understood once more, without its noise, by the same speech engine. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@reelsight/contract';
import type { CallContext, EngineInfo, SoundFile, TimeSpan } from './engine.ts';
import { hasText, worthShowing } from './joined-speech.ts';
import { meanSureness } from './moonshine/language-signs.ts';
import type { Denoiser, HeardSpan, HeardUtterance, SpeechEngine, SpeechOptions } from './speech.ts';

/** As in the report of what was not understood, shorter speech is a cough or a laugh, and not worth the work. */
const leastSeconds = 2;
/**
 * Number of utterances in a row that may stay without a word before the rest of the span is left as it is: then the
 * reason is not noise but another language or singing, and each further try would cost as much as the first hearing.
 */
const patience = 2;
/** Sound before and after an utterance that the denoiser also gets, so that it knows the noise before a voice begins. */
const aroundSeconds = 0.5;
/** Progress that the first hearing is, so that a call never reports its end while some of it is heard again. */
const firstShare = 0.8;
/** Longest name of an engine that artifacts may have. */
const mostCharacters = 100;

/**
 * An engine that hears as the given one does. It hears an utterance at most twice, and the second hearing counts only
 * if words were understood in it. Only the first hearing is metered: a customer's sound is not longer because it was
 * hard to hear. If the denoiser or the second hearing fails, the first hearing stands, and the log says why.
 */
export function openDenoisedSpeech(engine: SpeechEngine, denoiser: Denoiser): SpeechEngine {
  return {
    info: engine.info,
    ...(engine.favoursTerms && { favoursTerms: true }),
    async hear(sound, span, options, context) {
      const call: Call = { engine, denoiser, sound, options, context };
      const first = await engine.hear(sound, span, options, {
        ...context,
        onProgress: (fraction) => context.onProgress?.(fraction * firstShare),
      });
      const hearings = await hearAgain(call, lostUtterances(first.utterances));
      context.onProgress?.(1);

      return withHearings(first, hearings, denoiser.info);
    },
    async close() {
      await Promise.all([engine.close(), denoiser.close()]);
    },
  };
}

interface Call {
  readonly engine: SpeechEngine;
  readonly denoiser: Denoiser;
  readonly sound: SoundFile;
  readonly options: SpeechOptions;
  readonly context: CallContext;
}

/** Text that is too unsure to be shown among its neighbours counts as none, as in a transcript. */
const understoodUtterances = (utterances: readonly HeardUtterance[]): HeardUtterance[] =>
  worthShowing(utterances).shown.filter(hasText);

function lostUtterances(utterances: readonly HeardUtterance[]): HeardUtterance[] {
  const understood = new Set(understoodUtterances(utterances));
  return utterances.filter(
    (utterance) => utterance.end - utterance.start >= leastSeconds && !understood.has(utterance),
  );
}

/** The second hearings that count, by the utterances whose place they take. */
type Hearings = ReadonlyMap<HeardUtterance, HeardSpan>;

async function hearAgain(call: Call, utterances: readonly HeardUtterance[]): Promise<Hearings> {
  const { context, denoiser } = call;
  const hearings = new Map<HeardUtterance, HeardSpan>();
  let fruitless = 0;

  for (const [index, utterance] of utterances.entries()) {
    const onProgress = (fraction: number) => {
      const share = (index + fraction) / utterances.length;
      context.onProgress?.(firstShare + (1 - firstShare) * share);
    };

    try {
      const second = await hearCleaned({ ...call, context: { ...context, onProgress } }, utterance);
      const counts = isBetter(second.utterances, utterance);
      if (counts) hearings.set(utterance, second);
      fruitless = counts ? 0 : fruitless + 1;
    } catch (error) {
      context.signal.throwIfAborted();
      context.log?.('speech could not be heard again without its noise', {
        from: utterance.start,
        denoiser: denoiser.info.name,
        detail: error instanceof Fault ? error.detail : String(error),
      });
      break;
    }

    if (fruitless >= patience) break;
  }

  return hearings;
}

async function hearCleaned(
  { engine, denoiser, sound, options, context }: Call,
  { start, end }: TimeSpan,
): Promise<HeardSpan> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'reelsight-denoised-'));
  const path = join(folder.path, 'speech.wav');
  const around = { start: start - aroundSeconds, end: end + aroundSeconds };
  const cleanedSound = await denoiser.clean(sound, around, path, context);

  return await engine.hear(cleanedSound, { start, end }, options, {
    ...context,
    meter: (item, amount) => {
      if (item !== 'audio_seconds') context.meter(item, amount);
    },
  });
}

function isBetter(utterances: readonly HeardUtterance[], first: HeardUtterance): boolean {
  if (understoodUtterances(utterances).length === 0) return false;
  if (first.sureness === undefined) return true;

  const judged = utterances.map((utterance) => ({ sureness: 0, ...utterance }));
  return meanSureness(judged) > first.sureness;
}

/** The first hearing with the second ones in their places. It keeps its language unless it has no word at all. */
function withHearings(first: HeardSpan, hearings: Hearings, denoiser: EngineInfo): HeardSpan {
  const [second] = hearings.values();
  if (!second) return first;

  const { language, degraded, engine } = first.utterances.some(hasText) ? first : second;
  const name = `${engine.name} with ${denoiser.name}`.slice(0, mostCharacters);

  return {
    ...first,
    utterances: first.utterances.flatMap(
      (utterance) => hearings.get(utterance)?.utterances ?? [utterance],
    ),
    language: language ?? first.language,
    degraded,
    engine: { ...engine, name },
  };
}
