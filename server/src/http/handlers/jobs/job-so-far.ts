/** Returns the partial results that the parts of a running job have found so far. */
import { foundBytes } from '../../../db/jobs/job-parts.ts';
import { soFarOf } from '../../../domain/jobs/so-far.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';
import { largeData } from '../../large-data.ts';
import { mustFindJobRow } from './job-rows.ts';

export async function getJobSoFar(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const { domain, resultTurns } = deps;
  const job = await mustFindJobRow(deps, call);
  const turns = resultTurns.ofBytes(await foundBytes(domain.db, job.id));
  const make = () => soFarOf(domain, job);
  return { status: 200, ...(await largeData(deps, call, { turns, make })) };
}
