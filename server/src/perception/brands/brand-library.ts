/** Lays a workspace's own brands over the lexicon: what they add, replace and remove. */

import { identityOf, keyOf } from '../../analysis/name-key.ts';
import {
  type BrandName,
  everydayOf,
  formsOf,
  type Lexicon,
  type LexiconEntry,
  type NameForm,
} from './brand-lexicon.ts';

export interface LibraryEntry extends Omit<LexiconEntry, 'everyday'> {
  /** Removes the entry's names from the lexicon. */
  readonly exclude: boolean;
}

/**
 * Empty fields of an entry keep their value from the lexicon. A name belongs to one brand: the library takes precedence
 * over the lexicon, and a name over an alias. A name that is `asked` for is a brand of its own and is never removed.
 */
export function withLibrary(
  lexicon: Lexicon,
  library: readonly LibraryEntry[],
  asked: readonly string[],
): Lexicon {
  if (library.length === 0) return lexicon;

  const wanted = new Set(asked.map(identityOf));
  const takenOut = (entry: LibraryEntry) => entry.exclude && !wanted.has(identityOf(entry.name));
  const entries = library.filter((entry) => !takenOut(entry));
  const names = new Set(entries.map(({ name }) => identityOf(name)));
  const out = identitiesOf(library.filter(takenOut)).filter(
    (identity) => !wanted.has(identity) && !names.has(identity),
  );
  const claimed = new Set([...names, ...out]);

  for (const identity of identitiesOf(entries)) if (!wanted.has(identity)) claimed.add(identity);
  const others = lexicon.brands
    .filter(({ name }) => !claimed.has(identityOf(name)))
    .map((brand) => withoutForms(brand, claimed));
  const known = new Map(lexicon.brands.map((brand) => [identityOf(brand.name), brand]));
  const foreign = new Set([...names, ...wanted, ...out]);
  const own = entries.map((entry) =>
    laidOver(known.get(identityOf(entry.name)), entry, lexicon.rank, foreign),
  );
  const excluded = new Set([...lexicon.excluded].filter((identity) => !claimed.has(identity)));
  for (const identity of out) excluded.add(identity);

  return { brands: [...others, ...own], excluded, rank: lexicon.rank };
}

/** Other names that the library has for the asked-for names; a recogniser should hear these correctly too. */
export function libraryAliases(
  library: readonly LibraryEntry[],
  asked: readonly string[],
): string[] {
  const wanted = new Set(asked.map(identityOf));
  return library
    .filter(({ name }) => wanted.has(identityOf(name)))
    .flatMap(({ aliases = [] }) => aliases)
    .filter((alias) => !wanted.has(identityOf(alias)));
}

const identitiesOf = (entries: readonly LibraryEntry[]): string[] =>
  entries.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(identityOf));

function withoutForms(brand: BrandName, keys: ReadonlySet<string>): BrandName {
  if (!brand.forms.some(({ key }) => keys.has(key))) return brand;
  return { ...brand, forms: brand.forms.filter(({ key }) => !keys.has(key)) };
}

/** `foreign`: names that are not aliases because they are brands themselves or were removed. */
function laidOver(
  known: BrandName | undefined,
  entry: LibraryEntry,
  rank: Lexicon['rank'],
  foreign: ReadonlySet<string>,
): BrandName {
  const key = keyOf(entry.name);
  const formOf = (name: string): NameForm[] =>
    formsOf({ name, everyday: everydayOf(known, keyOf(name)) }, rank);
  const aliases = given(entry.aliases)?.flatMap(formOf) ?? known?.forms ?? [];
  const seen = new Set([key]);
  const others = aliases.filter(
    (form) => !seen.has(form.key) && seen.add(form.key) && !foreign.has(form.key),
  );

  return {
    name: entry.name,
    forms: [...formOf(entry.name), ...others],
    support: keysOf(entry.support) ?? known?.support ?? [],
    unless: keysOf(entry.unless) ?? known?.unless ?? [],
    target: false,
    kept: true,
  };
}

const given = (words: readonly string[] | undefined) => (words?.length ? words : undefined);
const keysOf = (words: readonly string[] | undefined) =>
  given(words)
    ?.map(keyOf)
    .filter((key) => key !== '');
