/**
 * The results for a comparison. They are loaded a few jobs at a time, because the results of a two-hour video are
 * several megabytes.
 */
import type { Job } from '@reelsight/sdk';
import { useQueries } from '@tanstack/react-query';
import { workspaceCall } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { jobName } from '../jobs/job-rows.ts';
import type { ComparedJob } from './brand-share.ts';

/**
 * Number of jobs loaded at the same time. Browsers allow six connections to one host, of which the event stream uses
 * one.
 */
const atOnce = 3;
const queue: (() => void)[] = [];
let running = 0;

async function inTurn<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
  else running += 1;
  try {
    signal.throwIfAborted();
    return await ask();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

export interface Comparison {
  readonly jobs: readonly ComparedJob[];
  /** Completed jobs that did not ask for `brands`, so there is nothing to compare. */
  readonly unasked: readonly string[];
  /** Jobs that are not completed. */
  readonly unfinished: readonly string[];
  readonly missing: readonly { readonly job_id: string; readonly error: Error }[];
  readonly read: number;
}

const correctedResults = (workspace: string, id: string, signal: AbortSignal) =>
  workspaceCall(workspace, 'getJob', {
    params: { id },
    query: { results: 'without_frames', corrected: 'true' },
    signal,
  }) as Promise<Job>;

/** `names` gives jobs without a title a name known from a list, such as a file name. */
export function useComparison(
  workspace: string,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): Comparison {
  const queries = useQueries({
    queries: ids.map((id) => ({
      // The same results as on the job's page: with people's corrections, without the detections of single frames.
      queryKey: [...keys.correctedJob(workspace, id), 'without_frames'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        inTurn(signal, () => correctedResults(workspace, id, signal)),
      staleTime: 60_000,
    })),
  });
  const jobs: Job[] = queries.flatMap(({ data }) => data ?? []);
  const completed = jobs.filter(({ status }) => status === 'completed');
  const nameOf = (job: Job) => names.get(job.job_id) ?? jobName({ ...job, filename: null });

  return {
    jobs: completed.flatMap((job) => {
      const brands = job.results?.brands;
      return brands ? [{ job_id: job.job_id, name: nameOf(job), brands }] : [];
    }),
    unasked: completed.filter(({ results }) => !results?.brands).map(({ job_id }) => job_id),
    unfinished: jobs.filter(({ status }) => status !== 'completed').map(({ job_id }) => job_id),
    missing: queries.flatMap(({ error }, index) =>
      error ? [{ job_id: ids[index] ?? '', error }] : [],
    ),
    read: queries.filter(({ isPending }) => !isPending).length,
  };
}
