/** Builds the transcript of a video from the speech recognised in its parts. Pure. */
import type { HealthFlag } from '@reelsight/contract';
import { z } from 'zod';
import type { ArtifactSchema, ReadonlyDeep } from '../../artifacts/read-artifact.ts';
import type { EngineInfo } from '../../engines/engine.ts';
import { joinSpeech } from '../../engines/joined-speech.ts';
import type { LanguageSpan } from '../../engines/language-spans.ts';
import { engineLabel } from '../../engines/registry.ts';
import type { HeardSpan, SpokenSegment } from '../../engines/speech.ts';
import { assignSpeakers } from '../../engines/speech-speakers.ts';
import { type HearArtifact, type SpeakersArtifact, speechSegmentForm } from '../artifacts.ts';
import { type ValueRules, valuesOfOurs } from '../value-rules.ts';
import { weighSpeech } from './unsure.ts';

const spokenSegment = (values: ValueRules) =>
  speechSegmentForm(values).extend({
    /** Number of the speaker, counted from 1 in the order in which they first speak. */
    speaker: values.integer(1).exactOptional(),
    /** True if the segment was recognised with too little confidence to be relied on. */
    unsure: z.literal(true).exactOptional(),
  });

const languageSpan = ({ object, number, text }: ValueRules) =>
  object({
    start: number(0),
    end: number(0),
    language: text(20),
    understood: z.literal(false).exactOptional(),
  });

/** Any short name is accepted, because a later version may have more flags than this one. */
const healthFlag = z.custom<HealthFlag>(
  (flag) => typeof flag === 'string' && flag.length <= 100,
  'is not the name of a flag',
);

/** The form of `transcript.json`, which another job on the same video may reuse. */
export const transcriptForm = (values: ValueRules) =>
  values.object({
    language: values.text(20),
    segments: values.list(spokenSegment(values)),
    /** Absent in transcripts of captions, and of earlier versions. */
    languageSpans: values.list(languageSpan(values)).exactOptional(),
    speakersDetected: values.integer(0).nullable(),
    flags: values.list(healthFlag, { most: 100 }),
    engines: values.object({
      speech: values.text(200).exactOptional(),
      diarization: values.text(200).exactOptional(),
    }),
    /** The reason why a transcript was needed but could not be made, as a public text; null if there is none. */
    failure: values.text(500).nullable(),
  });

export type Transcript = ReadonlyDeep<z.infer<ReturnType<typeof transcriptForm>>>;

/** Schema for the transcript of a job of this service, regardless of who processed its parts. */
export const storedTranscript: ArtifactSchema<Transcript> = transcriptForm(valuesOfOurs);

export const noTranscript: Transcript = {
  language: '',
  segments: [],
  speakersDetected: null,
  flags: [],
  engines: {},
  failure: null,
};

export interface HeardSound {
  /** One artifact per part; null if the part was abandoned. */
  readonly parts: readonly (HearArtifact | null)[];
  readonly speakers: SpeakersArtifact | null;
  /** Language that the caller specified, as a BCP 47 tag. */
  readonly language: string | null;
  readonly durationSeconds: number;
}

export function joinTranscript(sound: HeardSound): Transcript {
  const { parts, language, durationSeconds } = sound;
  const spans = parts.flatMap((part) => part?.spans ?? []);
  const isIncomplete = parts.some((part) => part === null || part.failure !== null);
  if (spans.length === 0 && isIncomplete) {
    const text = parts.find((part) => part?.failure)?.failure?.text;
    const failure = text ?? 'The speech could not be transcribed.';
    return { ...noTranscript, flags: ['transcription_degraded'], failure };
  }

  const speech = joinSpeech(spans, language, durationSeconds);
  const degraded = isIncomplete || speech.degraded === true;
  const engines = { speech: engineLabel(enginesOf(spans)) };

  const { language: spokenLanguage, segments, languageSpans } = speech;
  const transcript = {
    ...noTranscript,
    language: spokenLanguage,
    segments,
    languageSpans,
    engines,
  };

  if (segments.length === 0) {
    // If speech could not be understood, it must not be reported that there was none.
    const flag = degraded ? 'transcription_degraded' : 'no_speech_detected';
    return { ...transcript, flags: [flag, ...notUnderstood(languageSpans)] };
  }

  const flags: HealthFlag[] = [
    ...(degraded ? (['transcription_degraded'] as const) : []),
    ...notUnderstood(languageSpans),
  ];
  const isJudged = spans.some(({ utterances }) =>
    utterances.some(({ sureness }) => sureness !== undefined),
  );
  const markUnsure = (fullTranscript: Transcript): Transcript =>
    isJudged ? withUnsure(fullTranscript) : fullTranscript;

  if (spans.some(({ channel }) => channel !== undefined)) {
    const speakersDetected = speakersIn(speech.segments);
    return markUnsure({ ...transcript, flags, speakersDetected });
  }

  return markUnsure(withSpeakers({ ...transcript, flags }, sound.speakers));
}

const notUnderstood = (spans: readonly LanguageSpan[]): HealthFlag[] =>
  spans.some(({ understood }) => understood === false) ? ['speech_not_understood'] : [];

function withUnsure(transcript: Transcript): Transcript {
  const { segments, unsure } = weighSpeech(transcript.segments);
  const flags: HealthFlag[] = unsure ? ['speech_unsure'] : [];
  return { ...transcript, segments, flags: [...transcript.flags, ...flags] };
}

const speakersIn = (segments: readonly SpokenSegment[]): number =>
  new Set(segments.flatMap(({ speaker }) => speaker ?? [])).size;

function withSpeakers(transcript: Transcript, speakers: SpeakersArtifact | null): Transcript {
  if (!speakers?.turns)
    return { ...transcript, flags: [...transcript.flags, 'diarization_unavailable'] };

  const segments = assignSpeakers(transcript.segments, speakers.turns);
  const diarization = engineLabel(speakers.engine ? [speakers.engine] : []);

  return {
    ...transcript,
    segments,
    speakersDetected: speakersIn(segments),
    engines: { ...transcript.engines, ...(diarization && { diarization }) },
  };
}

/** The engines that recognised words; if nothing was said, all engines that were used. */
function enginesOf(spans: readonly HeardSpan[]): EngineInfo[] {
  const reading = spans.filter(({ utterances }) => utterances.length > 0);
  const infos = (reading.length > 0 ? reading : spans).map(({ engine }) => engine);
  return [...new Map(infos.map((info) => [info.name, info])).values()];
}
