/** Queries over the audiences that people set, and over the prices of a workspace (migrations 0050 and 0058). */
import type { Queryable } from '../database.ts';
import type { Owned } from '../owned.ts';

/** Sets the audience of a job's video; null removes it. The caller must hold the job's lock. */
export async function setJobAudience(
  tx: Queryable,
  { id }: Owned<{ readonly id: string }>,
  audience: number | null,
  now: Date,
): Promise<void> {
  if (audience === null) {
    await tx.query('delete from job_audiences where job_id = $1', [id]);
    return;
  }
  await tx.query(
    `insert into job_audiences (job_id, audience, set_at) values ($1, $2, $3)
     on conflict (job_id) do update set audience = excluded.audience, set_at = excluded.set_at`,
    [id, audience, now],
  );
}

/** What is known about the audience of a job's video. */
export interface AudienceRow {
  readonly job_id: string;
  readonly platform: string;
  /** Set by a person; null if nobody did. */
  readonly manual: number | null;
  readonly set_at: Date | null;
  /** The last views that the platform gave; null if it gave none. */
  readonly views: number | null;
  readonly read_at: Date | null;
}

/** Audiences of those of the jobs that belong to the workspace, in any order. */
export const audiencesOfJobs = (
  db: Queryable,
  workspaceId: string,
  jobIds: readonly string[],
): Promise<AudienceRow[]> =>
  db.query<AudienceRow>(
    `select j.id as job_id, j.platform, a.audience as manual, a.set_at, v.views, v.read_at
     from jobs j
     left join job_audiences a on a.job_id = j.id
     left join lateral (
       select views, read_at from video_views where job_id = j.id order by read_at desc limit 1) v on true
     where j.workspace_id = $1 and j.id = any($2)`,
    [workspaceId, jobIds],
    'audiences of jobs',
  );

export interface MediaPricesRow {
  readonly cpm_usd: number | null;
  readonly cpm_usd_by_platform: Readonly<Record<string, number | undefined>>;
  readonly audience: number | null;
}

export const noMediaPrices: MediaPricesRow = {
  cpm_usd: null,
  cpm_usd_by_platform: {},
  audience: null,
};

export async function findMediaPrices(db: Queryable, workspaceId: string): Promise<MediaPricesRow> {
  const rows = await db.query<MediaPricesRow>(
    'select cpm_usd, cpm_usd_by_platform, audience from media_prices where workspace_id = $1',
    [workspaceId],
    'find media prices',
  );
  return rows[0] ?? noMediaPrices;
}

export async function setMediaPrices(
  tx: Queryable,
  workspaceId: string,
  { cpm_usd, cpm_usd_by_platform, audience }: MediaPricesRow,
): Promise<void> {
  await tx.query(
    `insert into media_prices (workspace_id, cpm_usd, cpm_usd_by_platform, audience)
     values ($1, $2, $3, $4)
     on conflict (workspace_id) do update set cpm_usd = excluded.cpm_usd,
       cpm_usd_by_platform = excluded.cpm_usd_by_platform, audience = excluded.audience`,
    [workspaceId, cpm_usd, JSON.stringify(cpm_usd_by_platform), audience],
  );
}
