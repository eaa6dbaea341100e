/** Decides when batches are fetched again without an event. */
import type { Batch } from '@reelsight/contract';

const lookAgainMs = 2000;

/**
 * Job events refresh the batches that the jobs belong to. A batch's answers over all its videos are computed after its
 * last job event, and no event announces these answers, so the batch is polled until it is no longer processing.
 * Returns the milliseconds to the next poll, or false.
 */
export function batchRefresh(batches: readonly Pick<Batch, 'status' | 'rollup'>[]): number | false {
  const isBeingSummedUp = batches.some(({ status, rollup }) => {
    const { pending, processing, held: heldCount } = rollup;
    return status === 'processing' && pending + processing + heldCount === 0;
  });
  return isBeingSummedUp ? lookAgainMs : false;
}
