/** Interfaces of engines that turn speech into words or distinguish speakers. */
import type { NumberBounds } from '@reelsight/contract/number-range';
import type { CallContext, EngineInfo, SoundFile, TimeSpan } from './engine.ts';
import type { LanguageSpan } from './language-spans.ts';

export interface Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly confidence?: number;
}

/** One stretch of speech; times in seconds from the video's start. */
export interface SpeechSegment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly confidence?: number;
  readonly words?: readonly Word[];
}

export interface SpokenSegment extends SpeechSegment {
  /** Number of the speaker, counted from 1 in the order of first speech. */
  readonly speaker?: number;
  /** Set if the segment was recognised with too little certainty to be relied on. */
  readonly unsure?: true;
}

export interface Speech {
  /** Detected language, BCP 47 primary subtag; '' when there was no speech, 'und' when it was not understood. */
  readonly language: string;
  /** Segments have speakers if channels were transcribed separately. */
  readonly segments: readonly SpokenSegment[];
  /** Where which language is spoken, and where no word was understood, in order of time. */
  readonly languageSpans: readonly LanguageSpan[];
  /** True if some or all of the speech could not be transcribed (`transcription_degraded`). */
  readonly degraded?: boolean;
}

/** A name or word that people say. */
export interface SpokenTerm {
  /** As it is written. */
  readonly term: string;
  /** Ordinary words that sound like it; in their place the term is written. */
  readonly sounds: readonly string[];
}

export interface SpeechOptions {
  /** The caller's hint, primary subtag; null when none. */
  readonly language: string | null;
  /** Names that should be recognised correctly (target brands); empty when none. */
  readonly hints: readonly string[];
  /**
   * Names and jargon that are said in the videos of the workspace: those of the request first, then those of its
   * glossary in its order; absent if there are none.
   */
  readonly terms?: readonly SpokenTerm[];
  /** Names that may be said although the request does not ask for them (brands of the lexicon). */
  readonly known?: readonly string[];
}

/** A stretch of speech without a long pause. */
export interface HeardUtterance extends TimeSpan {
  /** In order; segments are made from the words of all utterances together. */
  readonly words?: readonly Word[];
  /** Segments from an engine that makes them itself. */
  readonly segments?: readonly SpeechSegment[];
  /**
   * How likely an engine that knows only one language considers its own text to be right, 0 to 1: low if the speech is
   * in another language.
   */
  readonly sureness?: number;
}

/**
 * The speech that an engine recognised in a span of sound. Plain data; `joinSpeech` joins many spans into one
 * transcript.
 */
export interface HeardSpan extends TimeSpan {
  /** The span's channel, where channels are transcribed separately and each holds one voice. */
  readonly channel?: number;
  /** In order of time. */
  readonly utterances: readonly HeardUtterance[];
  /** Seconds of the span in which somebody speaks, which decide how much weight the span has. */
  readonly speechSeconds: number;
  /** Primary subtag of the language; null if nothing was said, or the engine can't tell. */
  readonly language: string | null;
  /** Whether the span was transcribed by a model that does not know its language. */
  readonly degraded: boolean;
  /** The engine that transcribed it. */
  readonly engine: EngineInfo;
}

/**
 * Transcribes a span of a file independently of other spans: nothing but the loaded models is kept from one span to the
 * next. The span begins and ends in pauses, at whole hundredths of a second. Throws Fault TRANSCRIPTION_FAILED. Silence
 * yields no utterances, never invented words.
 */
export interface SpeechEngine {
  readonly info: EngineInfo;
  /** True if the engine itself weighs the terms of a glossary against what it hears. */
  readonly favoursTerms?: true;
  hear(
    sound: SoundFile,
    span: TimeSpan,
    options: SpeechOptions,
    context: CallContext,
  ): Promise<HeardSpan>;
  close(): Promise<void>;
}

/** Removes noise from speech. */
export interface Denoiser {
  readonly info: EngineInfo;
  /**
   * Writes a span of the sound without its noise as a WAV file at the given path. Throws Fault TRANSCRIPTION_FAILED, or
   * the signal's reason; the file may then exist in part.
   */
  clean(
    sound: SoundFile,
    span: TimeSpan,
    path: string,
    context: Pick<CallContext, 'signal'>,
  ): Promise<SoundFile>;
  close(): Promise<void>;
}

export interface SpeakerTurn {
  readonly start: number;
  readonly end: number;
  /** Number of the speaker, counted from 1 in the order of first speech. */
  readonly speaker: number;
}

export interface DiarizationEngine {
  readonly info: EngineInfo;
  /**
   * Needs the whole sound, because speakers are distinguished by everything they say. `expected` is how many people the
   * caller says that speak; null if nothing was said. The engine may find another number.
   */
  diarize(
    sound: SoundFile,
    expected: NumberBounds | null,
    context: CallContext,
  ): Promise<readonly SpeakerTurn[]>;
}
