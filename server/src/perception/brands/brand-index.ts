/**
 * Finds the few brands of a long list that a line of text may name, so that searching for fifty thousand names stays
 * cheap.
 */
import { type KeyedText, shapeDistance } from '../../analysis/name-key.ts';
import type { BrandName, NameForm } from './brand-lexicon.ts';
import type { ComparisonBudget } from './comparison-budget.ts';

interface LooseForm {
  readonly brand: BrandName;
  readonly form: NameForm;
  readonly key: string;
  /** A bit set of the letter shapes that occur in the key. */
  readonly shapes: number;
}

/** Number of letters that may be wrong in a name that was not requested. */
export const unaskedTolerance = 1;
/** Names shorter than this that were not requested must match letter by letter. */
export const shortestLooseKey = 6;
const mostLengthDifference = 2;
/**
 * Maximum number of bits in which the shapes of two similar keys differ: 2 if one letter replaces another, 3 if it
 * replaces two that were merged, plus 1 in reserve.
 */
const mostOtherShapes = 4;

/** Maps letters and digits of similar shape to the same character; the groups match the pairs in `shapeDistance`. */
const shapes = new Map(
  ['0odqgb9683', '1liftj7', '5s', '2z', 'uvy', 'hn', '4a'].flatMap((alike) =>
    Array.from(alike, (letter) => [letter, alike[0] as string] as const),
  ),
);
const lettersOfAnEnd = 3;

const shapesOf = (text: string): string =>
  Array.from(text, (letter) => shapes.get(letter) ?? letter).join('');
const headOf = (text: string): string => shapesOf(text.slice(0, lettersOfAnEnd));
const tailOf = (text: string): string => shapesOf(text.slice(-lettersOfAnEnd));

/** Whether the first or the last letters look alike: a single wrong letter leaves one end of a name unchanged. */
export const sharesAnEnd = (text: string, key: string): boolean =>
  headOf(text) === headOf(key) || tailOf(text) === tailOf(key);

/** A brand that a line may name. */
export interface Candidate {
  readonly brand: BrandName;
  /** The forms whose letters occur in the line, at the beginning or end of a word; all forms of a requested name. */
  readonly exactForms: ReadonlySet<NameForm>;
  /** For each form that is similar to words of the line, the most similar ones; empty for a requested name. */
  readonly nearWords: ReadonlyMap<NameForm, NearWords>;
}

/** Positions in the key of a line, and how much the letters between them differ from those of a name. */
export interface NearWords {
  readonly from: number;
  readonly to: number;
  readonly cost: number;
}

interface NearForm {
  readonly brand: BrandName;
  readonly form: NameForm;
  readonly cost: number;
}

interface Comparison {
  readonly forms: readonly NearForm[];
  /** Number of letters that were compared. */
  readonly letters: number;
}

/**
 * Maximum number of texts and similar names that are remembered: a few megabytes, and as many as the texts of a video
 * usually have.
 */
const mostRemembered = 100_000;

export class BrandIndex {
  /**
   * The requested names. They may contain more errors than the index can handle, but there are few of them, so they are
   * always candidates.
   */
  readonly targets: readonly BrandName[];
  readonly #byKey = new Map<string, { brand: BrandName; form: NameForm }[]>();
  /** Names indexed by their length and the letter shapes at one of their ends. */
  readonly #byEnd = new Map<string, LooseForm[]>();
  #longestKey = 0;
  /** What texts were compared with before, because the words of a picture repeat in the pictures after it. */
  readonly #comparisons = new Map<string, Comparison>();
  #remembered = 0;

  constructor(brands: readonly BrandName[]) {
    this.targets = brands.filter(({ target }) => target);
    for (const brand of brands) if (!brand.target) this.#add(brand);
  }

  /**
   * Returns the requested names and every other brand that the line may name. Some of these may turn out not to be in
   * the line. Once the budget is spent, only names with exactly the letters of the line are returned.
   */
  candidates(line: KeyedText, budget?: ComparisonBudget): Candidate[] {
    const candidates = new Map<BrandName, FormsInLine>();
    for (const brand of this.targets) {
      candidates.set(brand, { brand, exactForms: new Set(brand.forms), nearWords: new Map() });
    }

    this.#addExact(line, candidates);
    this.#addLoose(line, candidates, budget);
    return [...candidates.values()];
  }

