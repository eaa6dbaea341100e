/** Reads the picture for the cover of a report. */
import { Fault } from '@reelsight/contract';
import type { CallDeps, WorkspaceCall } from './call.ts';
import type { LogoPicture } from './logo-picture.ts';
import { readPictureInTurn } from './picture-turn.ts';

/**
 * Decodes the logo of a report. Throws Fault VALIDATION_FAILED, or RATE_LIMITED if too many pictures of the workspace
 * are waiting.
 */
export async function logoOf(
  deps: CallDeps,
  call: WorkspaceCall,
  logoInput: string,
): Promise<LogoPicture> {
  // White space is removed before the check: a pattern that also allowed it at the end would scan each run of spaces
  // again and again.
  const text = logoInput.replace(/^data:image\/(png|jpeg|webp);base64,/, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new Fault('VALIDATION_FAILED', 'logo', {
      text: 'logo: must be a PNG, JPEG or WebP picture as a data URL or base64.',
    });

  const bytes = Buffer.from(text, 'base64');

  return readPictureInTurn(deps, call, bytes).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.code, error.detail, {
      text: error.message.replace(/^body: /, 'logo: '),
    });
  });
}
