/**
 * Finds out when each decoded picture is shown, even if the container only states when it is decoded (H.264 and XviD
 * in AVI).
 */
import type { Frame, Packet } from 'node-av/lib';
import { seconds, type TimeBase } from './timestamps.ts';

/** Maximum number of pictures that a decoder holds back until all preceding pictures have arrived (H.264, A.3.1). */
const mostHeldBack = 16;

/**
 * Pictures leave the decoder in display order. If packets have only decoding times, the first picture is shown at the
 * first decoding time, the second at the second, and so on. FFmpeg's own guess is late by as many pictures as the
 * decoder holds back.
 */
export class PresentationTimes {
  readonly #timeBase: TimeBase;
  /** Decoding times, in seconds on the file's clock, that have not been assigned to a picture yet. */
  #waiting: number[] = [];
  readonly #mayBeStated: boolean;
  #areStated = false;

  /**
   * @param mayBeStated false for containers that have only decoding times: for these, FFmpeg invents presentation
   * times
   */
  constructor(timeBase: TimeBase, mayBeStated: boolean) {
    this.#timeBase = timeBase;
    this.#mayBeStated = mayBeStated;
  }

  /** Whether times are assigned by counting pictures; if so, no picture may be skipped. */
  get areCounted(): boolean {
    return !this.#areStated;
  }

  /** Time at which a packet's picture is shown; approximate if the container does not state it. */
  static ofPacket(packet: Packet, timeBase: TimeBase): number | null {
    return seconds(packet.pts, timeBase) ?? seconds(packet.dts, timeBase);
  }

  /** Must be called for each packet that the decoder accepts. */
  sent(packet: Packet): void {
    if (this.#mayBeStated && seconds(packet.pts, this.#timeBase) !== null) this.#areStated = true;
    if (this.#areStated) return;

    const time = seconds(packet.dts, this.#timeBase);
    if (time !== null) this.#waiting.push(time);
    // Packets that contain no picture would make the list grow, so the oldest time is dropped.
    if (this.#waiting.length > mostHeldBack + 1) this.#waiting.shift();
  }

  /** Time of the next picture that leaves the decoder; null if it has no time. */
  take(frame: Frame): number | null {
    if (!this.#areStated) return this.#waiting.shift() ?? null;
    return seconds(frame.bestEffortTimestamp, this.#timeBase);
  }

  /** Must be called when the decoder is flushed. */
  clear(): void {
    this.#waiting = [];
  }
}
