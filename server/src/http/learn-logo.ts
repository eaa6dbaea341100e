/** Adds the logo in a box that a user drew around a missed brand to the brand library. */
import { type Correction, Fault, type LogoRefusal } from '@reelsight/contract';
import { learnLogo, placeForLogo, refuseLogo } from '../domain/corrections/learned-logos.ts';
import { isStorageAway } from '../storage/storage.ts';
import { keyOfText } from '../storage/storage-key.ts';
import type { CallDeps, WorkspaceCall } from './call.ts';
import { inOwnersTurn } from './in-turn.ts';
import type { LogoPicture } from './logo-picture.ts';
import { cutLogo } from './missed-logo.ts';

/** Maximum number of attempts to add a picture while other calls create and remove the entry of its brand. */
const mostPlaces = 5;

/** Returns the correction with the outcome of adding its picture. The correction is kept in any case. */
export async function learnFromBox(
  deps: CallDeps,
  call: WorkspaceCall,
  correction: Correction,
): Promise<Correction> {
  const { workspace_id } = call.caller;
  const picture = await orUnavailable(() => cutInTurn(deps, call, correction));
  const outcome =
    typeof picture === 'string'
      ? picture
      : await orUnavailable(() => keep(deps, workspace_id, correction, picture));
  if (typeof outcome !== 'string') return outcome;

  return (await refuseLogo(deps.domain, workspace_id, correction, outcome)) ?? correction;
}

function cutInTurn(
  deps: CallDeps,
  call: WorkspaceCall,
  { job_id: id, appearance_added: appearance }: Correction,
): Promise<LogoPicture | LogoRefusal> {
  const { domain, largePictureTurns, closing } = deps;
  if (!appearance) throw new Error('a picture of what was not added');
  const crop = { workspace_id: call.caller.workspace_id, id, added: appearance };
  const tooMany = 'Too many pictures of this workspace are being read.';
  return inOwnersTurn(domain.db, largePictureTurns, { call, closing, tooMany }, (signal) =>
    cutLogo(deps, crop, signal),
  );
}

const passing: readonly string[] = [
  'RATE_LIMITED',
  'STORAGE_FULL',
  'LOW_DISK',
  'SERVICE_UNAVAILABLE',
];

async function orUnavailable<T>(work: () => Promise<T>): Promise<T | 'unavailable'> {
  try {
    return await work();
  } catch (error) {
    if ((error instanceof Fault && passing.includes(error.code)) || isStorageAway(error))
      return 'unavailable';
    throw error;
  }
}

/** Writes the file before the entry, so that no entry names a file that is missing. */
async function keep(
  { domain, storage }: CallDeps,
  workspaceId: string,
  correction: Correction,
  { png, width, height }: LogoPicture,
): Promise<Correction | LogoRefusal> {
  for (let attempt = 0; attempt < mostPlaces; attempt += 1) {
    const place = await placeForLogo(domain, workspaceId, correction.name);
    const key = keyOfText(place.key);
    await storage.put(key, png, { contentType: 'image/png' });

    let learnedCorrection: Awaited<ReturnType<typeof learnLogo>> | undefined;
    try {
      const logo = { id: place.logoId, width, height };
      learnedCorrection = await learnLogo(domain, workspaceId, correction, { ...place, logo });
    } finally {
      if (typeof learnedCorrection !== 'object') await storage.delete(key);
    }

    if (learnedCorrection === 'full') return 'library_full';
    if (learnedCorrection === 'gone') return correction;
    if (learnedCorrection !== 'moved') return learnedCorrection;
  }
  return 'unavailable';
}
