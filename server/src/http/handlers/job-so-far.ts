/** What the parts of a running job found so far. */
import { soFarOf } from '../../domain/so-far.ts';
import type { CallRooms, Reply, WorkspaceCall } from '../call.ts';
import { mustFindJobRow } from './job-rows.ts';

export async function getJobSoFar(rooms: CallRooms, call: WorkspaceCall): Promise<Reply> {
  const job = await mustFindJobRow(rooms, call);
  return { status: 200, data: await soFarOf(rooms.domain, job) };
}
