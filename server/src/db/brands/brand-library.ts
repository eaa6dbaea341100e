/** Queries over a workspace's own brands, and the pictures of their logos. */
import { formerIdentityOf } from '@reelsight/contract/former-name-identity';
import { identityOf } from '@reelsight/contract/name-identity';
import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import type { Owned } from '../owned.ts';

export interface BrandLogoRow {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface BrandRow {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly support: readonly string[];
  readonly unless: readonly string[];
  readonly exclude: boolean;
  /** Oldest first. */
  readonly logos: readonly BrandLogoRow[];
  readonly updated_at: Date;
}

export type BrandFields = Omit<BrandRow, 'id' | 'logos' | 'updated_at'>;

const columns = `b.id, b.name, b.aliases, b.support, b.unless, b.exclude, b.updated_at,
  (select coalesce(json_agg(json_build_object('id', l.id, 'width', l.width, 'height', l.height) order by l.id), '[]')
   from brand_logos l where l.brand_id = b.id) as logos`;

/** Ordered by name. */
export async function listBrandRows(
  db: Queryable,
  workspaceId: string,
): Promise<Owned<BrandRow>[]> {
  return db.query<Owned<BrandRow>>(
    `select ${columns} from brands b where b.workspace_id = $1 order by lower(b.name), b.id`,
    [workspaceId],
    'list brands',
  );
}

export interface BrandVersion {
  readonly id: string;
  /** Differs after each change of the entry, whoever made it. */
  readonly version: string;
}

/** PostgreSQL gives each version of a row such a pair; a time would be the same for two changes in a millisecond. */
const version = `b.xmin::text || ' ' || b.ctid::text as version`;

/** In the order of `listBrandRows`. */
export async function brandVersions(db: Queryable, workspaceId: string): Promise<BrandVersion[]> {
  return db.query<BrandVersion>(
    `select b.id, ${version} from brands b where b.workspace_id = $1 order by lower(b.name), b.id`,
    [workspaceId],
    'versions of brands',
  );
}

export type NamesOfBrand = BrandVersion & Pick<BrandRow, 'name' | 'aliases'>;

/** In the order of `listBrandRows`. */
export async function namesOfBrands(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<NamesOfBrand[]> {
  return db.query<NamesOfBrand>(
    `select b.id, ${version}, b.name, b.aliases from brands b
     where b.workspace_id = $1 and b.id = any($2) order by lower(b.name), b.id`,
    [workspaceId, ids],
    'names of some brands',
  );
}

export async function findBrandRow(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<BrandRow> | undefined> {
  const rows = await db.query<Owned<BrandRow>>(
    `select ${columns} from brands b where b.workspace_id = $1 and b.id = $2`,
    [workspaceId, id],
  );
  return rows[0];
}

/** Names of the brands that have a picture of their logo. */
export async function namesWithLogos(db: Queryable, workspaceId: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select name from brands b where workspace_id = $1
       and exists (select 1 from brand_logos l where l.brand_id = b.id)`,
    [workspaceId],
  );
  return rows.map(({ name }) => name);
}

/** The first picture of the brand with this name, in any spelling. */
export async function firstLogoOf(
  db: Queryable,
  workspaceId: string,
  name: string,
): Promise<{ readonly brandId: string; readonly logoId: string } | undefined> {
  const brand = await brandNamed(db, workspaceId, name);
  const row = brand && (await findBrandRow(db, workspaceId, brand.id));
  const logo = row?.logos[0];
  return row && logo && { brandId: row.id, logoId: logo.id };
}

export async function countBrands(db: Queryable, workspaceId: string): Promise<number> {
  return countOf(db, 'select count(*) as count from brands where workspace_id = $1', [workspaceId]);
}

/**
 * The brand that already has this name, in any spelling. Names are compared in this function rather than by a stored
 * key, so that a change in how names are compared applies to every row at once; a library has few rows.
 */
export async function brandNamed(
  db: Queryable,
  workspaceId: string,
  name: string,
): Promise<{ id: string; name: string } | undefined> {
  const rows = await db.query<{ id: string; name: string }>(
    'select id, name from brands where workspace_id = $1 order by id',
    [workspaceId],
    'names of brands',
  );
  const identity = identityOf(name);
  return rows.find((row) => identityOf(row.name) === identity);
}

/** Only the previous release reads this key, and it compares names by the former rule. */
const storedKey = (name: string): string => formerIdentityOf(name);

export async function insertBrand(
  db: Queryable,
  row: BrandFields & { id: string; workspaceId: string; now: Date },
): Promise<void> {
  await db.query(
    `insert into brands (id, workspace_id, name, name_key, aliases, support, unless, exclude, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      ...[row.id, row.workspaceId, row.name, storedKey(row.name)],
      ...[row.aliases, row.support, row.unless, row.exclude, row.now],
    ],
  );
}

export async function updateBrand(
  db: Queryable,
  row: BrandFields & { id: string; workspaceId: string; now: Date },
): Promise<boolean> {
  const rows = await db.query(
    `update brands set name = $3, name_key = $4, aliases = $5, support = $6, unless = $7, exclude = $8, updated_at = $9
     where workspace_id = $1 and id = $2 returning id`,
    [
      ...[row.workspaceId, row.id, row.name, storedKey(row.name)],
      ...[row.aliases, row.support, row.unless, row.exclude, row.now],
    ],
  );
  return rows.length > 0;
}

export async function removeBrand(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  const rows = await db.query(
    'delete from brands where workspace_id = $1 and id = $2 returning id',
    [workspaceId, id],
  );
  return rows.length > 0;
}

/** Records that the brand has changed and locks its row; false if there is no such brand. */
export async function touchBrand(
  db: Queryable,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    'update brands set updated_at = $3 where workspace_id = $1 and id = $2 returning id',
    [workspaceId, id, now],
  );
  return rows.length > 0;
}

export async function insertBrandLogo(
  db: Queryable,
  row: BrandLogoRow & { brandId: string; now: Date },
): Promise<void> {
  await db.query(
    'insert into brand_logos (id, brand_id, width, height, created_at) values ($1, $2, $3, $4, $5)',
    [row.id, row.brandId, row.width, row.height, row.now],
  );
}

export async function removeBrandLogo(
  db: Queryable,
  brandId: string,
  id: string,
): Promise<boolean> {
  const rows = await db.query(
    'delete from brand_logos where brand_id = $1 and id = $2 returning id',
    [brandId, id],
  );
  return rows.length > 0;
}
