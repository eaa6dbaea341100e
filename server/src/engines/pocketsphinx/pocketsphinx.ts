/** The embedded speech engine: PocketSphinx of the Debian packages, a whole utterance at a time. English only. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AudioFile, CallContext, EngineInfo, EngineStatus } from '../engine.ts';
import { sherpaMissing } from '../sherpa/addon.ts';
import type { Speech, SpeechEngine, SpeechOptions, Word } from '../speech.ts';
import { type Utterance, utterances } from '../speech-utterances.ts';
import { meanOf, segmentsOf, tidySegments } from '../transcript.ts';
import { speechStretches } from '../vad.ts';
import { WavReader } from '../wav.ts';
import { type DecodedWord, type DecoderOptions, decode } from './decoder.ts';
import { modelFiles, plainVocabulary, type Vocabulary, vocabularyWith } from './vocabulary.ts';

export interface PocketSphinxOptions {
  /** Where a folder for the call's own files is made, and removed at its end. */
  readonly tmpDir: string;
  /** Decoders side by side. */
  readonly threads?: number;
  /** Name or path of the decoder, and the folder of its English model; those of Debian unless given. */
  readonly program?: string;
  readonly modelDir?: string;
  /** Longest wait for one utterance, milliseconds. */
  readonly stallMs?: number;
}

export const pocketSphinxInfo: EngineInfo = {
  name: 'pocketsphinx',
  version: 'en-us',
  kind: 'embedded',
};

const debian = {
  program: 'pocketsphinx_batch',
  modelDir: '/usr/share/pocketsphinx/model/en-us',
  stallMs: 300_000,
} as const;

/**
 * The mean of the sound's features is taken over an utterance, so long ones are heard better: 0.22 of the words of
 * read speech wrong with sentences joined, 0.26 when cut at every pause of 0.3 s.
 */
const limits = { joinSeconds: 1.5, maxSeconds: 20, marginSeconds: 0.1 };

/** Mean posterior of an utterance's words: 0.4 to 0.9 on read speech, 0.2 to 0.3 on telephone speech and on German. */
const sureEnough = 0.35;
/** Below this nothing of an utterance is worth showing. */
const notHeard = 0.12;
/** Share of the speech, in seconds, that may be badly heard before the transcript is called degraded. */
const badShare = 0.2;

export async function pocketSphinxStatus(
  options: Omit<PocketSphinxOptions, 'tmpDir'> = {},
): Promise<EngineStatus> {
  const needs = sherpaMissing() ?? (await missing({ ...debian, ...options }));
  return {
    role: 'speech',
    info: pocketSphinxInfo,
    available: needs === null,
    ...(needs !== null && { needs }),
  };
}

async function missing({ program, modelDir }: DecoderOptions): Promise<string | null> {
  const files = Object.values(modelFiles).map((file) => access(join(modelDir, file)));
  const model = await Promise.all(files).then(
    () => true,
    () => false,
  );
  // Without arguments the program writes its options and ends.
  const started = await once(spawn(program, { stdio: 'ignore', timeout: 10_000 }), 'close').then(
    () => true,
    () => false,
  );
  return model && started
    ? null
    : 'install the Debian packages pocketsphinx and pocketsphinx-en-us';
}

export function openPocketSphinx(options: PocketSphinxOptions): SpeechEngine {
  const decoder: DecoderOptions = { ...debian, ...options };
  return {
    info: pocketSphinxInfo,
    async transcribe(audio, wish, context) {
      const dir = await mkdtemp(join(options.tmpDir, 'pocketsphinx-'));
      try {
        return await transcribe({
          audio,
          wish,
          context,
          dir,
          decoder,
          threads: options.threads ?? 1,
        });
      } finally {
        await rm(dir, { recursive: true, force: true });
      }
    },
  };
}

interface Call {
  readonly audio: AudioFile;
  readonly wish: SpeechOptions;
  readonly context: CallContext;
  readonly dir: string;
  readonly decoder: DecoderOptions;
  readonly threads: number;
}

