/**
 * The schema of `media.json`, and the types derived from it: the results of a probe, and the files that a decoding
 * pass writes to its folder.
 */
import { basename } from 'node:path';
import { z } from 'zod';
import type { ReadonlyDeep } from '../artifacts/read-artifact.ts';

/** A position in a list or a file, or a number of pixels or bytes. */
const count = z.int().min(0);

/** Display size, after rotation and sample aspect ratio. */
const videoStream = z.object({
  codec: z.string(),
  width: z.number(),
  height: z.number(),
  /** Clockwise display rotation in degrees: 0, 90, 180 or 270. */
  rotation: z.number(),
  /** Average frames per second; null if the container does not state it. */
  fps: z.number().nullable(),
});
export type VideoStream = ReadonlyDeep<z.infer<typeof videoStream>>;

const audioTrackInfo = z.object({
  /** Index of the track's stream in the file. */
  index: z.number(),
  codec: z.string(),
  /** Null if the container does not state it. */
  channels: z.number().nullable(),
  language: z.string().nullable(),
  title: z.string().nullable(),
});
export type AudioTrackInfo = ReadonlyDeep<z.infer<typeof audioTrackInfo>>;

const chapter = z.object({
  start: z.number(),
  end: z.number(),
  title: z.string(),
});

const mediaProbe = z.object({
  /** Short container name: mp4, mov, webm, mkv, mp3 … */
  container: z.string(),
  durationSeconds: z.number(),
  sizeBytes: z.number(),
  video: videoStream.nullable(),
  audio: z.object({ codec: z.string() }).nullable(),
  /** All audio tracks in file order; absent in media stored by the previous version. */
  audioTracks: z.array(audioTrackInfo).exactOptional(),
  /** Container tags in lower case: title, artist, comment, date, language … */
  tags: z.record(z.string(), z.string()),
  chapters: z.array(chapter),
});
export type MediaProbe = ReadonlyDeep<z.infer<typeof mediaProbe>>;

/** A range of a video, in seconds. */
const span = z.object({
  start: z.number(),
  end: z.number(),
});
export type Span = ReadonlyDeep<z.infer<typeof span>>;

/**
 * A stretch of the video within which things can be followed. At its borders the whole picture changes, or the frames
 * before or after are not analysed. Times are in seconds; shots cover the whole video without gaps.
 */
export type Shot = Span;

/**
 * A stretch of the video between two scene borders, as reported to API callers. Scenes cover the whole video without
 * gaps.
 */
const scene = span.extend({
  /** How the scene begins; absent for the first scene. */
  transition: z.enum(['cut', 'part_cut', 'dissolve', 'fade']).exactOptional(),
  /** The tile of a split screen that changes with a `part_cut`, in fractions of the upright picture. */
  part: z
    .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .exactOptional(),
});
export type Scene = ReadonlyDeep<z.infer<typeof scene>>;

/** Small grey pictures of the frames between two samples, stacked vertically in one JPEG in `frames.pack`. */
const storedStrip = z.object({
  offset: count,
  length: count,
  /** Time of each picture in seconds, ascending. The first picture is close to the previous sample in time. */
  times: z.array(z.number()),
  /**
   * For each picture, the length in seconds of the time before it in which frames were shown but not stored; absent in
   * media stored by the previous version.
   */
  leftOut: z.array(z.number()).exactOptional(),
});
export type StoredStrip = ReadonlyDeep<z.infer<typeof storedStrip>>;

/** One JPEG in `frames.pack`. */
const storedImage = z.object({
  offset: count,
  length: count,
  width: count,
  height: count,
  timestamp: z.number(),
  /**
   * Small pictures of the frames since the previous sample; absent for the first sample and if there are too few
   * frames.
   */
  between: storedStrip.exactOptional(),
});
export type StoredImage = ReadonlyDeep<z.infer<typeof storedImage>>;

/** One sampled moment. A sample that hardly differs from the last stored picture uses that picture. */
const frameSample = z.object({
  timestamp: z.number(),
  /** Index into `images`. */
  image: count,
  /** Index into `shots`. */
  shot: count,
});
export type FrameSample = ReadonlyDeep<z.infer<typeof frameSample>>;

