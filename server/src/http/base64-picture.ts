/** Reads pictures that are sent as text within JSON. */
import { Fault } from '@reelsight/contract';
import type { CallDeps, WorkspaceCall } from './call.ts';
import type { UndecodedPicture } from './logo-picture.ts';
import { decodeInTurn } from './picture-turn.ts';

const dataUrl = /^data:image\/(png|jpeg|webp);base64,/;
/** The least share of the characters that must be base64: line breaks after each 64 characters are 3 %. */
const leastShare = 0.9;

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
  decode: (picture: UndecodedPicture, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const base64 = text.slice(dataUrl.exec(text)?.[0].length ?? 0);
  // The decoder skips white space and all else that is no base64. Patterns over megabytes would take longer than it.
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < leastShare * 0.75 * base64.length)
    throw new Fault('VALIDATION_FAILED', field, {
      text: `${field}: must be a PNG, JPEG or WebP picture as a data URL or base64.`,
    });

  return decodeInTurn(deps, call, bytes, decode).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.code, error.detail, {
      text: error.message.replace(/^body: /, `${field}: `),
    });
  });
}
