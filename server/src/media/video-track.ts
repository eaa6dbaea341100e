/** Takes the decoded frames of a video and keeps what is made from them: samples, pictures, cuts and a thumbnail. */
import { AV_FRAME_FLAG_INTERLACED, AV_PIX_FMT_GRAY8, AV_PIX_FMT_YUV444P } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { BetweenStrips } from './between.ts';
import { comparedSidePixels, showsChange } from './change.ts';
import { cutPictureHeight, cutPictureWidth } from './cut-picture.ts';
import { Deinterlacer, isInterlaced } from './deinterlacer.ts';
import type { Size } from './display-size.ts';
import { FramePack } from './frame-pack.ts';
import { Letterbox, type ShownFrame } from './letterbox.ts';
import type { FrameSample, Scene, Shot, Span, StoredImage, StoredStrip } from './media.ts';
import { JpegMaker, Shrinker } from './pictures.ts';
import { type Pick, SampleGrid } from './sampling.ts';
import { CutFinder, shotsOf } from './shots.ts';
import type { SmallPicture } from './small-picture.ts';
import { stripSidePixels } from './strip-form.ts';
import { ThumbnailChooser } from './thumbnail.ts';
import { turnedBox } from './turned.ts';
import { dividedShots, UnseenSpans } from './unseen.ts';

export interface VideoTrackOptions {
  readonly packPath: string;
  readonly maxOutputBytes: number;
  /** The displayed size of the video, before its pictures are rotated. Frames of another shape get bars. */
  readonly canvas: Size;
  /** Filters that make a stored picture upright. */
  readonly turn: readonly string[];
  readonly fps: number;
  readonly frameSidePixels: number;
  /** Nothing is sampled before this time of the video. */
  readonly startSeconds: number;
}

/** A decoded frame that is held for a while. */
interface HeldFrame {
  frame: Frame;
  aspect: number;
  isInterlaced: boolean;
  time: number;
}

export interface VideoResult {
  readonly frames: readonly FrameSample[];
  readonly images: readonly StoredImage[];
  readonly tail?: StoredStrip;
  readonly shots: readonly Shot[];
  readonly scenes: readonly Scene[];
  /** Stretches of damaged frames, which are not analysed. */
  readonly unseen: readonly Span[];
}

/** When a frame is shown, in seconds of the video. */
export interface ShownMoment {
  readonly time: number;
  /** Length in seconds of the time before this frame in which other frames were shown but left out. */
  readonly leftOut: number;
  readonly isDamaged: boolean;
}

/** Takes frames in order of time; holds the pack and FFmpeg objects until closed. */
export class VideoTrack {
  readonly thumbnail: ThumbnailChooser;
  readonly #startSeconds: number;
  readonly #grid: SampleGrid;
  readonly #cuts = new CutFinder();
  readonly #unseen = new UnseenSpans();
  readonly #turn: readonly string[];
  readonly #pack: FramePack;
  readonly #jpegs: JpegMaker;
  readonly #sizes = new ShownSizes();
  readonly #letterbox: Letterbox;
  readonly #deinterlacer = new Deinterlacer();
  readonly #forCuts: Shrinker;
  readonly #forChange: Shrinker;
  readonly #between: BetweenStrips;
  readonly #samples: { timestamp: number; image: number }[] = [];
  #previous = newHeldFrame();
  #current = newHeldFrame();
  /** Time of the frame that was sampled last; as long as this frame stays on screen, it need not be compared again. */
  #sampledTime = Number.NaN;
  /** The last stored picture, to which the next sample is compared. */
  #stored: SmallPicture | null = null;

  constructor(options: VideoTrackOptions) {
    const { canvas, turn, fps, frameSidePixels, startSeconds } = options;
    this.#startSeconds = startSeconds;
    this.#grid = new SampleGrid(fps, startSeconds);
    this.#turn = turn;
    this.#pack = new FramePack(options.packPath, options.maxOutputBytes);
    this.#jpegs = new JpegMaker(turn, frameSidePixels);
    this.#letterbox = new Letterbox(canvas, frameSidePixels);
    this.thumbnail = new ThumbnailChooser(turn);
    this.#forChange = new Shrinker(shrunk(canvas, comparedSidePixels), AV_PIX_FMT_GRAY8, 1, 'area');
    this.#between = new BetweenStrips(shrunk(canvas, stripSidePixels), turn);

    // The fast scaling method finds the same cuts as averaging, in a twentieth of the time.
    const cutSize = { width: cutPictureWidth, height: cutPictureHeight };
    this.#forCuts = new Shrinker(cutSize, AV_PIX_FMT_YUV444P, 3, 'fast_bilinear');
  }

