/** Decoding only a part of a video: which part that is, and what of the decoded sound and pictures belongs to it. */
import { Frame } from 'node-av/lib';
import { unreadable } from './fault.ts';
import type { ShownFrame } from './letterbox.ts';
import type { RequestedRange, Span } from './media.ts';
import { type SoundRange, samplesBetween } from './sound-pack.ts';
import type { ShownMoment, VideoTrack } from './video-track.ts';

/** Reading begins this much before the range, so that decoders of sound have settled when it begins. */
const leadInSeconds = 1;
/** Reading ends this much after the range, because pictures may be stored after ones that are shown later. */
const leadOutSeconds = 4;

export const lengthOf = ({ start, end }: Span): number => end - start;

/**
 * The requested part of a video; null if that is all of it. Throws Fault EXTRACTION_FAILED if the video ends before
 * the part begins.
 */
export function rangeWithin(
  durationSeconds: number,
  { from, to }: RequestedRange = { from: null, to: null },
): Span | null {
  const start = from ?? 0;
  const end = Math.min(to ?? durationSeconds, durationSeconds);
  checkStart(start, durationSeconds);

  return start > 0 || end < durationSeconds ? { start, end } : null;
}

/** Throws Fault EXTRACTION_FAILED if a video of this length has nothing from `start` on. */
function checkStart(start: number, durationSeconds: number): void {
  if (start === 0 || start < durationSeconds) return;
  const length = Math.ceil(durationSeconds * 100) / 100;
  const text = `The video is ${length} s long, so there is nothing from ${start} s on.`;
  throw unreadable(`from ${start} s of ${durationSeconds} s`, text);
}

/** The pixels of all pictures in the range, on the assumption that every second has as many. */
export function pixelsWithin(
  { allPixels, durationSeconds }: { readonly allPixels: number; readonly durationSeconds: number },
  range: Span | null,
): number {
  if (!range || durationSeconds <= 0) return allPixels;
  return Math.ceil((allPixels * lengthOf(range)) / durationSeconds);
}

/** Lets only the sound and the pictures of the range pass. Without a range, lets everything pass. */
export class RangeGate {
  readonly #start: number;
  readonly #end: number;
  /** The last frame before the range, which is still on screen when the range begins. */
  readonly #before = new OnScreenFrame();

  constructor(range: Span | null) {
    this.#start = range?.start ?? 0;
    this.#end = range?.end ?? Number.POSITIVE_INFINITY;
  }

  /** Where reading should begin, in seconds of the video; at the beginning of the file if it is not above 0. */
  get readFromSeconds(): number {
    return this.#start - leadInSeconds;
  }

  /** The samples of the sound that are kept. */
  get samples(): SoundRange {
    return samplesBetween({ start: this.#start, end: this.#end });
  }

  /** Whether sound with this time has to be resampled, which needs a little of what comes before the range. */
  hears(time: number): boolean {
    return time >= this.#start - leadInSeconds && time < this.#end;
  }

  /** Whether a stream has been read beyond the range. */
  isPast({ readEndSeconds }: { readonly readEndSeconds: number }): boolean {
    return readEndSeconds > this.#end + leadOutSeconds;
  }

  /**
   * Called if the file turned out to end at this time, which may be long before its header says so. Throws Fault
   * EXTRACTION_FAILED if that is before the range.
   */
  checkEnd(endSeconds: number): void {
    checkStart(this.#start, endSeconds);
  }

  /** Passes a frame on if it is shown within the range, or is the one on screen when the range begins. */
  show(track: VideoTrack, shownFrame: ShownFrame, moment: ShownMoment): void {
    if (moment.time >= this.#end) return;
    if (moment.time < this.#start && this.#start > 0) {
      if (!moment.isDamaged) this.#before.hold(shownFrame);
      return;
    }

    if (moment.time > this.#start) this.finish(track);
    this.#before.release();
    track.add(shownFrame, moment);
  }

  /** Passes on the frame that is on screen when the range begins, if no frame of the range has come. */
  finish(track: VideoTrack): void {
    const { shown: shownFrame } = this.#before;
    if (!shownFrame) return;
    track.add(shownFrame, { time: this.#start, leftOut: 0, isDamaged: false });
    this.#before.release();
  }

  free(): void {
    this.#before.free();
  }
}

/** A reference to a decoded frame, which outlives the decoder's next one. */
class OnScreenFrame {
  readonly #frame = new Frame();
  #aspect: number | null = null;

  constructor() {
    this.#frame.alloc();
  }

  get shown(): ShownFrame | null {
    return this.#aspect === null ? null : { frame: this.#frame, aspect: this.#aspect };
  }

  hold({ frame, aspect }: ShownFrame): void {
    this.release();
    this.#frame.ref(frame);
    this.#aspect = aspect;
  }

  release(): void {
    if (this.#aspect !== null) this.#frame.unref();
    this.#aspect = null;
  }

  free(): void {
    this.#frame.free();
  }
}
