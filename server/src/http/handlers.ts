/** Maps each call to its one handler, for every kind of caller. */
import type { CallId } from '@reelsight/contract';
import type { CallDeps, Handler, Reply, WorkspaceCall } from './call.ts';
import * as account from './handlers/account.ts';
import { listAudit } from './handlers/audit.ts';
import * as backups from './handlers/backups.ts';
import * as batches from './handlers/batches.ts';
import * as brands from './handlers/brand-library.ts';
import * as brandSlots from './handlers/brand-slots.ts';
import * as clips from './handlers/clips.ts';
import * as corrections from './handlers/corrections.ts';
import * as disk from './handlers/disk.ts';
import { listEvents, listJobEvents } from './handlers/event-log.ts';
import { streamEvents } from './handlers/events.ts';
import * as exportedMany from './handlers/export-many.ts';
import * as exported from './handlers/exports.ts';
import * as exposures from './handlers/exposure.ts';
import * as follows from './handlers/follows.ts';
import { getFrame } from './handlers/frames.ts';
import { getJobRow, listJobRows } from './handlers/job-rows.ts';
import { getJobShots } from './handlers/job-shots.ts';
import { getJobSoFar } from './handlers/job-so-far.ts';
import * as jobs from './handlers/jobs.ts';
import * as keys from './handlers/keys.ts';
import { getMedia } from './handlers/media.ts';
import * as members from './handlers/members.ts';
import * as notifications from './handlers/notifications.ts';
import * as presets from './handlers/presets.ts';
import { getProofFrames } from './handlers/proof-frames.ts';
import * as reports from './handlers/reports.ts';
import * as runners from './handlers/runners.ts';
import { search } from './handlers/search.ts';
import * as secondStep from './handlers/second-step.ts';
import * as service from './handlers/service.ts';
import { getSession } from './handlers/session.ts';
import * as shared from './handlers/shared.ts';
import * as shares from './handlers/shares.ts';
import { getFirstAccount, signInHandlers } from './handlers/sign-in.ts';
import { presignUpload } from './handlers/uploads.ts';
import * as workspaces from './handlers/workspaces.ts';

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
  cancelBatch: batches.cancelOneBatch,
  ...exported,
  ...exportedMany,
  getProofFrames,
  ...reports,
  ...corrections,
  ...clips,
  ...exposures,
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
  ...runners,
  ...shared,
  ...shares,
};

/** Repeats the answer to an earlier call with the same Idempotency-Key; null if there was none. */
export const replays: {
  readonly [Id in CallId]?: (
    deps: CallDeps,
    call: WorkspaceCall,
    key: string,
  ) => Promise<Reply | null>;
} = { createJob: jobs.replayJob, createBatch: batches.replayBatch };
