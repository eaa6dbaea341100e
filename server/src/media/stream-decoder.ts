/** Passes one stream of a container through its decoder. */
import {
  AV_FRAME_FLAG_CORRUPT,
  AV_FRAME_FLAG_KEY,
  AV_PKT_DATA_NEW_EXTRADATA,
  AV_PKT_FLAG_CORRUPT,
  AV_PKT_FLAG_DISCARD,
  AVERROR_EAGAIN,
} from 'node-av/constants';
import { type CodecContext, Frame, type Packet, type Stream } from 'node-av/lib';
import { codecName } from './accepted.ts';
import { type DecoderOptions, openDecoder, setOption } from './container.ts';
import { PresentationTimes } from './presentation-times.ts';
import { seconds, type TimeBase } from './timestamps.ts';

/**
 * Frames further than this from the previous or the next frame are always decoded, because each may be a slide or a
 * cut. At 20 frames per second, frames may still be skipped.
 */
const denseSeconds = 0.055;
/** Number of known packets on either side of the packet being decoded; more than encoders reorder (16). */
const knownPackets = 20;
/** If skipping leaves gaps longer than this, it stops for good, because cuts would be placed too late. */
const longestGapSeconds = 0.2;

/**
 * Longest time for which damage is assumed to persist: pictures that refer to a damaged picture are damaged too, up to
 * the next key frame. Most encoders place a key frame at least every 250 frames, but streams that renew their pictures
 * gradually have none.
 */
const longestDamageSeconds = 10;

export interface FrameMoment {
  /** Time of the frame in the video; null if the stream states none. */
  readonly time: number | null;
  /** Length in seconds of the time before this frame in which frames were left out. */
  readonly leftOut: number;
  /** Whether parts of the frame may be invented by the decoder, or copied from such parts. */
  readonly isDamaged: boolean;
}

type Take = (frame: Frame, moment: FrameMoment) => void;

/**
 * Decodes packets and passes the frames on. The decoder owns the frames; take a reference to keep a frame for longer.
 * Damaged packets are left out.
 */
export class StreamDecoder {
  /** End of the last packet in seconds of the video. */
  readEndSeconds = 0;
  /** Packets that should yield a frame: those sent while no frames are being skipped. */
  packets = 0;
  /** Frames that the decoder has output, and those among them in which it had to conceal damage. */
  frames = 0;
  damagedFrames = 0;
  #context: CodecContext;
  readonly #stream: Stream;
  readonly #options: DecoderOptions;
  readonly #frame = new Frame();
  readonly #timeBase: TimeBase;
  readonly #startSeconds: number;
  readonly #times: PresentationTimes;
  readonly #take: Take;
  /** While this is set and frames are dense, frames that no other frame refers to are skipped. */
  #maySkip: boolean;
  #skipping = false;
  readonly #ahead: { readonly packet: Packet; readonly time: number | null }[] = [];
  /** Times of the packets that were decoded most recently. */
  readonly #behind: number[] = [];
  #packetsSinceFrame = 0;
  #lastTime = Number.NaN;
  readonly #damage = new Damage();

  /**
   * @param maySkip whether to leave out frames that no other frame refers to, if enough frames remain
   * @param statesTimes whether the container can state when pictures are shown
   */
  constructor(
    stream: Stream,
    startSeconds: number,
    options: DecoderOptions & { readonly maySkip: boolean; readonly statesTimes: boolean },
    take: Take,
  ) {
    this.#context = openDecoder(stream, options);
    this.#stream = stream;
    this.#options = options;
    this.#timeBase = stream.timeBase;
    this.#startSeconds = startSeconds;
    this.#times = new PresentationTimes(stream.timeBase, options.statesTimes);
    this.#maySkip = options.maySkip;
    this.#take = take;

    this.#frame.alloc();
  }

