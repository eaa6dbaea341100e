/** Queries over jobs as the console lists them: whole rows, and whether the video can still be played. */
import type { Queryable } from './database.ts';
import { type JobFilter, pageOf } from './job-page.ts';
import type { JobRow } from './jobs.ts';

export interface HeldJob extends JobRow {
  readonly media_available: boolean;
}

/** An upload's row leaves before its file, so what has a row can be read. */
const withMedia = `select jobs.*, (upload_key is not null and exists
  (select 1 from uploads where uploads.key = jobs.upload_key)) as media_available from jobs`;

export async function jobRowPage(db: Queryable, filter: JobFilter): Promise<HeldJob[]> {
  const { text, params } = pageOf(filter);
  return db.query<HeldJob>(`${withMedia} ${text}`, params);
}

export async function findJobRow(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<HeldJob | undefined> {
  const rows = await db.query<HeldJob>(`${withMedia} where id = $1 and workspace_id = $2`, [
    id,
    workspaceId,
  ]);
  return rows[0];
}

/** In any of the workspaces, oldest change first, after a place in that order. */
export async function jobsChangedAfter(
  db: Queryable,
  workspaceIds: readonly string[],
  after: { readonly updatedAt: Date; readonly id: string },
  limit: number,
): Promise<HeldJob[]> {
  return db.query<HeldJob>(
    `${withMedia} where workspace_id = any ($1)
       and (updated_at, id) > ($2::timestamptz, $3::text collate "C")
     order by updated_at, id limit $4`,
    [workspaceIds, after.updatedAt, after.id, limit],
  );
}