  /** Adds a frame, unless it is damaged or not later than the previous frame. */
  add(decoded: ShownFrame, { time: exactTime, leftOut, isDamaged }: ShownMoment): void {
    // The time is rounded before any comparison; otherwise a sample at a cut would come before the shot that begins at
    // that cut.
    const time = toMicroseconds(exactTime);
    if (time <= this.#current.time) return;

    if (isDamaged) {
      this.#unseen.addDamaged(time);
      return;
    }

    const unseen = this.#unseen.addWhole(time);
    this.#sizes.add(decoded, time);
    [this.#previous, this.#current] = [this.#current, this.#previous];
    hold(this.#current, this.#letterbox.fit(decoded), time);

    const { frame } = this.#current;
    this.#between.add(frame, time, unseen ? time - unseen.start : leftOut);
    for (const pick of this.#grid.advance(time)) this.#sample(pick);
    this.#cuts.add(time, this.#forCuts.shrink(frame).pixels);
  }

  /** Whether no intact frame was found. */
  get isEmpty(): boolean {
    return Number.isNaN(this.#current.time);
  }

  /** The displayed size that most of the video has, before its pictures are rotated; null before the first frame. */
  prevailingSize(durationSeconds: number): Size | null {
    return this.#sizes.prevailing(durationSeconds);
  }

  /** Returns the results. The last frame stays on screen until `endSeconds`; no result extends beyond that. */
  finish(endSeconds: number): VideoResult {
    const unseen = this.#unseen.finish(endSeconds);
    for (const pick of this.#grid.finish(endSeconds)) this.#sample(pick);
    const range = { start: this.#startSeconds, end: endSeconds };
    const scenes = this.#cuts.finish(range).map(({ part, ...scene }) => ({
      ...scene,
      ...(part && { part: turnedBox(part, this.#turn) }),
    }));
    const shots = dividedShots(shotsOf(scenes), unseen);

    let shot = 0;
    const frames: FrameSample[] = [];

    for (const { timestamp, image } of this.#samples) {
      if (timestamp >= endSeconds) break;
      // This sample was taken before its stretch turned out to be damaged.
      if (unseen.some(({ start, end }) => timestamp >= start && timestamp < end)) continue;
      while (timestamp >= (shots[shot]?.end ?? Number.POSITIVE_INFINITY)) shot += 1;
      frames.push({ timestamp, image, shot });
    }

    const strip = this.#between.take(Number.POSITIVE_INFINITY, true);
    const tail = strip && this.#pack.place(strip);

    return { frames, images: this.#pack.images, ...(tail && { tail }), shots, scenes, unseen };
  }

  close(): void {
    this.#pack.close();
    this.#jpegs.free();
    this.thumbnail.free();
    this.#forCuts.free();
    this.#forChange.free();
    this.#between.free();
    this.#letterbox.free();
    this.#deinterlacer.free();
    this.#previous.frame.free();

    this.#current.frame.free();
  }

  #sample(pick: Pick): void {
    if (this.#unseen.holds(pick.time)) return;

    const isCurrent = pick.frame === 'current';
    const heldFrame = isCurrent ? this.#current : this.#previous;
    // The first picture may be shown slightly before the start.
    const timestamp = Math.max(this.#startSeconds, toMicroseconds(pick.time));

    if (heldFrame.time !== this.#sampledTime) {
      const isNew = this.#keepIfNew(heldFrame, timestamp);
      const strip = this.#between.take(heldFrame.time, isNew && this.#samples.length > 0);
      if (strip) this.#pack.appendStrip(strip);
    }

    this.#sampledTime = heldFrame.time;
    this.#samples.push({ timestamp, image: this.#pack.images.length - 1 });
  }

  /** Stores the picture if it shows anything that the last stored picture does not. */
  #keepIfNew(heldFrame: HeldFrame, timestamp: number): boolean {
    const luma = this.#forChange.shrink(heldFrame.frame);
    if (this.#stored && !showsChange(this.#stored, luma)) return false;

    this.#stored = luma;
    const shownFrame = { frame: this.#whole(heldFrame), aspect: heldFrame.aspect };
    const { jpeg, width, height } = this.#jpegs.encode(shownFrame.frame, shownFrame.aspect);
    this.#pack.append(jpeg, { width, height, timestamp });
    this.thumbnail.consider(shownFrame, luma);

    return true;
  }

  #whole(heldFrame: HeldFrame): Frame {
    if (!heldFrame.isInterlaced) return heldFrame.frame;
    const isCurrent = heldFrame === this.#current;
    const previousFrame = isCurrent ? this.#previous.frame : null;
    const nextFrame = isCurrent ? null : this.#current.frame;
    return this.#deinterlacer.whole(heldFrame.frame, previousFrame, nextFrame);
  }
}

/** Measures how long each size was shown. */
class ShownSizes {
  readonly #seconds = new Map<string, { readonly size: Size; seconds: number }>();
  #current: Size | null = null;
  #since = 0;

  add({ frame, aspect }: ShownFrame, time: number): void {
    const size = { width: Math.round(frame.width * aspect), height: frame.height };
    if (this.#current?.width === size.width && this.#current.height === size.height) return;
    this.#count(time);
    this.#current = size;
    this.#since = time;
  }

  prevailing(endSeconds: number): Size | null {
    this.#count(endSeconds);
    const longestFirst = [...this.#seconds.values()].sort((a, b) => b.seconds - a.seconds);
    return longestFirst[0]?.size ?? null;
  }

  #count(time: number): void {
    const size = this.#current;
    if (!size) return;
    const key = `${size.width}x${size.height}`;
    const entry = this.#seconds.get(key) ?? { size, seconds: 0 };
    entry.seconds += Math.max(0, time - this.#since);
    this.#seconds.set(key, entry);
    this.#since = time;
  }
}

/** Shrinks a size so that its longest side does not exceed `longestSide`. */
function shrunk({ width, height }: Size, longestSide: number): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/**
 * Takes a reference to a frame and clears its interlaced flag, after noting it: FFmpeg's scaler refuses to make a
 * whole picture from an interlaced frame, and the flag makes no difference to the small pictures.
 */
function hold(heldFrame: HeldFrame, { frame, aspect }: ShownFrame, time: number): void {
  heldFrame.frame.unref();
  heldFrame.frame.ref(frame);
  heldFrame.isInterlaced = isInterlaced(frame);
  if (heldFrame.isInterlaced) heldFrame.frame.clearFlags(AV_FRAME_FLAG_INTERLACED);
  heldFrame.aspect = aspect;
  heldFrame.time = time;
}

function newHeldFrame(): HeldFrame {
  const frame = new Frame();
  frame.alloc();
  return { frame, aspect: 1, isInterlaced: false, time: Number.NaN };
}

function toMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
