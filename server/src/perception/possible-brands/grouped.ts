/** Groups readings of the same name, even if some letters were misread or cut off. */
import type { PossibleBrandReason } from '@reelsight/contract';
import { lengthInLetters, shapeDistance, tolerance } from '../../analysis/name-key.ts';
import type { Box } from '../../engines/engine.ts';
import { sharesAnEnd } from '../brands/brand-index.ts';
import type { TimedLine } from '../screen/text-results.ts';

/** A text in one shot that may be a brand. */
export interface Sign {
  readonly line: TimedLine;
  /** The part of the line that may be the name, as written. */
  readonly text: string;
  readonly key: string;
  /** Box of the text in the best reading. */
  readonly box: Box;
  readonly reasons: readonly PossibleBrandReason[];
  /** The known name that the text matches or nearly matches. */
  readonly near?: string;
}

export interface Group {
  readonly text: string;
  readonly signs: readonly Sign[];
}

/**
 * A reading counts as a piece of a longer reading only if it has at least this many letters, and at least this share of
 * the longer one's letters.
 */
const shortestPiece = 4;
const leastPiece = 0.5;

export function grouped(signs: readonly Sign[]): Group[] {
  const sameKey = [...Map.groupBy(signs, ({ key }) => key)].map(([key, keySigns]) => {
    return {
      key,
      signs: keySigns,
      weight: keySigns.reduce((sum, sign) => sum + weightOf(sign), 0),
    };
  });

  const groups: { key: string; signs: Sign[]; text: string }[] = [];

  for (const { key, signs: keySigns } of sameKey.toSorted((a, b) => b.weight - a.weight)) {
    const group = groups.find((candidate) => isSame(candidate.key, key));
    if (group) group.signs.push(...keySigns);
    else groups.push({ key, signs: [...keySigns], text: shownText(keySigns) });
  }

  return groups.map(({ signs: groupSigns, text }) => ({ signs: oncePerLine(groupSigns), text }));
}

/** A spelling that was read often and with confidence is most likely correct. */
const weightOf = ({ line }: Sign): number =>
  line.sightings.reduce((sum, { confidence }) => sum + confidence ** 4, 0);

function isSame(groupKey: string, key: string): boolean {
  const [shorter, longer] = groupKey.length < key.length ? [groupKey, key] : [key, groupKey];
  const isPiece = longer.startsWith(shorter) || longer.endsWith(shorter);
  if (isPiece && shorter.length >= shortestPiece && shorter.length >= longer.length * leastPiece)
    return true;
  const limit = Math.min(1, tolerance(lengthInLetters(groupKey)));
  return sharesAnEnd(key, groupKey) && shapeDistance(key, groupKey, limit) <= limit;
}

/** The text to show: a name rather than an address, in the spelling with the most weight. */
function shownText(signs: readonly Sign[]): string {
  const names = signs.filter(({ reasons }) => !reasons.includes('web_address'));
  const spellings = Map.groupBy(names.length > 0 ? names : signs, ({ text }) => text);
  const weighed = [...spellings].map(([text, textSigns]) => {
    return { text, weight: textSigns.reduce((sum, sign) => sum + weightOf(sign), 0) };
  });
  return weighed.reduce((best, candidate) => (candidate.weight > best.weight ? candidate : best))
    .text;
}

/** Merges the signs of each line, because a line with several reasons is still one appearance. */
function oncePerLine(signs: readonly Sign[]): Sign[] {
  return [...Map.groupBy(signs, ({ line }) => line).values()].map((lineSigns) => {
    const first = lineSigns[0] as Sign;
    const nearName = lineSigns.find((sign) => sign.near !== undefined)?.near;
    return {
      ...first,
      ...(nearName !== undefined && { near: nearName }),
      reasons: [...new Set(lineSigns.flatMap(({ reasons }) => reasons))],
    };
  });
}
