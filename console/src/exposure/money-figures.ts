/** The two figures that a reader types for media values: the price of a thousand views, and the number of viewers. */
import { moneyLimits } from '@reelsight/contract/exposure-terms';

export type Figure = keyof typeof moneyLimits;

/** Three-digit groups, separated by a comma, a space or a similar sign. */
const grouped = /^[1-9]\d{0,2}([\s,_'’]\d{3})+(?!\d)/;

/** Parses `1,200,000`, `1 200 000`, `25.5` and `25,5`; NaN for anything else, undefined for an empty text. */
export function figureOf(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(grouped, (groups) => groups.replaceAll(/\D/g, ''))
    .replace(',', '.');
  if (plain === '') return undefined;
  return /^[\d.]+$/.test(plain) ? Number(plain) : Number.NaN;
}

/** The error in a figure; undefined if there is none, or nothing was typed. */
export function figureFault(text: string, figure: Figure): string | undefined {
  const value = figureOf(text);
  const { least: minimum, most: maximum, whole: isWhole } = moneyLimits[figure];
  if (value === undefined) return undefined;
  if (value >= minimum && value <= maximum && (!isWhole || Number.isInteger(value)))
    return undefined;
  const kind = isWhole ? 'whole number' : 'number';
  return `A ${kind} from ${minimum} to ${maximum.toLocaleString('en-GB')}`;
}
