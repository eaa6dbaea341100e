/**
 * Sums up videos in a separate thread: results of hours of video take a second, and other calls must not wait for it.
 */
import type { JobHighlights } from '@reelsight/contract';
import { parseResults } from '../artifacts/results-text.ts';
import { answerOrders } from '../threads/answer-orders.ts';
import { type BrandMoments, brandMoments } from './brand-moments.ts';
import { type DataToKeep, dataToKeep } from './data-to-keep.ts';
import { highlightsOf } from './highlights.ts';
import type { HighlightsOrder, KeepOrder, MomentsOrder, SumOrder } from './order.ts';
import { formOfBytes, sumsOfBytes } from './packed-form.ts';
import { type VideoExposure, videoExposure } from './video-exposure.ts';

const handlers = {
  sum: sumVideos,
  highlights: highlightsOfForm,
  moments: momentsOfForm,
  keep: ({ jobId, results }: KeepOrder): DataToKeep => dataToKeep(jobId, parseResults(results)),
};
export type ExposureThread = typeof handlers;

answerOrders(handlers);

/** In the order of the videos; null for a video whose results contain no list of brands. */
function sumVideos({ videos, of, options }: SumOrder): (VideoExposure | null)[] {
  return videos.map(({ stored: bytes, ...video }) => {
    if (of === 'sums') {
      const sums = sumsOfBytes(bytes);
      return sums && { video, brands: sums };
    }

    const { brands } = formOfBytes(bytes);
    return brands && videoExposure({ ...video, brands }, options);
  });
}

function highlightsOfForm({ form, seconds }: HighlightsOrder): JobHighlights {
  const { brands } = formOfBytes(form);
  return highlightsOf(brands ?? [], seconds);
}

function momentsOfForm({ form, keys }: MomentsOrder): BrandMoments[] {
  const { brands } = formOfBytes(form);
  return brandMoments(brands ?? [], keys);
}
