/** How much of what is made from its videos a workspace may store. */
import type { Domain } from '../domain.ts';

/** Bytes by plan, for media, clips and reports each: as much as the uploads of a workspace may take. */
export const storedQuotas = ({ plans }: Pick<Domain, 'plans'>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(plans).map(([plan, { heldUploadBytes }]) => [plan, heldUploadBytes]),
  );
