/** Takes the decoded frames of a video and keeps what is wanted of them: samples, pictures, cuts, a thumbnail. */
import { AV_PIX_FMT_GRAY8, AV_PIX_FMT_YUV444P } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { BetweenStrips } from './between.ts';
import { comparedSidePixels, showsChange } from './change.ts';
import { FramePack } from './frame-pack.ts';
import type { FrameSample, Shot, StoredImage, StoredStrip, VideoStream } from './media.ts';
import { JpegMaker, Shrinker } from './pictures.ts';
import { type Pick, SampleGrid } from './sampling.ts';
import { CutFinder, cutPictureHeight, cutPictureWidth } from './shots.ts';
import type { SmallPicture } from './small-picture.ts';
import { stripSidePixels } from './strip-form.ts';
import { ThumbnailChooser } from './thumbnail.ts';

export interface VideoTrackOptions {
  readonly packPath: string;
  readonly maxOutputBytes: number;
  readonly video: VideoStream;
  /** Filters that make a stored picture upright. */
  readonly turn: readonly string[];
  readonly fps: number;
  readonly frameSidePixels: number;
}

export interface VideoResult {
  readonly frames: readonly FrameSample[];
  readonly images: readonly StoredImage[];
  readonly tail?: StoredStrip;
  readonly shots: readonly Shot[];
}

/** Takes frames in order of time; holds the pack and FFmpeg's objects until closed. */
export class VideoTrack {
  readonly thumbnail: ThumbnailChooser;
  readonly #grid: SampleGrid;
  readonly #cuts = new CutFinder();
  readonly #pack: FramePack;
  readonly #jpegs: JpegMaker;
  readonly #forCuts: Shrinker;
  readonly #forChange: Shrinker;
  readonly #between: BetweenStrips;
  readonly #samples: { timestamp: number; image: number }[] = [];
  #previous = newFrame();
  #current = newFrame();
  #previousTime = Number.NaN;
  #currentTime = Number.NaN;
  /** Time of the frame sampled last: while it is on screen it need not be compared again. */
  #sampledTime = Number.NaN;
  /** The last stored picture, which the next sample is compared with. */
  #stored: SmallPicture | null = null;

  constructor(options: VideoTrackOptions) {
    const { video, turn, fps, frameSidePixels } = options;
    this.#grid = new SampleGrid(fps);
    this.#pack = new FramePack(options.packPath, options.maxOutputBytes);
    this.#jpegs = new JpegMaker(video, turn, frameSidePixels);
    this.thumbnail = new ThumbnailChooser(video, turn);
    this.#forChange = new Shrinker(sizeOf(video, comparedSidePixels), AV_PIX_FMT_GRAY8, 1, 'area');
    this.#between = new BetweenStrips(sizeOf(video, stripSidePixels), turn);
    // Fast sampling finds the same cuts as averaging, in a twentieth of the time.
    const cutSize = { width: cutPictureWidth, height: cutPictureHeight };
    this.#forCuts = new Shrinker(cutSize, AV_PIX_FMT_YUV444P, 3, 'fast_bilinear');
  }

  /**
   * `time` in seconds of the video; `leftOut`: seconds before it in which others were shown that are not given. A frame
   * that is not later than the one before is left out.
   */
  add(frame: Frame, time: number, leftOut: number): void {
    if (time <= this.#currentTime) return;
    [this.#previous, this.#current] = [this.#current, this.#previous];
    this.#current.unref();
    this.#current.ref(frame);
    [this.#previousTime, this.#currentTime] = [this.#currentTime, time];
    this.#between.add(frame, time, leftOut);
    for (const pick of this.#grid.advance(time)) this.#sample(pick);
    this.#cuts.add(time, this.#forCuts.shrink(frame).pixels);
  }

  /** `endSeconds`: when the last frame leaves the screen. Nothing returned lies beyond `durationSeconds`. */
  finish(endSeconds: number, durationSeconds: number): VideoResult {
    for (const pick of this.#grid.finish(Math.min(endSeconds, durationSeconds))) this.#sample(pick);
    const shots = this.#cuts.finish(durationSeconds);
    let shot = 0;
    const frames: FrameSample[] = [];
    for (const { timestamp, image } of this.#samples) {
      if (timestamp >= durationSeconds) break;
      while (timestamp >= (shots[shot]?.end ?? Number.POSITIVE_INFINITY)) shot += 1;
      frames.push({ timestamp, image, shot });
    }
    const strip = this.#between.take(Number.POSITIVE_INFINITY, true);
    const tail = strip && this.#pack.place(strip);
    return { frames, images: this.#pack.images, ...(tail && { tail }), shots };
  }

  close(): void {
    this.#pack.close();
    this.#jpegs.free();
    this.thumbnail.free();
    this.#forCuts.free();
    this.#forChange.free();
    this.#between.free();
    this.#previous.free();
    this.#current.free();
  }

  #sample(pick: Pick): void {
    const current = pick.frame === 'current';
    const frame = current ? this.#current : this.#previous;
    const frameTime = current ? this.#currentTime : this.#previousTime;
    // The first picture may lie a little before the start.
    const timestamp = Math.max(0, toMicroseconds(pick.time));
    if (frameTime !== this.#sampledTime) {
      const kept = this.#keepIfNew(frame, timestamp);
      const strip = this.#between.take(frameTime, kept && this.#samples.length > 0);
      if (strip) this.#pack.appendStrip(strip);
    }
    this.#sampledTime = frameTime;
    this.#samples.push({ timestamp, image: this.#pack.images.length - 1 });
  }

  /** Stores the picture unless it shows nothing that the last stored one does not. */
  #keepIfNew(frame: Frame, timestamp: number): boolean {
    const luma = this.#forChange.shrink(frame);
    if (this.#stored && !showsChange(this.#stored, luma)) return false;
    this.#stored = luma;
    const { width, height } = this.#jpegs;
    this.#pack.append(this.#jpegs.encode(frame), { width, height, timestamp });
    this.thumbnail.consider(frame, luma);
    return true;
  }
}

/** Size of the picture as it is stored, before it is turned, with its longest side made so small. */
function sizeOf(video: VideoStream, longestSide: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(video.width, video.height));
  const width = Math.max(1, Math.round(video.width * scale));
  const height = Math.max(1, Math.round(video.height * scale));
  const sideways = video.rotation === 90 || video.rotation === 270;
  return sideways ? { width: height, height: width } : { width, height };
}

function newFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}

function toMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
