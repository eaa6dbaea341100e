/**
 * The brand library as JSON, in the format described in docs/brands.md, which an operator's REELSIGHT_BRANDS_FILE has
 * too.
 */
import type { BrandEntry, LibraryBrand } from '@reelsight/contract';
import { identityOf } from '@reelsight/contract/name-identity';

interface FileEntry {
  name: string;
  aliases?: string[];
  support?: string[];
  unless?: string[];
}

/** The library as text for a file, without pictures. */
export function brandFile(library: readonly LibraryBrand[]): string {
  const included = library.filter(({ exclude }) => !exclude);
  const brands = included.map(({ name, aliases, support, unless }) => ({
    name,
    ...(aliases.length > 0 && { aliases }),
    ...(support.length > 0 && { support }),
    ...(unless.length > 0 && { unless }),
  }));
  const exclude = library.filter((brand) => brand.exclude).map(({ name }) => name);

  return `${JSON.stringify({ brands, ...(exclude.length > 0 && { exclude }) }, null, 2)}\n`;
}

/**
 * Reads the entries of a file. Throws an Error that says what is wrong with the file and where. Does not repeat the
 * checks that the API makes.
 */
export function readBrandFile(text: string): BrandEntry[] {
  const file = asObject(parsed(text), 'The file');
  const brands = asArray(file.brands ?? [], 'brands').map((rawBrand, index) => {
    const entry = asObject(rawBrand, `brands.${index}`);
    return {
      name: asText(entry.name, `brands.${index}.name`),
      ...wordsOf(entry, `brands.${index}`),
    } satisfies FileEntry;
  });

  const excluded = asArray(file.exclude ?? [], 'exclude').map((name, index) => ({
    name: asText(name, `exclude.${index}`),
    exclude: true,
  }));
  if (brands.length + excluded.length === 0)
    throw new Error('The file has neither brands nor exclude.');

  return [...brands, ...excluded];
}

/** Matches a file's entries with the library: an entry replaces the library's brand of the same name. */
export function matchedEntries(
  entries: readonly BrandEntry[],
  library: readonly LibraryBrand[],
): { readonly entry: BrandEntry; readonly replaces: string | null }[] {
  const ids = new Map(library.map(({ name, brand_id }) => [identityOf(name), brand_id]));
  return entries.map((entry) => ({
    entry,
    replaces: ids.get(identityOf(entry.name)) ?? null,
  }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The file is not JSON: ${(error as Error).message}`);
  }
}

function asObject(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${where} must be a JSON object.`);
  return value as Record<string, unknown>;
}

function asArray(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) throw new Error(`${where} must be a list.`);
  return value;
}

function asText(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new Error(`${where} must be a text.`);
  return value;
}

function wordsOf(entry: Record<string, unknown>, where: string): Omit<FileEntry, 'name'> {
  const presentKeys = (['aliases', 'support', 'unless'] as const).filter(
    (name) => entry[name] != null,
  );
  return Object.fromEntries(
    presentKeys.map((name) => [
      name,
      asArray(entry[name], `${where}.${name}`).map((word, index) =>
        asText(word, `${where}.${name}.${index}`),
      ),
    ]),
  );
}
