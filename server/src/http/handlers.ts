/** Maps each call to its one handler, for every kind of caller. */

import type { CallId } from '@reelsight/contract';
import type { CallDeps, Handler, Reply, WorkspaceCall } from './call.ts';
import * as account from './handlers/accounts/account.ts';
import * as secondStep from './handlers/accounts/second-step.ts';
import { getSession } from './handlers/accounts/session.ts';
import { getFirstAccount, signInHandlers } from './handlers/accounts/sign-in.ts';
import * as alerts from './handlers/alerts.ts';
import * as audience from './handlers/audience.ts';
import * as batches from './handlers/batches.ts';
import * as brands from './handlers/brands/brand-library.ts';
import * as brandSlots from './handlers/brands/brand-slots.ts';
import * as clips from './handlers/clips.ts';
import * as corrections from './handlers/corrections.ts';
import { listEvents, listJobEvents } from './handlers/events/event-log.ts';
import { streamEvents } from './handlers/events/events.ts';
import * as exportedMany from './handlers/exports/export-many.ts';
import * as exported from './handlers/exports/exports.ts';
import { getProofFrames } from './handlers/exports/proof-frames.ts';
import * as exposures from './handlers/exposure.ts';
import * as follows from './handlers/follows.ts';
import * as glossary from './handlers/glossary.ts';
import { getFrame } from './handlers/jobs/frames.ts';
import { getJobRow, listJobRows } from './handlers/jobs/job-rows.ts';
import { getJobShots } from './handlers/jobs/job-shots.ts';
import { getJobSoFar } from './handlers/jobs/job-so-far.ts';
import * as jobs from './handlers/jobs/jobs.ts';
import { getMedia } from './handlers/jobs/media.ts';
import * as presets from './handlers/presets.ts';
import * as reportSchedules from './handlers/report-schedules.ts';
import * as reports from './handlers/reports.ts';
import { search } from './handlers/search.ts';
import { searchBySight } from './handlers/search-sight.ts';
import * as shared from './handlers/shares/shared.ts';
import * as shares from './handlers/shares/shares.ts';
import * as transcripts from './handlers/transcripts.ts';
import * as trends from './handlers/trends.ts';
import * as backups from './handlers/upkeep/backups.ts';
import * as disk from './handlers/upkeep/disk.ts';
import * as service from './handlers/upkeep/service.ts';
import { presignUpload } from './handlers/uploads.ts';
import { listAudit } from './handlers/workspaces/audit.ts';
import * as keys from './handlers/workspaces/keys.ts';
import * as members from './handlers/workspaces/members.ts';
import * as notifications from './handlers/workspaces/notifications.ts';
import * as runners from './handlers/workspaces/runners.ts';
import * as workspaces from './handlers/workspaces/workspaces.ts';

export const handlers: { readonly [Id in CallId]: Handler<Id> } = {
  createJob: jobs.createJob,
  listJobs: jobs.listJobs,
  getJob: jobs.getJob,
  cancelJob: jobs.cancelOneJob,
  deleteJob: jobs.deleteOneJob,
  changeJob: jobs.changeOneJob,
  changeJobs: jobs.changeJobs,
  listJobRows,
  getJobRow,
  getJobShots,
  getJobSoFar,
  getMedia,
  streamEvents,
  listEvents,
  listJobEvents,
  createBatch: batches.createBatch,
  listBatches: batches.listBatches,
  getBatch: batches.getBatch,
  changeBatch: batches.changeOneBatch,
  listNewerAnalyses: batches.listNewerAnalyses,
  cancelBatch: batches.cancelOneBatch,
  ...exported,
  ...exportedMany,
  getProofFrames,
  ...reports,
  ...corrections,
  ...clips,
  ...exposures,
  ...transcripts,
  ...trends,
  ...audience,
  ...alerts,
  ...reportSchedules,
  presignUpload,
  getFrame,
  getAccount: account.getAccount,
  getUsage: account.getUsage,
  ...workspaces,
  ...keys,
  ...follows,
  ...members,
  ...brands,
  ...brandSlots,
  ...glossary,
  ...presets,
  ...notifications,
  ...service,
  ...disk,
  ...backups,
  listAudit,
  getSession,
  getFirstAccount,
  ...signInHandlers,
  ...secondStep,
  search,
  searchBySight,
  ...runners,
  ...shared,
  ...shares,
};

/**
 * Functions that repeat the answer to an earlier call with the same Idempotency-Key; they return null if there was
 * none.
 */
export const replays: {
  readonly [Id in CallId]?: (
    deps: CallDeps,
    call: WorkspaceCall,
    key: string,
  ) => Promise<Reply | null>;
} = { createJob: jobs.replayJob, createBatch: batches.replayBatch };
