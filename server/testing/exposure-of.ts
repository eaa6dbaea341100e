/** Sums the exposure of videos, which must have been computed with the same options. */
import type { Exposure } from '@reelsight/contract';
import { ExposureTotal } from '../src/exposure/exposure.ts';
import type { ExposureOptions } from '../src/exposure/formula.ts';
import type { VideoExposure } from '../src/exposure/video-exposure.ts';

export function exposureOfVideos(
  videos: readonly VideoExposure[],
  options: ExposureOptions = {},
): Exposure {
  const total = new ExposureTotal(options);
  for (const video of videos) total.add(video);
  return total.made();
}
