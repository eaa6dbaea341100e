/** Defines which names count as brands, how each is written and spoken, and which of them are also everyday words. */
import { identityOf, keyOf, keyText } from '../../analysis/name-key.ts';

/** One brand in a lexicon file. */
export interface LexiconEntry {
  readonly name: string;
  /** Other spellings of the brand, or names of its products that stand for it. */
  readonly aliases?: readonly string[] | undefined;
  /** Words that, if they are nearby, show that an everyday word means this brand: "iphone" for Apple. */
  readonly support?: readonly string[] | undefined;
  /** Words that, if they are nearby, show that something else is meant: "river" for Amazon. */
  readonly unless?: readonly string[] | undefined;
  /**
   * False if English dictionaries contain the name only because of the brand, such as Google. True if it is an ordinary
   * word of another language, such as "über", which would otherwise be recognised as Uber.
   */
  readonly everyday?: boolean | undefined;
}

export interface LexiconFile {
  readonly brands: readonly LexiconEntry[];
  /** Names from other sources that do not count as brands: file formats, languages. */
  readonly exclude?: readonly string[] | undefined;
}

/**
 * How strongly a spelling suggests the brand. `unique`: no dictionary contains it. `word`: a dictionary word that few
 * texts use. `everyday`: a word so common that it is in every second text. `short`: up to three characters, easily
 * misread.
 */
export type NameKind = 'unique' | 'word' | 'everyday' | 'short';

export interface NameForm {
  readonly spelling: string;
  readonly key: string;
  readonly kind: NameKind;
}

export interface BrandName {
  /** Name in results. */
  readonly name: string;
  readonly forms: readonly NameForm[];
  /** Words as keys. */
  readonly support: readonly string[];
  /** The words that rule the brand out, as keys. */
  readonly unless: readonly string[];
  /** True if the caller requested the brand. */
  readonly target: boolean;
  /** True if the brand is on a curated list. Brands from automatically gathered lists need stronger evidence. */
  readonly kept: boolean;
}

/**
 * How common a word is: words of rank 10 or 20 are in almost every text, those of rank 35 to 55 only in dictionaries.
 * Null if it is not an English word.
 */
export type WordRank = (word: string) => number | null;

export interface LexiconSources {
  /** The curated file, then the operator's; a later entry replaces an earlier one with the same name. */
  readonly files: readonly LexiconFile[];
  /** Names gathered from other lists; if a name is in several of them, the first spelling is used. */
  readonly gathered: readonly LexiconEntry[];
  readonly rank: WordRank;
}

export interface Lexicon {
  readonly brands: readonly BrandName[];
  /** Identities of names that never count as a brand, however they are found. */
  readonly excluded: ReadonlySet<string>;
  readonly rank: WordRank;
}

const everydayRank = 20;

/**
 * Shorter names occur by chance. Chinese and Japanese names may be shorter, because each character carries more
 * information than a letter.
 */
const isLongEnough = (key: string) =>
  [...key].length >= (/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(key) ? 3 : 4);

export function buildLexicon(sources: LexiconSources): Lexicon {
  const { files, gathered, rank } = sources;
  const excluded = new Set(files.flatMap((file) => file.exclude ?? []).map(keyOf));
  const byKey = new Map<string, BrandName>();

  for (const entry of withTradesAsAliases(gathered)) {
    const key = keyOf(entry.name);
    const plain = isLongEnough(key) && !excluded.has(key);
    // Gathered names have no support words, so nothing could confirm a name that is also an ordinary word.
    if (plain && !byKey.has(key) && kindOf(entry, entry.name, rank) === 'unique') {
      byKey.set(key, brandOf(entry, rank, { target: false, kept: false }));
    }
  }

  for (const entry of files.flatMap((file) => file.brands)) {
    const key = keyOf(entry.name);
    if (key === '' || excluded.has(key)) continue;
    byKey.set(key, brandOf(entry, rank, { target: false, kept: true }));
  }

  return { brands: [...byKey.values()], excluded, rank };
}

const tradeAtEnd =
  /^(.{3,}) (?:airlines|airways|bank|coffee|group|hotels?|insurance|mobile|motors|pharmacy|supermarket|telecom)$/i;

/** Makes "OCBC Bank" an alias of OCBC if the lists contain both names. */
function withTradesAsAliases(gathered: readonly LexiconEntry[]): LexiconEntry[] {
  const names = new Set(gathered.map(({ name }) => keyOf(name)));
  const aliases = new Map<string, string[]>();
  const entries: LexiconEntry[] = [];

  for (const entry of gathered) {
    const owner = keyOf(tradeAtEnd.exec(entry.name)?.[1] ?? '');
    if (owner !== '' && names.has(owner)) {
      aliases.set(owner, [...(aliases.get(owner) ?? []), entry.name]);
    } else {
      entries.push(entry);
    }
  }

  return entries.map((entry) => ({ ...entry, aliases: aliases.get(keyOf(entry.name)) }));
}

