/**
 * Sums up videos in a separate thread: results of hours of video take a second, and other calls must not wait for it.
 */
import type { JobHighlights } from '@reelsight/contract';
import { parseResults } from '../artifacts/results-text.ts';
import { answerOrders } from '../threads/answer-orders.ts';
import { type BrandMoments, brandMoments } from './brand-moments.ts';
import { formOf } from './form.ts';
import { highlightsOf } from './highlights.ts';
import type { HighlightsOrder, KeepOrder, MomentsOrder, SumOrder } from './order.ts';
import { formOfBytes, packed, packedBytes, sumsOfBytes } from './packed-form.ts';
import { type TrendFacts, trendFacts } from './trend-facts.ts';
import { type VideoExposure, videoExposure } from './video-exposure.ts';

const handlers = {
  sum: sumVideos,
  highlights: highlightsOfForm,
  moments: momentsOfForm,
  keep: dataToKeep,
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

function dataToKeep({ jobId, results }: KeepOrder): {
  readonly form: Uint8Array;
  readonly sums: Uint8Array;
  readonly facts: TrendFacts | null;
} {
  const parsed = parseResults(results);
  const form = formOf(parsed);
  const { brands } = form;
  const video = { job_id: jobId, title: null, duration_seconds: 0 };
  const sums = brands && videoExposure({ ...video, brands }, {}).brands;

  return {
    form: packedBytes(JSON.stringify(packed(form))),
    sums: packedBytes(JSON.stringify(sums)),
    facts: brands && sums && trendFacts({ brands, sums }, parsed.metadata),
  };
}
