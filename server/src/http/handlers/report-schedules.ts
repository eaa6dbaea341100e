/** Reports by schedule. */
import type { ListScheduleRunsQuery, ReportScheduleEntry } from '@reelsight/contract';
import { recipientsOf } from '../../db/schedules/schedules.ts';
import { runNow } from '../../domain/schedules/run.ts';
import {
  addSchedule,
  dropSchedule,
  listRuns,
  listSchedules,
  mustFindSchedule,
  type NewSchedule,
  readRun,
  readSchedule,
  replaceSchedule,
  type SchedulePlace,
} from '../../domain/schedules/schedules.ts';
import {
  accessOf,
  type CallDeps,
  idOf,
  lacksScope,
  type Reply,
  type WorkspaceCall,
} from '../call.ts';
import { ownOrigin } from '../console/origin.ts';
import { decodeCursor, page } from '../cursor.ts';
import { logoOf } from '../report-logo.ts';

const defaultRuns = 20;

const placeOf = ({ domain, publicUrl }: CallDeps, call: WorkspaceCall): SchedulePlace => ({
  workspaceId: call.caller.workspace_id,
  plan: domain.plans[call.caller.plan],
  origin: ownOrigin(publicUrl, call.request),
  access: accessOf(call),
});

/** Throws Fault INSUFFICIENT_SCOPE if a key that may not read results would have them sent to somebody. */
function mustReadIf(sendsMail: boolean, { caller }: WorkspaceCall<unknown, unknown>): void {
  if (sendsMail && !caller.reads_jobs) throw lacksScope('jobs:read');
}

async function newSchedule(
  deps: CallDeps,
  call: WorkspaceCall<unknown, ReportScheduleEntry>,
): Promise<NewSchedule> {
  const { body: entry } = call;
  mustReadIf((entry.recipients ?? []).length > 0, call);

  const logo = entry.logo && (await logoOf(deps, call, entry.logo));
  return { entry, logo: logo || (entry.logo === undefined ? undefined : null) };
}

export async function listReportSchedules(
  { domain }: CallDeps,
  { caller }: WorkspaceCall,
): Promise<Reply> {
  return { status: 200, data: await listSchedules(domain, caller.workspace_id) };
}

export async function getReportSchedule({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: await readSchedule(domain, call.caller.workspace_id, idOf(call)) };
}

export async function createReportSchedule(
  deps: CallDeps,
  call: WorkspaceCall<unknown, ReportScheduleEntry>,
): Promise<Reply> {
  const schedule = await newSchedule(deps, call);
  return { status: 201, data: await addSchedule(deps.domain, placeOf(deps, call), schedule) };
}

export async function changeReportSchedule(
  deps: CallDeps,
  call: WorkspaceCall<unknown, ReportScheduleEntry>,
): Promise<Reply> {
  const schedule = await newSchedule(deps, call);
  const data = await replaceSchedule(deps.domain, placeOf(deps, call), idOf(call), schedule);
  return { status: 200, data };
}

export async function deleteReportSchedule(
  { domain }: CallDeps,
  call: WorkspaceCall,
): Promise<Reply> {
  await dropSchedule(domain, call.caller.workspace_id, idOf(call));
  return { status: 204 };
}

export async function runReportSchedule(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const { domain } = deps;
  const schedule = await mustFindSchedule(domain.db, call.caller.workspace_id, idOf(call));
  mustReadIf((await recipientsOf(domain.db, [schedule.id])).length > 0, call);

  return { status: 202, data: await runNow(domain, placeOf(deps, call), schedule.id) };
}

export async function listScheduleRuns(
  { domain }: CallDeps,
  call: WorkspaceCall<ListScheduleRunsQuery>,
): Promise<Reply> {
  const schedule = await mustFindSchedule(domain.db, call.caller.workspace_id, idOf(call));
  const { limit = defaultRuns, cursor } = call.query;
  const { rows, views } = await listRuns(domain, schedule, {
    before: cursor ? decodeCursor(cursor, 'run') : null,
    limit: limit + 1,
  });
  const { pagination } = page(rows, limit);
  return { status: 200, data: views.slice(0, limit), pagination };
}

export async function getScheduleRun({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const schedule = await mustFindSchedule(domain.db, call.caller.workspace_id, idOf(call));
  return { status: 200, data: await readRun(domain, schedule, call.params.run_id ?? '') };
}
