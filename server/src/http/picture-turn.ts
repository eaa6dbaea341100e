/** Decodes the pictures that people send, when it is the turn of the workspace's owner. */
import type { CallDeps, WorkspaceCall } from './call.ts';
import { inOwnersTurn } from './in-turn.ts';
import { type LogoPicture, openLogoPicture, type UndecodedPicture } from './logo-picture.ts';

const tooMany =
  'Too many pictures of this workspace are being read. Send them one after the other.';

/**
 * Whatever is done with the pixels in a thread that all owners share belongs into `decode`, so that it is done in the
 * owner's turn too; the signal aborts when the client leaves. A large picture waits in a queue of its own, so that it holds up no small ones. Throws Fault RATE_LIMITED if too many
 * pictures of the workspace are waiting, or VALIDATION_FAILED for a bad picture.
 */
export async function decodeInTurn<T>(
  { domain, pictureTurns, largePictureTurns, closing }: CallDeps,
  call: WorkspaceCall,
  bytes: Uint8Array,
  decode: (picture: UndecodedPicture, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const picture = await openLogoPicture(bytes);
  const turns = picture.isLarge ? largePictureTurns : pictureTurns;
  return inOwnersTurn(domain.db, turns, { call, closing, tooMany }, (signal) =>
    decode(picture, signal),
  );
}

/** Decodes a picture to be kept; waits and throws as `decodeInTurn`. */
export const readPictureInTurn = (
  deps: CallDeps,
  call: WorkspaceCall,
  bytes: Uint8Array,
): Promise<LogoPicture> => decodeInTurn(deps, call, bytes, (picture) => picture.decode());
