/** Terms shared by all engines: their identity, needs, inputs and usage. */

export type EngineKind = 'embedded' | 'local' | 'remote';

/** Name and version of an engine as `results.meta.engines` reports it. */
export interface EngineInfo {
  readonly name: string;
  readonly version: string;
  readonly kind: EngineKind;
}

/** The device on which ONNX Runtime runs networks. */
export type Device = 'cpu' | 'cuda';

export type EngineRole =
  | 'speech'
  | 'diarization'
  | 'text'
  | 'objects'
  | 'logos'
  | 'language'
  | 'vision'
  | 'embedding';

/** One line of the start-up log, `/readyz` and the operator pages. */
export interface EngineStatus {
  readonly role: EngineRole;
  readonly info: EngineInfo;
  readonly available: boolean;
  /** What is missing and how to get it, one sentence; absent when available. */
  readonly needs?: string;
}

/** What engines count while they work; the price table turns it into credits. */
export type MeterItem =
  | 'audio_seconds'
  | 'text_frames'
  | 'object_frames'
  | 'logo_frames'
  | 'vision_images'
  | 'tokens_in'
  | 'tokens_out';

export type Usage = Partial<Record<MeterItem, number>>;

/** Passed to every engine call. Aborting `signal` must end the call within a second. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Adds an amount to the job's usage. */
  readonly meter: (item: MeterItem, amount: number) => void;
  /** Progress of this call, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  /** Writes a message to the log. */
  readonly log?: (message: string, fields?: Record<string, unknown>) => void;
}

/** A box as fractions of the frame as shown (0 to 1), origin at the top left. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whole pixels, inside the picture. */
export interface PixelRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Decoded picture: packed 8-bit RGB rows, `width * height * 3` bytes. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** 16 kHz mono s16le WAV on disk, of a video or a part of it; gaps are silence. */
export interface SoundFile {
  readonly path: string;
  /** Time in the video at which the file's first sample lies. */
  readonly startSeconds: number;
}

/** A time span in seconds of the video. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}
