/** Computes the exposure that brands get in videos. */
import { type ExposureAsk, type ExposureQuery, withoutNulls } from '@reelsight/contract';
import { jobsOfOwnBatch } from '../../db/jobs/batch-jobs.ts';
import { factsOf } from '../../db/jobs/job-facts.ts';
import {
  exposureOfBatch,
  exposureOfJobs,
  type ReadingOptions,
} from '../../domain/exposure/exposure.ts';
import { checkJobIds } from '../../domain/jobs/job-ids.ts';
import { type CallDeps, jobIdOf, type Reply, type WorkspaceCall } from '../call.ts';
import { inOwnersTurn } from '../in-turn.ts';
import { mustFindBatch } from './batches.ts';

const tooMany =
  'Too many exposures of this workspace, or of others of its owner, are being computed. Ask for one after the other.';

/** Reads a few videos per turn, so that an owner with many videos does not keep others waiting. */
const turnsOf = (
  { domain, exposureTurns, closing }: CallDeps,
  call: WorkspaceCall,
): Pick<ReadingOptions, 'inTurn'> => ({
  inTurn: (bytes, work) =>
    inOwnersTurn(domain.db, exposureTurns.ofBytes(bytes), { call, closing, tooMany }, work),
});

export async function getJobExposure(
  deps: CallDeps,
  call: WorkspaceCall<ExposureQuery>,
): Promise<Reply> {
  const id = jobIdOf(call);
  const options = { ...call.query, ...turnsOf(deps, call) };
  const workspace = call.caller.workspace_id;
  const data = await exposureOfJobs(deps.domain, workspace, [id], options, deps.closing);
  return { status: 200, data };
}

export async function getBatchExposure(
  deps: CallDeps,
  call: WorkspaceCall<ExposureQuery>,
): Promise<Reply> {
  const batch = await mustFindBatch(deps, call);
  const jobs = (await jobsOfOwnBatch(deps.domain.db, batch)).map(factsOf);
  const options = { ...call.query, ...turnsOf(deps, call) };
  const workspace = call.caller.workspace_id;
  const data = await exposureOfBatch(deps.domain, workspace, jobs, options, deps.closing);
  return { status: 200, data };
}

export async function computeExposure(
  deps: CallDeps,
  call: WorkspaceCall<unknown, ExposureAsk>,
): Promise<Reply> {
  const { job_ids: ids, ...exposureAsk } = withoutNulls(call.body);
  checkJobIds(ids);
  const options = { ...exposureAsk, ...turnsOf(deps, call) };
  const workspace = call.caller.workspace_id;
  const data = await exposureOfJobs(deps.domain, workspace, ids, options, deps.closing);
  return { status: 200, data };
}
