/** Queries over the brand sets of workspaces. */
import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import type { Owned } from '../owned.ts';

export interface BrandSetRow {
  readonly id: string;
  readonly name: string;
  readonly own: string | null;
  readonly brands: readonly string[];
  readonly updated_at: Date;
}

export interface BrandSetFields {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly own: string | null;
  readonly brands: readonly string[];
  readonly now: Date;
}

const columns = 'id, name, own, brands, updated_at';

/** Ordered by name. */
export async function listBrandSetRows(
  db: Queryable,
  workspaceId: string,
): Promise<Owned<BrandSetRow>[]> {
  return db.query(
    `select ${columns} from brand_sets where workspace_id = $1 order by name_key, id`,
    [workspaceId],
    'list brand sets',
  );
}

export async function findBrandSetRow(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<BrandSetRow> | undefined> {
  const rows = await db.query<Owned<BrandSetRow>>(
    `select ${columns} from brand_sets where workspace_id = $1 and id = $2`,
    [workspaceId, id],
    'find brand set',
  );
  return rows[0];
}

export async function brandSetNamed(
  db: Queryable,
  workspaceId: string,
  nameKey: string,
): Promise<Owned<BrandSetRow> | undefined> {
  const rows = await db.query<Owned<BrandSetRow>>(
    `select ${columns} from brand_sets where workspace_id = $1 and name_key = $2`,
    [workspaceId, nameKey],
    'brand set by name',
  );
  return rows[0];
}

export async function countBrandSets(db: Queryable, workspaceId: string): Promise<number> {
  return countOf(db, 'select count(*) as count from brand_sets where workspace_id = $1', [
    workspaceId,
  ]);
}

const valuesOf = (row: BrandSetFields) => [
  row.id,
  row.workspaceId,
  row.name,
  row.nameKey,
  row.own,
  row.brands,
  row.now,
];

export async function insertBrandSet(db: Queryable, row: BrandSetFields): Promise<void> {
  await db.query(
    `insert into brand_sets (id, workspace_id, name, name_key, own, brands, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    valuesOf(row),
  );
}

export async function updateBrandSet(db: Queryable, row: BrandSetFields): Promise<void> {
  await db.query(
    `update brand_sets set name = $3, name_key = $4, own = $5, brands = $6, updated_at = $7
     where id = $1 and workspace_id = $2`,
    valuesOf(row),
  );
}

export async function removeBrandSet(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<void> {
  await db.query('delete from brand_sets where workspace_id = $1 and id = $2', [workspaceId, id]);
}
