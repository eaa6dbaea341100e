/** Finds brand names in a line of on-screen text, and distinguishes brands from everyday words. */

import { boundsOf, type Spot } from '../../analysis/boxes.ts';
import {
  type KeyedText,
  keyText,
  lengthInLetters,
  shapeDistance,
  tolerance,
} from '../../analysis/name-key.ts';
import type { Box } from '../../engines/engine.ts';
import {
  type BrandIndex,
  type Candidate,
  type NearWords,
  unaskedTolerance,
} from './brand-index.ts';
import { type BrandName, isDistinctive, type Lexicon, type NameForm } from './brand-lexicon.ts';
import type { ComparisonBudget } from './comparison-budget.ts';

/** A line of text in one sample; positions are fractions of the frame. */
export interface ScreenLine {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Clockwise, starting at the top left of the text, which may be rotated. */
  readonly corners: readonly [Spot, Spot, Spot, Spot];
  readonly box: Box;
  /** Where the middle of each code point lies along the line, 0 to 1. */
  readonly positions: readonly number[];
}

export interface BrandHit {
  readonly brand: BrandName;
  readonly confidence: number;
  /** Corners of the name, not of the whole line: clockwise, starting at its top left, as fractions of the frame. */
  readonly corners: ScreenLine['corners'];
  readonly box: Box;
  /** The text that was actually read at the place of the name. */
  readonly seen: string;
}

interface Window {
  readonly from: number;
  readonly to: number;
  readonly form: NameForm;
  readonly brand: BrandName;
  readonly cost: number;
}

/**
 * Maximum share of wrong letters in a name that was already recognised in another reading of the same text, at another
 * moment.
 */
const provenTolerance = 0.35;
const costPerLetter = 0.12;

/**
 * Finds brands, in reading order. If two names that were not requested overlap, only the longer one counts. Once the
 * budget is spent, names must match letter by letter.
 */
export function brandsInLine(
  line: ScreenLine,
  nearby: readonly ScreenLine[],
  brands: BrandIndex,
  rank: Lexicon['rank'],
  budget?: ComparisonBudget,
): BrandHit[] {
  const keyed = keyedLine(line);
  if (keyed.key === '') return [];

  const places = new PlacesInLine(keyed, rank);
  const windows = brands
    .candidates(keyed, budget)
    .flatMap((candidate) => bestWindow(line, keyed, candidate, places, rank, budget) ?? []);

  return withoutShadowed(windows).flatMap((window) => {
    const proof = standingOf(line, keyed, window, nearby, rank);
    const trust = trustIn(window, proof, line, rank);
    if (trust === 0) return [];
    return hitOf(line, keyed, window, trust * (1 - costPerLetter * window.cost));
  });
}

/** Finds the name in a line that is already known to contain it; any likely misreading is accepted. */
export function provenBrandInLine(line: ScreenLine, brand: BrandName): BrandHit | null {
  const hits = brand.forms.flatMap(
    (form) => nearestHit(line, brand, form, form.key.length * provenTolerance) ?? [],
  );
  return hits.toSorted((a, b) => b.confidence - a.confidence)[0] ?? null;
}

/** Finds the words of the line that are most similar to one form of a name, with at most `limit` letters wrong. */
export function nearestHit(
  line: ScreenLine,
  brand: BrandName,
  form: NameForm,
  limit: number,
  budget?: ComparisonBudget,
): BrandHit | null {
  const keyed = keyedLine(line);
  const window = closest(keyed, form, brand, limit, budget);
  return window && hitOf(line, keyed, window, 1 - costPerLetter * window.cost);
}

/** A line is compared with many names, and its key takes longer than a comparison. */
const keyedLines = new WeakMap<ScreenLine, KeyedText>();

function keyedLine(line: ScreenLine): KeyedText {
  const rememberedKey = keyedLines.get(line);
  if (rememberedKey) return rememberedKey;

  const keyed = keyText(line.text);
  keyedLines.set(line, keyed);
  return keyed;
}

function hitOf(line: ScreenLine, keyed: KeyedText, window: Window, trust: number): BrandHit {
  const first = keyed.source[window.from] as number;
  const last = keyed.source[window.to - 1] as number;
  const characters = Array.from(line.text).slice(first, last + 1);
  const confidence = Math.max(0, Math.min(1, line.confidence * trust));
  const corners = partOf(line, first, last);
  const box = boundsOf(corners, { width: 1, height: 1 });
  return { brand: window.brand, confidence, corners, box, seen: characters.join('') };
}

