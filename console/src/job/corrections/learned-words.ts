/** What the brand library learned from a correction, in words. */
import type { Correction } from '@reelsight/sdk';

const refusals: Readonly<Record<NonNullable<Correction['library_refused']>, string>> = {
  no_picture: 'no picture of that time is kept',
  too_small: 'the box is too small or too narrow',
  unreadable: 'the stored picture is broken',
  library_full: 'the library or the brand has the most allowed',
  unavailable: 'no picture can be stored now; undo this and add it again later',
};

/** Says what the brand library learned from the correction; undefined if the correction was not meant for it. */
export function libraryWords({
  library,
  library_refused: refused,
}: Correction): string | undefined {
  if (refused) return `not added as logo picture: ${refusals[refused] ?? refused}`;
  if (library?.change === 'logo') return 'added as logo picture';
  return library && 'in the brand library';
}
