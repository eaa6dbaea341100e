/**
 * Finds when each decoded picture is shown, even if the container only knows when it is decoded (H.264 and XviD in
 * AVI).
 */
import type { Frame, Packet } from 'node-av/lib';
import { seconds, type TimeBase } from './timestamps.ts';

/** Maximum number of pictures that a decoder holds back until all preceding ones have arrived (H.264, A.3.1). */
const mostHeldBack = 16;

/**
 * Pictures leave the decoder in display order. If packets only have decoding times, the first picture is shown at the
 * first of these times, the second at the second, and so on: FFmpeg's own guess is late by as many pictures as the
 * decoder holds back.
 */
export class PresentationTimes {
  readonly #timeBase: TimeBase;
  /** Decoding times, in seconds on the file's clock, that have not been assigned to a picture yet. */
  #waiting: number[] = [];
  readonly #mayBeStated: boolean;
  #areStated = false;

  /** @param mayBeStated false for containers that have decoding times only: FFmpeg makes up the others */
  constructor(timeBase: TimeBase, mayBeStated: boolean) {
    this.#timeBase = timeBase;
    this.#mayBeStated = mayBeStated;
  }

  /** Whether times are assigned by counting pictures; then no picture may be left out. */
  get areCounted(): boolean {
    return !this.#areStated;
  }

  /** Time at which a packet's picture is shown; approximate if the container does not state it. */
  static ofPacket(packet: Packet, timeBase: TimeBase): number | null {
    return seconds(packet.pts, timeBase) ?? seconds(packet.dts, timeBase);
  }

  /** Call for each packet that the decoder takes. */
  sent(packet: Packet): void {
    if (this.#mayBeStated && seconds(packet.pts, this.#timeBase) !== null) this.#areStated = true;
    if (this.#areStated) return;

    const time = seconds(packet.dts, this.#timeBase);
    if (time !== null) this.#waiting.push(time);
    // Some packets contain no picture, so their times would pile up.
    if (this.#waiting.length > mostHeldBack + 1) this.#waiting.shift();
  }

  /** Time of the next picture that leaves the decoder; null if it has none. */
  take(frame: Frame): number | null {
    if (!this.#areStated) return this.#waiting.shift() ?? null;
    return seconds(frame.bestEffortTimestamp, this.#timeBase);
  }

  /** Call when the decoder is flushed. */
  clear(): void {
    this.#waiting = [];
  }
}
