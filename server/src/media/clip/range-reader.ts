/** Decodes a stretch of a video: exactly the frames that are on screen in it, and its sound. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { ClipRange } from '@reelsight/contract';
import { AVDISCARD_ALL, AVERROR_EOF, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { type CodecContext, Frame, Packet, type Stream } from 'node-av/lib';
import { type Container, openDecoder, seconds, setOption } from '../container.ts';
import { VideoBudget } from '../ingest.ts';
import type { ClipOrder } from './clip.ts';

/** Times of Matroska are whole milliseconds: a frame so little after a moment is the one of that moment. */
const sameSeconds = 0.002;
/** How far before a range reading begins; the next is tried where its first frame comes later. */
const leads = [1, 10, 60, Number.POSITIVE_INFINITY];
/** Packets are interleaved within so many seconds, else sound or picture of a range are not waited for. */
const apartSeconds = 10;
const mostReadErrors = 100;
/** Frames of sound that are kept until the first picture is there: a minute of them. */
const mostEarly = 3000;
const breathMs = 100;

export interface RangeSink {
  /** A frame, which belongs to the reader, and for how long it is on screen: seconds from the start of the range. */
  readonly picture: (frame: Frame, from: number, to: number) => void;
  /** `time`: of its first sample, from the start of the range, which may be negative; null if unknown. */
  readonly sound: (frame: Frame, time: number | null) => void;
  /** Called ten times a second; may throw. */
  readonly breath: (secondsOfRange: number) => void;
}

export class RangeReader {
  readonly #container: Container;
  readonly #video: Stream;
  readonly #pictures: CodecContext;
  readonly #audio: Stream | null;
  readonly #sounds: CodecContext | null;
  readonly #budget: VideoBudget;
  readonly #frame = newFrame();
  readonly #held = newFrame();
  readonly #packet = new Packet();