async function transcribe(call: Call): Promise<Speech> {
  const { audio, wish, context, dir, decoder } = call;
  const spoken = utterances(await speechStretches(audio, context.signal), limits);
  if (spoken.length === 0) return { language: '', segments: [] };
  // The control file of the decoder has no quotes: a name without spaces stands for any path.
  await symlink(resolve(audio.path), join(dir, 'audio.wav'));
  const plain = plainVocabulary(decoder.modelDir);
  const vocabulary =
    wish.hints.length > 0 ? await vocabularyWith(wish.hints, decoder.modelDir, dir) : plain;
  const run = await openRun(call);
  const decoded = await run(spoken, vocabulary, 'first');
  const doubtful = spoken.filter((_, index) => decoded[index]?.some(isDoubtful(vocabulary)));
  const again = doubtful.length > 0 ? await run(doubtful, plain, 'again') : [];
  const words = spoken.map((utterance, index) => {
    const second = again[doubtful.indexOf(utterance)];
    return second ?? decoded[index] ?? [];
  });
  return speechOf(spoken, words, vocabulary, call);
}

/** Decodes a list of utterances, dealt out over the decoders; progress and metering are those of the whole call. */
async function openRun({ audio, context, dir, decoder, threads }: Call) {
  const wav = await WavReader.open(audio.path);
  await wav.close();
  return async (
    spoken: readonly Utterance[],
    vocabulary: Vocabulary,
    name: string,
  ): Promise<DecodedWord[][]> => {
    const all = secondsOf(spoken);
    let done = 0;
    const words: DecodedWord[][] = [];
    const share = async (first: number): Promise<void> => {
      const mine = spoken.flatMap((_, index) => (index % threads === first ? index : []));
      const own = mine.map((index) => spoken[index] as Utterance);
      const job = {
        ...{ dir, name: `${name}-${first}`, headerBytes: wav.dataOffset },
        ...{ utterances: own, vocabulary },
      };
      const decoded = await decode(job, decoder, context.signal, (index) => {
        const seconds = secondsOf(own.slice(index, index + 1));
        done += seconds;
        context.meter('audio_seconds', seconds);
        if (name === 'first') context.onProgress?.(Math.min(1, done / all));
      });
      mine.forEach((index, n) => {
        words[index] = decoded[n] ?? [];
      });
    };
    const shares = Math.min(threads, spoken.length);
    await Promise.all(Array.from({ length: shares }, (_, first) => share(first)));
    return words;
  };
}

const secondsOf = (spoken: readonly Utterance[]): number =>
  spoken.reduce((sum, { start, end }) => sum + end - start, 0);

/**
 * A name heard with less certainty is taken back: the utterance is decoded again without hints. Short names are
 * found in other words more easily ("mine" as "Heinz"), so they have to be surer.
 */
const isDoubtful =
  (vocabulary: Vocabulary) =>
  ({ word, confidence }: DecodedWord): boolean => {
    const name = vocabulary.nameOf(word);
    return name !== undefined && confidence < (name.soundCount < 5 ? 0.9 : 0.4);
  };

function speechOf(
  spoken: readonly Utterance[],
  decoded: readonly (readonly DecodedWord[])[],
  vocabulary: Vocabulary,
  { audio, wish }: Call,
): Speech {
  const sureness = decoded.map((words) =>
    words.length > 0 ? meanOf(words.map(({ confidence }) => confidence)) : 0,
  );
  const words: Word[] = decoded.flatMap((list, index) =>
    (sureness[index] ?? 0) < notHeard
      ? []
      : list.map(({ word, ...rest }) => ({ ...rest, text: vocabulary.nameOf(word)?.text ?? word })),
  );
  const segments = tidySegments(segmentsOf(words), audio.durationSeconds);
  const bad = secondsOf(spoken.filter((_, index) => (sureness[index] ?? 0) < sureEnough));
  const foreign = wish.language !== null && !/^en(?:-|$)/i.test(wish.language);
  const degraded = foreign || bad > badShare * secondsOf(spoken);
  return {
    language: segments.length > 0 ? 'en' : '',
    segments,
    ...(degraded && { degraded }),
  };
}
