/** Jobs: creates, follows, reads, cancels and deletes them. */
import { type ApiPromise, dataAs, dataOf, nothingOf } from './api-promise.ts';
import { type AudienceReader, jobAudience } from './audience.ts';
import type { Answered, AskedOf, QueryOf } from './call.ts';
import { type JobClips, jobClips } from './clips.ts';
import type { Connection } from './connection.ts';
import { type Corrections, correctionsOf } from './corrections.ts';
import { type CreateOptions, type Loose, newIdempotencyKey } from './create.ts';
import { ConflictError } from './errors.ts';
import { type JobExports, jobExports } from './exports.ts';
import { type ExposureReader, jobExposure } from './exposure.ts';
import { type FollowOptions, type Reading, readUntil } from './follow.ts';
import { type HeldJob, isTerminal, type Job, type JobState, type TerminalJob } from './job.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { ChangeJob, CreateJob, JobDryRun, JobListItem, JobsChanged } from './schema.gen.ts';
import { type Speakers, speakersOf, type Transcripts, transcriptsOf } from './transcripts.ts';

export type NewJob = Loose<Omit<CreateJob, 'dry_run'>>;
export type JobFilter = Loose<QueryOf<'listJobs'>>;

/** Which parts of a completed job's results to read; default `full`. */
export type WantedResults = NonNullable<NonNullable<QueryOf<'getJob'>>['results']>;

export interface JobReadOptions extends CallOptions {
  /**
   * `without_frames` reads everything, but with empty lists instead of the detections of each frame. `none` reads only
   * the state.
   */
  readonly results?: WantedResults | undefined;
  /** Whether results include people's corrections. By default they are read as found. */
  readonly corrected?: boolean | undefined;
}

export interface WaitOptions extends FollowOptions<Job> {
  /** The same as in JobReadOptions. */
  readonly results?: WantedResults | undefined;
  /**
   * Whether to resolve when the job is held for lack of credits, instead of waiting until there are some. Default true.
   */
  readonly stopWhenHeld?: boolean | undefined;
}

export interface BulkOptions extends CallOptions {
  /** Only report what the call would do and cost; change nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface Jobs extends JobExports, JobClips, ExposureReader, AudienceReader {
  /** People's corrections of results. */
  readonly corrections: Corrections;
  /** What people mend in transcripts. */
  readonly transcript: Transcripts;
  /** Names of speakers. */
  readonly speakers: Speakers;
  create(job: NewJob, options?: CreateOptions): ApiPromise<Job>;
  /** Estimates what `create` would cost; creates nothing. */
  estimate(job: NewJob, options?: CallOptions): ApiPromise<JobDryRun>;
  get(id: string, options: JobReadOptions & { readonly results: 'none' }): ApiPromise<JobState>;
  get(id: string, options?: JobReadOptions): ApiPromise<Job>;
  /** Lists jobs, newest first. `for await (const job of client.jobs.list())` reads all pages. */
  list(filter?: JobFilter, options?: CallOptions): Pages<JobListItem>;
  /** Cancels a job; a job of a batch can only be cancelled with its batch. */
  cancel(id: string, options?: CallOptions): ApiPromise<Job>;
  /** Replaces the tags of the job. */
  change(id: string, change: ChangeJob, options?: CallOptions): ApiPromise<Job>;
  /** Deletes a job in a final state, with its media, frames and results. */
  delete(id: string, options?: CallOptions): ApiPromise<void>;
  /** Deletes up to 100 jobs in a final state; the answer says for each job whether it was deleted, or why not. */
  deleteMany(ids: readonly string[], options?: BulkOptions): ApiPromise<JobsChanged>;
  /** Creates a new job for each given one, with the same video and the same options. */
  rerun(ids: readonly string[], options?: BulkOptions & CreateOptions): ApiPromise<JobsChanged>;
  /**
   * Resolves with the job once it is completed, failed, cancelled, or held for lack of credits; a failed job does not
   * throw. Keeps waiting during outages of up to `outageMs`.
   */
  wait(id: string, options: WaitOptions & { readonly results: 'none' }): Promise<JobState>;
  wait(id: string, options: WaitOptions & { readonly stopWhenHeld: false }): Promise<TerminalJob>;
  wait(id: string, options?: WaitOptions): Promise<TerminalJob | HeldJob>;
}

