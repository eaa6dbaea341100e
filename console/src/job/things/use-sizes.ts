/**
 * The mean size of brands over the seconds they are seen, taken from their exposure, so that it agrees with reports and
 * files.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWorkspaceId } from '../../api/session.ts';
import { exposureQuery } from '../../exposure/exposure-query.ts';
import { useJobAddress } from '../job-address.ts';
import { useBench } from '../workbench.ts';
import type { Thing } from './things.ts';

/**
 * Brands have no size until exposure has loaded, or while results are shown as found, because exposure includes
 * corrections. Objects keep the mean of their boxes, and a sample has sizes of its own.
 */
export function useSizes(things: readonly Thing[]): readonly Thing[] {
  const { brandsJob, live, least: minConfidence, sample } = useBench();
  const workspace = useWorkspaceId();
  const [getParam] = useJobAddress();
  const isCounted = !live && !sample && getParam('found') !== '1';
  const isNeeded = isCounted && things.some(({ kind }) => kind === 'brand');
  const { data } = useQuery({
    ...exposureQuery(workspace, {
      job_ids: [brandsJob],
      ...(minConfidence > 0 && { min_confidence: minConfidence }),
    }),
    enabled: isNeeded,
  });

  return useMemo(() => {
    if (sample) return things;

    const sizes = new Map(
      isCounted ? data?.brands.map(({ name, mean_size }) => [name, mean_size]) : [],
    );
    return things.map((thing) =>
      thing.kind === 'brand'
        ? { ...thing, size: thing.seen.length > 0 ? sizes.get(thing.name) || undefined : undefined }
        : thing,
    );
  }, [things, data, isCounted, sample]);
}