/** Corners of the part of a line that consists of the code points `first` to `last`. */
function partOf(line: ScreenLine, first: number, last: number): ScreenLine['corners'] {
  const { positions, corners } = line;
  const gap = (i: number) => ((positions[i] ?? 1) + (positions[i + 1] ?? 1)) / 2;
  const from = first === 0 ? 0 : gap(first - 1);
  const to = last >= positions.length - 1 ? 1 : gap(last);
  const [a, b, c, d] = corners;
  const along = (p: Spot, q: Spot, share: number): Spot => ({
    x: p.x + (q.x - p.x) * share,
    y: p.y + (q.y - p.y) * share,
  });

  return [along(a, b, from), along(a, b, to), along(d, c, to), along(d, c, from)];
}

function bestWindow(
  line: ScreenLine,
  keyed: KeyedText,
  { brand, exactForms, nearWords }: Candidate,
  places: PlacesInLine,
  rank: Lexicon['rank'],
  budget: ComparisonBudget | undefined,
): Window | null {
  let best: Window | null = null;

  for (const form of brand.forms) {
    const exact = exactForms.has(form) ? places.exact(form, brand) : null;
    const window = exact
      ? { ...exact, form, brand }
      : (windowBehindEmblem(line, keyed, form, brand, rank) ??
        (brand.target
          ? looseTarget(keyed, form, brand, places, budget)
          : nearWindow(nearWords.get(form), form, brand, places)));
    if (!window) continue;

    const longer =
      best && window.cost === best.cost && window.to - window.from > best.to - best.from;
    if (!best || window.cost < best.cost || longer) best = window;
  }

  return best;
}

type Place = Pick<Window, 'from' | 'to' | 'cost'>;

/** Remembers what was found in a line, because many brands of a library may have the same forms. */
class PlacesInLine {
  readonly #keyed: KeyedText;
  readonly #rank: Lexicon['rank'];
  readonly #wholeWords = new Map<string, Place | null>();
  readonly #insideWords = new Map<string, Place | null>();
  readonly #onlyWords = new Map<string, boolean>();

  constructor(keyed: KeyedText, rank: Lexicon['rank']) {
    this.#keyed = keyed;
    this.#rank = rank;
  }

