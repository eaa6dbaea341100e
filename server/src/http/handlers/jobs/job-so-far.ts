/** Returns the partial results that the parts of a running job have found so far. */
import { soFarOf } from '../../../domain/jobs/so-far.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';
import { largeData } from '../../large-data.ts';
import { mustFindJobRow } from './job-rows.ts';

export async function getJobSoFar(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const job = await mustFindJobRow(deps, call);
  const make = async () => [JSON.stringify(await soFarOf(deps.domain, job))];
  return { status: 200, ...(await largeData(deps, call, { jobId: null, make })) };
}