  constructor(container: Container, video: Stream, order: ClipOrder, sizeBytes: number) {
    this.#container = container;
    this.#video = video;
    this.#budget = new VideoBudget(sizeBytes);
    const { maxFramePixels: maxPixels } = order.limits;
    this.#pictures = openDecoder(video, { maxPixels });
    // Pictures for people are decoded in full.
    setOption(this.#pictures, 'skip_loop_filter', 'default');
    this.#audio = order.sound ? container.audio : null;
    this.#sounds = this.#audio && openDecoder(this.#audio, { maxPixels });
    for (const stream of container.format.streams)
      if (stream.index !== video.index && stream.index !== this.#audio?.index)
        stream.discard = AVDISCARD_ALL;
    this.#packet.alloc();
  }

  /** False if no frame of the range can be decoded. */
  async read(range: ClipRange, sink: RangeSink): Promise<boolean> {
    for (const lead of leads) {
      const last = lead >= range.start;
      const pass = new Pass(range, sink, {
        ...{ held: this.#held, hasSound: this.#audio !== null, takesLate: last },
        count: (frame) => this.#budget.count(frame.width * frame.height),
      });
      try {
        await this.#pass(pass, range.start - lead);
        if (!pass.late || last) return pass.finish();
      } finally {
        pass.free();
      }
    }
    return false;
  }

  free(): void {
    this.#pictures.freeContext();
    this.#sounds?.freeContext();
    for (const one of [this.#frame, this.#held, this.#packet]) one.free();
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
      const read = this.#container.format.readFrameSync(this.#packet);
      if (read === AVERROR_EOF) break;
      errors = read < 0 ? errors + 1 : 0;
      if (read >= 0) this.#send(pass, this.#packet);
      this.#packet.unref();
    }
    this.#decodePictures(pass, null);
    this.#decodeSounds(pass, null);
  }

  #send(pass: Pass, packet: Packet): void {
    if (packet.streamIndex === this.#video.index) {
      const length = seconds(packet.duration, this.#video.timeBase) ?? 0;
      pass.pictureRead(this.#timeOf(packet.pts, this.#video), length);
      this.#decodePictures(pass, packet);
    } else if (this.#audio && packet.streamIndex === this.#audio.index) {
      pass.soundRead(this.#timeOf(packet.pts, this.#audio));
      this.#decodeSounds(pass, packet);
    }
  }

  #decodePictures(pass: Pass, packet: Packet | null): void {
    // A damaged packet is left out.
    if (this.#pictures.sendPacketSync(packet) < 0) return;
    while (this.#pictures.receiveFrameSync(this.#frame) >= 0) {
      const time = this.#timeOf(this.#frame.bestEffortTimestamp, this.#video);
      if (time !== null) pass.picture(this.#frame, time);
    }
  }

  #decodeSounds(pass: Pass, packet: Packet | null): void {
    if (!this.#audio || !this.#sounds || this.#sounds.sendPacketSync(packet) < 0) return;
    while (this.#sounds.receiveFrameSync(this.#frame) >= 0)
      pass.sound(this.#frame, this.#timeOf(this.#frame.bestEffortTimestamp, this.#audio));
  }

  #seek(time: number): void {
    const { num, den } = this.#video.timeBase;
    const at = time + (time === 0 ? 0 : this.#container.startSeconds);
    const timestamp = BigInt(Math.floor((at * den) / num));
    this.#container.format.seekFrameSync(this.#video.index, timestamp, AVSEEK_FLAG_BACKWARD);
    this.#pictures.flushBuffers();
    this.#sounds?.flushBuffers();
  }

  #timeOf(timestamp: bigint, stream: Stream): number | null {
    const time = seconds(timestamp, stream.timeBase);
    return time === null ? null : time - this.#container.startSeconds;
  }
}

interface PassOptions {
  readonly held: Frame;
  readonly hasSound: boolean;
  /** Nothing earlier can be read: a first frame after the start of the range has to do. */
  readonly takesLate: boolean;
  readonly count: (frame: Frame) => void;
}

/** One try at a range. */
class Pass {
  readonly #range: ClipRange;
  readonly #sink: RangeSink;
  readonly #options: PassOptions;
  /** When the frame that is held comes on screen, from the start of the range; its end is known by the next. */
  #heldFrom: number | null = null;
  #seenTime = Number.NEGATIVE_INFINITY;
  #late = false;
  #pastPictures = false;
  #pictureTime = Number.NEGATIVE_INFINITY;
  #readEnd = Number.NEGATIVE_INFINITY;
  #soundTime = Number.NEGATIVE_INFINITY;
  /** Sound before the first frame, which says whether this try is any good. */
  readonly #early: { readonly frame: Frame; readonly time: number | null }[] = [];

  constructor(range: ClipRange, sink: RangeSink, options: PassOptions) {
    this.#range = range;
    this.#sink = sink;
    this.#options = options;
    options.held.unref();
  }

  /** The first frame came after the start of the range: reading has to begin earlier. */
  get late(): boolean {
    return this.#late;
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

  pictureRead(time: number | null, length: number): void {
    if (time === null) return;
    this.#pictureTime = time;
    this.#readEnd = Math.max(this.#readEnd, time + length);
  }

  soundRead(time: number | null): void {
    this.#soundTime = time ?? this.#soundTime;
  }

  /** A frame that is not later than the one before is left out. */
  picture(frame: Frame, time: number): void {
    const { start, end } = this.#range;
    this.#options.count(frame);
    if (this.#pastPictures || time <= this.#seenTime) return;
    const before = time <= start + sameSeconds;
    if (this.#seenTime === Number.NEGATIVE_INFINITY && !before) this.#late = true;
    if (this.#isLost) return;
    this.#seenTime = time;
    this.#giveEarly();
    if (time >= end - sameSeconds) {
      this.#pastPictures = true;
      return;
    }
    if (!before) this.#give(time - start);
    const { held } = this.#options;
    held.unref();
    held.ref(frame);
    // Where the video begins later, its first frame stands for what is missing.
    this.#heldFrom = before || this.#heldFrom === null ? 0 : time - start;
  }

  sound(frame: Frame, time: number | null): void {
    if (this.#isLost) return;
    const from = time === null ? null : time - this.#range.start;
    if (this.#seenTime > Number.NEGATIVE_INFINITY) {
      this.#sink.sound(frame, from);
      return;
    }
    const kept = this.#early.length < mostEarly ? frame.clone() : null;
    if (kept) this.#early.push({ frame: kept, time: from });
  }

  /** False if no frame was found. */
  finish(): boolean {
    this.#giveEarly();
    const { start } = this.#range;
    // The last frame of all has left the screen before the range.
    const over = !this.#pastPictures && this.#seenTime < start && this.#readEnd <= start;
    if (over || this.#heldFrom === null) return false;
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
