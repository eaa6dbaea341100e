/** Groups signs of the same name, whatever letters were misread or cut off. */
import type { PossibleBrandReason } from '@reelsight/contract';
import { lengthInLetters, shapeDistance, tolerance } from '../../analysis/name-key.ts';
import type { Box } from '../../engines/engine.ts';
import { sharesAnEnd } from '../brands/brand-index.ts';
import type { TimedLine } from '../screen/text-results.ts';

/** A text in one shot that may be a brand. */
export interface Sign {
  readonly line: TimedLine;
  /** The text that may be the name, as written. */
  readonly text: string;
  readonly key: string;
  /** Its position in its best reading. */
  readonly box: Box;
  readonly reasons: readonly PossibleBrandReason[];
  /** The known name that it matches or nearly matches. */
  readonly near?: string;
}

export interface Group {
  readonly text: string;
  readonly signs: readonly Sign[];
}

/** Fewest letters that a piece of a longer reading must have, and the smallest share of that reading. */
const shortestPiece = 4;
const leastPiece = 0.5;

export function grouped(signs: readonly Sign[]): Group[] {
  const sameKey = [...Map.groupBy(signs, ({ key }) => key)].map(([key, own]) => {
    return { key, signs: own, weight: own.reduce((sum, sign) => sum + weightOf(sign), 0) };
  });

  const groups: { key: string; signs: Sign[]; text: string }[] = [];

  for (const { key, signs: own } of sameKey.toSorted((a, b) => b.weight - a.weight)) {
    const group = groups.find((one) => isSame(one.key, key));
    if (group) group.signs.push(...own);
    else groups.push({ key, signs: [...own], text: shownText(own) });
  }

  return groups.map(({ signs: all, text }) => ({ signs: oncePerLine(all), text }));
}

/** A spelling that was read with confidence and for a long time is most likely correct. */
const weightOf = ({ line }: Sign): number =>
  line.sightings.reduce((sum, { confidence }) => sum + confidence ** 4, 0);

function isSame(known: string, key: string): boolean {
  const [shorter, longer] = known.length < key.length ? [known, key] : [key, known];
  const isPiece = longer.startsWith(shorter) || longer.endsWith(shorter);
  if (isPiece && shorter.length >= shortestPiece && shorter.length >= longer.length * leastPiece)
    return true;
  const limit = Math.min(1, tolerance(lengthInLetters(known)));
  return sharesAnEnd(key, known) && shapeDistance(key, known, limit) <= limit;
}

/** Prefers a name over an address, in the spelling that is read most. */
function shownText(signs: readonly Sign[]): string {
  const names = signs.filter(({ reasons }) => !reasons.includes('web_address'));
  const spellings = Map.groupBy(names.length > 0 ? names : signs, ({ text }) => text);
  const weighed = [...spellings].map(([text, own]) => {
    return { text, weight: own.reduce((sum, sign) => sum + weightOf(sign), 0) };
  });
  return weighed.reduce((best, one) => (one.weight > best.weight ? one : best)).text;
}

/** A line that has two reasons is one appearance. */
function oncePerLine(signs: readonly Sign[]): Sign[] {
  return [...Map.groupBy(signs, ({ line }) => line).values()].map((own) => {
    const first = own[0] as Sign;
    const near = own.find((sign) => sign.near !== undefined)?.near;
    return {
      ...first,
      ...(near !== undefined && { near }),
      reasons: [...new Set(own.flatMap(({ reasons }) => reasons))],
    };
  });
}
