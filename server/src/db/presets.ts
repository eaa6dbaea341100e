/** Queries over the presets of workspaces. */
import type { PresetAsk } from '@reelsight/contract';
import { cleanJson } from './clean-text.ts';
import { countOf } from './count.ts';
import type { Queryable } from './database.ts';
import type { Owned } from './owned.ts';

export interface PresetRow {
  readonly id: string;
  readonly name: string;
  readonly ask: PresetAsk;
  readonly updated_at: Date;
}

export interface PresetFields {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly ask: PresetAsk;
  readonly now: Date;
}

const columns = 'id, name, ask, updated_at';

/** Ordered by name. */
export async function listPresetRows(
  db: Queryable,
  workspaceId: string,
): Promise<Owned<PresetRow>[]> {
  return db.query<Owned<PresetRow>>(
    `select ${columns} from presets where workspace_id = $1 order by name_key, id`,
    [workspaceId],
    'list presets',
  );
}

export async function findPresetRow(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<PresetRow> | undefined> {
  const rows = await db.query<Owned<PresetRow>>(
    `select ${columns} from presets where workspace_id = $1 and id = $2`,
    [workspaceId, id],
    'find preset',
  );
  return rows[0];
}

export async function presetNamedBy(
  db: Queryable,
  workspaceId: string,
  nameKey: string,
): Promise<Owned<PresetRow> | undefined> {
  const rows = await db.query<Owned<PresetRow>>(
    `select ${columns} from presets where workspace_id = $1 and name_key = $2`,
    [workspaceId, nameKey],
    'preset by name',
  );
  return rows[0];
}

export async function countPresets(db: Queryable, workspaceId: string): Promise<number> {
  return countOf(db, 'select count(*) as count from presets where workspace_id = $1', [
    workspaceId,
  ]);
}

const valuesOf = (row: PresetFields) => [
  row.id,
  row.workspaceId,
  row.name,
  row.nameKey,
  cleanJson(row.ask),
  row.now,
];

export async function insertPreset(db: Queryable, row: PresetFields): Promise<void> {
  await db.query(
    `insert into presets (id, workspace_id, name, name_key, ask, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    valuesOf(row),
  );
}

export async function updatePreset(db: Queryable, row: PresetFields): Promise<void> {
  await db.query(
    `update presets set name = $3, name_key = $4, ask = $5, updated_at = $6
     where id = $1 and workspace_id = $2`,
    valuesOf(row),
  );
}

export async function removePreset(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  const rows = await db.query(
    'delete from presets where workspace_id = $1 and id = $2 returning id',
    [workspaceId, id],
  );
  return rows.length > 0;
}