/**
 * Returns each name that the caller requested once, even if it is given in several spellings. A name that is in the
 * lexicon also gets its aliases. Names without a letter or digit (emoji) have no form that could be matched.
 */
export function targetBrands(names: readonly string[], lexicon: Lexicon): BrandName[] {
  const brandsByIdentity = knownNames(lexicon);
  const targets = new Map<string, BrandName>();

  for (const name of names) {
    const identity = identityOf(name);
    if (identity === '' || targets.has(identity)) continue;

    const key = keyOf(name);
    const listed = brandsByIdentity.get(identity);
    const ownForms = formsOf({ name, everyday: everydayOf(listed, key) }, lexicon.rank);
    // A caller who requests the brand also gets its aliases; a caller who requests an alias, such as one product, gets
    // only that.
    const isMainName = listed !== undefined && identityOf(listed.name) === identity;
    targets.set(identity, {
      name,
      forms: [...ownForms, ...(isMainName ? listed.forms.filter((form) => form.key !== key) : [])],
      support: listed?.support ?? [],
      unless: listed?.unless ?? [],
      target: true,
      kept: true,
    });
  }

  return [...targets.values()];
}

/**
 * Spellings that a speech recogniser may be biased towards: words with no other meaning, and names of several words.
 */
export const spokenNames = ({ brands }: Lexicon): string[] =>
  brands
    .filter(({ kept: isCurated }) => isCurated)
    .flatMap(({ forms }) => forms)
    .filter(({ kind, spelling }) => kind === 'unique' || /[ -]/.test(spelling.trim()))
    .map(({ spelling }) => spelling);

/** Maps identities to brands; if a name is also another brand's alias, the brand with that name wins. */
function knownNames({ brands }: Lexicon): Map<string, BrandName> {
  const brandsByIdentity = new Map<string, BrandName>();

  for (const brand of brands) {
    const identity = identityOf(brand.name);
    if (!brandsByIdentity.has(identity)) brandsByIdentity.set(identity, brand);
  }

  for (const brand of brands) {
    for (const { key } of brand.forms)
      if (!brandsByIdentity.has(key)) brandsByIdentity.set(key, brand);
  }

  return brandsByIdentity;
}

/** False if the spelling belongs to a curated brand and has no other meaning; otherwise undefined. */
export function everydayOf(brand: BrandName | undefined, key: string): boolean | undefined {
  const kind = brand?.forms.find((form) => form.key === key)?.kind;
  return brand?.kept && kind === 'unique' ? false : undefined;
}

/**
 * Whether a name is spelled as names of persons and places are not: with a capital, digit or dot inside a word
 * ("GitLab"), or in several words.
 */
export const isDistinctive = (spelling: string) =>
  /\p{Ll}[\p{Lu}\p{N}.]|\p{N}\p{L}/u.test(spelling) || spelling.trim().includes(' ');

function brandOf(
  entry: LexiconEntry,
  rank: WordRank,
  origin: { target: boolean; kept: boolean },
): BrandName {
  const keys = (words: readonly string[] = []) => words.map(keyOf).filter((key) => key !== '');
  const support = keys(entry.support);
  const unless = keys(entry.unless);
  return { name: entry.name, forms: formsOf(entry, rank), support, unless, ...origin };
}

export function formsOf(
  entry: { name: string; aliases?: readonly string[] | undefined; everyday?: boolean | undefined },
  rank: WordRank,
): NameForm[] {
  return [entry.name, ...(entry.aliases ?? [])].flatMap((spelling) => {
    const key = keyOf(spelling);
    return key === '' ? [] : [{ spelling, key, kind: kindOf(entry, spelling, rank) }];
  });
}

function kindOf(
  entry: { everyday?: boolean | undefined },
  spelling: string,
  rank: WordRank,
): NameKind {
  const { key, edges } = keyText(spelling);
  const words = edges.slice(1).map((end, i) => key.slice(edges[i], end));

  if ([...key].length <= 3 && /^[\p{Script=Latin}\d]+$/u.test(key)) {
    return entry.everyday === false || rank(key) === null ? 'short' : 'everyday';
  }

  if (entry.everyday === false) return 'unique';
  if (entry.everyday === true && words.length === 1) return 'word';

  // If the whole name is a word, such as "boAt" or "Co-op", its parts do not matter.
  const ranks = rank(key) === null ? words.map((word) => rank(word)) : [rank(key)];
  const rarest = ranks.reduce<number>((maxRank, r) => Math.max(maxRank, r ?? 100), 0);
  if (rarest <= everydayRank) return ranks.length > 2 ? 'word' : 'everyday';

  // Two words in a particular order are rarer than either word: "coca cola", "burger king".
  return rarest < 100 && ranks.length === 1 ? 'word' : 'unique';
}
