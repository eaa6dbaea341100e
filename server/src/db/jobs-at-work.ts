/** Queries over open jobs of all workspaces, for the operator. */
import type { Queryable } from './database.ts';

export interface WorkerAtJobs {
  readonly worker_id: string;
  readonly jobs: readonly string[];
  readonly heartbeat_at: Date | null;
}

/** Workers that hold a job. */
export async function workersAtJobs(db: Queryable): Promise<WorkerAtJobs[]> {
  return db.query<WorkerAtJobs>(
    `select worker_id, array_agg(id order by id) as jobs, max(heartbeat_at) as heartbeat_at
     from jobs where status = 'processing' and worker_id is not null
     group by worker_id order by worker_id`,
  );
}

export async function jobCounts(
  db: Queryable,
): Promise<{ pending: number; processing: number; held: number }> {
  const rows = await db.query<{ status: string; count: number }>(
    `select status, count(*) as count from jobs
     where status in ('pending', 'processing', 'held') group by status`,
  );
  const of = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0;
  return { pending: of('pending'), processing: of('processing'), held: of('held') };
}
