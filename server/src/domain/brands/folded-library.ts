/**
 * How the names of a brand library count together, by their identities. Folding the 25,000 names of a full library
 * takes up to two seconds, so a process keeps what it folded and folds an entry again only after it changed.
 */
import { setImmediate } from 'node:timers/promises';
import { identityOf } from '../../analysis/name-key.ts';
import {
  type BrandVersion,
  brandVersions,
  type NamesOfBrand,
  namesOfBrands,
} from '../../db/brands/brand-library.ts';
import type { Queryable } from '../../db/database.ts';
import { type Domain, perDatabase } from '../domain.ts';

export interface FoldedLibrary {
  /** In the order of their names. */
  readonly brands: readonly FoldedBrand[];
  /** The brand that each other name counts as. */
  readonly counted: ReadonlyMap<string, string>;
  /** The other names that count as a brand; brands without any are missing. */
  readonly otherNames: ReadonlyMap<string, readonly string[]>;
  /** How the brands are spelled. */
  readonly spellings: ReadonlyMap<string, string>;
}

export interface FoldedBrand {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly identity: string;
  /** Identities of its aliases. */
  readonly aliases: readonly string[];
}

/** Entries whose names one query reads, so that no answer of the database is long to parse. */
const readAtOnce = 50;
/** Other work of the thread gets a turn after this time. */
const sliceMs = 5;
/** Characters of names that a process keeps: those of about ten full libraries, or of thousands of usual ones. */
const keptCharacters = 25_000_000;

const librariesOf = perDatabase(() => new FoldedLibraries(keptCharacters));

/** Inside a transaction, `db` is the transaction; read the library once before it, so that it does not wait for folding. */
export const foldedLibrary = (
  domain: Pick<Domain, 'db'>,
  db: Queryable,
  workspaceId: string,
): Promise<FoldedLibrary> => librariesOf(domain).read(db, workspaceId);

interface KeptLibrary {
  /** By id. Readers of the same library share it while they fold. */
  readonly brands: Map<string, FoldedBrand>;
  library: FoldedLibrary | null;
  characters: number;
}

export class FoldedLibraries {
  /** By workspace; the one that was used last is the last. */
  readonly #kept = new Map<string, KeptLibrary>();
  readonly #characters: number;

  constructor(characters: number) {
    this.#characters = characters;
  }

  async read(db: Queryable, workspaceId: string): Promise<FoldedLibrary> {
    const versions = await brandVersions(db, workspaceId);
    const keptLibrary = this.#use(workspaceId);
    if (keptLibrary.library && isOf(keptLibrary.library, versions)) return keptLibrary.library;

    const brands = await foldedBrands(db, workspaceId, keptLibrary.brands, versions);
    const library = libraryOf(versions.flatMap(({ id }) => brands.get(id) ?? []));
    this.#keep(workspaceId, library);
    return library;
  }

  #use(workspaceId: string): KeptLibrary {
    const keptLibrary = this.#kept.get(workspaceId) ?? {
      brands: new Map(),
      library: null,
      characters: 0,
    };
    this.#kept.delete(workspaceId);
    this.#kept.set(workspaceId, keptLibrary);
    return keptLibrary;
  }

  #keep(workspaceId: string, library: FoldedLibrary): void {
    const keptLibrary = this.#use(workspaceId);
    keptLibrary.brands.clear();
    for (const brand of library.brands) keptLibrary.brands.set(brand.id, brand);
    keptLibrary.library = library;
    keptLibrary.characters = charactersIn(library);

    let total = [...this.#kept.values()].reduce((sum, { characters }) => sum + characters, 0);
    for (const [id, { characters }] of this.#kept) {
      if (total <= this.#characters || id === workspaceId) return;
      this.#kept.delete(id);
      total -= characters;
    }
  }
}

const isOf = ({ brands }: FoldedLibrary, versions: readonly BrandVersion[]): boolean =>
  brands.length === versions.length &&
  versions.every(
    ({ id, version }, index) => brands[index]?.id === id && brands[index].version === version,
  );

/** The entries by id; a row that was deleted meanwhile is missing. Takes those that are folded from `shared`. */
async function foldedBrands(
  db: Queryable,
  workspaceId: string,
  shared: Map<string, FoldedBrand>,
  versions: readonly BrandVersion[],
): Promise<ReadonlyMap<string, FoldedBrand>> {
  const sharedOf = ({ id, version }: BrandVersion): FoldedBrand | undefined => {
    const brand = shared.get(id);
    return brand?.version === version ? brand : undefined;
  };
  // Another reader may drop entries of `shared` at any time, which it does not see in its transaction.
  const brands = new Map<string, FoldedBrand>();
  for (const version of versions) {
    const brand = sharedOf(version);
    if (brand) brands.set(brand.id, brand);
  }

  const missing = versions.map(({ id }) => id).filter((id) => !brands.has(id));
  let sliceBegan = performance.now();
  for (let index = 0; index < missing.length; index += readAtOnce) {
    const ids = missing.slice(index, index + readAtOnce);
    for (const row of await namesOfBrands(db, workspaceId, ids)) {
      // Another reader may have folded it meanwhile.
      const brand = sharedOf(row) ?? fold(row);
      brands.set(row.id, brand);
      shared.set(row.id, brand);
      if (performance.now() - sliceBegan < sliceMs) continue;
      await setImmediate();
      sliceBegan = performance.now();
    }
  }

  return brands;
}

const fold = ({ id, version, name, aliases }: NamesOfBrand): FoldedBrand => ({
  id,
  version,
  name,
  identity: identityOf(name),
  aliases: aliases.map(identityOf),
});

function libraryOf(brands: readonly FoldedBrand[]): FoldedLibrary {
  const counted = new Map<string, string>();
  for (const { identity, aliases } of brands)
    for (const alias of aliases) counted.set(alias, identity);

  // A name of the library comes before an alias of another brand.
  for (const { identity } of brands) counted.delete(identity);

  const otherNames = new Map<string, string[]>();
  for (const [name, brand] of counted) {
    const names = otherNames.get(brand);
    if (names) names.push(name);
    else otherNames.set(brand, [name]);
  }

  const spellings = new Map(brands.map(({ identity, name }) => [identity, name]));
  return { brands, counted, otherNames, spellings };
}

const charactersIn = ({ brands }: FoldedLibrary): number =>
  brands
    .flatMap(({ name, identity, aliases }) => [name, identity, ...aliases])
    .reduce((sum, text) => sum + text.length, 0);
