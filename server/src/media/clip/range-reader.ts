/** Decodes a stretch of a video: exactly the frames that are on screen during it, and its sound. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { ClipRange } from '@reelsight/contract';
import { AVERROR_EOF } from 'node-av/constants';
import { type CodecContext, Frame, Packet, type Stream } from 'node-av/lib';
import { VideoBudget } from '../bounds.ts';
import { type Container, openDecoder, setOption } from '../container.ts';
import { PixelAspect, type Size } from '../display-size.ts';
import type { MediaProbe } from '../media.ts';
import { PresentationTimes } from '../presentation-times.ts';
import { seconds } from '../timestamps.ts';
import type { ClipOrder } from './clip.ts';

/**
 * Matroska rounds times to milliseconds, so a frame that begins at most this much after a given time counts as
 * beginning at it.
 */
const sameSeconds = 0.002;
/**
 * How many seconds before the start of a range reading begins. If the first frame found is still after the start of
 * the range, the next value is tried.
 */
const leads = [1, 10, 60, Number.POSITIVE_INFINITY];
/**
 * The sound and pictures of the same time are assumed to be at most this many seconds apart in the file. Once reading
 * is that far beyond the end of a range, it no longer waits for more of the range's sound or pictures.
 */
const apartSeconds = 10;
const mostReadErrors = 100;
/** Maximum number of sound frames kept until the first picture arrives: about a minute. */
const mostEarly = 3000;
/** Packets of all streams to read before the search for a frame is given up. */
const mostPacketsToFrame = 2000;
const breathMs = 100;

export interface RangeSink {
  /**
   * Receives a frame and the time it is on screen, in seconds from the start of the range. The reader keeps ownership
   * of the frame.
   */
  readonly picture: (frame: Frame, from: number, to: number) => void;
  /**
   * `time`: when the frame's first sample is played, in seconds from the start of the range. It may be negative; null
   * if unknown.
   */
  readonly sound: (frame: Frame, time: number | null) => void;
  /** Called ten times a second; may throw. */
  readonly breath: (secondsOfRange: number) => void;
}

type VideoFile = Pick<MediaProbe, 'sizeBytes' | 'durationSeconds'>;

export class RangeReader {
  readonly #container: Container;
  readonly #video: Stream;
  readonly #durationSeconds: number;
  readonly #pictures: CodecContext;
  readonly #audio: Stream | null;
  readonly #sounds: CodecContext | null;
  readonly #budget: VideoBudget;
  readonly #frame = newFrame();
  readonly #held = newFrame();
  readonly #packet = new Packet();
  readonly #times: PresentationTimes;

