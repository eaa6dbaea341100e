/** Sums videos in a thread of its own: results of hours take a second, which others must not wait for. */
import { parentPort } from 'node:worker_threads';
import { parseResults } from '../artifacts/results-text.ts';
import { formOf } from './form.ts';
import { highlightsOf } from './highlights.ts';
import type { ExposureMade, ExposureOrder, SumOrder } from './order.ts';
import { formOfBytes, packed, packedBytes, sumsOfBytes } from './packed-form.ts';
import { videoExposure } from './video-exposure.ts';

parentPort?.on('message', (order: ExposureOrder) => parentPort?.postMessage(madeOf(order)));

function madeOf(order: ExposureOrder): ExposureMade {
  if (order.kind === 'sum')
    return { kind: 'sums', videos: order.videos.map((video) => summed(video, order)) };

  if (order.kind === 'highlights') {
    const { brands } = formOfBytes(order.stored);
    return { kind: 'highlights', highlights: highlightsOf(brands ?? [], order.seconds) };
  }

  const form = formOf(parseResults(order.results));
  const video = { job_id: order.jobId, title: null, duration_seconds: 0 };
  const sums = form.brands && videoExposure({ ...video, brands: form.brands }, {}).brands;

  return {
    kind: 'kept',
    form: packedBytes(JSON.stringify(packed(form))),
    sums: packedBytes(JSON.stringify(sums)),
  };
}

function summed(
  { stored: bytes, ...video }: SumOrder['videos'][number],
  { of, options }: SumOrder,
) {
  if (of === 'sums') {
    const sums = sumsOfBytes(bytes);
    return sums && { video, brands: sums };
  }
  const { brands } = formOfBytes(bytes);
  return brands && videoExposure({ ...video, brands }, options);
}