export function jobsOf(connection: Connection): Jobs {
  const { call } = connection;
  const readById = (id: string, reading: Reading & JobReadOptions) =>
    readJob(connection, id, reading);

  return {
    ...jobExports(connection),
    ...jobClips(connection),
    ...jobExposure(connection),
    ...jobAudience(connection),
    corrections: correctionsOf(connection),
    transcript: transcriptsOf(connection),
    speakers: speakersOf(connection),
    ...changesOf(connection),

    create(job, { idempotencyKey, ...options } = {}) {
      const header = { 'Idempotency-Key': idempotencyKey ?? newIdempotencyKey() };
      return dataAs(call('createJob', { ...options, header, body: job as CreateJob }));
    },

    estimate(job, options = {}) {
      const body = { ...job, dry_run: true } as CreateJob;
      return dataAs(call('createJob', { ...options, body }));
    },

    get: (id: string, options: JobReadOptions = {}) => dataAs<never>(readById(id, options)),

    list(filter = {}, options = {}) {
      return pagesOf<QueryOf<'listJobs'>, JobListItem>(filter, (query) =>
        call('listJobs', { ...options, query }),
      );
    },

    cancel: (id, options = {}) => dataAs(cancel(connection, id, options)),

    delete(id, options = {}) {
      return nothingOf(call('deleteJob', { ...options, params: { id } }));
    },

    wait(id: string, { stopWhenHeld = true, results, ...options }: WaitOptions = {}) {
      const followed = {
        what: `${connection.baseUrl}/v1/jobs/${id}`,
        connection,
        read: (reading: Reading) => readById(id, { ...reading, results }),
        isDone: (job: Job) => isTerminal(job) || (stopWhenHeld && job.status === 'held'),
      };
      return readUntil<Job>(followed, options) as Promise<never>;
    },
  };
}

function changesOf({ call }: Connection): Pick<Jobs, 'change' | 'deleteMany' | 'rerun'> {
  const changedMany = (options: AskedOf<'changeJobs'>): ApiPromise<JobsChanged> =>
    dataOf(call('changeJobs', options));
  return {
    change(id, change, options = {}) {
      const answer = call('changeJob', { ...options, params: { id }, body: change });
      return dataAs(answer);
    },

    deleteMany(ids, { dryRun = false, ...options } = {}) {
      const body = { action: 'delete' as const, job_ids: [...ids], dry_run: dryRun };
      return changedMany({ ...options, body });
    },

    rerun(ids, { dryRun = false, idempotencyKey, ...options } = {}) {
      const body = { action: 'rerun' as const, job_ids: [...ids], dry_run: dryRun };
      const header = { 'Idempotency-Key': idempotencyKey ?? newIdempotencyKey() };
      return changedMany({ ...options, header, body });
    },
  };
}

async function readJob(
  { call }: Connection,
  id: string,
  { results, corrected, ...reading }: Reading & JobReadOptions,
): Promise<Answered<{ data: Job }>> {
  const query = { results, ...(corrected && { corrected: 'true' }) };
  const request = { ...reading, params: { id }, query } as AskedOf<'getJob'>;
  const { body, response } = await call('getJob', request);
  // The cast gives the job the type of its state, which the schema of the job's fields does not express.
  return { body: { data: body.data as unknown as Job }, response };
}

/**
 * Cancels a job. If the call is repeated after a lost answer, the job may already be cancelled, which counts as
 * success.
 */
async function cancel({ call }: Connection, id: string, options: CallOptions) {
  const request = { ...options, params: { id } };
  try {
    return await call('cancelJob', request);
  } catch (error) {
    if (!(error instanceof ConflictError) || error.attempts === 1) throw error;
    const answer = await call('getJob', { ...request, query: { results: 'none' } });
    if (answer.body.data.status !== 'cancelled') throw error;
    return answer;
  }
}
