/** Jobs: create, follow, read, cancel, delete. */
import type { CallOptions, QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import { jobExports } from './exports.ts';
import { type FollowOptions, readUntil } from './follow.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { CreateJob, Job, JobDryRun, JobListItem } from './schema.gen.ts';

export type NewJob = Omit<CreateJob, 'dry_run'>;
export type JobFilter = QueryOf<'listJobs'>;

export interface CreateOptions extends CallOptions {
  /** Calls with the same key within 48 hours make one resource. Default: a fresh key, so that a repeat after a lost answer makes no second one. */
  readonly idempotencyKey?: string;
}

export interface WaitOptions extends FollowOptions<Job> {
  /** Return a job that is held for credits instead of waiting for them. Default true. */
  readonly stopWhenHeld?: boolean;
}

const terminal: readonly string[] = ['completed', 'failed', 'cancelled'];

export const isTerminal = (job: Pick<Job, 'status'>): boolean => terminal.includes(job.status);

export function jobsOf(connection: Connection) {
  const { call } = connection;
  return {
    ...jobExports(connection),

    async create(job: NewJob, { idempotencyKey, ...options }: CreateOptions = {}): Promise<Job> {
      const header = { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() };
      const { body } = await call('createJob', { ...options, header, body: job });
      return body.data as Job;
    },

    /** What `create` would cost; nothing is created. */
    async estimate(job: NewJob, options: CallOptions = {}): Promise<JobDryRun> {
      const { body } = await call('createJob', { ...options, body: { ...job, dry_run: true } });
      return body.data as JobDryRun;
    },

    async get(id: string, options: CallOptions = {}): Promise<Job> {
      return (await call('getJob', { ...options, params: { id } })).body.data;
    },

    /** Newest first. `for await (const job of client.jobs.list())` reads over all pages. */
    list(filter: JobFilter = {}, options: CallOptions = {}): Pages<JobListItem> {
      return pagesOf(filter.cursor, async (cursor) => {
        const query = { ...filter, ...(cursor && { cursor }) };
        return (await call('listJobs', { ...options, query })).body;
      });
    },

    async cancel(id: string, options: CallOptions = {}): Promise<Job> {
      return (await call('cancelJob', { ...options, params: { id } })).body.data;
    },

    /** With its media, frames and results; terminal jobs only. */
    async delete(id: string, options: CallOptions = {}): Promise<void> {
      await call('deleteJob', { ...options, params: { id } });
    },

    /** Resolves with the job once it is completed, failed or cancelled; a failed job does not throw. */
    async wait(id: string, { stopWhenHeld = true, ...options }: WaitOptions = {}): Promise<Job> {
      const read = (asked: CallOptions) => call('getJob', { ...asked, params: { id } });
      const isDone = (job: Job) => isTerminal(job) || (stopWhenHeld && job.status === 'held');
      return readUntil<Job>(read, isDone, options);
    },
  };
}
