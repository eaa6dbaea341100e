/** Converts timestamps between FFmpeg's units and seconds. */
import { AV_NOPTS_VALUE } from 'node-av/constants';

export interface TimeBase {
  readonly num: number;
  readonly den: number;
}

/** Converts a timestamp to seconds; null if FFmpeg does not know it. */
export function seconds(timestamp: bigint, timeBase: TimeBase): number | null {
  if (timestamp === AV_NOPTS_VALUE) return null;
  return (Number(timestamp) * timeBase.num) / timeBase.den;
}

/** Converts a time in seconds to a timestamp, rounded down. */
export function timestampAt(time: number, timeBase: TimeBase): bigint {
  return BigInt(Math.floor((time * timeBase.den) / timeBase.num));
}
