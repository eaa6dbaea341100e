/** The brand or object that is open. While one is open, the page's keys and the picture's buttons apply only to it. */
import type { NewCorrection } from '@reelsight/sdk';
import { useCallback, useMemo } from 'react';
import { useJobAddress } from '../job-address.ts';
import { stopsOf } from '../timeline/lanes.ts';
import { useBench } from '../workbench.ts';
import { type Proof, type Thing, thingId } from './things.ts';

export function useOpenThing(): Thing | undefined {
  const { things } = useBench();
  const [getParam] = useJobAddress();
  const id = getParam('thing');
  return id === null ? undefined : things.find((thing) => thing.id === id);
}

interface Corrected extends Pick<NewCorrection, 'kind' | 'appearance'> {
  readonly target: Thing['kind'];
  readonly name: string;
}

/** Closes the open brand or object if a correction removes its name. Undoing the correction does not reopen it. */
export function useCloseCorrected(): (correction: Corrected) => void {
  const [getParam, change] = useJobAddress();
  const open = getParam('thing');
  return useCallback(
    ({ kind, target, name, appearance }) => {
      const isGone = !appearance && ['rename', 'merge', 'dismiss'].includes(kind);
      if (isGone && open === thingId(target, name)) change({ thing: null, only: null });
    },
    [open, change],
  );
}

/** Seconds, ascending, at which the open brand or object starts to be seen or heard; if none is open, those of all. */
export function useStops(): readonly number[] {
  const { lanes } = useBench();
  const owner = useOpenThing()?.id;
  return useMemo(
    () => stopsOf(owner === undefined ? lanes : lanes.filter(({ id }) => id === owner)),
    [lanes, owner],
  );
}

/** Proof frames to step through: those of the open brand or object, or of all. */
export function useProofs(): readonly Proof[] {
  const { proofs } = useBench();
  const owner = useOpenThing()?.id;
  return useMemo(
    () => (owner === undefined ? proofs : proofs.filter(({ thing }) => thing.id === owner)),
    [proofs, owner],
  );
}
