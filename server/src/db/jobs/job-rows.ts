/** Queries over jobs as the console lists them: whole rows, and whether the video can still be played. */
import type { Queryable } from '../database.ts';
import type { Owned } from '../owned.ts';
import { type JobFilter, pageOf } from './job-page.ts';
import type { JobRow } from './jobs.ts';

export interface HeldJob extends JobRow {
  readonly media_available: boolean;
}

/**
 * Reads jobs and whether each job's video can still be played. The upload's row, or the job's mark of stored media, is
 * always removed before the files, so a video can be played as long as that row or mark exists.
 */
const withMedia = `select jobs.*, case
    when upload_key is not null then exists (select 1 from uploads where uploads.key = jobs.upload_key)
    when link_video is not null then exists (select 1 from jobs holder
      where holder.id = jobs.link_video->>'job' and holder.media_kept_at is not null)
    else false
  end as media_available from jobs`;

export async function jobRowPage(db: Queryable, filter: JobFilter): Promise<Owned<HeldJob>[]> {
  const { text, params } = pageOf(filter);
  return db.query<Owned<HeldJob>>(`${withMedia} ${text}`, params);
}

export async function findJobRow(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<HeldJob> | undefined> {
  const rows = await db.query<Owned<HeldJob>>(`${withMedia} where id = $1 and workspace_id = $2`, [
    id,
    workspaceId,
  ]);
  return rows[0];
}

/** Jobs in any of the given workspaces after the cursor, in the order of their last change, oldest first. */
export async function jobsChangedAfter(
  db: Queryable,
  workspaceIds: readonly string[],
  cursor: { readonly updatedAt: Date; readonly id: string },
  limit: number,
): Promise<Owned<HeldJob>[]> {
  return db.query<Owned<HeldJob>>(
    `${withMedia} where workspace_id = any ($1)
       and (updated_at, id) > ($2::timestamptz, $3::text collate "C")
     order by updated_at, id limit $4`,
    [workspaceIds, cursor.updatedAt, cursor.id, limit],
  );
}
