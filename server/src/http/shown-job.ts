/** Prepares a job for an answer: small results are read at once, large ones when it is the workspace's turn. */
import type { GetJobQuery, Job } from '@reelsight/contract';
import { correctionsJson, correctionsMark } from '../db/corrections.ts';
import { findSmallResults } from '../db/jobs/job-results.ts';
import type { JobRow } from '../db/jobs/jobs.ts';
import { emptyFrames, findResultBytes, findResultPieces } from '../db/jobs/result-pieces.ts';
import type { Owned } from '../db/owned.ts';
import { unservedStages } from '../domain/jobs/so-far.ts';
import { jobView } from '../domain/jobs/view.ts';
import type { CallDeps, Reply, WorkspaceCall } from './call.ts';
import { entityTag } from './conditional.ts';
import { type JsonPieces, largeData } from './large-data.ts';
import { perRow } from './waited.ts';

/**
 * Maximum bytes of results that count as small, as stored by PostgreSQL, which compresses them; as JSON, they are a few
 * megabytes at most.
 */
const smallBytes = 16_384;

export type Shown = Pick<Reply, 'data' | 'raw' | 'headers'>;

/**
 * A job without its results, which need not be read to tell whether the job has changed: once they exist, they never
 * change.
 */
export const shownState = perRow(async ({ domain }, job: Owned<JobRow>): Promise<Job> => {
  const unserved = job.status === 'processing' ? await unservedStages(domain, job) : [];
  return jobView(job, undefined, unserved);
});

const smallResults = perRow(({ domain }, job: Owned<JobRow>) =>
  findSmallResults(domain.db, job.id, smallBytes),
);

/** How much of a job to show, and whether to apply people's corrections. */
export interface Wanted {
  readonly results?: GetJobQuery['results'];
  readonly corrected?: boolean;
}

/** Throws Fault RATE_LIMITED or SERVICE_UNAVAILABLE if too many large answers are still unread. */
export async function shownJob(
  deps: CallDeps,
  call: WorkspaceCall,
  job: Owned<JobRow>,
  { results = 'full', corrected = false }: Wanted = {},
): Promise<Shown> {
  if (results === 'none' || job.status !== 'completed')
    return { data: await shownState(deps, job) };
  // Results with corrections always count as large: corrections are applied only in the export thread, because that
  // takes longer than reading the results.
  const applied = corrected ? await correctionsMark(deps.domain.db, job.id) : null;
  const storedResults = applied === null ? await smallResults(deps, job) : 'large';
  if (storedResults === 'large') return largeJob(deps, call, job, { results, applied });
  return {
    data: jobView(
      job,
      storedResults && results !== 'full' ? emptyFrames(storedResults) : storedResults,
    ),
  };
}

interface Large {
  readonly results: 'full' | 'without_frames';
  /** Identifies the state of the corrections that are applied; null for results without corrections. */
  readonly applied: string | null;
}

async function largeJob(
  deps: CallDeps,
  call: WorkspaceCall,
  job: Owned<JobRow>,
  { results, applied }: Large,
): Promise<Shown> {
  // Corrected answers share the queue of exports, because the same threads make both.
  const sizedTurns = applied === null ? deps.resultTurns : deps.exportTurns;
  const make = async (signal: AbortSignal): Promise<JsonPieces> => {
    if (applied !== null) return [await keptCorrected(deps, job, { results, applied }, signal)];
    return uncorrectedJson(deps, job, results);
  };
  const turns = await sizedTurns.of(deps.domain.db, job.id);
  return largeData(deps, call, { turns, make });
}

/** Makes the answer only once, however often it is requested, as long as the job and its corrections stay the same. */
async function keptCorrected(
  deps: CallDeps,
  job: Owned<JobRow>,
  { results, applied }: Large,
  signal: AbortSignal,
): Promise<Buffer> {
  const state = entityTag(deps.version, { applied, ...jobView(job) });
  const key = { name: `${job.id} ${results}`, group: job.workspace_id, state };
  const { data } = await deps.correctedAnswers.of(key, async () => ({
    data: Buffer.from(await correctedJson(deps, job, results, signal)),
  }));
  return data;
}

/** Runs in the export thread, because parsing large results would hold up every other call. */
async function correctedJson(
  { domain, exportThread }: CallDeps,
  job: Owned<JobRow>,
  form: Large['results'],
  signal: AbortSignal,
): Promise<Buffer | string> {
  const withoutFrames = form === 'without_frames';
  const results = await findResultPieces(domain.db, job.id, { frames: !withoutFrames });
  const view = jobView(job);
  if (!results) return JSON.stringify(view);
  const correctionText = await correctionsJson(domain.db, job.id);
  const order = { view, results, correctionsJson: correctionText, withoutFrames };
  const bytes = await exportThread.run('job', order, signal);

  return Buffer.from(bytes.buffer);
}

/**
 * The JSON of a job with its results as they were found. They are inserted as they are stored, because parsing them would
 * hold up every other call.
 */
async function uncorrectedJson(
  { domain }: CallDeps,
  job: Owned<JobRow>,
  form: Large['results'],
): Promise<JsonPieces> {
  const results = await findResultBytes(domain.db, job.id, { frames: form === 'full' });
  const view = JSON.stringify(jobView(job));
  return results === undefined ? [view] : [`${view.slice(0, -1)},"results":`, ...results, '}'];
}
