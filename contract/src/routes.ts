/** Every call of the interface as data: what it takes, what it answers, who may call it. Handlers and OpenAPI loop over it. */
import { z } from 'zod';
import { account, type Scope } from './account.ts';
import {
  addCredits,
  changeFollow,
  changeWorkspace,
  createFollow,
  createKey,
  createWorkspace,
  creditsAdded,
  delivery,
  follow,
  followVideo,
  keyCreated,
  runFollow,
  secretRotated,
  workspaceCreated,
  workspaceView,
} from './admin.ts';
import {
  batch,
  batchCancelled,
  batchCreated,
  batchDryRun,
  batchListItem,
  createBatch,
  listBatchesQuery,
} from './batch.ts';
import { dataEnvelope, pageEnvelope } from './envelope.ts';
import type { ErrorCode } from './errors.ts';
import { createJob, job, jobDryRun, jobListItem, listJobsQuery } from './job.ts';
import { presignedUpload, presignUpload } from './upload.ts';
import { usage, usageQuery } from './usage.ts';

export interface Answer {
  readonly status: number;
  readonly description: string;
  /** Body; absent where there is none. */
  readonly body?: z.ZodType;
  /** Media type when it is not JSON. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with `:name` for parameters and `*` for a tail. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** A scope of an API key, or `admin` for the operator's token. */
  readonly access: Scope | 'admin';
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  readonly idempotent?: boolean;
  readonly answers: readonly Answer[];
  /** Codes of this call's own; those every call may answer are in `commonErrors`. */
  readonly errors: readonly ErrorCode[];
}

export const commonErrors = {
  api: ['INVALID_API_KEY', 'INSUFFICIENT_SCOPE', 'RATE_LIMITED', 'INTERNAL_ERROR'],
  admin: ['INVALID_API_KEY', 'INTERNAL_ERROR'],
  body: ['BODY_TOO_LARGE', 'VALIDATION_FAILED'],
} as const satisfies Record<string, readonly ErrorCode[]>;

const submitErrors = [
  'INVALID_CAPABILITIES',
  'INVALID_URL',
  'MODE_NOT_ALLOWED',
  'TOO_MANY_QUERIES',
  'VIDEO_TOO_LONG',
  'PLATFORM_UNAVAILABLE',
  'PLATFORM_RATE_LIMITED',
  'SUBSCRIPTION_PAST_DUE',
  'INSUFFICIENT_CREDITS',
] as const satisfies readonly ErrorCode[];

/** The rule of a Follow is refused as the job it makes would be. */
const followErrors = [
  'INVALID_CAPABILITIES',
  'INVALID_SURFACE',
  'INVALID_URL',
  'MODE_NOT_ALLOWED',
  'PLAN_REQUIRED',
  'TOO_MANY_BRANDS',
  'TOO_MANY_QUERIES',
] as const satisfies readonly ErrorCode[];

const acceptedHeaders = { 'Retry-After': 'Seconds before the first poll.' };

