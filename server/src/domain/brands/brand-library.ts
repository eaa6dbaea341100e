/**
 * The brand library of a workspace: names, aliases, exclusions and pictures of logos that apply to all its analyses.
 */

import { type BrandEntry, Fault, invalidInput, type LibraryBrand } from '@reelsight/contract';
import { brandFolder, logoPath } from '../../artifacts/stored-paths.ts';
import {
  type BrandFields,
  type BrandLogoRow,
  type BrandRow,
  brandNamed,
  countBrands,
  findBrandRow,
  insertBrand,
  insertBrandLogo,
  listBrandRows,
  removeBrand,
  removeBrandLogo,
  touchBrand,
  updateBrand,
} from '../../db/brands/brand-library.ts';
import type { Queryable } from '../../db/database.ts';
import type { Owned } from '../../db/owned.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import type { Domain } from '../domain.ts';
import { enqueueRemoval } from '../removals.ts';

/** Limits: brands in a workspace, and pictures of one brand. */
export const libraryLimits = { brands: 500, logos: 10 } as const;

const noBrand = (id: string): Fault =>
  new Fault('NOT_FOUND', id, { text: 'There is no such brand in the library.' });
const noLogo = (id: string): Fault =>
  new Fault('NOT_FOUND', id, { text: 'There is no such picture of this brand.' });

/** The library's brands, in the order of their names. */
export async function listLibrary(domain: Domain, workspaceId: string): Promise<LibraryBrand[]> {
  return (await listBrandRows(domain.db, workspaceId)).map(view);
}

/** Throws Fault NOT_FOUND. */
export async function readBrand(
  domain: Domain,
  workspaceId: string,
  id: string,
): Promise<LibraryBrand> {
  return view(await mustFindBrand(domain.db, workspaceId, id));
}

/** Throws Fault VALIDATION_FAILED if the library is full or already has a brand of this name. */
export async function addBrand(
  domain: Domain,
  workspaceId: string,
  entry: BrandEntry,
): Promise<LibraryBrand> {
  const fields = fieldsOf(entry);
  const id = domain.newId('brand');
  return inLibrary(domain, workspaceId, async (tx) => {
    await checkName(tx, workspaceId, fields, null);
    if ((await countBrands(tx, workspaceId)) >= libraryLimits.brands)
      throw invalidInput(`A library holds at most ${libraryLimits.brands} brands.`);
    await insertBrand(tx, { ...fields, id, workspaceId, now: domain.now() });
    await domain.audit.note(tx, { workspaceId, target: { id, name: fields.name } });
    return mustFindBrand(tx, workspaceId, id);
  });
}

/** Replaces the entry; its pictures are kept. Throws Fault NOT_FOUND, and the faults of `addBrand`. */
export async function replaceBrand(
  domain: Domain,
  workspaceId: string,
  id: string,
  entry: BrandEntry,
): Promise<LibraryBrand> {
  const fields = fieldsOf(entry);
  return inLibrary(domain, workspaceId, async (tx) => {
    await mustFindBrand(tx, workspaceId, id);
    await checkName(tx, workspaceId, fields, id);
    await updateBrand(tx, { ...fields, id, workspaceId, now: domain.now() });
    await domain.audit.note(tx, { workspaceId, target: { id, name: fields.name } });
    return mustFindBrand(tx, workspaceId, id);
  });
}

/** Deletes the brand with its pictures. */
export async function dropBrand(domain: Domain, workspaceId: string, id: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const brand = await findBrandRow(tx, workspaceId, id);
    if (!brand || !(await removeBrand(tx, workspaceId, id))) throw noBrand(id);
    await domain.audit.note(tx, { workspaceId, target: { id, name: brand.name } });
    const prefixes = [brandFolder(workspaceId, id)];
    await enqueueRemoval(domain, tx, { prefixes, keys: [] });
  });
}

/**
 * Throws Fault NOT_FOUND, or VALIDATION_FAILED if the brand already has the maximum number of pictures. Called before
 * the picture of a request is read.
 */
export async function checkLogoRoom(
  domain: Domain,
  workspaceId: string,
  brandId: string,
): Promise<void> {
  hasRoom(await findBrandRow(domain.db, workspaceId, brandId), brandId);
}

/**
 * Adds a picture that is already in storage. Throws the faults of `checkLogoRoom`; the caller must then remove the
 * picture from storage.
 */
