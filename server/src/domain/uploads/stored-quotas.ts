/** How many bytes a workspace may store in files made from its videos. */
import type { Domain } from '../domain.ts';

/** Bytes by plan, for each of media, clips and reports: as much as the uploads of a workspace may take. */
export const storedQuotas = ({ plans }: Pick<Domain, 'plans'>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(plans).map(([plan, { heldUploadBytes }]) => [plan, heldUploadBytes]),
  );
