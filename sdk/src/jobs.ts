/**
 * Jobs: create, follow, read, cancel, delete. The casts undo what openapi-fetch's mapped types do to
 * tuples (an outline's points).
 */
import { bodyOf, type CallOptions, type Connection } from './connection.ts';
import { type FollowOptions, type Read, readUntil } from './follow.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { CreateJob, Job, JobDryRun, JobListItem, operations } from './schema.gen.ts';

export type NewJob = Omit<CreateJob, 'dry_run'>;
export type JobFilter = NonNullable<operations['listJobs']['parameters']['query']>;

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
  const { api } = connection;
  const params = (id: string) => ({ params: { path: { id } } });
  const headers = (options: CreateOptions) => ({
    header: { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() },
  });

  return {
    async create(job: NewJob, options: CreateOptions = {}): Promise<Job> {
      const call = api.POST('/v1/jobs', { ...options, params: headers(options), body: job });
      return (await bodyOf(call)).data as Job;
    },

    /** What `create` would cost; nothing is created. */
    async estimate(job: NewJob, options: CallOptions = {}): Promise<JobDryRun> {
      const call = api.POST('/v1/jobs', { ...options, body: { ...job, dry_run: true } });
      return (await bodyOf(call)).data as JobDryRun;
    },

    async get(id: string, options: CallOptions = {}): Promise<Job> {
      return (await bodyOf(api.GET('/v1/jobs/{id}', { ...options, ...params(id) }))).data as Job;
    },

    /** Newest first. `for await (const job of client.jobs.list())` reads over all pages. */
    list(filter: JobFilter = {}, options: CallOptions = {}): Pages<JobListItem> {
      return pagesOf(filter.cursor, (cursor) => {
        const query = { ...filter, ...(cursor && { cursor }) };
        return bodyOf(api.GET('/v1/jobs', { ...options, params: { query } }));
      });
    },

    async cancel(id: string, options: CallOptions = {}): Promise<Job> {
      const call = api.POST('/v1/jobs/{id}/cancel', { ...options, ...params(id) });
      return (await bodyOf(call)).data as Job;
    },

    /** With its media, frames and results; terminal jobs only. */
    async delete(id: string, options: CallOptions = {}): Promise<void> {
      await api.DELETE('/v1/jobs/{id}', { ...options, ...params(id) });
    },

    /** Resolves with the job once it is completed, failed or cancelled; a failed job does not throw. */
    async wait(id: string, { stopWhenHeld = true, ...options }: WaitOptions = {}): Promise<Job> {
      const read = (call: CallOptions) => api.GET('/v1/jobs/{id}', { ...call, ...params(id) });
      const isDone = (job: Job) => isTerminal(job) || (stopWhenHeld && job.status === 'held');
      return readUntil<Job>(read as Read<Job>, isDone, options);
    },
  };
}
