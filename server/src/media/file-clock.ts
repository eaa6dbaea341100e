/** What a reading of a whole file found of its clock. */
import type { Recording } from './timeline.ts';

/** A packet at which reading can begin. */
export interface KeyPacket {
  /** Byte of the file. */
  readonly position: number;
  /** Seconds on the continuous clock. */
  readonly seconds: number;
  /** Index of its recording. */
  readonly recording: number;
}

export interface FileClock {
  readonly recordings: readonly Recording[];
  /** Of the picture, or of the sound where there is none; ascending. Empty unless there are several recordings. */
  readonly keys: readonly KeyPacket[];
  /** When the last packet ends on the continuous clock. */
  readonly endSeconds: number;
}

/** The key packet at which reading begins so that it comes by a time of the continuous clock; null: at the start. */
export function placeOf({ keys }: FileClock, time: number): KeyPacket | null {
  return keys.findLast((packet) => packet.seconds <= time) ?? null;
}