const heardSound = z.object({
  file: z.string(),
  /** Index of the audio stream in the file; absent in media stored by the previous version. */
  track: z.number().exactOptional(),
  durationSeconds: z.number(),
  /** Number of channels stored separately; absent if all are mixed into one. */
  channels: z.literal(2).exactOptional(),
  /**
   * Bytes of each piece in the file (`PackedSound`); absent in media stored by the previous version, whose sound is a
   * WAV file.
   */
  pieces: z.array(z.number()).exactOptional(),
  /** Times in pauses, 20 to 40 s apart, at which the sound can be cut; seconds, ascending, rounded to hundredths. */
  cuts: z.array(z.number()),
});

/**
 * The content of `media.json`, which `ingest` writes next to `sound.pack` (16 kHz, see sound-pack.ts; sample 0 is the
 * video's time 0), `frames.pack` (the JPEGs one after the other) and `thumbnail.jpg`. Times are in seconds. If there
 * is no picture or none is sampled (fps 0), frames, images and shots are empty.
 */
export const mediaPass = z.object({
  probe: mediaProbe,
  audio: heardSound.nullable(),
  /** Rate at which the frames were sampled. */
  fps: z.number(),
  /** The only part of the video that was decoded; absent if that is all of it. */
  range: span.exactOptional(),
  frames: z.array(frameSample),
  images: z.array(storedImage),
  /** Small pictures of the frames after the last sample, up to the end of the video; absent if there are none. */
  tail: storedStrip.exactOptional(),
  shots: z.array(span),
  /** Absent in media stored by the previous version. */
  scenes: z.array(scene).exactOptional(),
  /**
   * Stretches that were not analysed because their frames are damaged; absent in media stored by the previous version.
   */
  unseen: z.array(span).exactOptional(),
  /**
   * File name of the thumbnail in the folder. A runner sends the file of this name from its machine, so it must not be
   * a path that leads out of the folder.
   */
  thumbnail: z
    .string()
    .refine((name) => basename(name) === name, 'is no name of a file')
    .nullable(),
  /** Why the picture or the sound of the file could not be read, worded for the file's owner. */
  unreadable: z
    .object({ picture: z.string().exactOptional(), sound: z.string().exactOptional() })
    .exactOptional(),
});
export type MediaPass = ReadonlyDeep<z.infer<typeof mediaPass>>;

/** The part of the video that was decoded, which is usually all of it. */
export const decodedRange = ({ range, probe }: Pick<MediaPass, 'range' | 'probe'>): Span =>
  range ?? { start: 0, end: probe.durationSeconds };

/** A part of a video, in seconds; null: from its beginning, or to its end. */
export interface RequestedRange {
  readonly from: number | null;
  readonly to: number | null;
}

export interface IngestLimits {
  /** Maximum longest side of a stream in pixels; a larger one is refused before decoding. */
  readonly maxSidePixels: number;
  /** Maximum number of pixels in a decoded frame. */
  readonly maxFramePixels: number;
  /** Maximum length of the longest side of a stored frame, in pixels. */
  readonly frameSidePixels: number;
  /** Longest video that is decoded at all, in seconds. */
  readonly maxDurationSeconds: number;
  /** Maximum size of an output file. */
  readonly maxOutputBytes: number;
}

/**
 * Limits in seconds: beyond `maxSeconds` a video is too long for its owner's plan, beyond `budgetSeconds` it costs
 * more than the owner has credits for.
 */
export interface Caps {
  readonly maxSeconds: number;
  readonly budgetSeconds: number;
}

/** How much there is to decode in a file. */
export interface DecodingWork {
  /** Pixels of all pictures of the video together; 0 if it has none, or its container does not tell how many. */
  readonly allPixels: number;
}

export interface IngestOptions {
  readonly path: string;
  /** Existing empty folder for the output files. */
  readonly outDir: string;
  /** Frames to sample per second, 1 to 4; 0 if the job needs no frames, in which case none are sampled. */
  readonly fps: number;
  readonly limits: IngestLimits;
  /** Index of the audio track to use; absent or null: chosen automatically. */
  readonly audioTrack?: number | null;
  /** The only part of the video to decode; absent: all of it. */
  readonly range?: RequestedRange;
  readonly signal: AbortSignal;
  /** Called with the probe before more than one frame is decoded; decoding waits for the result. */
  readonly onProbed?: (probe: MediaProbe & DecodingWork) => Promise<Caps>;
  /** Decoder threads; default 1, which costs the least CPU. */
  readonly threads?: number;
  /** Fraction of the duration decoded so far. */
  readonly onProgress?: (fraction: number) => void;
}
