/** Queries over jobs whose worker stopped sending heartbeats, or whose task the queue lost. */
import type { Queryable } from '../database.ts';
import type { JobRow } from './jobs.ts';

export async function silentFor(db: Queryable, ms: number): Promise<JobRow[]> {
  return db.query<JobRow>(
    `select * from jobs where status = 'processing' and heartbeat_at < now() - $1 * interval '1 ms'
     order by heartbeat_at limit 100`,
    [ms],
  );
}

export async function jobsOfOtherWorkers(db: Queryable, workerId: string): Promise<JobRow[]> {
  return db.query<JobRow>(`select * from jobs where status = 'processing' and worker_id <> $1`, [
    workerId,
  ]);
}

/** Jobs that wait for their ingestion, and whose task is no longer in a queue, locked. */
export const lockJobsOfLostTasks = (
  tx: Queryable,
): Promise<Pick<JobRow, 'id' | 'workspace_id' | 'ask' | 'status' | 'stage' | 'worker_id'>[]> =>
  tx.query(
    `select id, workspace_id, ask, status, stage, worker_id from jobs
     where status in ('pending', 'processing') and not exists (
         select 1 from pgboss.job task
         where task.name in ('analysis', 'long_analysis', 'test_job') and task.id = task_id::uuid and task.state < 'completed')
       and task_id is not null and (status = 'pending' or (stage = 'ingestion' and worker_id is null))
     order by id limit 500 for update skip locked`,
  );