export async function addLogo(
  domain: Domain,
  workspaceId: string,
  brandId: string,
  logo: BrandLogoRow,
): Promise<LibraryBrand['logos'][number]> {
  await inLibrary(domain, workspaceId, async (tx) => {
    const now = domain.now();
    await touchBrand(tx, workspaceId, brandId, now);

    const brand = await findBrandRow(tx, workspaceId, brandId);
    hasRoom(brand, brandId);
    await insertBrandLogo(tx, { ...logo, brandId, now });

    const target = { id: brandId, name: brand?.name ?? null };
    await domain.audit.note(tx, { workspaceId, target, details: { logo: logo.id } });

    return brand as Owned<BrandRow>;
  });
  return logoView(brandId, logo);
}

function hasRoom(brand: Owned<BrandRow> | undefined, id: string): void {
  if (!brand) throw noBrand(id);
  if (brand.logos.length >= libraryLimits.logos)
    throw invalidInput(`A brand has at most ${libraryLimits.logos} pictures. Remove one first.`);
}

/** Throws Fault NOT_FOUND if the workspace has no such picture. */
export async function findLogo(
  domain: Domain,
  workspaceId: string,
  brandId: string,
  logoId: string,
): Promise<BrandLogoRow> {
  const brand = await findBrandRow(domain.db, workspaceId, brandId);
  const logo = brand?.logos.find(({ id }) => id === logoId);
  if (!logo) throw noLogo(logoId);
  return logo;
}

export async function dropLogo(
  domain: Domain,
  workspaceId: string,
  brandId: string,
  logoId: string,
): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const touched = await touchBrand(tx, workspaceId, brandId, domain.now());
    if (!touched || !(await removeBrandLogo(tx, brandId, logoId))) throw noLogo(logoId);

    await domain.audit.note(tx, {
      workspaceId,
      target: { id: brandId, name: (await mustFindBrand(tx, workspaceId, brandId)).name },
      details: { logo: logoId },
    });

    const keys = [logoPath(workspaceId, brandId, logoId)];
    await enqueueRemoval(domain, tx, { prefixes: [], keys });
  });
}

/**
 * Runs a change to a library while the workspace is locked, so that changes are made one after the other. Throws Fault
 * NOT_FOUND if the workspace is gone or being deleted.
 */
function inLibrary(
  domain: Domain,
  workspaceId: string,
  work: (tx: Queryable) => Promise<Owned<BrandRow>>,
): Promise<LibraryBrand> {
  return domain.db.transaction(async (tx) => {
    if (!(await lockWorkspace(tx, workspaceId)))
      throw new Fault('NOT_FOUND', workspaceId, { text: 'There is no such workspace.' });
    return view(await work(tx));
  });
}

/** Throws Fault NOT_FOUND. */
export async function mustFindBrand(
  tx: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<BrandRow>> {
  const row = await findBrandRow(tx, workspaceId, id);
  if (!row) throw noBrand(id);
  return row;
}

/** Throws Fault VALIDATION_FAILED with the name of the field if a word is listed twice. */
function fieldsOf(entry: BrandEntry): BrandFields {
  const name = entry.name.trim();
  const aliases = trimmed(entry.aliases);
  refuseRepeated('aliases', aliases, [name]);

  const support = trimmed(entry.support);
  const unless = trimmed(entry.unless);

  refuseRepeated('support', support);
  refuseRepeated('unless', unless);

  return {
    name,
    aliases,
    support,
    unless,
    exclude: entry.exclude ?? false,
  };
}

const trimmed = (words: readonly string[] = []): string[] => words.map((word) => word.trim());
/**
 * The form in which words are compared. It is not the key of a name, because `support` and `unless` contain words that
 * are not names.
 */
const plain = (word: string): string => word.normalize('NFKC').toLowerCase();

function refuseRepeated(field: string, words: readonly string[], otherWords: string[] = []): void {
  const usedWords = new Set(otherWords.map(plain));
  for (const [index, word] of words.entries()) {
    if (usedWords.has(plain(word)))
      throw invalidInput(`${field}.${index}: “${word}” is there already.`);
    usedWords.add(plain(word));
  }
}

async function checkName(
  tx: Queryable,
  workspaceId: string,
  { name }: BrandFields,
  ownId: string | null,
): Promise<void> {
  const namesake = await brandNamed(tx, workspaceId, name);
  if (namesake && namesake.id !== ownId)
    throw invalidInput(`name: the library has “${namesake.name}” already.`);
}

function view(row: Owned<BrandRow>): LibraryBrand {
  return {
    brand_id: row.id,
    name: row.name,
    aliases: [...row.aliases],
    support: [...row.support],
    unless: [...row.unless],
    exclude: row.exclude,
    logos: row.logos.map((logo) => logoView(row.id, logo)),
    updated_at: row.updated_at.toISOString(),
  };
}

const logoView = (brandId: string, logo: BrandLogoRow) => ({
  logo_id: logo.id,
  width: logo.width,
  height: logo.height,
  path: `/v1/brands/${brandId}/logos/${logo.id}`,
});
