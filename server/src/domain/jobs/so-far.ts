/**
 * What can be said of a job while its parts are in progress: what they have found, and whether a worker can do the
 * rest.
 */
import type { JobSoFar, Stage } from '@reelsight/contract';
import { unservedQueues, type WatchedPart, watchedParts } from '../../db/jobs/job-parts.ts';
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

/** The findings of a part, as perception's `Found` writes them to the part's row. */
interface FoundParts {
  readonly segments?: JobSoFar['segments'];
  readonly brands?: JobSoFar['brands'];
  readonly things?: JobSoFar['things'];
}

export async function soFarOf(domain: Domain, job: Owned<JobRow>): Promise<JobSoFar> {
  const parts = await watchedParts(domain.db, job.id, domain.settings.stallMs);
  const foundParts = parts.map((part) => part.found as FoundParts);
  return {
    duration_seconds: job.duration_seconds,
    parts: parts.map(partView),
    segments: byTime(foundParts.flatMap(({ segments = [] }) => segments)),
    brands: byTime(foundParts.flatMap(({ brands = [] }) => brands)),
    things: byTime(foundParts.flatMap(({ things = [] }) => things)),
  };
}

const byTime = <T extends { readonly start: number }>(spans: readonly T[]): T[] =>
  spans.toSorted((a, b) => a.start - b.start);

const partView = (part: WatchedPart): JobSoFar['parts'][number] => ({
  kind: part.kind as JobSoFar['parts'][number]['kind'],
  start: part.start_seconds,
  end: part.end_seconds,
  state: part.state === 'waiting' && !part.served ? 'unserved' : part.state,
});
