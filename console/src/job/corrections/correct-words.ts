/** Corrections in words. */
import type { Correction } from '@reelsight/sdk';
import { counted } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';

/** Describes a correction: `“Sonos” renamed to “Sony”`. */
export function correctionWords(correction: Correction): string {
  const { kind, name, new_name, appearance, appearance_added: addedSpan } = correction;
  if (correction.target === 'paid_segment') return segmentWords(correction);
  if (correction.target === 'possible_brand') return possibleWords(correction);
  const timeSuffix = appearance ? ` at ${timeText(appearance.timestamp)}` : '';

  switch (kind) {
    case 'dismiss':
      return `“${name}”${timeSuffix} dismissed`;
    case 'rename':
      return `“${name}”${timeSuffix} renamed to “${new_name}”`;
    case 'merge':
      return `“${name}”${timeSuffix} merged into “${new_name}”`;
    case 'confirm':
      return `“${name}”${timeSuffix} confirmed`;
    case 'add':
      return `“${name}” added at ${timeText(addedSpan?.start ?? 0)}`;
    case 'recount':
      return `“${name}” counted from texts, ${counted(correction.appearances_added?.length ?? 0, 'appearance')}`;
    default:
      return `“${name}” corrected`;
  }
}

/** `“brano” added as “Bravo”`, `“EXIT” is not a brand` */
function possibleWords({ kind, name, new_name }: Correction): string {
  if (kind === 'dismiss') return `“${name}” is not a brand`;
  return new_name === undefined ? `“${name}” added as a brand` : `“${name}” added as “${new_name}”`;
}

/** `Paid segment of “Sony” at 0:30.0 dismissed` */
function segmentWords({ kind, name, new_name, segment, segment_new: span }: Correction): string {
  const payer = name === '' ? '' : ` of “${name}”`;
  const times = span ? `${timeText(span.start)} – ${timeText(span.end)}` : '';
  const subject = `Paid segment${payer}${segment ? ` at ${timeText(segment.start)}` : ''}`;

  switch (kind) {
    case 'dismiss':
      return `${subject} dismissed`;
    case 'rename':
      return `${subject}: paid by “${new_name}”`;
    case 'move':
      return `${subject} moved to ${times}`;
    case 'confirm':
      return `${subject} confirmed`;
    case 'add':
      return `${subject} added at ${times}`;
    default:
      return `${subject} corrected`;
  }
}

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
