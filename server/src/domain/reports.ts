/** Requests, shows and deletes reports. */

import { randomUUID } from 'node:crypto';
import {
  type CreateReport,
  Fault,
  type Plan,
  type Report,
  type ReportChanges,
  type ReportFormat,
  reportFormats,
  reportLimits,
  usualReportFormats,
} from '@reelsight/contract';
import { counted } from '@reelsight/contract/counted';
import { testTitle, testWarning } from '@reelsight/contract/testing-words';
import { reportFolder } from '../artifacts/stored-paths.ts';
import { findBatch } from '../db/batches.ts';
import type { Queryable } from '../db/database.ts';
import { isId } from '../db/id.ts';
import { jobsOfOwnBatch } from '../db/jobs/batch-jobs.ts';
import { findJobFacts, type JobFacts } from '../db/jobs/job-facts.ts';
import type { Owned } from '../db/owned.ts';
import {
  completedJobsOfFollow,
  countPendingReports,
  countPendingReportsOfOwners,
  findReport,
  insertReport,
  type ReportListRow,
  type ReportRequest,
  removeReport,
  reportsOfLostTasks,
  setReportFailed,
} from '../db/reports.ts';
import { ownerGroup } from '../db/workspaces/members.ts';
import { lockWorkspace, type WorkspaceRow } from '../db/workspaces/workspaces.ts';
import type { Domain } from './domain.ts';
import { mustFindFollow } from './follows/follow.ts';
import { checkJobIds } from './jobs/job-ids.ts';
import { enqueueRemoval } from './removals.ts';

/** Data of a `report` task. */
export interface ReportTask {
  readonly reportId: string;
}

export interface NewReport {
  readonly id: string;
  readonly body: CreateReport;
  readonly origin: string;
  /** Size of the logo picture, which is already in storage; null if there is no logo. */
  readonly logo: ReportRequest['logo'];
  /** What changed since the run before, in a report by schedule. */
  readonly changes?: ReportChanges | null;
}

/** Folder for the files of one attempt to make a report; no other attempt writes to it. */
export const reportAttemptFolder = (
  row: Pick<ReportListRow, 'id' | 'workspace_id' | 'attempt'>,
): string => {
  const folder = reportFolder(row.workspace_id, row.id);
  return row.attempt === 0 ? folder : `${folder}/${row.attempt}`;
};
export const reportFileName = (format: ReportFormat): string => `report.${format}`;
export const reportLogoName = 'logo.png';
export const reportContentTypes = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const satisfies Record<ReportFormat, string>;

/** Throws Fault MODE_NOT_ALLOWED. */
export function checkReportPlan(plan: Plan): void {
  if (plan.limits.downloadable_reports) return;
  throw new Fault('MODE_NOT_ALLOWED', 'downloadable_reports', {
    text: 'Reports need a plan with downloadable reports.',
  });
}

export interface Chosen {
  readonly jobIds: readonly string[];
  readonly title: string;
  /** Number of videos of the batch or Follow, with those left out. */
  readonly total: number;
  readonly leftOut: readonly string[];
}

/** Throws Fault JOB_NOT_FOUND, BATCH_NOT_FOUND, NOT_FOUND, JOB_NOT_COMPLETED or EXPORT_UNAVAILABLE. */
export async function chooseJobs(
  domain: Domain,
  workspaceId: string,
  body: CreateReport,
): Promise<Chosen> {
  const { batch_id, follow_id, job_ids } = body;
  if (job_ids) return chosenJobs(domain, workspaceId, [...new Set(job_ids)]);
  if (batch_id != null) return jobsOfBatch(domain, workspaceId, batch_id);
  return jobsOfFollow(domain, workspaceId, follow_id ?? '');
}

async function chosenJobs(domain: Domain, workspaceId: string, ids: string[]): Promise<Chosen> {
  checkJobIds(ids);
  const jobRows = await findJobFacts(domain.db, workspaceId, ids);
  const byId = new Map(jobRows.map((job) => [job.id, job]));

  for (const id of ids) checkReported(id, byId.get(id));
  const title = byId.get(ids[0] as string)?.title;

  return {
    jobIds: ids,
    title: ids.length === 1 && title ? title : `Campaign of ${counted(ids.length, 'video')}`,
    total: ids.length,
    leftOut: [],
  };
}

