/** One stream of a container on its way through its decoder. */
import { type CodecContext, Frame, type Packet, type Stream } from 'node-av/lib';
import { type DecoderOptions, openDecoder, seconds, setOption } from './container.ts';

/** Frames shown for longer than this are all decoded: each may be a slide. Room for 20 frames a second. */
const denseSeconds = 0.055;
/** Packets known on either side of the one decoded; more than encoders reorder (16). */
const knownPackets = 20;
/** If skipping leaves longer gaps than this, it ends for good: cuts would be placed too late. */
const longestGapSeconds = 0.2;

/**
 * Decodes packets and hands the frames on with their time in the video (null if the stream has none). Frames
 * belong to the decoder: whoever wants one for longer takes a reference. Damaged packets are left out.
 */
export class StreamDecoder {
  /** End of the last packet in seconds of the video. */
  readEndSeconds = 0;
  readonly #context: CodecContext;
  readonly #frame = new Frame();
  readonly #timeBase: { readonly num: number; readonly den: number };
  readonly #startSeconds: number;
  readonly #take: (frame: Frame, time: number | null) => void;
  /** Frames no other needs are skipped while this is set and frames are dense. */
  #maySkip: boolean;
  #skipping = false;
  readonly #ahead: { readonly packet: Packet; readonly time: number | null }[] = [];
  /** Times of the packets decoded last. */
  readonly #behind: number[] = [];
  #packetsSinceFrame = 0;
  #lastTime = Number.NaN;

  /** @param maySkip leave out frames that no other frame needs, if enough remain */
  constructor(
    stream: Stream,
    startSeconds: number,
    options: DecoderOptions & { readonly maySkip: boolean },
    take: (frame: Frame, time: number | null) => void,
  ) {
    this.#context = openDecoder(stream, options);
    this.#timeBase = stream.timeBase;
    this.#startSeconds = startSeconds;
    this.#maySkip = options.maySkip;
    this.#take = take;
    this.#frame.alloc();
  }

  /** Takes a packet; its frames may be output later. */
  send(packet: Packet): void {
    const time = this.#timeOf(packet.pts);
    const duration = seconds(packet.duration, this.#timeBase) ?? 0;
    if (time !== null) this.readEndSeconds = Math.max(this.readEndSeconds, time + duration);
    const kept = packet.clone();
    if (kept) this.#ahead.push({ packet: kept, time });
    if (!this.#maySkip || this.#ahead.length > knownPackets) this.#decodeOldest();
  }

  /** Lets out all that is held back. */
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
    this.#skip(this.#maySkip && time !== null && this.#shownBriefly(time));
    this.#decode(packet);
    packet.free();
    if (time !== null) this.#behind.push(time);
    if (this.#behind.length > knownPackets) this.#behind.shift();
  }

  /** Whether another frame follows soon on screen; in the file it may stand before or after. */
  #shownBriefly(time: number): boolean {
    const follows = (other: number) => other > time && other - time <= denseSeconds;
    return this.#behind.some(follows) || this.#ahead.some((next) => follows(next.time ?? 0));
  }

  #skip(on: boolean): void {
    if (on === this.#skipping) return;
    this.#skipping = on;
    setOption(this.#context, 'skip_frame', on ? 'noref' : 'default');
  }

  #decode(packet: Packet | null): void {
    this.#packetsSinceFrame += 1;
    if (this.#context.sendPacketSync(packet) < 0) return;
    while (this.#context.receiveFrameSync(this.#frame) >= 0) {
      const time = this.#timeOf(this.#frame.bestEffortTimestamp);
      if (time !== null) this.#watchGap(time);
      this.#take(this.#frame, time);
      this.#packetsSinceFrame = 0;
    }
  }

  #timeOf(timestamp: bigint): number | null {
    const time = seconds(timestamp, this.#timeBase);
    return time === null ? null : time - this.#startSeconds;
  }

  /** Most encoders leave 15 of 30 frames when those no other needs are skipped, some only 2. */
  #watchGap(time: number): void {
    const gap = time - this.#lastTime;
    this.#lastTime = time;
    if (gap > longestGapSeconds && this.#skipping && this.#packetsSinceFrame > 1) {
      this.#maySkip = false;
    }
  }
}
