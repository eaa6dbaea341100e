/** How a stored picture must be rotated and mirrored to be shown upright. */
import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { Stream } from 'node-av/lib';

export interface Orientation {
  /** Clockwise degrees: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** FFmpeg filters that make a stored picture upright, in order. */
  readonly filters: readonly string[];
}

/** Whether width and height swap when the picture is rotated. */
export const isSideways = (rotation: number): boolean => rotation === 90 || rotation === 270;

/** Reads the display matrix of a stream; without one, the picture is upright. */
export function readOrientation(stream: Stream): Orientation {
  const data = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!data || data.length < 36) return { rotation: 0, filters: [] };

  const cell = (index: number) => data.readInt32LE(4 * index);
  const a = cell(0);
  const b = cell(1);
  const c = cell(3);
  const d = cell(4);
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  const rotation = (((Math.round(degrees / 90) * 90) % 360) + 360) % 360;

  return { rotation, filters: uprightFilters(rotation, a, c, d) };
}

/** Makes the same choice as the ffmpeg program does for its automatic rotation. */
function uprightFilters(rotation: number, a: number, c: number, d: number): string[] {
  if (rotation === 90) return [c > 0 ? 'transpose=cclock_flip' : 'transpose=clock'];
  if (rotation === 270) return [c < 0 ? 'transpose=clock_flip' : 'transpose=cclock'];
  if (rotation === 180) return [...(a < 0 ? ['hflip'] : []), ...(d < 0 ? ['vflip'] : [])];
  return d < 0 ? ['vflip'] : [];
}