function checkReported(id: string, job: JobFacts | undefined): void {
  if (!job)
    throw new Fault('JOB_NOT_FOUND', id, { text: `There is no job ${id} in this workspace.` });

  if (job.status !== 'completed')
    throw new Fault('JOB_NOT_COMPLETED', job.status, {
      text: `Only completed jobs can be reported; ${id} is ${job.status}.`,
    });

  if (!job.capabilities.includes('brands'))
    throw new Fault('EXPORT_UNAVAILABLE', id, { text: `The job ${id} did not ask for brands.` });
}

async function jobsOfBatch(domain: Domain, workspaceId: string, id: string): Promise<Chosen> {
  const batch = isId(id) ? await findBatch(domain.db, workspaceId, id) : undefined;
  if (!batch) throw new Fault('BATCH_NOT_FOUND', id);

  const jobs = await jobsOfOwnBatch(domain.db, batch);
  if (jobs[0] && !jobs[0].ask.capabilities.includes('brands'))
    throw new Fault('EXPORT_UNAVAILABLE', id, { text: 'The batch did not ask for brands.' });

  const jobIds = jobs.filter(({ status }) => status === 'completed').map((job) => job.id);
  const leftOut = [...Map.groupBy(jobs, ({ status }) => status)]
    .filter(([status]) => status !== 'completed')
    .map(
      ([status, statusJobs]) =>
        `${counted(statusJobs.length, 'video')} of the group left out: ${status}.`,
    );

  return {
    jobIds: requireJobs(jobIds, 'batch'),
    title: batchTitle(batch.name, { covered: jobIds.length, total: jobs.length }),
    total: jobs.length,
    leftOut,
  };
}

async function jobsOfFollow(domain: Domain, workspaceId: string, id: string): Promise<Chosen> {
  if (!isId(id)) throw new Fault('NOT_FOUND', id, { text: 'There is no such Follow.' });

  const follow = await mustFindFollow(domain, workspaceId, id);
  const completedJobs = await completedJobsOfFollow(domain.db, workspaceId, id, reportLimits.jobs);
  const older = completedJobs.total - completedJobs.ids.length;

  return {
    jobIds: requireJobs(completedJobs.ids, 'Follow'),
    title: follow.name,
    total: completedJobs.total,
    leftOut:
      older > 0
        ? [
            `${counted(older, 'video')} of the Follow left out: older than the newest ${reportLimits.jobs}.`,
          ]
        : [],
  };
}

/**
 * `Group of 4 videos`, or the name of the batch. If videos are left out, `Group of 3 of 4 videos` or `Spring campaign (3
 * of 4 videos)`, so that no title promises videos that the report does not cover.
 */
function batchTitle(
  name: string | null,
  { covered, total }: { readonly covered: number; readonly total: number },
): string {
  const coveredText = (covered < total ? `${covered} of ` : '') + counted(total, 'video');
  if (name === null) return `Group of ${coveredText}`;
  return covered < total ? `${name} (${coveredText})` : name;
}

function requireJobs(jobIds: string[], of: string): string[] {
  if (jobIds.length > 0) return jobIds;
  throw new Fault('JOB_NOT_COMPLETED', of, {
    text: `No job of this ${of} with brands is completed yet.`,
  });
}

/** Throws Fault RATE_LIMITED if too many reports of the workspace are still to be made. */
export async function checkReportRoom(tx: Queryable, workspaceId: string): Promise<void> {
  if ((await countPendingReports(tx, workspaceId)) < reportLimits.pending) return;

  throw new Fault('RATE_LIMITED', 'pending reports', {
    text: `${reportLimits.pending} reports of this workspace are being made. Wait until one is ready.`,
  });
}

/** Throws Fault RATE_LIMITED. */
export async function addReport(
  domain: Domain,
  workspaceId: string,
  report: NewReport,
  chosen: Chosen,
): Promise<void> {
  await domain.db.transaction((tx) => addReportIn(domain, tx, workspaceId, report, chosen));
}

