/** Stage 2, in the process of the job: what is said, when, and by whom. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealthFlag } from '@reelsight/contract';
import { spokenNames } from '../analysis/brand-lexicon.ts';
import { libraryAliases, withLibrary } from '../analysis/brand-library.ts';
import type { AudioFile } from '../engines/engine.ts';
import { type Engines, engineLabel, openEngines } from '../engines/registry.ts';
import type { Speech, SpeechOptions } from '../engines/speech.ts';
import { assignSpeakers, type SpokenSegment } from '../engines/speech-speakers.ts';
import { readMediaPass } from '../media/frames.ts';
import { loadLexicon } from './brand-names.ts';
import { needsSpeech, type StageContext, type StageOrder } from './orders.ts';

/** `transcript.json`: what the stages after this one read. */
export interface Transcript {
  readonly language: string;
  readonly segments: readonly SpokenSegment[];
  readonly speakersDetected: number | null;
  readonly flags: readonly HealthFlag[];
  readonly engines: { readonly speech?: string; readonly diarization?: string };
  /** Why there is no transcript although one was needed; public text. */
  readonly failure: string | null;
}

const nothing: Transcript = {
  language: '',
  segments: [],
  speakersDetected: null,
  flags: [],
  engines: {},
  failure: null,
};

export async function runTranscription(order: StageOrder, context: StageContext): Promise<null> {
  const transcript = await transcribe(order, context);
  const path = join(order.workDir, 'transcription', 'transcript.json');
  await writeFile(path, JSON.stringify(transcript));
  return null;
}

async function transcribe(order: StageOrder, context: StageContext): Promise<Transcript> {
  if (!needsSpeech(order.job.capabilities)) return nothing;
  const { audio } = await readMediaPass(join(order.workDir, 'ingestion'));
  if (!audio) return { ...nothing, flags: ['no_audio'] };
  const file: AudioFile = {
    path: join(order.workDir, 'ingestion', audio.file),
    durationSeconds: audio.durationSeconds,
  };
  const engines = openEngines(order.engines);
  const heard = await listen(engines, file, order, context);
  if ('failure' in heard) return heard;
  const { speech, engine } = heard;
  if (speech.segments.length === 0) {
    // Speech that could not be understood is not silence.
    return {
      ...nothing,
      language: speech.language,
      flags: speech.degraded ? ['transcription_degraded'] : ['no_speech_detected'],
      engines: { speech: engine },
    };
  }
  const told = await tellSpeakers(engines, file, speech, context);
  return {
    language: speech.language,
    segments: told.segments,
    speakersDetected: told.speakers,
    flags: [...degraded(speech), ...told.flags],
    engines: { speech: engine, ...(told.engine && { diarization: told.engine }) },
    failure: null,
  };
}

/** A recogniser shares one chance among the names it listens for: a hundred more make each of them worse. */
const maxHints = 100;

const degraded = (speech: Speech): HealthFlag[] =>
  speech.degraded ? ['transcription_degraded'] : [];

async function listen(
  engines: Engines,
  audio: AudioFile,
  order: StageOrder,
  context: StageContext,
): Promise<{ speech: Speech; engine: string } | Transcript> {
  try {
    const engine = await engines.speech();
    if (!engine) {
      const failure =
        'No speech engine runs on this machine: set REELSIGHT_AI_URL and REELSIGHT_AI_SPEECH_MODEL for a server that transcribes.';
      return { ...nothing, flags: ['transcription_degraded'], failure };
    }
    const speech = await engine.transcribe(audio, await speechOptions(order), {
      ...context,
      onProgress: context.progress,
    });
    return { speech, engine: engineLabel([engine.info]) };
  } catch (error) {
    context.signal.throwIfAborted();
    context.log?.('transcription failed', { detail: error instanceof Error ? error.stack : error });
    const failure = error instanceof Error && 'code' in error ? error.message : '';
    return {
      ...nothing,
      flags: ['transcription_degraded'],
      failure: failure || 'The speech could not be transcribed.',
    };
  }
}

/** Where every brand counts, those of the lexicon are worth hearing; not as much as what is asked for. */
async function speechOptions({ job, library, engines }: StageOrder): Promise<SpeechOptions> {
  const { language, brands } = job;
  const aliases = libraryAliases(library.brands, brands);
  const hints = [...brands, ...aliases].slice(0, maxHints);
  if (brands.length > 0 || !job.capabilities.includes('brands')) return { language, hints };
  const listed = await loadLexicon({ operatorFile: engines.brandsFile });
  return { language, hints, known: spokenNames(withLibrary(listed, library.brands, [])) };
}

interface Told {
  readonly segments: readonly SpokenSegment[];
  readonly speakers: number | null;
  readonly flags: HealthFlag[];
  readonly engine: string | null;
}

async function tellSpeakers(
  engines: Engines,
  audio: AudioFile,
  speech: Speech,
  context: StageContext,
): Promise<Told> {
  const without: Told = {
    segments: speech.segments,
    speakers: null,
    flags: ['diarization_unavailable'],
    engine: null,
  };
  try {
    const engine = await engines.diarization();
    if (!engine) return without;
    const turns = await engine.diarize(audio, context);
    const segments = assignSpeakers(speech.segments, turns);
    const speakers = new Set(segments.flatMap((one) => one.speaker ?? []));
    return { segments, speakers: speakers.size, flags: [], engine: engineLabel([engine.info]) };
  } catch (error) {
    context.signal.throwIfAborted();
    context.log?.('diarization failed', { detail: String(error) });
    return without;
  }
}
