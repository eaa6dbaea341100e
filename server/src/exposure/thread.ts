/** Sums videos in a thread of its own: results of hours take a second, which others must not wait for. */
import { parentPort } from 'node:worker_threads';
import type { Results } from '@reelsight/contract';
import type { ExposureMade, ExposureOrder } from './order.ts';
import { videoExposure } from './video-exposure.ts';

parentPort?.on('message', (order: ExposureOrder) => parentPort?.postMessage(madeOf(order)));

function madeOf({ video, results, options }: ExposureOrder): ExposureMade {
  const whole: Results = Object.assign({}, ...results.map((json) => JSON.parse(json)));
  return whole.brands ? videoExposure({ ...video, results: whole }, options) : null;
}