/** The same in a transaction of the caller. Throws Fault RATE_LIMITED. */
export async function addReportIn(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
  { id, body, origin, logo, changes }: NewReport,
  chosen: Chosen,
): Promise<void> {
  const now = domain.now();
  const taskId = randomUUID();
  const requestedFormats: readonly ReportFormat[] = body.formats ?? usualReportFormats;

  // While the workspace is locked, two simultaneous requests are counted one after the other.
  const workspace = await lockWorkspace(tx, workspaceId);
  const { title, leftOut } = markedTest(workspace, {
    title: body.title ?? chosen.title,
    leftOut: chosen.leftOut,
  });
  await checkReportRoom(tx, workspaceId);
  const pendingReports = await countPendingReportsOfOwners(tx, workspaceId);
  await insertReport(tx, {
    id,
    workspace_id: workspaceId,
    title,
    task_id: taskId,
    created_at: now,
    formats: reportFormats.filter((reportFormat) => requestedFormats.includes(reportFormat)),
    job_ids: chosen.jobIds,
    request: {
      brands: body.brands ?? null,
      minConfidence: body.min_confidence ?? null,
      cpmUsd: body.cpm_usd ?? null,
      audience: body.audience ?? null,
      origin,
      logo,
      leftOut,
      detail: body.detail ?? 'summary',
      chosenVideos: chosen.total,
      ...(changes && { changes }),
    },
    expires_at: new Date(now.getTime() + domain.settings.reportsMs),
  });
  await domain.audit.note(tx, { workspaceId, target: { id, name: title } });

  // The priority makes the first report of a person's workspaces go before the second one of any other person.
  const group = { id: await ownerGroup(tx, workspaceId) };
  const place = { id: taskId, group, priority: 0 - pendingReports };
  await domain.queue.enqueue(tx, 'report', { reportId: id } satisfies ReportTask, place);
}

/** Marks the report of a test workspace in its title, and above all its numbers. */
function markedTest(
  workspace: Pick<WorkspaceRow, 'test'> | undefined,
  report: Pick<Chosen, 'title' | 'leftOut'>,
): Pick<Chosen, 'title' | 'leftOut'> {
  if (!workspace?.test) return report;
  return { title: testTitle(report.title), leftOut: [testWarning, ...report.leftOut] };
}

/** Finds a report. Throws Fault NOT_FOUND, also if the report has expired. */
export async function readReport(
  { db, now }: Pick<Domain, 'db' | 'now'>,
  workspaceId: string,
  id: string,
): Promise<Owned<ReportListRow>> {
  const row = await findReport(db, workspaceId, id, now());
  if (!row) throw noReport(id);
  return row;
}

const noReport = (id: string): Fault =>
  new Fault('NOT_FOUND', id, { text: 'There is no such report.' });

/** Deletes a report and its files; a report that is still being made is abandoned. Throws Fault NOT_FOUND. */
export async function deleteReport(domain: Domain, workspaceId: string, id: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const report = await removeReport(tx, workspaceId, id, domain.now());
    if (!report) throw noReport(id);
    await domain.audit.note(tx, { workspaceId, target: { id, name: report.title } });
    const prefixes = [reportFolder(workspaceId, id)];
    await enqueueRemoval(domain, tx, { prefixes, keys: [] });
  });
}

export function reportView(row: Owned<ReportListRow>): Report {
  const { id, error_code: code, error_message: message } = row;
  return {
    report_id: id,
    title: row.title,
    status: row.status,
    formats: [...row.formats],
    videos: row.videos,
    videos_chosen: row.videos_chosen,
    videos_done: row.videos_done,
    files: row.formats.flatMap((format) => {
      const size_bytes = row.files[format];
      const url = `/v1/reports/${id}/files/${format}`;
      return size_bytes === undefined ? [] : [{ format, url, size_bytes }];
    }),
    created_at: row.created_at.toISOString(),
    ready_at: row.ready_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    ...(code !== null && { error: { code, message: message ?? '' } }),
  };
}

/** Fails reports whose task the queue gave up because too many workers began it and died. */
export async function failLostReports(domain: Domain): Promise<void> {
  for (const report of await reportsOfLostTasks(domain.db))
    await setReportFailed(domain.db, report, {
      code: 'WORKER_STALLED',
      message:
        'The report could not be made, as its worker ended again and again. Ask for it again.',
    });
}
