/** Makes a clip of a video: selected stretches of it, cut exactly to the frame, with their sound. */
import type { ClipRange } from '@reelsight/contract';
import type { Frame, Stream } from 'node-av/lib';
import { Container } from '../container.ts';
import { explainTooLarge } from '../disk.ts';
import { PixelAspect } from '../display-size.ts';
import { unreadable } from '../fault.ts';
import { readOrientation } from '../orientation.ts';
import { probeMedia } from '../probe.ts';
import { BoxPainter } from './boxes.ts';
import type { ClipOrder, Drawing, MadeClip } from './clip.ts';
import { PictureFilter } from './picture-filter.ts';
import { RangeReader } from './range-reader.ts';
import { type ClipWriter, openWriter } from './writers.ts';

export interface MakeClipOptions {
  /** Path of the video. */
  readonly path: string;
  /** Path of the file to make. */
  readonly outPath: string;
  readonly order: ClipOrder;
  readonly drawing: Drawing | null;
  readonly signal: AbortSignal;
  /** Receives the fraction of the clip that is finished, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

const progressMs = 250;
/** Tolerance for comparing times, because frame times are not exact. */
const jitterSeconds = 0.005;

/**
 * Blocks the thread except for a turn of the event loop ten times a second, so it must run in a separate process.
 * @throws Fault EXTRACTION_FAILED if there is no picture in the video or in the ranges; the system's error if the disk
 * is full; the signal's reason if aborted
 */
export async function makeClip(options: MakeClipOptions): Promise<MadeClip> {
  const { path, order, signal } = options;
  signal.throwIfAborted();

  const probe = await probeMedia(path, order.limits);
  const container = new Container(path, { clock: probe.clock, audioTrack: order.audioTrack });
  const { video } = container;
  try {
    if (!video || !probe.video) {
      const text = 'The video has no picture, only sound: no clip can be made of it.';
      throw unreadable('no picture', text);
    }

    if (probe.pictureFault) throw probe.pictureFault;
    const turn = readOrientation(video).filters;
    const reader = new RangeReader(container, video, order, probe);
    const canvas = reader.prevailingSize(order.ranges);
    if (!canvas) throw noPicture();

    const filter = new PictureFilter(canvas, turn, order.sidePixels);
    const making = new Making(options, container, video, filter);
    try {
      return await making.run(reader);
    } finally {
      making.free();
      reader.free();
      filter.free();
    }
  } catch (error) {
    throw explainTooLarge(error);
  } finally {
    container.close();
  }
}

const noPicture = () =>
  unreadable(
    'no frame in the ranges',
    'No picture of these moments can be decoded: the video is cut off or damaged.',
  );

class Making {
  readonly #options: MakeClipOptions;
  readonly #aspect: PixelAspect;
  readonly #filter: PictureFilter;
  readonly #writer: ClipWriter;
  readonly #painter: BoxPainter | null;
  readonly #totalSeconds: number;
  #reportAt = 0;

  constructor(
    options: MakeClipOptions,
    { audio }: Container,
    stream: Stream,
    filter: PictureFilter,
  ) {
    this.#options = options;
    this.#aspect = new PixelAspect(stream);
    this.#filter = filter;

    const { order, drawing, outPath } = options;
    const { width, height } = filter;
    const channels = order.sound && audio ? Math.max(1, audio.codecpar.channels) : 0;
    this.#writer = openWriter(order.format, { path: outPath, width, height, channels });
    this.#painter = drawing && new BoxPainter(drawing, width, height);
    this.#totalSeconds = order.ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  }

  async run(reader: RangeReader): Promise<MadeClip> {
    let position = 0;

    for (const range of this.#options.order.ranges) {
      const isFound = await this.#range(reader, range, position);
      const seconds = isFound ? range.end - range.start : 0;
      this.#writer.sound?.endRange(seconds);
      position += seconds;
    }

    if (position === 0) {
      throw noPicture();
    }

    this.#writer.finish();
    const { width, height } = this.#filter;

    return { durationSeconds: Math.round(position * 1000) / 1000, width, height };
  }

  free(): void {
    this.#writer.free();
  }

  /**
   * Adds one range to the clip; `position` is the range's start time in the clip. False if the range contains no
   * frame.
   */
  async #range(reader: RangeReader, range: ClipRange, position: number): Promise<boolean> {
    const { fps } = this.#options.order;
    const give = (frame: Frame, from: number, to: number): void =>
      this.#picture(frame, range.start + from, [position + from, position + to]);
    const thinned = fps === null ? null : new Thinned(fps, give);

    try {
      const isFound = await reader.read(range, {
        picture: thinned ? (frame, from, to) => thinned.add(frame, from, to) : give,
        sound: (frame, time) => this.#writer.sound?.add(frame, time),
        breath: (seconds) => this.#breathe(position + seconds),
      });
      thinned?.finish();

      return isFound;
    } finally {
      thinned?.free();
    }
  }

  #picture(frame: Frame, time: number, [from, to]: readonly [number, number]): void {
    const aspect = this.#aspect.of(frame);
    const upright = this.#filter.filter({ frame, aspect });
    this.#painter?.paint(upright, time);
    this.#writer.picture(upright, from, to);
  }

  #breathe(madeSeconds: number): void {
    this.#options.signal.throwIfAborted();
    if (performance.now() < this.#reportAt) return;
    this.#reportAt = performance.now() + progressMs;
    this.#options.onProgress(Math.min(1, madeSeconds / this.#totalSeconds));
  }
}

/** Reduces the frame rate: a frame that follows too closely is left out, and the previous frame stays on screen. */
class Thinned {
  readonly #leastSeconds: number;
  readonly #give: (frame: Frame, from: number, to: number) => void;
  #held: { readonly frame: Frame; readonly from: number; to: number } | null = null;

  constructor(fps: number, give: (frame: Frame, from: number, to: number) => void) {
    this.#leastSeconds = 1 / fps - jitterSeconds;
    this.#give = give;
  }

  add(frame: Frame, from: number, to: number): void {
    if (this.#held && from - this.#held.from < this.#leastSeconds) {
      this.#held.to = to;
      return;
    }
    this.finish();
    const copy = frame.clone();
    if (copy) this.#held = { frame: copy, from, to };
  }

  finish(): void {
    if (this.#held) this.#give(this.#held.frame, this.#held.from, this.#held.to);
    this.free();
  }

  free(): void {
    this.#held?.frame.free();
    this.#held = null;
  }
}
