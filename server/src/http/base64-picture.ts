/** Reads pictures that are sent as text within JSON. */
import { Fault } from '@reelsight/contract';
import type { CallDeps, WorkspaceCall } from './call.ts';
import type { UndecodedPicture } from './logo-picture.ts';
import { decodeInTurn } from './picture-turn.ts';

export interface PictureText {
  /** A data URL or plain base64. */
  readonly text: string;
  /** Name of the field of the body, for the error message. */
  readonly field: string;
}

/**
 * Decodes a picture of a body. Throws Fault VALIDATION_FAILED, or RATE_LIMITED if too many pictures of the workspace
 * are waiting.
 */
export async function decodePictureText<T>(
  deps: CallDeps,
  call: WorkspaceCall,
  { text, field }: PictureText,
  decode: (picture: UndecodedPicture) => Promise<T>,
): Promise<T> {
  // White space is removed before the check: a pattern that also allowed it at the end would scan each run of spaces
  // again and again.
  const base64 = text.replace(/^data:image\/(png|jpeg|webp);base64,/, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    throw new Fault('VALIDATION_FAILED', field, {
      text: `${field}: must be a PNG, JPEG or WebP picture as a data URL or base64.`,
    });

  const bytes = Buffer.from(base64, 'base64');

  return decodeInTurn(deps, call, bytes, decode).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.code, error.detail, {
      text: error.message.replace(/^body: /, `${field}: `),
    });
  });
}
