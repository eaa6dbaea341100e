/** Facts about a file's clock that only reading the whole file reveals. */
import type { Recording } from './timeline.ts';

/** A packet at which reading can begin. */
export interface KeyPacket {
  /** Byte position in the file. */
  readonly position: number;
  /** Seconds on the continuous clock. */
  readonly seconds: number;
  /** Index of the recording it belongs to. */
  readonly recording: number;
}

export interface FileClock {
  readonly recordings: readonly Recording[];
  /**
   * Key packets of the picture, or of the sound if there is no picture; ascending. Empty unless there are several
   * recordings.
   */
  readonly keys: readonly KeyPacket[];
  /** When the last packet ends on the continuous clock. */
  readonly endSeconds: number;
  /** Number of packets of the picture, or of the sound if there is no picture. */
  readonly mainPackets: number;
}

/** The key packet at which to begin reading in order to reach a time of the continuous clock; null: at the start. */
export function placeOf({ keys }: FileClock, time: number): KeyPacket | null {
  return keys.findLast((packet) => packet.seconds <= time) ?? null;
}
