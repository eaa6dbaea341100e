/** The logo picture that the brand library gets from a box drawn for a missed brand. */
import { type Correction, Fault, type LogoRefusal } from '@reelsight/contract';
import { learnLogo, placeForLogo, refuseLogo } from '../domain/learned-logos.ts';
import { isStorageAway } from '../storage/storage.ts';
import { keyOfText } from '../storage/storage-key.ts';
import type { CallDeps, WorkspaceCall } from './call.ts';
import { inTurn } from './in-turn.ts';
import type { LogoPicture } from './logo-picture.ts';
import { cutLogo } from './missed-logo.ts';

/** Attempts to place a picture while others make and remove the entry of its brand. */
const mostPlaces = 5;

/** Returns the correction with the outcome for its picture. The correction is kept in any case. */
export async function learnFromBox(
  deps: CallDeps,
  call: WorkspaceCall,
  made: Correction,
): Promise<Correction> {
  const { workspace_id } = call.caller;
  const picture = await orUnavailable(() => cutInTurn(deps, call, made));
  const outcome =
    typeof picture === 'string'
      ? picture
      : await orUnavailable(() => keep(deps, workspace_id, made, picture));
  if (typeof outcome !== 'string') return outcome;

  return (await refuseLogo(deps.domain, workspace_id, made, outcome)) ?? made;
}

function cutInTurn(
  deps: CallDeps,
  call: WorkspaceCall,
  { job_id: id, appearance_added: added }: Correction,
): Promise<LogoPicture | LogoRefusal> {
  const { pictureTurns, closing } = deps;
  if (!added) throw new Error('a picture of what was not added');
  const cut = { workspace_id: call.caller.workspace_id, id, added };
  const tooMany = 'Too many pictures of this workspace are being read.';
  return inTurn(pictureTurns, { call, closing, tooMany }, (signal) => cutLogo(deps, cut, signal));
}

const passing: readonly string[] = ['RATE_LIMITED', 'STORAGE_FULL', 'LOW_DISK'];

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
  made: Correction,
  { png, width, height }: LogoPicture,
): Promise<Correction | LogoRefusal> {
  for (let tries = 0; tries < mostPlaces; tries += 1) {
    const place = await placeForLogo(domain, workspaceId, made.name);
    const key = keyOfText(place.key);
    await storage.put(key, png, { contentType: 'image/png' });

    let kept: Awaited<ReturnType<typeof learnLogo>> | undefined;
    try {
      const logo = { id: place.logoId, width, height };
      kept = await learnLogo(domain, workspaceId, made, { ...place, logo });
    } finally {
      if (typeof kept !== 'object') await storage.delete(key);
    }

    if (kept === 'full') return 'library_full';
    if (kept === 'gone') return made;
    if (kept !== 'moved') return kept;
  }
  return 'unavailable';
}
