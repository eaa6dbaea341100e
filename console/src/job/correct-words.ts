/** Corrections in words. */
import type { Correction } from '@reelsight/sdk';
import { timeText } from '../format/time.ts';

/** `“Sonos” renamed to “Sony”` */
export function correctionWords(one: Correction): string {
  const { kind, name, new_name, appearance, appearance_added: added } = one;
  const at = appearance ? ` at ${timeText(appearance.timestamp)}` : '';
  switch (kind) {
    case 'dismiss':
      return `“${name}”${at} dismissed`;
    case 'rename':
      return `“${name}”${at} renamed to “${new_name}”`;
    case 'merge':
      return `“${name}”${at} merged into “${new_name}”`;
    case 'confirm':
      return `“${name}”${at} confirmed`;
    case 'add':
      return `“${name}” added at ${timeText(added?.start ?? 0)}`;
    default:
      return `“${name}” corrected`;
  }
}
