/** Brand sets of a workspace: a brand and its rivals. */
import {
  type BrandSet,
  type BrandSetEntry,
  brandSetLimits,
  Fault,
  invalidInput,
} from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import type { Queryable } from '../../db/database.ts';
import type { Owned } from '../../db/owned.ts';
import { turnOffSchedules } from '../../db/schedules/schedules.ts';
import {
  type BrandSetFields,
  type BrandSetRow,
  brandSetNamed,
  countBrandSets,
  findBrandSetRow,
  insertBrandSet,
  listBrandSetRows,
  removeBrandSet,
  updateBrandSet,
} from '../../db/trends/brand-sets.ts';
import type { Domain } from '../domain.ts';
import { checkUnique, inLockedWorkspace, nameKeyOf } from '../named.ts';

/** In the order of their names. */
export async function listBrandSets(domain: Domain, workspaceId: string): Promise<BrandSet[]> {
  return (await listBrandSetRows(domain.db, workspaceId)).map(view);
}

/** Throws Fault NOT_FOUND. */
export async function readBrandSet(
  domain: Domain,
  workspaceId: string,
  id: string,
): Promise<BrandSet> {
  return view(await mustFindBrandSet(domain.db, workspaceId, id));
}

/** Throws Fault VALIDATION_FAILED if the name is in use, the set is empty or there are too many sets. */
export async function addBrandSet(
  domain: Domain,
  workspaceId: string,
  entry: BrandSetEntry,
): Promise<BrandSet> {
  const fields = fieldsOf(domain, workspaceId, domain.newId('set'), entry);
  return inLockedWorkspace(domain, workspaceId, async (tx) => {
    checkUnique('brand set', fields.id, await brandSetNamed(tx, workspaceId, fields.nameKey));
    if ((await countBrandSets(tx, workspaceId)) >= brandSetLimits.sets)
      throw invalidInput(
        `A workspace has at most ${brandSetLimits.sets} brand sets. Delete one first.`,
      );

    await insertBrandSet(tx, fields);
    return noted(domain, tx, fields);
  });
}

/** Throws Fault NOT_FOUND, and the faults of `addBrandSet`. */
export async function replaceBrandSet(
  domain: Domain,
  workspaceId: string,
  id: string,
  entry: BrandSetEntry,
): Promise<BrandSet> {
  const fields = fieldsOf(domain, workspaceId, id, entry);
  return inLockedWorkspace(domain, workspaceId, async (tx) => {
    await mustFindBrandSet(tx, workspaceId, id);
    checkUnique('brand set', id, await brandSetNamed(tx, workspaceId, fields.nameKey));
    await updateBrandSet(tx, fields);
    return noted(domain, tx, fields);
  });
}

/** Throws Fault NOT_FOUND. */
export async function dropBrandSet(domain: Domain, workspaceId: string, id: string): Promise<void> {
  // Locked, as by those who name it: they see that it is gone, or it turns off what they made.
  await inLockedWorkspace(domain, workspaceId, async (tx) => {
    const { name } = await mustFindBrandSet(tx, workspaceId, id);
    await removeBrandSet(tx, workspaceId, id);
    const reason = `Its brand set “${name}” was deleted.`;
    await turnOffSchedules(tx, workspaceId, { by: 'brand_set_id', id, reason });
    await domain.audit.note(tx, { workspaceId, target: { id, name } });
  });
}

/** Throws Fault NOT_FOUND. */
export async function mustFindBrandSet(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<BrandSetRow>> {
  const row = await findBrandSetRow(db, workspaceId, id);
  if (!row) throw new Fault('NOT_FOUND', id, { text: `There is no brand set ${id}.` });
  return row;
}

async function noted(domain: Domain, tx: Queryable, fields: BrandSetFields): Promise<BrandSet> {
  const { id, workspaceId, name } = fields;
  await domain.audit.note(tx, { workspaceId, target: { id, name } });
  return view(await mustFindBrandSet(tx, workspaceId, id));
}

function fieldsOf(
  domain: Domain,
  workspaceId: string,
  id: string,
  entry: BrandSetEntry,
): BrandSetFields {
  const name = entry.name.trim();
  const ownBrand = entry.own?.trim() ?? null;
  const ownKey = ownBrand === null ? undefined : identityOf(ownBrand);
  const brands = new Map<string, string>();

  for (const brand of entry.brands) {
    const key = identityOf(brand);
    if (key !== ownKey && !brands.has(key)) brands.set(key, brand.trim());
  }

  if (ownBrand === null && brands.size === 0)
    throw invalidInput('brands: name at least one brand, or a brand of your own.');
  const spellings = [...brands.values()];
  return {
    id,
    workspaceId,
    name,
    nameKey: nameKeyOf(name),
    own: ownBrand,
    brands: spellings,
    now: domain.now(),
  };
}

const view = ({ id, brands, updated_at, ...row }: Owned<BrandSetRow>): BrandSet => ({
  brand_set_id: id,
  name: row.name,
  own: row.own,
  brands: [...brands],
  updated_at: updated_at.toISOString(),
});
