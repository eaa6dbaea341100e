/** Queries over open jobs of all workspaces, for the operator. */
import type { Queryable } from '../database.ts';

export interface WorkerAtJobs {
  readonly worker_id: string;
  readonly jobs: readonly string[];
  readonly serves: readonly string[];
  readonly hosts: number;
  readonly heartbeat_at: Date | null;
}

/** Live workers with the jobs that they ingest or have a part of, and dead workers that still hold a job. */
export async function workersAtJobs(db: Queryable): Promise<WorkerAtJobs[]> {
  return db.query<WorkerAtJobs>(
    `with held as (
       select worker_id, id as job_id, heartbeat_at from jobs where status = 'processing' and worker_id is not null
       union select worker_id, job_id, null from job_parts where state = 'running' and worker_id is not null
     )
     select coalesce(workers.id, held.worker_id) as worker_id,
       coalesce(array_agg(distinct held.job_id) filter (where held.job_id is not null), '{}') as jobs,
       coalesce(workers.serves, '{}') as serves, coalesce(workers.hosts, 0) as hosts,
       coalesce(workers.heartbeat_at, max(held.heartbeat_at)) as heartbeat_at
     from workers full join held on held.worker_id = workers.id
     group by coalesce(workers.id, held.worker_id), workers.serves, workers.hosts, workers.heartbeat_at
     order by 1`,
  );
}

/**
 * Counts only open jobs, so it reads no finished ones. Pending jobs are the waiting ones (waiting-jobs.ts) that are not
 * held. Jobs of test workspaces are left out, because they may stay open on demand.
 */
export async function jobCounts(
  db: Queryable,
): Promise<{ pending: number; processing: number; held: number }> {
  const rows = await db.query<{ waiting: number; processing: number; held: number }>(
    `select (select coalesce(sum(waiting), 0)::bigint from waiting_jobs
         where not exists (select 1 from workspaces where id = workspace_id and test)) as waiting,
       (select count(*) from jobs where status = 'processing' and not ask ? 'test') as processing,
       (select count(*) from jobs where status = 'held' and not ask ? 'test') as held`,
  );
  const { waiting: waitingCount = 0, processing = 0, held: heldCount = 0 } = rows[0] ?? {};
  return { pending: Math.max(0, waitingCount - heldCount), processing, held: heldCount };
}
