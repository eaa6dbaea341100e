/** Queries over the campaigns of workspaces. */
import type { VideoChoice } from '@reelsight/contract';
import { cleanJson } from '../clean-text.ts';
import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import type { Owned } from '../owned.ts';

export interface CampaignRow {
  readonly id: string;
  readonly name: string;
  readonly videos: VideoChoice;
  readonly brand_set_id: string | null;
  readonly updated_at: Date;
}

export interface CampaignFields {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly videos: VideoChoice;
  readonly brandSetId: string | null;
  readonly now: Date;
}

const columns = 'id, name, videos, brand_set_id, updated_at';

/** Ordered by name. */
export async function listCampaignRows(
  db: Queryable,
  workspaceId: string,
): Promise<Owned<CampaignRow>[]> {
  return db.query(
    `select ${columns} from campaigns where workspace_id = $1 order by name_key, id`,
    [workspaceId],
    'list campaigns',
  );
}

export async function findCampaignRow(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<CampaignRow> | undefined> {
  const rows = await db.query<Owned<CampaignRow>>(
    `select ${columns} from campaigns where workspace_id = $1 and id = $2`,
    [workspaceId, id],
    'find campaign',
  );
  return rows[0];
}

export async function campaignNamed(
  db: Queryable,
  workspaceId: string,
  nameKey: string,
): Promise<Owned<CampaignRow> | undefined> {
  const rows = await db.query<Owned<CampaignRow>>(
    `select ${columns} from campaigns where workspace_id = $1 and name_key = $2`,
    [workspaceId, nameKey],
    'campaign by name',
  );
  return rows[0];
}

export async function countCampaigns(db: Queryable, workspaceId: string): Promise<number> {
  return countOf(db, 'select count(*) as count from campaigns where workspace_id = $1', [
    workspaceId,
  ]);
}

const valuesOf = (row: CampaignFields) => [
  row.id,
  row.workspaceId,
  row.name,
  row.nameKey,
  cleanJson(row.videos),
  row.brandSetId,
  row.now,
];

export async function insertCampaign(db: Queryable, row: CampaignFields): Promise<void> {
  await db.query(
    `insert into campaigns (id, workspace_id, name, name_key, videos, brand_set_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    valuesOf(row),
  );
}

export async function updateCampaign(db: Queryable, row: CampaignFields): Promise<void> {
  await db.query(
    `update campaigns set name = $3, name_key = $4, videos = $5, brand_set_id = $6, updated_at = $7
     where id = $1 and workspace_id = $2`,
    valuesOf(row),
  );
}

export async function removeCampaign(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<void> {
  await db.query('delete from campaigns where workspace_id = $1 and id = $2', [workspaceId, id]);
}
