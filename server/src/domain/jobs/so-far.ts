/**
 * What can be said of a job while its parts are in progress: what they have found, and whether a worker can do the
 * rest.
 */
import type { JobSoFar, Stage } from '@reelsight/contract';
import {
  findFound,
  unservedQueues,
  type WatchedPart,
  watchedParts,
} from '../../db/jobs/job-parts.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import type { Domain } from '../domain.ts';

const stageOfQueue: Readonly<Record<string, Stage>> = {
  hear: 'transcription',
  see: 'analysis',
  join: 'merging',
};

/** Stages of the job that have waiting parts which no live worker takes. */
export async function unservedStages(domain: Domain, job: Owned<JobRow>): Promise<Stage[]> {
  const queues = await unservedQueues(domain.db, job.id, domain.settings.stallMs);
  return Object.entries(stageOfQueue).flatMap(([queue, stage]) =>
    queues.includes(queue) ? [stage] : [],
  );
}

/** Queues, over all jobs, that have waiting parts which no live worker takes. */
export const unservedQueuesOf = (domain: Domain): Promise<string[]> =>
  unservedQueues(domain.db, null, domain.settings.stallMs);

/** What is known of the job so far, as JSON in pieces. */
export async function soFarOf(
  domain: Domain,
  job: Owned<JobRow>,
): Promise<readonly (Buffer | string)[]> {
  const parts = await watchedParts(domain.db, job.id, domain.settings.stallMs);
  const { duration_seconds } = job;
  const head = JSON.stringify({ duration_seconds, parts: parts.map(partView) });
  const lists = (await findFound(domain.db, job.id)) ?? [];
  return [head.slice(0, -1), ',', ...lists, '}'];
}

const partView = (part: WatchedPart): JobSoFar['parts'][number] => ({
  kind: part.kind as JobSoFar['parts'][number]['kind'],
  start: part.start_seconds,
  end: part.end_seconds,
  state: part.state === 'waiting' && !part.served ? 'unserved' : part.state,
});
