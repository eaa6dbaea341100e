/** Types of a job, one for each state: `status` determines which of `progress`, `results` and `error` are present. */
import type { JobError, Job as JobFields, Progress, Results } from './schema.gen.ts';

type Common = Omit<
  JobFields,
  'status' | 'progress' | 'results' | 'error' | 'started_at' | 'completed_at'
>;

type Unfinished = Common & {
  readonly results?: undefined;
  readonly error?: undefined;
  readonly completed_at: null;
};

/** The job is waiting for a worker. `started_at` is set if the job was started before and is now being retried. */
export type PendingJob = Unfinished & {
  readonly status: 'pending';
  readonly progress?: undefined;
  readonly started_at: string | null;
};

export type ProcessingJob = Unfinished & {
  readonly status: 'processing';
  /** Progress of the analysis. */
  readonly progress?: Progress;
  readonly started_at: string | null;
};

/** The job's actual cost is known and exceeds the credits, so the job is waiting for more. */
export type HeldJob = Unfinished & {
  readonly status: 'held';
  readonly progress?: undefined;
  readonly started_at: string | null;
};

type Finished = Common & {
  readonly progress?: undefined;
  readonly completed_at: string;
};

export type CompletedJob = Finished & {
  readonly status: 'completed';
  readonly results: Results;
  readonly error?: undefined;
  readonly started_at: string;
};

export type FailedJob = Finished & {
  readonly status: 'failed';
  /** The reason why there are no results. */
  readonly error: JobError;
  readonly results?: undefined;
  readonly started_at: string | null;
};

export type CancelledJob = Finished & {
  readonly status: 'cancelled';
  /** Present if the job expired while it was held. */
  readonly error?: JobError;
  readonly results?: undefined;
  readonly started_at: string | null;
};

/** A job that will no longer change. */
export type TerminalJob = CompletedJob | FailedJob | CancelledJob;
export type Job = PendingJob | ProcessingJob | HeldJob | TerminalJob;

/** A job as read with `results: 'none'`; only its status says whether it has results. */
export type JobState = Exclude<Job, CompletedJob> | Omit<CompletedJob, 'results'>;

const terminal: readonly string[] = ['completed', 'failed', 'cancelled'];

export function isTerminal(job: Job): job is TerminalJob;
export function isTerminal(job: Pick<Job, 'status'>): boolean;
export function isTerminal(job: Pick<Job, 'status'>): boolean {
  return terminal.includes(job.status);
}
