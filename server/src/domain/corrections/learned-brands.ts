/** Adds names from corrections to the brand library, and removes them again when a correction is undone. */

import { brandEntryLimits, type Correction, invalidInput } from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import { logoPath } from '../../artifacts/stored-paths.ts';
import {
  type BrandFields,
  type BrandRow,
  brandNamed,
  countBrands,
  findBrandRow,
  insertBrand,
  removeBrand,
  removeBrandLogo,
  touchBrand,
  updateBrand,
} from '../../db/brands/brand-library.ts';
import type { LearnedBrand } from '../../db/corrections.ts';
import type { Queryable } from '../../db/database.ts';
import type { Owned } from '../../db/owned.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import { libraryLimits } from '../brands/brand-library.ts';
import type { Domain } from '../domain.ts';
import { enqueueRemoval } from '../removals.ts';

const { characters: nameCharacters, words: mostAliases } = brandEntryLimits;
const isSameName = (a: string, b: string): boolean => identityOf(a) === identityOf(b);

/**
 * Adds to the library what it can learn from the correction. Returns null if the library already contains it. Throws
 * Fault VALIDATION_FAILED if the library is full.
 */
export async function learn(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
  { kind, target, name, new_name }: Pick<Correction, 'kind' | 'target' | 'name' | 'new_name'>,
): Promise<LearnedBrand | null> {
  // The lock makes changes to one library follow one another.
  await lockWorkspace(tx, workspaceId);
  const change = kind === 'dismiss' ? 'exclude' : 'alias';
  const brandName = (new_name ?? name).trim();
  for (const learnedName of [brandName, name]) checkLearnedName(learnedName);

  const row = await rowNamed(tx, workspaceId, brandName);
  const entry = row ?? emptyRow(brandName);
  const isNewName = target === 'possible_brand' && kind === 'confirm' && !row;
  const next = learned(entry, change, name.trim()) ?? (isNewName ? entry : null);
  if (!next) return null;

  const id = row?.id ?? domain.newId('brand');
  if (!row && (await countBrands(tx, workspaceId)) >= libraryLimits.brands)
    throw invalidInput(`library: it holds at most ${libraryLimits.brands} brands.`);

  await (row ? updateBrand : insertBrand)(tx, { ...next, id, workspaceId, now: domain.now() });
  await noted(domain, tx, { workspaceId, id, name: next.name, created: !row });

  return { brand_id: id, change: isNewName ? 'name' : change, created: !row };
}

/** Throws Fault VALIDATION_FAILED for a name that is too long for the library. */
export function checkLearnedName(name: string): void {
  if ([...name.trim()].length > nameCharacters)
    throw invalidInput(`library: names in the library have at most ${nameCharacters} characters.`);
}

export async function rowNamed(
  tx: Queryable,
  workspaceId: string,
  name: string,
): Promise<Owned<BrandRow> | undefined> {
  const brand = await brandNamed(tx, workspaceId, name);
  return brand && findBrandRow(tx, workspaceId, brand.id);
}

export const emptyRow = (name: string): BrandFields => ({
  name,
  aliases: [],
  support: [],
  unless: [],
  exclude: false,
});

/** Returns the entry with the word as an additional alias, or with the brand excluded; null if nothing would change. */
function learned(
  entry: BrandFields,
  change: 'alias' | 'exclude',
  word: string,
): BrandFields | null {
  const { name, aliases, support, unless, exclude } = entry;
  const fields = { name, aliases, support, unless, exclude };
  if (change === 'exclude') return exclude ? null : { ...fields, exclude: true };
  if (isSameName(name, word) || aliases.some((alias) => isSameName(alias, word))) return null;
  if (aliases.length >= mostAliases)
    throw invalidInput(`library: “${name}” has ${mostAliases} aliases already.`);
  return { ...fields, aliases: [...aliases, word] };
}

/**
 * Removes from the library what it learned from the correction; changes that somebody else has made since then stay.
 */
export async function unlearn(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
  { library, name: word }: { readonly library: LearnedBrand; readonly name: string },
): Promise<void> {
  await lockWorkspace(tx, workspaceId);

  if (library.change === 'logo') await unlearnLogo(domain, tx, workspaceId, library);
  const row = await findBrandRow(tx, workspaceId, library.brand_id);
  if (!row) return;

  const { id, name, support, unless } = row;
  const aliases =
    library.change === 'alias' || library.change === 'name'
      ? row.aliases.filter((alias) => !isSameName(alias, word))
      : row.aliases;
  const exclude = library.change === 'exclude' ? false : row.exclude;
  const isEmpty =
    aliases.length + support.length + unless.length + row.logos.length === 0 && !exclude;
  if (library.created && isEmpty) {
    await removeBrand(tx, workspaceId, id);
    const target = { id, name };
    return domain.audit.note(tx, { workspaceId, target, action: 'brand.deleted' });
  }

  if (library.change === 'logo') return;
  const fields = { name, aliases, support, unless, exclude };
  await updateBrand(tx, { ...fields, id, workspaceId, now: domain.now() });
  await noted(domain, tx, { workspaceId, id, name, created: false });
}

/** Does nothing if somebody has already removed the picture. */
async function unlearnLogo(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
  { brand_id: id, logo_id: logo = '' }: LearnedBrand,
): Promise<void> {
  const brand = await findBrandRow(tx, workspaceId, id);
  if (!brand || !(await removeBrandLogo(tx, id, logo))) return;

  await touchBrand(tx, workspaceId, id, domain.now());
  await domain.audit.note(tx, {
    workspaceId,
    target: { id, name: brand.name },
    details: { logo },
    action: 'brand.logo_removed',
  });

  const keys = [logoPath(workspaceId, id, logo)];
  await enqueueRemoval(domain, tx, { prefixes: [], keys });
}

export const noted = (
  domain: Domain,
  tx: Queryable,
  {
    workspaceId,
    id,
    name,
    created,
  }: Record<'workspaceId' | 'id' | 'name', string> & {
    readonly created: boolean;
  },
): Promise<void> =>
  domain.audit.note(tx, {
    workspaceId,
    target: { id, name },
    action: created ? 'brand.created' : 'brand.changed',
  });
