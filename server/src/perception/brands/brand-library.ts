/** Applies a workspace's own brands to the lexicon: what they add, replace and remove. */

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
  /** Whether the entry removes its names from the lexicon. */
  readonly exclude: boolean;
}

/**
 * Applies the library's entries to the lexicon. A field that an entry leaves empty keeps its value from the lexicon.
 * Each name belongs to one brand only: the library takes precedence over the lexicon, and a name over an alias. A name
 * in `requestedNames` is always a brand of its own and is never removed.
 */
export function withLibrary(
  lexicon: Lexicon,
  library: readonly LibraryEntry[],
  requestedNames: readonly string[],
): Lexicon {
  if (library.length === 0) return lexicon;

  const requestedIdentities = new Set(requestedNames.map(identityOf));
  const takenOut = (entry: LibraryEntry) =>
    entry.exclude && !requestedIdentities.has(identityOf(entry.name));
  const entries = library.filter((entry) => !takenOut(entry));
  const names = new Set(entries.map(({ name }) => identityOf(name)));
  const out = identitiesOf(library.filter(takenOut)).filter(
    (identity) => !requestedIdentities.has(identity) && !names.has(identity),
  );
  const claimed = new Set([...names, ...out]);

  for (const identity of identitiesOf(entries))
    if (!requestedIdentities.has(identity)) claimed.add(identity);
  const otherBrands = lexicon.brands
    .filter(({ name }) => !claimed.has(identityOf(name)))
    .map((brand) => withoutForms(brand, claimed));
  const brandsByIdentity = new Map(lexicon.brands.map((brand) => [identityOf(brand.name), brand]));
  const foreign = new Set([...names, ...requestedIdentities, ...out]);
  const libraryBrands = entries.map((entry) =>
    laidOver(brandsByIdentity.get(identityOf(entry.name)), entry, lexicon.rank, foreign),
  );
  const excluded = new Set([...lexicon.excluded].filter((identity) => !claimed.has(identity)));
  for (const identity of out) excluded.add(identity);

  return { brands: [...otherBrands, ...libraryBrands], excluded, rank: lexicon.rank };
}

/** Other names that the library has for the requested names, so that a recogniser can be prepared for these too. */
export function libraryAliases(
  library: readonly LibraryEntry[],
  requestedNames: readonly string[],
): string[] {
  const requestedIdentities = new Set(requestedNames.map(identityOf));
  return library
    .filter(({ name }) => requestedIdentities.has(identityOf(name)))
    .flatMap(({ aliases = [] }) => aliases)
    .filter((alias) => !requestedIdentities.has(identityOf(alias)));
}

const identitiesOf = (entries: readonly LibraryEntry[]): string[] =>
  entries.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(identityOf));

function withoutForms(brand: BrandName, keys: ReadonlySet<string>): BrandName {
  if (!brand.forms.some(({ key }) => keys.has(key))) return brand;
  return { ...brand, forms: brand.forms.filter(({ key }) => !keys.has(key)) };
}

/**
 * Applies a library entry to the lexicon's brand of the same name, if there is one. `foreign` holds names that must not
 * become aliases, because they are brands themselves or were removed.
 */
function laidOver(
  listedBrand: BrandName | undefined,
  entry: LibraryEntry,
  rank: Lexicon['rank'],
  foreign: ReadonlySet<string>,
): BrandName {
  const key = keyOf(entry.name);
  const formOf = (name: string): NameForm[] =>
    formsOf({ name, everyday: everydayOf(listedBrand, keyOf(name)) }, rank);
  const aliases = nonEmpty(entry.aliases)?.flatMap(formOf) ?? listedBrand?.forms ?? [];
  const seenKeys = new Set([key]);
  const otherForms = aliases.filter(
    (form) => !seenKeys.has(form.key) && seenKeys.add(form.key) && !foreign.has(form.key),
  );

  return {
    name: entry.name,
    forms: [...formOf(entry.name), ...otherForms],
    support: keysOf(entry.support) ?? listedBrand?.support ?? [],
    unless: keysOf(entry.unless) ?? listedBrand?.unless ?? [],
    target: false,
    kept: true,
  };
}

const nonEmpty = (words: readonly string[] | undefined) => (words?.length ? words : undefined);
const keysOf = (words: readonly string[] | undefined) =>
  nonEmpty(words)
    ?.map(keyOf)
    .filter((key) => key !== '');
