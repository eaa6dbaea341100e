/** Which jobs of a batch count: its own, or the newest ones on the same videos. */
import type { Batch, NewerAnalysis } from '@reelsight/contract';

type BatchJob = Pick<Batch['jobs'][number], 'job_id' | 'status'>;
type Newer = Pick<NewerAnalysis, 'job_id' | 'newer_job_id'>;

/** Ids of the completed jobs, each video once. A job that failed counts by its newer one. */
export function chosenJobs(jobs: readonly BatchJob[], newerAnalyses: readonly Newer[]): string[] {
  const newerOf = new Map(newerAnalyses.map(({ job_id, newer_job_id }) => [job_id, newer_job_id]));
  const ids = jobs.flatMap(
    ({ job_id: id, status }) => newerOf.get(id) ?? (status === 'completed' ? id : []),
  );
  return [...new Set(ids)];
}