  /** Takes a packet; its frames may be output later. */
  send(packet: Packet): void {
    const time = this.#inVideo(PresentationTimes.ofPacket(packet, this.#timeBase));
    const duration = seconds(packet.duration, this.#timeBase) ?? 0;
    const isShown = (packet.flags & AV_PKT_FLAG_DISCARD) === 0;
    if (time !== null && isShown) {
      this.readEndSeconds = Math.max(this.readEndSeconds, time + duration);
    }

    const clone = packet.clone();
    if (clone) this.#ahead.push({ packet: clone, time });
    if (!this.#maySkip || this.#ahead.length > knownPackets) this.#decodeOldest();
  }

  /** Flushes all packets and frames that are held back. */
  finish(): void {
    while (this.#ahead.length > 0) this.#decodeOldest();
    this.#decode(null);
  }

  free(): void {
    for (const { packet } of this.#ahead) packet.free();
    this.#frame.free();
    this.#context.freeContext();
  }

  #decodeOldest(): void {
    const oldest = this.#ahead.shift();
    if (!oldest) return;

    const { packet, time } = oldest;
    const maySkip = this.#maySkip && !this.#times.areCounted;
    this.#skip(maySkip && time !== null && this.#isDense(time));
    this.#decode(packet);
    packet.free();

    if (time !== null) this.#behind.push(time);
    if (this.#behind.length > knownPackets) this.#behind.shift();
  }

  /**
   * Whether other frames are shown shortly before and shortly after this time; their order in the file does not
   * matter.
   */
  #isDense(time: number): boolean {
    const nearbyTimes = this.#known.filter(
      (otherTime) => Math.abs(otherTime - time) <= denseSeconds,
    );
    return (
      nearbyTimes.some((otherTime) => otherTime < time) &&
      nearbyTimes.some((otherTime) => otherTime > time)
    );
  }

  /** Times of the packets around the one being decoded. */
  get #known(): readonly number[] {
    return [...this.#behind, ...this.#ahead.flatMap(({ time }) => time ?? [])];
  }

  /** Time in seconds from the first frame left out since the last output frame, up to this frame. */
  #leftOut(time: number): number {
    const between = this.#known.filter(
      (otherTime) => otherTime > this.#lastTime && otherTime < time,
    );
    return time - Math.min(time, ...between);
  }

  #skip(on: boolean): void {
    if (on === this.#skipping) return;
    this.#skipping = on;
    setOption(this.#context, 'skip_frame', on ? 'noref' : 'default');
  }

  #decode(packet: Packet | null): void {
    this.#packetsSinceFrame += 1;

    if (packet && !this.#skipping) this.packets += 1;
    this.#renew(packet);

    const sent = this.#context.sendPacketSync(packet);
    if (packet && (sent < 0 || (packet.flags & AV_PKT_FLAG_CORRUPT) !== 0)) this.#damage.lose();
    if (sent < 0) return;
    if (packet) this.#times.sent(packet);

    for (;;) {
      const received = this.#context.receiveFrameSync(this.#frame);
      if (received < 0) {
        if (packet && received !== AVERROR_EAGAIN) this.#damage.lose();
        return;
      }

      this.frames += 1;
      if (this.#frame.decodeErrorFlags !== 0) this.damagedFrames += 1;

      const time = this.#inVideo(this.#times.take(this.#frame));
      const leftOut = time === null ? 0 : this.#leftOut(time);
      if (time !== null) this.#watchGap(time);

      const isDamaged = time !== null && this.#damage.shows(this.#frame, time);
      this.#take(this.#frame, { time, leftOut, isDamaged });
      this.#packetsSinceFrame = 0;
    }
  }

  /**
   * Opens a new decoder at the start of the next joined Ogg file: each of the files has its own code books, which the
   * Vorbis decoder does not adopt by itself.
   */
  #renew(packet: Packet | null): void {
    const codeBooks = packet?.getSideData(AV_PKT_DATA_NEW_EXTRADATA);
    if (!codeBooks || codecName(this.#stream) !== 'vorbis') return;
    this.#stream.codecpar.extradata = codeBooks;
    // The new decoder is opened first: if that fails, the old one still exists and can be freed.
    const renewed = openDecoder(this.#stream, this.#options);
    this.#context.freeContext();
    this.#context = renewed;
  }

  #inVideo(time: number | null): number | null {
    return time === null ? null : time - this.#startSeconds;
  }

  /**
   * Stops skipping if it leaves gaps that are too long: with most encoders 15 of 30 frames remain, but with some only
   * 2.
   */
  #watchGap(time: number): void {
    const gap = time - this.#lastTime;
    this.#lastTime = time;
    if (gap > longestGapSeconds && this.#skipping && this.#packetsSinceFrame > 1) {
      this.#maySkip = false;
    }
  }
}

/** Tracks damage from the frame in which it begins up to the next intact frame. */
class Damage {
  /** True after a packet could not be decoded: later frames may refer to the missing frame. */
  #hasLost = false;
  #until = Number.NEGATIVE_INFINITY;

  lose(): void {
    this.#hasLost = true;
  }

  shows(frame: Frame, time: number): boolean {
    const isConcealed = frame.decodeErrorFlags !== 0 || frame.hasFlags(AV_FRAME_FLAG_CORRUPT);
    const isKey = frame.hasFlags(AV_FRAME_FLAG_KEY);
    if (isConcealed || (this.#hasLost && !isKey)) this.#until = time + longestDamageSeconds;
    else if (isKey) this.#until = Number.NEGATIVE_INFINITY;
    this.#hasLost = false;
    return time <= this.#until;
  }
}