export const routes = {
  createJob: {
    method: 'POST',
    path: '/v1/jobs',
    tag: 'Jobs',
    summary: 'Create a job, or preview its cost with dry_run.',
    access: 'jobs:write',
    body: createJob,
    idempotent: true,
    answers: [
      {
        status: 202,
        description: 'The job was created.',
        body: dataEnvelope(job),
        headers: {
          ...acceptedHeaders,
          Location: 'Address of the job.',
          'X-Automated-Processing': 'true',
        },
      },
      {
        status: 200,
        description: 'A dry run, or the job an earlier call with this Idempotency-Key made.',
        body: dataEnvelope(z.union([jobDryRun, job])),
      },
    ],
    errors: [
      ...submitErrors,
      'TOO_MANY_BRANDS',
      'INVALID_SURFACE',
      'PLAN_REQUIRED',
      'CONCURRENT_LIMIT_REACHED',
    ],
  },
  listJobs: {
    method: 'GET',
    path: '/v1/jobs',
    tag: 'Jobs',
    summary: 'List jobs, newest first.',
    access: 'jobs:read',
    query: listJobsQuery,
    answers: [
      { status: 200, description: 'A page of jobs.', body: pageEnvelope(z.array(jobListItem)) },
    ],
    errors: ['VALIDATION_FAILED'],
  },
  getJob: {
    method: 'GET',
    path: '/v1/jobs/:id',
    tag: 'Jobs',
    summary: 'Read a job with its results or its error.',
    access: 'jobs:read',
    answers: [{ status: 200, description: 'The job.', body: dataEnvelope(job) }],
    errors: ['JOB_NOT_FOUND'],
  },
  cancelJob: {
    method: 'POST',
    path: '/v1/jobs/:id/cancel',
    tag: 'Jobs',
    summary: 'Cancel a pending, processing or held job that is in no batch.',
    access: 'jobs:write',
    answers: [{ status: 200, description: 'The cancelled job.', body: dataEnvelope(job) }],
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_CANCELLABLE'],
  },
  deleteJob: {
    method: 'DELETE',
    path: '/v1/jobs/:id',
    tag: 'Jobs',
    summary: 'Delete a finished job with its media, frames and results.',
    access: 'jobs:write',
    answers: [{ status: 204, description: 'Deleted.' }],
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_DELETABLE'],
  },
  createBatch: {
    method: 'POST',
    path: '/v1/batch',
    tag: 'Batches',
    summary: 'Analyse many videos as one unit, or preview its cost with dry_run.',
    access: 'jobs:write',
    body: createBatch,
    idempotent: true,
    answers: [
      {
        status: 202,
        description: 'The batch was created.',
        body: dataEnvelope(batchCreated),
        headers: { ...acceptedHeaders, Location: 'Address of the batch.' },
      },
      {
        status: 200,
        description: 'A dry run, or the batch an earlier call with this Idempotency-Key made.',
        body: dataEnvelope(z.union([batchDryRun, batchCreated])),
      },
    ],
    errors: [
      ...submitErrors,
      'BATCH_NOT_ALLOWED',
      'TARGET_REQUIRED',
      'TOO_MANY_URLS',
      'TOO_MANY_AGGREGATE_QUERIES',
      'BUDGET_EXCEEDED',
    ],
  },
  listBatches: {
    method: 'GET',
    path: '/v1/batch',
    tag: 'Batches',
    summary: 'List batches, newest first.',
    access: 'jobs:read',
    query: listBatchesQuery,
    answers: [
      {
        status: 200,
        description: 'A page of batches.',
        body: pageEnvelope(z.array(batchListItem)),
      },
    ],
    errors: ['VALIDATION_FAILED'],
  },
  getBatch: {
    method: 'GET',
    path: '/v1/batch/:id',
    tag: 'Batches',
    summary: 'Read a batch with its jobs and aggregate results.',
    access: 'jobs:read',
    answers: [{ status: 200, description: 'The batch.', body: dataEnvelope(batch) }],
    errors: ['BATCH_NOT_FOUND'],
  },
  cancelBatch: {
    method: 'POST',
    path: '/v1/batch/:id/cancel',
    tag: 'Batches',
    summary: 'Cancel a batch and its pending, processing and held jobs.',
    access: 'jobs:write',
    answers: [
      { status: 200, description: 'The cancelled batch.', body: dataEnvelope(batchCancelled) },
    ],
    errors: ['BATCH_NOT_FOUND', 'BATCH_NOT_CANCELLABLE'],
  },
  presignUpload: {
    method: 'POST',
    path: '/v1/uploads/presign',
    tag: 'Uploads',
    summary: 'Get a short-lived address to PUT a video file to.',
    access: 'jobs:write',
    body: presignUpload,
    answers: [
      { status: 200, description: 'Where to put the file.', body: dataEnvelope(presignedUpload) },
    ],
    errors: [],
  },
  getFrame: {
    method: 'GET',
    path: '/v1/frames/*',
    tag: 'Frames',
    summary: 'Fetch a storyboard sheet, proof frame or thumbnail.',
    access: 'jobs:read',
    answers: [
      {
        status: 200,
        description: 'The JPEG.',
        contentType: 'image/jpeg',
        headers: { 'Cache-Control': 'private, max-age=31536000, immutable' },
      },
    ],
    errors: ['NOT_FOUND'],
  },
  getAccount: {
    method: 'GET',
    path: '/v1/account',
    tag: 'Account',
    summary: 'Read the workspace, its credits and limits.',
    access: 'account:read',
    answers: [{ status: 200, description: 'The account.', body: dataEnvelope(account) }],
    errors: [],
  },
  getUsage: {
    method: 'GET',
    path: '/v1/usage',
    tag: 'Account',
    summary: 'Read the ledger of a period with its sums.',
    access: 'account:read',
    query: usageQuery,
    answers: [{ status: 200, description: 'A page of the ledger.', body: pageEnvelope(usage) }],
    errors: ['VALIDATION_FAILED'],
  },
  adminCreateWorkspace: {
    method: 'POST',
    path: '/admin/v1/workspaces',
    tag: 'Operator',
    summary: 'Create a workspace with a key of all scopes.',
    access: 'admin',
    body: createWorkspace,
    answers: [{ status: 201, description: 'Created.', body: dataEnvelope(workspaceCreated) }],
    errors: [],
  },
  adminListWorkspaces: {
    method: 'GET',
    path: '/admin/v1/workspaces',
    tag: 'Operator',
    summary: 'List workspaces.',
    access: 'admin',
    answers: [
      { status: 200, description: 'All workspaces.', body: dataEnvelope(z.array(workspaceView)) },
    ],
    errors: [],
  },
  adminChangeWorkspace: {
    method: 'PATCH',
    path: '/admin/v1/workspaces/:id',
    tag: 'Operator',
    summary: 'Change plan, past-due state or name.',
    access: 'admin',
    body: changeWorkspace,
    answers: [{ status: 200, description: 'Changed.', body: dataEnvelope(workspaceView) }],
    errors: ['NOT_FOUND'],
  },
  adminDeleteWorkspace: {
    method: 'DELETE',
    path: '/admin/v1/workspaces/:id',
    tag: 'Operator',
    summary: 'Delete a workspace and all that it owns.',
    access: 'admin',
    answers: [{ status: 204, description: 'Deleted.' }],
    errors: ['NOT_FOUND'],
  },
  adminAddCredits: {
    method: 'POST',
    path: '/admin/v1/workspaces/:id/credits',
    tag: 'Operator',
    summary: 'Grant, sell or refund credits.',
    access: 'admin',
    body: addCredits,
    answers: [{ status: 201, description: 'Entered.', body: dataEnvelope(creditsAdded) }],
    errors: ['NOT_FOUND'],
  },
  adminCreateKey: {
    method: 'POST',
    path: '/admin/v1/workspaces/:id/keys',
    tag: 'Operator',
    summary: 'Create an API key; it is shown once.',
    access: 'admin',
    body: createKey,
    answers: [{ status: 201, description: 'Created.', body: dataEnvelope(keyCreated) }],
    errors: ['NOT_FOUND'],
  },
  adminRevokeKey: {
    method: 'DELETE',
    path: '/admin/v1/keys/:id',
    tag: 'Operator',
    summary: 'Revoke an API key.',
    access: 'admin',
    answers: [{ status: 204, description: 'Revoked.' }],
    errors: ['NOT_FOUND'],
  },
  adminRotateSecret: {
    method: 'POST',
    path: '/admin/v1/workspaces/:id/webhook-secret',
    tag: 'Operator',
    summary: 'Rotate the webhook signing secret.',
    access: 'admin',
    answers: [{ status: 201, description: 'Rotated.', body: dataEnvelope(secretRotated) }],
    errors: ['NOT_FOUND'],
  },
  adminListDeliveries: {
    method: 'GET',
    path: '/admin/v1/workspaces/:id/deliveries',
    tag: 'Operator',
    summary: 'Read the last 100 webhook deliveries of a workspace.',
    access: 'admin',
    answers: [{ status: 200, description: 'Newest first.', body: dataEnvelope(z.array(delivery)) }],
    errors: ['NOT_FOUND'],
  },
  adminReplayDelivery: {
    method: 'POST',
    path: '/admin/v1/deliveries/:id/replay',
    tag: 'Operator',
    summary: 'Send a webhook event once more.',
    access: 'admin',
    answers: [{ status: 201, description: 'Queued.', body: dataEnvelope(delivery) }],
    errors: ['NOT_FOUND'],
  },
  adminCreateFollow: {
    method: 'POST',
    path: '/admin/v1/workspaces/:id/follows',
    tag: 'Operator',
    summary: 'Watch a channel, creator, playlist, search or feed: its new videos become jobs.',
    access: 'admin',
    body: createFollow,
    answers: [{ status: 201, description: 'Created.', body: dataEnvelope(follow) }],
    errors: ['NOT_FOUND', ...followErrors],
  },
  adminListFollows: {
    method: 'GET',
    path: '/admin/v1/workspaces/:id/follows',
    tag: 'Operator',
    summary: 'List the Follows of a workspace.',
    access: 'admin',
    answers: [{ status: 200, description: 'Newest first.', body: dataEnvelope(z.array(follow)) }],
    errors: ['NOT_FOUND'],
  },
  adminChangeFollow: {
    method: 'PATCH',
    path: '/admin/v1/follows/:id',
    tag: 'Operator',
    summary: 'Change, pause or resume a Follow.',
    access: 'admin',
    body: changeFollow,
    answers: [{ status: 200, description: 'Changed.', body: dataEnvelope(follow) }],
    errors: ['NOT_FOUND', ...followErrors],
  },
  adminDeleteFollow: {
    method: 'DELETE',
    path: '/admin/v1/follows/:id',
    tag: 'Operator',
    summary: 'Delete a Follow; its jobs stay.',
    access: 'admin',
    answers: [{ status: 204, description: 'Deleted.' }],
    errors: ['NOT_FOUND'],
  },
  adminRunFollow: {
    method: 'POST',
    path: '/admin/v1/follows/:id/runs',
    tag: 'Operator',
    summary: 'Look now; with backfill also take the newest videos that have no job.',
    access: 'admin',
    body: runFollow,
    answers: [{ status: 201, description: 'Queued.', body: dataEnvelope(follow) }],
    errors: ['NOT_FOUND'],
  },
  adminListFollowVideos: {
    method: 'GET',
    path: '/admin/v1/follows/:id/videos',
    tag: 'Operator',
    summary: 'Read the last 200 videos a Follow met, with the job of each or why there is none.',
    access: 'admin',
    answers: [
      { status: 200, description: 'Newest first.', body: dataEnvelope(z.array(followVideo)) },
    ],
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;

export type RouteId = keyof typeof routes;