  constructor(container: Container, video: Stream, order: ClipOrder, file: VideoFile) {
    this.#container = container;
    this.#video = video;
    this.#durationSeconds = file.durationSeconds;
    this.#budget = new VideoBudget(file.sizeBytes);

    const { maxFramePixels: maxPixels } = order.limits;
    this.#pictures = openDecoder(video, { maxPixels });
    // People watch these pictures, so they are decoded in full quality.
    setOption(this.#pictures, 'skip_loop_filter', 'default');
    this.#audio = order.sound ? container.audio : null;
    this.#sounds = this.#audio && openDecoder(this.#audio, { maxPixels });

    for (const track of container.audioTracks) {
      if (track.index !== this.#audio?.index) container.leaveOut(track);
    }

    this.#times = new PresentationTimes(video.timeBase, container.statesTimes);
    this.#packet.alloc();
  }

  /** False if the range is beyond the end of the video, or none of its frames can be decoded. */
  async read(range: ClipRange, sink: RangeSink): Promise<boolean> {
    if (range.start >= this.#durationSeconds) return false;

    for (const lead of leads) {
      const last = lead >= range.start;
      const pass = new Pass(range, sink, {
        held: this.#held,
        hasSound: this.#audio !== null,
        takesLate: last,
        count: (frame) => this.#budget.count(frame.width * frame.height),
      });
      try {
        await this.#pass(pass, range.start - lead);
        if (last || !pass.needsEarlierStart) return pass.finish();
      } finally {
        pass.free();
      }
    }

    return false;
  }

  /**
   * Returns the displayed size that is most frequent among the frames at the start, middle and end of the ranges, or
   * the widest if several are equally frequent; null if no frame can be decoded. The first frame would not do: a video
   * may begin smaller, or in another shape, than most of it is.
   */
  prevailingSize(ranges: readonly ClipRange[]): Size | null {
    const counts = new Map<string, { readonly size: Size; count: number }>();

    for (const { start, end } of ranges) {
      for (const time of [start, (start + end) / 2, end]) {
        const size = this.#sizeAt(time);
        if (!size) continue;
        const key = `${size.width}x${size.height}`;
        counts.set(key, { size, count: (counts.get(key)?.count ?? 0) + 1 });
      }
    }

    const best = [...counts.values()].sort(
      (a, b) => b.count - a.count || b.size.width - a.size.width,
    );

    return best[0]?.size ?? null;
  }

  /**
   * Size of the frame at `time`, or of an earlier frame if none can be decoded from that time on; null if no frame can
   * be decoded at all.
   */
  #sizeAt(time: number): Size | null {
    // In a file without an index, reading may start between two key frames, and the next key frame may
    // be beyond the end of the file.
    for (const lead of [0, ...leads]) {
      const size = this.#sizeFrom(Math.max(0, time - lead));
      if (size || lead >= time) return size;
    }
    return null;
  }

  /** Size of the first frame that can be decoded from a time on. */
  #sizeFrom(time: number): Size | null {
    this.#seek(time);

    for (let packetCount = 0; packetCount < mostPacketsToFrame; packetCount += 1) {
      const code = this.#container.read(this.#packet);
      const isPicture = code >= 0 && this.#packet.streamIndex === this.#video.index;
      if (isPicture || code === AVERROR_EOF) {
        this.#pictures.sendPacketSync(isPicture ? this.#packet : null);
      }
      this.#packet.unref();

      if (this.#pictures.receiveFrameSync(this.#frame) >= 0) {
        const { width, height } = this.#frame;
        const aspect = new PixelAspect(this.#video).of(this.#frame);
        return { width: Math.round(width * aspect), height };
      }

      if (code < 0) return null;
    }

    return null;
  }

  free(): void {
    this.#pictures.freeContext();
    this.#sounds?.freeContext();
    for (const resource of [this.#frame, this.#held, this.#packet]) resource.free();
  }

  async #pass(pass: Pass, from: number): Promise<void> {
    this.#seek(Math.max(0, from));
    let errors = 0;
    let breathAt = performance.now() + breathMs;

    while (!pass.done && errors < mostReadErrors) {
      if (performance.now() >= breathAt) {
        await breathe();
        pass.breathe();
        breathAt = performance.now() + breathMs;
      }

      const code = this.#container.read(this.#packet);
      if (code === AVERROR_EOF) break;

      errors = code < 0 ? errors + 1 : 0;
      if (code >= 0) this.#send(pass, this.#packet);
      this.#packet.unref();
    }

    this.#decodePictures(pass, null);
    this.#decodeSounds(pass, null);
  }

  #send(pass: Pass, packet: Packet): void {
    if (packet.streamIndex === this.#video.index) {
      const time = PresentationTimes.ofPacket(packet, this.#video.timeBase);
      pass.pictureRead(this.#inVideo(time));
      this.#decodePictures(pass, packet);
    } else if (this.#audio && packet.streamIndex === this.#audio.index) {
      pass.soundRead(this.#inVideo(seconds(packet.pts, this.#audio.timeBase)));
      this.#decodeSounds(pass, packet);
    }
  }

  #decodePictures(pass: Pass, packet: Packet | null): void {
    // A packet that the decoder rejects is damaged, and is left out.
    if (this.#pictures.sendPacketSync(packet) < 0) return;
    if (packet) this.#times.sent(packet);
    while (this.#pictures.receiveFrameSync(this.#frame) >= 0) {
      const time = this.#inVideo(this.#times.take(this.#frame));
      if (time !== null) pass.picture(this.#frame, time);
    }
  }

  #decodeSounds(pass: Pass, packet: Packet | null): void {
    if (!this.#audio || !this.#sounds || this.#sounds.sendPacketSync(packet) < 0) return;
    while (this.#sounds.receiveFrameSync(this.#frame) >= 0) {
      const time = seconds(this.#frame.bestEffortTimestamp, this.#audio.timeBase);
      pass.sound(this.#frame, this.#inVideo(time));
    }
  }

  #seek(time: number): void {
    this.#container.seek(time);
    this.#times.clear();
    this.#pictures.flushBuffers();
    this.#sounds?.flushBuffers();
  }

  #inVideo(time: number | null): number | null {
    return time === null ? null : time - this.#container.startSeconds;
  }
}

interface PassOptions {
  readonly held: Frame;
  readonly hasSound: boolean;
  /** True if reading cannot begin earlier, so that a first frame after the start of the range is accepted. */
  readonly takesLate: boolean;
  readonly count: (frame: Frame) => void;
}

/** One attempt to read a range. */
class Pass {
  readonly #range: ClipRange;
  readonly #sink: RangeSink;
  readonly #options: PassOptions;
  /**
   * Time at which the held frame appears on screen, in seconds from the start of the range. The time at which it
   * disappears is known once the next frame arrives.
   */
  #heldFrom: number | null = null;
  #seenTime = Number.NEGATIVE_INFINITY;
  #late = false;
  #pastPictures = false;
  #pictureTime = Number.NEGATIVE_INFINITY;
  #soundTime = Number.NEGATIVE_INFINITY;
  /**
   * Sound that came before the first frame. It is held back, because only the first frame shows whether this attempt
   * is usable.
   */
  readonly #early: { readonly frame: Frame; readonly time: number | null }[] = [];

  constructor(range: ClipRange, sink: RangeSink, options: PassOptions) {
    this.#range = range;
    this.#sink = sink;
    this.#options = options;
    options.held.unref();
  }

  /**
   * Whether reading must begin earlier, because the first frame found is after the start of the range, or no frame was
   * found.
   */
  get needsEarlierStart(): boolean {
    return this.#late || this.#seenTime === Number.NEGATIVE_INFINITY;
  }

  get done(): boolean {
    const { end } = this.#range;
    if (this.#isLost) return true;
    if (!this.#pastPictures) return false;
    return (
      !this.#options.hasSound || this.#soundTime >= end || this.#pictureTime > end + apartSeconds
    );
  }

  get #isLost(): boolean {
    return this.#late && !this.#options.takesLate;
  }

  breathe(): void {
    this.#sink.breath(Math.max(0, this.#seenTime - this.#range.start));
  }

  pictureRead(time: number | null): void {
    this.#pictureTime = time ?? this.#pictureTime;
  }

  soundRead(time: number | null): void {
    this.#soundTime = time ?? this.#soundTime;
  }

  /** Takes a decoded frame. A frame that is not later than the previous frame is left out. */
  picture(frame: Frame, time: number): void {
    const { start, end } = this.#range;
    this.#options.count(frame);

    if (this.#pastPictures || time <= this.#seenTime) return;
    const isBeforeStart = time <= start + sameSeconds;
    if (this.#seenTime === Number.NEGATIVE_INFINITY && !isBeforeStart) this.#late = true;
    if (this.#isLost) return;

    this.#seenTime = time;
    this.#giveEarly();

    if (time >= end - sameSeconds) {
      this.#pastPictures = true;
      return;
    }

    if (!isBeforeStart) this.#give(time - start);
    const { held: heldFrame } = this.#options;
    heldFrame.unref();
    heldFrame.ref(frame);
    // If the video begins after the start of the range, its first frame fills the gap.
    this.#heldFrom = isBeforeStart || this.#heldFrom === null ? 0 : time - start;
  }

  sound(frame: Frame, time: number | null): void {
    if (this.#isLost) return;
    const from = time === null ? null : time - this.#range.start;

    if (this.#seenTime > Number.NEGATIVE_INFINITY) {
      this.#sink.sound(frame, from);
      return;
    }

    const copy = this.#early.length < mostEarly ? frame.clone() : null;
    if (copy) this.#early.push({ frame: copy, time: from });
  }

  /** Ends the range; false if no frame was found. */
  finish(): boolean {
    this.#giveEarly();
    const { start } = this.#range;
    if (this.#heldFrom === null) return false;
    // If the pictures end before the sound, the last picture stays on screen.
    this.#give(this.#range.end - start);
    return true;
  }

  free(): void {
    for (const { frame } of this.#early.splice(0)) frame.free();
  }

  #giveEarly(): void {
    for (const { frame, time } of this.#early) this.#sink.sound(frame, time);
    this.free();
  }

  #give(to: number): void {
    if (this.#heldFrom !== null) this.#sink.picture(this.#options.held, this.#heldFrom, to);
  }
}

function newFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}
