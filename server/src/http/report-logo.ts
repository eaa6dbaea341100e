/** Reads the picture for the cover of a report. */
import { decodePictureText } from './base64-picture.ts';
import type { CallDeps, WorkspaceCall } from './call.ts';
import type { LogoPicture } from './logo-picture.ts';

/** Decodes the logo of a report. Throws as `decodePictureText`. */
export const logoOf = (deps: CallDeps, call: WorkspaceCall, logo: string): Promise<LogoPicture> =>
  decodePictureText(deps, call, { text: logo, field: 'logo' }, (picture) => picture.decode());