  #add(brand: BrandName): void {
    for (const form of brand.forms) {
      const { key, kind } = form;
      push(this.#byKey, key, { brand, form });
      this.#longestKey = Math.max(this.#longestKey, key.length);

      if (!brand.kept || kind !== 'unique' || key.length < shortestLooseKey) continue;
      const looseForm = { brand, form, key, shapes: shapesIn(key) };
      push(this.#byEnd, `${key.length} ${headOf(key)}-`, looseForm);
      push(this.#byEnd, `${key.length} -${tailOf(key)}`, looseForm);
    }
  }

  /** Adds forms with exactly the same key as a piece of the line that begins or ends at a word edge. */
  #addExact({ key, edges }: KeyedText, candidates: Map<BrandName, FormsInLine>): void {
    const pieces = new Set<string>();
    const add = (from: number, to: number) => {
      const piece = key.slice(from, to);
      const exactForms = this.#byKey.get(piece);
      // A text that repeats within the line adds the same forms again, and many brands may share one of them.
      if (!exactForms || pieces.has(piece)) return;
      pieces.add(piece);
      for (const { brand, form } of exactForms) formsOf(brand, candidates).exactForms.add(form);
    };

    for (const edge of edges) {
      const mostAfter = Math.min(key.length, edge + this.#longestKey);
      for (let to = edge + 1; to <= mostAfter; to++) add(edge, to);
      const mostBefore = Math.max(0, edge - this.#longestKey);
      for (let from = mostBefore; from < edge; from++) add(from, edge);
    }
  }

  #addLoose(
    { key, edges }: KeyedText,
    candidates: Map<BrandName, FormsInLine>,
    budget: ComparisonBudget | undefined,
  ): void {
    const shortest = shortestLooseKey - mostLengthDifference;
    const longest = this.#longestKey + mostLengthDifference;
    const pieces = new Set<string>();

    for (const [index, from] of edges.entries()) {
      for (let next = index + 1; next < edges.length; next++) {
        const to = edges[next] as number;
        if (to - from > longest) break;
        if (to - from < shortest) continue;

        const piece = key.slice(from, to);
        // The same text again is no more similar, and the first place counts.
        if (pieces.has(piece)) continue;
        pieces.add(piece);

        if (budget?.isSpent) return;
        const { forms, letters } = this.#compared(piece);
        if (budget && !budget.spend(piece, letters, forms.length)) return;

        for (const { brand, form, cost } of forms) {
          const { nearWords } = formsOf(brand, candidates);
          const best = nearWords.get(form);
          if (!best || cost < best.cost) nearWords.set(form, { from, to, cost });
        }
      }
    }
  }

  #compared(text: string): Comparison {
    const remembered = this.#comparisons.get(text);
    if (remembered) return remembered;

    const comparison = this.#compare(text);
    this.#remembered += 1 + comparison.forms.length;
    if (this.#remembered > mostRemembered) {
      this.#comparisons.clear();
      this.#remembered = 1 + comparison.forms.length;
    }

    this.#comparisons.set(text, comparison);
    return comparison;
  }

  /** Compares the text with each form that shares one of its ends. */
  #compare(text: string): Comparison {
    const head = headOf(text);
    const tail = tailOf(text);
    const textShapes = shapesIn(text);
    const forms: NearForm[] = [];
    let letters = 0;

    const compare = ({ brand, form, key, shapes: formShapes }: LooseForm) => {
      letters += 1;
      if (bitsIn(textShapes ^ formShapes) > mostOtherShapes) return;
      letters += text.length;
      const cost = shapeDistance(text, key, unaskedTolerance);
      if (cost <= unaskedTolerance) forms.push({ brand, form, cost });
    };

    for (let change = -mostLengthDifference; change <= mostLengthDifference; change++) {
      const length = text.length + change;
      for (const looseForm of this.#byEnd.get(`${length} ${head}-`) ?? []) compare(looseForm);

      for (const looseForm of this.#byEnd.get(`${length} -${tail}`) ?? []) {
        // A form that shares both ends was compared above.
        if (headOf(looseForm.key) !== head) compare(looseForm);
      }
    }

    return { forms, letters };
  }
}

interface FormsInLine extends Candidate {
  readonly exactForms: Set<NameForm>;
  readonly nearWords: Map<NameForm, NearWords>;
}

function formsOf(brand: BrandName, candidates: Map<BrandName, FormsInLine>): FormsInLine {
  const earlierForms = candidates.get(brand);
  if (earlierForms) return earlierForms;

  const forms = { brand, exactForms: new Set<NameForm>(), nearWords: new Map() };
  candidates.set(brand, forms);
  return forms;
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function shapesIn(key: string): number {
  let bits = 0;
  for (const letter of key) {
    const code = (shapes.get(letter) ?? letter).charCodeAt(0);
    // Different letters may share a bit; this only means that a few more names than necessary are compared.
    bits |= 1 << (code % 32);
  }
  return bits;
}

/** Number of one bits in a 32-bit value, counted in parallel (Warren, Hacker's Delight, 5-1). */
function bitsIn(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
