/** When batches are fetched again although no event asks for it. */
import type { Batch } from '@reelsight/contract';

const lookAgainMs = 2000;

/**
 * Events of jobs refresh the batches they are of. What a batch answers over all its videos is made after the last of these
 * events, and none tells when: until then it is looked at again. Milliseconds to the next look, or false.
 */
export function batchRefresh(batches: readonly Pick<Batch, 'status' | 'rollup'>[]): number | false {
  const isBeingSummedUp = batches.some(({ status, rollup }) => {
    const { pending, processing, held } = rollup;
    return status === 'processing' && pending + processing + held === 0;
  });
  return isBeingSummedUp ? lookAgainMs : false;
}
