/** What an engine that turns speech into words, or tells speakers apart, must do. */
import type { AudioFile, CallContext, EngineInfo } from './engine.ts';

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

export interface Speech {
  /** Detected language, BCP 47 primary subtag; '' when there was no speech, 'und' when it was not understood. */
  readonly language: string;
  readonly segments: readonly SpeechSegment[];
  /** True where part of the speech could not be read, or all of it (`transcription_degraded`). */
  readonly degraded?: boolean;
}

export interface SpeechOptions {
  /** The caller's hint; null when none. */
  readonly language: string | null;
  /** Names worth hearing right (target brands); empty when none. */
  readonly hints: readonly string[];
  /** Names nobody asked for that may be said all the same (brands of the lexicon). */
  readonly known?: readonly string[];
}

/** Throws Fault TRANSCRIPTION_FAILED. Silence gives no segments, never invented words. */
export interface SpeechEngine {
  readonly info: EngineInfo;
  transcribe(audio: AudioFile, options: SpeechOptions, context: CallContext): Promise<Speech>;
}

export interface SpeakerTurn {
  readonly start: number;
  readonly end: number;
  /** Counts from 1 in order of first speech. */
  readonly speaker: number;
}

export interface DiarizationEngine {
  readonly info: EngineInfo;
  diarize(audio: AudioFile, context: CallContext): Promise<readonly SpeakerTurn[]>;
}
