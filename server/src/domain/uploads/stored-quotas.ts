/** Limits how many bytes a workspace may store of the files that are made from its videos. */
import type { Domain } from '../domain.ts';

/** Bytes by plan that a workspace may store of each of media, clips and reports: as many as of uploads. */
export const storedQuotas = ({ plans }: Pick<Domain, 'plans'>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(plans).map(([plan, { heldUploadBytes }]) => [plan, heldUploadBytes]),
  );
