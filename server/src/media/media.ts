/** What a probe finds, and what one decode pass leaves in its folder. */

export interface VideoStream {
  readonly codec: string;
  /** Display size, after rotation and sample aspect ratio. */
  readonly width: number;
  readonly height: number;
  /** Clockwise display rotation in degrees: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** Average frames a second; null if the container does not state it. */
  readonly fps: number | null;
}

export interface AudioTrackInfo {
  /** Of its stream in the file. */
  readonly index: number;
  readonly codec: string;
  /** Null if the container does not state it. */
  readonly channels: number | null;
  readonly language: string | null;
  readonly title: string | null;
}

export interface MediaProbe {
  /** Short container name: mp4, mov, webm, mkv, mp3 … */
  readonly container: string;
  readonly durationSeconds: number;
  readonly sizeBytes: number;
  readonly video: VideoStream | null;
  readonly audio: { readonly codec: string } | null;
  /** All tracks of sound in the order of the file; absent in media of the version before. */
  readonly audioTracks?: readonly AudioTrackInfo[];
  /** Container tags in lower case: title, artist, comment, date, language … */
  readonly tags: Readonly<Record<string, string>>;
  readonly chapters: readonly { start: number; end: number; title: string }[];
}

/**
 * A stretch between two borders over which nothing can be followed: the whole picture is another, or frames before or after
 * are not looked at. Seconds; shots cover the whole video without gaps.
 */
export interface Shot {
  readonly start: number;
  readonly end: number;
}

/** A stretch between two borders of scenes, as callers get it. Scenes cover the whole video without gaps. */
export interface Scene extends Shot {
  /** How it begins; absent for the first. */
  readonly transition?: 'cut' | 'part_cut' | 'dissolve' | 'fade';
  /** The tile of a split screen that is another with a `part_cut`, in shares of the upright picture. */
  readonly part?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/** Seconds of a video. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One JPEG in `frames.pack`. */
export interface StoredImage {
  readonly offset: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly timestamp: number;
  /** What happened since the sample before; absent for the first, and where frames are too few to tell. */
  readonly between?: StoredStrip;
}

/** Small grey pictures of the frames from one sample to the next, one below the other in one JPEG in `frames.pack`. */
export interface StoredStrip {
  readonly offset: number;
  readonly length: number;
  /** Seconds, ascending: of each picture. The first is about that of the sample before. */
  readonly times: readonly number[];
  /** Seconds before each in which frames were shown that are not held; absent in media of the version before. */
  readonly leftOut?: readonly number[];
}

/** One sampled moment. Samples that hardly differ from the last stored picture share it. */
export interface FrameSample {
  readonly timestamp: number;
  /** Index into `images`. */
  readonly image: number;
  /** Index into `shots`. */
  readonly shot: number;
}

/**
 * What `ingest` leaves in its folder as `media.json`, beside `sound.pack` (16 kHz, see sound-pack.ts; sample 0 is the
 * video's time 0), `frames.pack` (the JPEGs one after the other) and `thumbnail.jpg`. Times are seconds. Where there is
 * no picture or nothing is looked at (fps 0), frames, images and shots are empty.
 */
export interface MediaPass {
  readonly probe: MediaProbe;
  readonly audio: {
    readonly file: string;
    /** Index of its stream in the file; absent in media of the version before. */
    readonly track?: number;
    readonly durationSeconds: number;
    /** How many channels are heard apart; absent: all are mixed into one. */
    readonly channels?: 2;
    /** Bytes of each piece in the file (`PackedSound`); absent in media of the version before, whose sound is a WAV file. */
    readonly pieces?: readonly number[];
    /** Pauses 20 to 40 s apart, at which the sound can be cut; seconds, ascending, whole hundredths. */
    readonly cuts: readonly number[];
  } | null;
  /** Sampling rate the frames were taken at. */
  readonly fps: number;
  readonly frames: readonly FrameSample[];
  readonly images: readonly StoredImage[];
  /** Frames from the last sample to the end of the video; absent if there are none. */
  readonly tail?: StoredStrip;
  readonly shots: readonly Shot[];
  /** Absent in media of the version before. */
  readonly scenes?: readonly Scene[];
  /** Stretches whose frames are damaged and were not looked at; absent in media of the version before. */
  readonly unseen?: readonly Span[];
  readonly thumbnail: string | null;
  /** Why a picture or sound that the file has could not be read, in words for its owner. */
  readonly unreadable?: { readonly picture?: string; readonly sound?: string };
}

export interface IngestLimits {
  /** Longest side in pixels a stream may have; larger is refused before decoding. */
  readonly maxSidePixels: number;
  /** Pixels a decoded frame may have. */
  readonly maxFramePixels: number;
  /** Longest side of a stored frame. */
  readonly frameSidePixels: number;
  /** Longest video that is decoded at all. */
  readonly maxDurationSeconds: number;
  /** Largest file that may be left. */
  readonly maxOutputBytes: number;
}

/** How far a video may go on, in seconds, before it is too long or too dear for whoever sent it. */
export interface Caps {
  readonly maxSeconds: number;
  readonly budgetSeconds: number;
}

export interface IngestOptions {
  readonly path: string;
  /** Existing empty folder the outputs go to. */
  readonly outDir: string;
  /** Frames a second to sample, 1 to 4; 0 if no frames are needed (no frames, shots only if asked). */
  readonly fps: number;
  readonly limits: IngestLimits;
  /** Index of the audio track that is heard; absent or null: chosen. */
  readonly audioTrack?: number | null;
  readonly signal: AbortSignal;
  /** Told what the file is before anything but one frame is decoded; decoding waits for the answer. */
  readonly onProbed?: (probe: MediaProbe) => Promise<Caps>;
  /** Decoder threads; default 1, which costs the least CPU. */
  readonly threads?: number;
  /** Fraction of the duration decoded so far. */
  readonly onProgress?: (fraction: number) => void;
}
