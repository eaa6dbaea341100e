/**
 * Videos that take long to decode. A job learns this once its video is opened; it then leaves its place to others and
 * waits for one of the places of long videos. It stays in processing: it counts against `max_concurrent_jobs`, and its
 * credits stay reserved.
 */
import { updateJobs } from '../../db/jobs/job-changes.ts';
import { type JobRow, lockJob } from '../../db/jobs/jobs.ts';
import type { Domain } from '../domain.ts';
import { overallPercent } from '../states/job-progress.ts';
import { enqueueLongJob } from '../states/pending-jobs.ts';
import type { AttemptOfJob } from './ingested.ts';
import { secondsDecoded } from './unpaid-decoding.ts';

/** Whether the job waits for a place of long videos. Only such jobs have no worker before their parts are planned. */
export const waitsAmongLong = ({
  status,
  stage,
  worker_id,
}: Pick<JobRow, 'status' | 'stage' | 'worker_id'>): boolean =>
  status === 'processing' && stage === 'ingestion' && worker_id === null;

/**
 * Takes the job from the attempt and gives it to the queue of long videos. No time counts as worked until the next
 * attempt begins there. False if the attempt has lost the job.
 */
export async function passToLongVideos(
  domain: Domain,
  { id, attempt }: AttemptOfJob,
): Promise<boolean> {
  return domain.db.transaction(async (tx) => {
    const job = await lockJob(tx, id);
    const isOwned = job?.status === 'processing' && job.attempt === attempt;
    if (!isOwned || job.heartbeat_at === null) return false;

    const change = {
      percent_reached: overallPercent(job),
      percent: null,
      started_at: null,
      decoding_since: null,
      unpaid_decoding_seconds: await secondsDecoded(tx, job),
      worker_id: null,
      heartbeat_at: null,
    };
    await updateJobs(tx, [{ id, status: job.status, change }], domain.now());
    await enqueueLongJob(domain, tx, job);

    return true;
  });
}
