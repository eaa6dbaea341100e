/** Corrections in words, the same in the console, reports and mail. */
import { counted } from './counted.ts';
import { timeText } from './time-text.ts';

/** What is said of a correction. */
interface CorrectionWording {
  readonly kind: string;
  readonly target: string;
  readonly name: string;
  readonly new_name?: string | undefined;
  readonly appearance?: { readonly timestamp: number } | undefined;
  readonly appearance_added?: { readonly start: number } | undefined;
  readonly appearances_added?: readonly unknown[] | undefined;
  readonly segment?: { readonly start: number } | undefined;
  readonly segment_new?: { readonly start: number; readonly end: number } | undefined;
}

/** Describes a correction: `“Sonos” renamed to “Sony”`. */
export function correctionWords(correction: CorrectionWording): string {
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
function possibleWords({ kind, name, new_name }: CorrectionWording): string {
  if (kind === 'dismiss') return `“${name}” is not a brand`;
  return new_name === undefined ? `“${name}” added as a brand` : `“${name}” added as “${new_name}”`;
}

/** `Paid segment of “Sony” at 0:30.0 dismissed` */
function segmentWords({
  kind,
  name,
  new_name,
  segment,
  segment_new: span,
}: CorrectionWording): string {
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
