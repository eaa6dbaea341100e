/**
 * Small grey pictures of the differing frames between two samples, stacked in one JPEG. They show when a thing appeared
 * or disappeared (perception/edges).
 */
import { AV_PIX_FMT_GRAY8, AV_PIX_FMT_YUV420P } from 'node-av/constants';
import { CodecContext, Frame, Packet } from 'node-av/lib';
import { check } from './check.ts';
import { jpegQualityUnit, openJpegEncoder } from './jpeg-encoder.ts';
import { Shrinker } from './pictures.ts';
import type { SmallPicture } from './small-picture.ts';
import { mostStripPictures } from './strip-form.ts';
import { turned } from './turned.ts';

/**
 * Frames closer than this to the previous frame are left out: times are only exact to 1/25 s, so closer frames add
 * nothing.
 */
const leastGapSeconds = 0.039;
/** MJPEG quality on FFmpeg's scale; at 9, letters 3 pixels high can still be told from their surroundings. */
const quality = 9;

/** A strip that has not been placed in a file yet. */
export interface Strip {
  readonly jpeg: Buffer;
  /** Seconds, ascending; one for each picture. */
  readonly times: readonly number[];
  readonly leftOut: readonly number[];
}

interface Moment {
  readonly time: number;
  /** Time of the first frame after the previously kept frame; this frame's own time, unless frames were left out. */
  readonly from: number;
  readonly picture: SmallPicture;
}

/** Takes every decoded frame in order of time, and makes the strips; holds FFmpeg objects until it is freed. */
export class BetweenStrips {
  readonly #shrinker: Shrinker;
  readonly #turn: readonly string[];
  readonly #encoder = new StripEncoder();
  #held: Moment[] = [];
  /** Time of the first frame that was left out since the last kept frame. */
  #from: number | null = null;

  /** @param size of the small pictures before they are turned upright */
  constructor(size: { readonly width: number; readonly height: number }, turn: readonly string[]) {
    this.#shrinker = new Shrinker(size, AV_PIX_FMT_GRAY8, 1, 'area');
    this.#turn = turn;
  }

  /** `leftOut`: length in seconds of the time before this frame in which frames were shown but not passed on. */
  add(frame: Frame, time: number, leftOut: number): void {
    const last = this.#held.at(-1);
    const from = this.#from ?? time - leftOut;
    this.#from = from;

    if (last && time - last.time < leastGapSeconds) return;
    this.#from = null;
    this.#held.push({ time, from, picture: this.#shrinker.shrink(frame) });

    // Frames are normally held for at most two sampling intervals; if there are more, sampling has stalled.
    if (this.#held.length > 4 * mostStripPictures)
      this.#held = this.#held.slice(-mostStripPictures);
  }

  /**
   * Makes a strip of the frames up to the new sample; null if there are too few. If `hasChanged` is false, the frames
   * are only dropped.
   */
  take(sampleTime: number, hasChanged: boolean): Strip | null {
    const end = this.#held.findLastIndex(({ time }) => time <= sampleTime);
    const moments = this.#held.slice(0, end + 1);
    this.#held = this.#held.slice(Math.max(0, end));

    if (!hasChanged || moments.length < 2) return null;
    const stripMoments = moments.slice(-mostStripPictures);
    const pictures = stripMoments.map(({ picture }) => turned(picture, this.#turn));
    // The first frame may be slightly before the start of the video.
    const since = (start: number, time: number) =>
      Math.round((Math.max(0, time) - Math.max(0, start)) * 1000) / 1000;
    const times = stripMoments.map(({ time }) => since(0, time));
    const leftOut = stripMoments.map(({ time, from }) => since(from, time));

    return { jpeg: this.#encoder.encode(pictures), times, leftOut };
  }

  free(): void {
    this.#shrinker.free();
    this.#encoder.free();
  }
}

/** Encodes pictures of one size, stacked vertically; the encoder is reopened when their number changes. */
class StripEncoder {
  readonly #packet = new Packet();
  #encoder: CodecContext | null = null;
  #height = 0;
  #count = 0n;

  constructor() {
    this.#packet.alloc();
  }

  encode(pictures: readonly SmallPicture[]): Buffer {
    const { width = 0, height: pictureHeight = 0 } = pictures[0] ?? {};
    const height = pictureHeight * pictures.length;
    // Chroma has half the resolution, rounded up: if the size is odd, decoders cut off the extra row or column.
    const chroma = 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
    const pixels = Buffer.alloc(width * height + chroma, 128);

    for (const [index, picture] of pictures.entries())
      pixels.set(picture.pixels, index * pictureHeight * width);

    const frame = Frame.fromVideoBuffer(pixels, {
      width,
      height,
      format: AV_PIX_FMT_YUV420P,
      pts: this.#count++,
    });
    frame.quality = quality * jpegQualityUnit;

    const encoder = this.#open(width, height);
    try {
      check(encoder.sendFrameSync(frame), 'encoding a strip');
      check(encoder.receivePacketSync(this.#packet), 'encoding a strip');
      return Buffer.from(this.#packet.data ?? []);
    } finally {
      frame.free();
      this.#packet.unref();
    }
  }

  free(): void {
    this.#encoder?.freeContext();
    this.#packet.free();
  }

  #open(width: number, height: number): CodecContext {
    if (this.#encoder && height === this.#height) return this.#encoder;
    this.#encoder?.freeContext();
    const encoder = new CodecContext();
    openJpegEncoder(encoder, { width, height, quality });
    [this.#encoder, this.#height] = [encoder, height];
    return encoder;
  }
}
