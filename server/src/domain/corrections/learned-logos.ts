/** Turns boxes drawn for missed brands into pictures of logos in the brand library. */

import type { Correction, LogoRefusal } from '@reelsight/contract';
import { logoPath } from '../../artifacts/stored-paths.ts';
import {
  type BrandLogoRow,
  type BrandRow,
  brandNamed,
  countBrands,
  insertBrand,
  insertBrandLogo,
  touchBrand,
} from '../../db/brands/brand-library.ts';
import { type CorrectionRow, type LearnedBrand, setLearned } from '../../db/corrections.ts';
import type { Queryable } from '../../db/database.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import { libraryLimits } from '../brands/brand-library.ts';
import type { Domain } from '../domain.ts';
import { correctionView, mustLock } from './corrections.ts';
import { emptyRow, noted, rowNamed } from './learned-brands.ts';

/** The place in storage of a logo's picture that is not in the library yet. */
export interface LogoPlace {
  readonly brandId: string;
  /** Whether the library does not have an entry for the brand yet. */
  readonly isNew: boolean;
  readonly logoId: string;
  readonly key: string;
}

export async function placeForLogo(
  domain: Domain,
  workspaceId: string,
  name: string,
): Promise<LogoPlace> {
  const brand = await brandNamed(domain.db, workspaceId, name);
  const brandId = brand?.id ?? domain.newId('brand');
  const logoId = domain.newId('logo');
  return { brandId, isNew: !brand, logoId, key: logoPath(workspaceId, brandId, logoId) };
}

type Made = Pick<Correction, 'job_id' | 'correction_id' | 'name'>;

/**
 * Adds the picture to the library. Returns `moved` if the brand's entry was created or removed meanwhile, so that the
 * picture has to be stored in another place, and `gone` if the correction was undone. Throws Fault JOB_NOT_FOUND.
 */
export async function learnLogo(
  domain: Domain,
  workspaceId: string,
  { job_id, correction_id: id, name }: Made,
  { brandId, isNew, logo }: Pick<LogoPlace, 'brandId' | 'isNew'> & { readonly logo: BrandLogoRow },
): Promise<Correction | 'moved' | 'gone' | 'full'> {
  return domain.db.transaction(async (tx) => {
    await mustLock(tx, workspaceId, job_id);
    await lockWorkspace(tx, workspaceId);

    const entry = await rowNamed(tx, workspaceId, name);
    if (isNew ? entry : entry?.id !== brandId) return 'moved';
    if (await isFull(tx, workspaceId, entry)) return 'full';

    const library: LearnedBrand = {
      brand_id: brandId,
      change: 'logo',
      logo_id: logo.id,
      created: isNew,
    };
    const row = await setLearned(tx, { job_id, id, library });
    if (!row) return 'gone';

    const brandName = entry?.name ?? name;
    if (!entry) await addEntry(domain, tx, { workspaceId, id: brandId, name });

    await addPicture(domain, tx, { workspaceId, brandId, brandName, logo });
    return correctionView(row);
  });
}

const isFull = async (tx: Queryable, workspaceId: string, entry: BrandRow | undefined) =>
  entry
    ? entry.logos.length >= libraryLimits.logos
    : (await countBrands(tx, workspaceId)) >= libraryLimits.brands;

async function addEntry(
  domain: Domain,
  tx: Queryable,
  { workspaceId, id, name }: Record<'workspaceId' | 'id' | 'name', string>,
): Promise<void> {
  await insertBrand(tx, { ...emptyRow(name), id, workspaceId, now: domain.now() });
  await noted(domain, tx, { workspaceId, id, name, created: true });
}

interface Picture extends Record<'workspaceId' | 'brandId' | 'brandName', string> {
  readonly logo: BrandLogoRow;
}

async function addPicture(
  domain: Domain,
  tx: Queryable,
  { workspaceId, brandId, brandName, logo }: Picture,
): Promise<void> {
  const now = domain.now();
  await touchBrand(tx, workspaceId, brandId, now);
  await insertBrandLogo(tx, { ...logo, brandId, now });

  await domain.audit.note(tx, {
    workspaceId,
    target: { id: brandId, name: brandName },
    details: { logo: logo.id },
    action: 'brand.logo_added',
  });
}

/**
 * Records why the box did not become a picture of a logo. Null if the correction has been undone meanwhile. Throws
 * Fault JOB_NOT_FOUND.
 */
export async function refuseLogo(
  { db }: Domain,
  workspaceId: string,
  { job_id, correction_id: id }: Made,
  refused: LogoRefusal,
): Promise<Correction | null> {
  const row = await db.transaction(async (tx): Promise<CorrectionRow | undefined> => {
    await mustLock(tx, workspaceId, job_id);
    return setLearned(tx, { job_id, id, library: { refused } });
  });
  return row ? correctionView(row) : null;
}
