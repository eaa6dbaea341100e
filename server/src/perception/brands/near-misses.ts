/**
 * Recognises a requested name that is never read correctly but is misread differently each time: BRANO, SRAVO and BRAV
 * on one shelf are all Bravo. A name that is misspelled on purpose, or a different name, is wrong in the same letter
 * each time.
 */
import { keyText } from '../../analysis/name-key.ts';
import type { BrandName, Lexicon, NameForm } from './brand-lexicon.ts';
import { type BrandHit, nearestHit, type ScreenLine } from './brand-match.ts';
import type { ComparisonBudget } from './comparison-budget.ts';

/** Minimum length of the name: shorter names are similar to too many others. */
const shortestKey = 5;
const leastMisses = 3;
/** Each letter of the name must be right in at least this share of the misreadings. */
const leastAgreement = 2 / 3;
/** Number of letters that may be wrong in one reading, given the length of the name. */
const mostWrong = (length: number): number => (length < 8 ? 1 : 2);

export interface NearMiss {
  readonly line: ScreenLine;
  readonly hit: BrandHit;
}

/**
 * Finds requested names in lines that support each other. `lines` are the lines of one moment in which no brand was
 * recognised.
 */
export function provenByEachOther(
  lines: readonly ScreenLine[],
  targets: readonly BrandName[],
  rank: Lexicon['rank'],
  budget?: ComparisonBudget,
): NearMiss[] {
  return targets.flatMap((brand) => {
    const forms = brand.forms.filter(
      ({ kind, key }) => kind !== 'everyday' && key.length >= shortestKey,
    );
    for (const form of forms) {
      const misses = missesOf(lines, brand, form, rank, budget);
      if (misses.length >= leastMisses && agree(misses, form.key)) return misses;
    }

    return [];
  });
}

function missesOf(
  lines: readonly ScreenLine[],
  brand: BrandName,
  form: NameForm,
  rank: Lexicon['rank'],
  budget: ComparisonBudget | undefined,
): NearMiss[] {
  return lines.flatMap((line) => {
    const hit = nearestHit(line, brand, form, mostWrong(form.key.length), budget);
    // If the text that was read is a dictionary word, that word was most likely meant.
    if (!hit || rank(keyText(hit.seen).key) !== null) return [];
    return [{ line, hit }];
  });
}

function agree(misses: readonly NearMiss[], name: string): boolean {
  const readings = misses.map(({ hit }) => lettersInCommon(name, keyText(hit.seen).key));
  return Array.from(name).every((_, index) => {
    const right = readings.filter((positions) => positions.has(index)).length;
    return right >= misses.length * leastAgreement;
  });
}

/** Indices in `name` of the letters of a longest common subsequence with `seenText` (Wagner and Fischer, 1974). */
function lettersInCommon(name: string, seenText: string): Set<number> {
  const lengths = Array.from({ length: name.length + 1 }, () =>
    new Array<number>(seenText.length + 1).fill(0),
  );
  const lengthAt = (i: number, j: number): number => lengths[i]?.[j] ?? 0;

  for (let i = name.length - 1; i >= 0; i--) {
    for (let j = seenText.length - 1; j >= 0; j--) {
      const row = lengths[i] as number[];
      row[j] =
        name[i] === seenText[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }

  const positions = new Set<number>();
  let i = 0;
  let j = 0;
  while (i < name.length && j < seenText.length) {
    if (name[i] === seenText[j]) {
      positions.add(i);
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) {
      i += 1;
    } else {
      j += 1;
    }
  }

  return positions;
}