  /** Finds the name letter by letter: as whole words, or within letters that ran together, as in "SAMSUNGGALAXY". */
  exact(form: NameForm, brand: BrandName): Place | null {
    const mayRunTogether = form.kind === 'unique' && form.key.length >= 5 && brand.kept;
    const remembered = mayRunTogether ? this.#insideWords : this.#wholeWords;
    const place = remembered.get(form.key);
    if (place !== undefined) return place;

    const exactPlace = placeOf(this.#keyed, form.key, mayRunTogether, this.#rank);
    remembered.set(form.key, exactPlace);
    return exactPlace;
  }

  /** Whether all words between two edges are in the dictionary. */
  hasOnlyWords({ from, to }: Place): boolean {
    const id = `${from} ${to}`;
    const remembered = this.#onlyWords.get(id);
    if (remembered !== undefined) return remembered;

    const { edges, key } = this.#keyed;
    const inner = edges.filter((edge) => edge >= from && edge <= to);
    const words = inner.slice(1).map((end, i) => key.slice(inner[i], end));
    const onlyWords = words.every((word) => this.#rank(word) !== null);
    this.#onlyWords.set(id, onlyWords);
    return onlyWords;
  }
}

function placeOf(
  { key, edges }: KeyedText,
  name: string,
  mayRunTogether: boolean,
  rank: Lexicon['rank'],
): Place | null {
  for (let from = key.indexOf(name); from >= 0; from = key.indexOf(name, from + 1)) {
    const to = from + name.length;
    const opens = edges.includes(from);
    const closes = edges.includes(to);
    if (opens && closes) return { from, to, cost: 0 };
    if (!mayRunTogether || (!opens && !closes)) continue;
    if (edges.some((edge) => edge > from && edge < to)) continue;

    const start = edges.findLast((edge) => edge <= from) ?? 0;
    const end = edges.find((edge) => edge >= to) ?? key.length;
    if (!insideWord(key.slice(start, end), name, rank)) return { from, to, cost: 0.5 };
  }

  return null;
}

/** Letters that a round emblem before a name may be misread as. */
const roundLetters = 'o0dqcg';
/** Minimum ratio of the gap between emblem and name to the gap between letters. */
const leastEmblemGap = 1.2;

/** Finds a requested name after an emblem that was misread as a letter: "DOCBC" for OCBC. */
function windowBehindEmblem(
  line: ScreenLine,
  keyed: KeyedText,
  form: NameForm,
  brand: BrandName,
  rank: Lexicon['rank'],
): Window | null {
  if (!brand.target || form.kind !== 'unique') return null;

  const { key, edges, source } = keyed;

  for (let from = key.indexOf(form.key, 1); from > 0; from = key.indexOf(form.key, from + 1)) {
    const to = from + form.key.length;
    if (!edges.includes(from - 1) || !edges.includes(to)) continue;
    if (!roundLetters.includes(key[from - 1] as string)) continue;
    if (rank(key.slice(from - 1, to)) !== null) continue;

    const places = source.slice(from - 1, to).map((index) => line.positions[index] ?? 0);
    const [emblemGap = 0, ...gaps] = places.slice(1).map((place, i) => place - (places[i] ?? 0));
    const middleGap = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
    if (emblemGap >= middleGap * leastEmblemGap) return { from, to, form, brand, cost: 0.5 };
  }

  return null;
}

/**
 * Whether the name is only part of a longer word: "intel" in "intelligence", or in "intelligenc", whose last letter was
 * lost.
 */
function insideWord(run: string, name: string, rank: Lexicon['rank']): boolean {
  if (rank(run) !== null) return true;
  const rest = run.startsWith(name) ? run.slice(name.length) : run.slice(0, -name.length);
  return rest.length < 3;
}

function looseTarget(
  keyed: KeyedText,
  form: NameForm,
  brand: BrandName,
  places: PlacesInLine,
  budget: ComparisonBudget | undefined,
): Window | null {
  const loose = form.kind === 'unique' || form.kind === 'word';
  if (!loose || !brand.kept) return null;

  const allowed = tolerance(lengthInLetters(form.key));
  // A name that is also a word may have at most one wrong letter.
  const limit = form.kind === 'word' ? Math.min(unaskedTolerance, allowed) : allowed;
  const window = closest(keyed, form, brand, limit, budget);

  return window && !places.hasOnlyWords(window) ? window : null;
}

/** The place of similar words, unless they differ too much from a name of this length or mean what they say. */
function nearWindow(
  words: NearWords | undefined,
  form: NameForm,
  brand: BrandName,
  places: PlacesInLine,
): Window | null {
  // The marks of a name count for its length, but allow no more wrong letters.
  if (!words || words.cost > tolerance(lengthInLetters(form.key))) return null;
  return places.hasOnlyWords(words) ? null : { ...words, form, brand };
}

function closest(
  keyed: KeyedText,
  form: NameForm,
  brand: BrandName,
  limit: number,
  budget?: ComparisonBudget,
): Window | null {
  const { edges, key } = keyed;
  // The more letters may be wrong, the more ways there are to compare two texts.
  const lettersCompared = form.key.length * Math.max(1, Math.ceil(limit));
  let best: Window | null = null;

  for (const from of edges) {
    for (const to of edges) {
      const excess = to - from - form.key.length;
      if (excess > limit + 1) break;
      if (to <= from || excess < -limit - 1) continue;
      if (budget && !budget.spendOnRequested(lettersCompared)) return best;
      const cost = shapeDistance(key.slice(from, to), form.key, best ? best.cost : limit);
      if (cost <= limit && (!best || cost < best.cost)) best = { from, to, form, brand, cost };
    }
  }

  return best;
}

function withoutShadowed(windows: readonly Window[]): Window[] {
  const keptWindows: Window[] = [];
  const size = (window: Window) => window.to - window.from;
  for (const window of [...windows].sort((a, b) => size(b) - size(a) || a.cost - b.cost)) {
    const shadowed = keptWindows.some(
      (keptWindow) =>
        !window.brand.target && keptWindow.from < window.to && window.from < keptWindow.to,
    );
    if (!shadowed) keptWindows.push(window);
  }

  return keptWindows.sort((a, b) => a.from - b.from);
}

interface Standing {
  /** Whether nothing else is written next to the name. */
  readonly alone: boolean;
  readonly capital: boolean;
  /** Whether the name has more than one word, each beginning with a capital. */
  readonly titled: boolean;
  /** Whether the name is capitalised and the words around it are not. */
  readonly properNoun: boolean;
  /** Whether a trade mark sign, a legal form such as "Inc", a domain, or a support word of the brand is nearby. */
  readonly supported: boolean;
  /** Whether all letters are capitals. */
  readonly shouted: boolean;
  /** Whether the name is written exactly as the brand writes it. */
  readonly asSpelled: boolean;
  /** Whether words nearby show that something else is meant. */
  readonly denied: boolean;
}

const companyForms = new Set(
  'inc incorporated corp corporation ltd llc plc gmbh ag sa co company com net store stores'.split(
    ' ',
  ),
);

function standingOf(
  line: ScreenLine,
  keyed: KeyedText,
  window: Window,
  nearby: readonly ScreenLine[],
  rank: Lexicon['rank'],
): Standing {
  const letters = Array.from(line.text);
  const first = keyed.source[window.from] as number;
  const last = keyed.source[window.to - 1] as number;
  const matchedText = letters.slice(first, last + 1).join('');
  const parts = matchedText.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const outside = keyed.edges
    .slice(1)
    .map((end, i) => ({ from: keyed.edges[i] as number, end }))
    .filter(({ from, end }) => end <= window.from || from >= window.to)
    .map(({ from, end }) => {
      const letterIndex = keyed.source[from] as number;
      return { word: keyed.key.slice(from, end), initial: letters[letterIndex] ?? '' };
    });
  const beside = nearby.filter((otherLine) => isBeside(line.box, otherLine.box));
  const around = [...outside.map((o) => o.word), ...beside.flatMap(wordsIn)];
  const capital = isUpper(letters[first] ?? '');
  const sign = /^\s*[®™©]|^\s*\.(com|net|org|de|fr|io|co)\b/iu.test(
    letters.slice(last + 1).join(''),
  );
  const handle = letters[first - 1] === '@';

  return {
    alone: outside.length === 0 && beside.every((otherLine) => !hasWord(otherLine, rank)),
    capital,
    titled: parts.length > 1 && parts.every(isUpperFirst),
    properNoun: capital && window.from > 0 && outside.some((o) => !isUpper(o.initial)),
    supported:
      sign ||
      handle ||
      around.some((word) => window.brand.support.includes(word)) ||
      outside.some((o) => companyForms.has(o.word)),
    shouted: matchedText === window.form.spelling.toUpperCase(),
    asSpelled: matchedText === window.form.spelling,
    denied: around.some((word) => window.brand.unless.includes(word)),
  };
}

const isUpper = (character: string) => /\p{Lu}/u.test(character);
const isUpperFirst = (word: string) => isUpper(word[0] ?? '');

const wordsIn = (line: ScreenLine) => {
  const { key, edges } = keyedLine(line);
  return edges.slice(1).map((end, i) => key.slice(edges[i], end));
};

const hasWord = (line: ScreenLine, rank: Lexicon['rank']) =>
  wordsIn(line).some((word) => word.length > 1 && rank(word) !== null);

/**
 * Whether two boxes are next to each other: on the same line within two letters' distance, or one directly above the
 * other in the same column.
 */
function isBeside(a: Box, b: Box): boolean {
  const height = Math.min(a.height, b.height);
  if (Math.max(a.height, b.height) > height * 2.2) return false;
  const gapX = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  const gapY = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  return (gapY < -height * 0.4 && gapX < height * 1.6) || (gapX < 0 && gapY < height * 0.8);
}

/** A gathered name with at least this many letters also counts in lower case, as logos write it: "alpro". */
const longGatheredKey = 5;

/** Weight of a match, from 0 (not a brand) to 1 (as certain as the reading of the line). */
function trustIn(
  { form, brand, cost }: Window,
  standing: Standing,
  line: ScreenLine,
  rank: Lexicon['rank'],
): number {
  // In lower case within a sentence, a name counts only if no dictionary contains it, unlike "canon" or "visa".
  const uncommon = rank(form.key) === null ? 1 : 0;
  const { alone, capital, titled, shouted, properNoun, supported, asSpelled, denied } = standing;
  if (denied) return 0;

  switch (form.kind) {
    case 'everyday':
      if (supported) return 1;
      // "Red Bull" with nothing beside it: two everyday words that in this order are a name.
      if (alone && titled && brand.kept) return 0.9;
      if (!brand.target) return 0;
      return (alone && capital) || properNoun ? 0.95 : alone ? 0.8 : 0;
    case 'word':
      if (supported || properNoun) return 1;
      // If the lexicon lists support words for the brand, one of them must be nearby, unless the brand was requested.
      if (alone && (capital || asSpelled) && (brand.target || brand.support.length === 0)) return 1;
      return brand.target && (capital || alone) ? 0.95 : 0;
    case 'short':
      if (cost > 0 || line.confidence < 0.7) return 0;
      if (brand.target) return asSpelled || alone || capital ? 1 : 0;
      return (asSpelled || (alone && shouted)) && line.confidence >= 0.9 ? 0.9 : 0;
    case 'unique':
      if (brand.kept) {
        return brand.target || supported || alone || capital || asSpelled ? 1 : uncommon;
      }
      return line.confidence < 0.9 ? 0 : trustInGathered(form, standing);
  }
}

/** A gathered name among other words may be part of a person's name: "Hugo Martin". */
function trustInGathered(
  form: Window['form'],
  { supported, alone, capital, asSpelled, titled }: Standing,
): number {
  if (supported) return 0.95;
  if (alone) return capital || asSpelled || form.key.length >= longGatheredKey ? 0.95 : 0;

  return isDistinctive(form.spelling) && (titled || asSpelled) ? 0.95 : 0;
}
