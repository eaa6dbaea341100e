/** A job as an answer shows it: small results at once, large ones by turns of workspaces. */
import type { GetJobQuery, Job } from '@reelsight/contract';
import { findResultsText, findSmallResults, type JobRow } from '../db/jobs.ts';
import { emptyFrames, findResultsWithoutFrames } from '../db/result-pieces.ts';
import { unservedStages } from '../domain/so-far.ts';
import { jobView } from '../domain/view.ts';
import type { CallDeps, Reply, WorkspaceCall } from './call.ts';
import { inTurn } from './in-turn.ts';
import { perRow } from './waited.ts';

/** Bytes of results as they are stored: at most a few megabytes as JSON. */
const smallBytes = 16_384;
const tooMany =
  'Too many reads of large results of this workspace are waiting. Ask for one after the other.';

export type Shown = Pick<Reply, 'data' | 'raw' | 'headers'>;

/** Without results, which never change once they are there. */
export const shownState = perRow(async ({ domain }, job: JobRow): Promise<Job> => {
  const unserved = job.status === 'processing' ? await unservedStages(domain, job) : [];
  return jobView(job, undefined, unserved);
});

const smallResults = perRow(({ domain }, job: JobRow) =>
  findSmallResults(domain.db, job.id, smallBytes),
);

/** Throws Fault RATE_LIMITED or SERVICE_UNAVAILABLE where large answers have not been read yet. */
export async function shownJob(
  deps: CallDeps,
  call: WorkspaceCall,
  job: JobRow,
  results: NonNullable<GetJobQuery['results']> = 'full',
): Promise<Shown> {
  if (results === 'none' || job.status !== 'completed')
    return { data: await shownState(deps, job) };
  const found = await smallResults(deps, job);
  if (found === 'large') return largeJob(deps, call, job, results);
  return { data: jobView(job, found && results !== 'full' ? emptyFrames(found) : found) };
}

/** Counted as unsent before the next of the workspace is read. */
function largeJob(
  deps: CallDeps,
  call: WorkspaceCall,
  job: JobRow,
  results: 'full' | 'without_frames',
): Promise<Shown> {
  const { unsent, resultTurns, closing } = deps;
  const workspace = call.caller.workspace_id;
  unsent.check(workspace);
  return inTurn(resultTurns, { call, closing, tooMany }, async () => {
    // Others of the workspace may have taken the room meanwhile.
    unsent.check(workspace);
    const json = await (results === 'full' ? fullJson(deps, job) : jsonWithoutFrames(deps, job));
    const raw = Buffer.from(`{"data":${json},"meta":{"request_id":"${call.request.id}"}}`);
    unsent.count(workspace, call.reply, raw.length);
    return { raw, headers: { 'Content-Type': 'application/json; charset=utf-8' } };
  });
}

/** The results are never parsed: that would hold up every other call. */
async function fullJson({ domain }: CallDeps, job: JobRow): Promise<string> {
  const results = await findResultsText(domain.db, job.id);
  const view = JSON.stringify(jobView(job));
  return results === undefined ? view : `${view.slice(0, -1)},"results":${results}}`;
}

async function jsonWithoutFrames({ domain }: CallDeps, job: JobRow): Promise<string> {
  return JSON.stringify(jobView(job, await findResultsWithoutFrames(domain.db, job.id)));
}
