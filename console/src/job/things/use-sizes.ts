/**
 * The mean size of each brand over the seconds in which it is seen. It is taken from the brand's exposure, so that it
 * agrees with reports and files.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWorkspaceId } from '../../api/session.ts';
import { exposureQuery } from '../../exposure/exposure-query.ts';
import { useJobAddress } from '../job-address.ts';
import { useBench } from '../workbench.ts';
import type { Thing } from './things.ts';

/**
 * Brands have no size until exposure has loaded. They have none either while the page shows results as found, because
 * exposure includes corrections. Objects keep the mean of their boxes, and the sample has sizes of its own.
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
