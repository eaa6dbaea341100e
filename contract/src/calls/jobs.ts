/** The calls for jobs; a job is one analysis of one video. */
import { z } from 'zod';
import { dataEnvelope } from '../envelope.ts';
import { createJob, job, jobDryRun } from '../job.ts';
import { changeJob } from '../job-highlights.ts';
import { jobListItem, listJobsQuery } from '../job-list.ts';
import { getJobQuery } from '../job-query.ts';
import { eventsQuery, jobRow, jobShots, jobSoFar, listJobRowsQuery } from '../job-row.ts';
import { exampleIds, exampleNames } from './example-ids.ts';
import { completedJob, jobPreview, otherStates, pendingJob } from './example-job.ts';
import { pollAfter, replayed } from './headers.ts';
import {
  type CallRow,
  inEnvelope,
  noContent,
  oneAnswer,
  type Param,
  page,
  ranged,
  workspaceBase as workspace,
} from './row.ts';
import { submitErrors } from './submit-errors.ts';
import { ifNoneMatch, prefer, preferenceApplied, readHeaders, tagged, tagging } from './waiting.ts';

const id = { description: 'Id of the job.', example: exampleIds.job } as const satisfies Param;
const location = {
  description: 'Path of the job; absent on a dry run.',
  example: `/v1/jobs/${exampleIds.job}`,
} as const satisfies Param;
const automated = {
  description: 'Always `true`: no person looks at the video.',
  example: 'true',
} as const satisfies Param;
const row = {
  ...pendingJob,
  filename: null,
  upload_key: null,
  updated_at: pendingJob.created_at,
  media_available: false,
  charge_breakdown: [],
  webhook_url: null,
  highlights: null,
};

export const jobCalls = {
  createJob: {
    method: 'POST',
    tag: 'Jobs',
    summary: 'Create a job, or preview its cost with dry_run.',
    description:
      'Answers at once; the analysis runs in the background. Poll the job by its id, wait for it with `Prefer: wait=N`, follow its events, or give a `webhook_url`. With an `Idempotency-Key` a repeated call answers 200 with the job of the first one.',
    unaudited: 'What jobs cost is in the ledger; a job names its workspace.',
    key: { scope: 'jobs:write', path: '/v1/jobs' },
    body: createJob,
    headers: prefer,
    idempotent: true,
    example: {
      url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      capabilities: ['transcription', 'summary', 'brands'],
      brands: ['Nike', 'Adidas'],
      return_proof: true,
      max_credits: 200,
      external_id: 'spring-campaign-17',
    },
    more: {
      questions: {
        url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        capabilities: ['transcription', 'custom_query', 'objects'],
        queries: ['Which product is shown?'],
        objects: ['dog'],
      },
      upload: {
        upload_key: exampleNames.upload,
        upload_filename: 'holiday.mp4',
        capabilities: ['transcription', 'metadata'],
      },
      dry_run: {
        url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        capabilities: ['summary'],
        dry_run: true,
      },
    },
    answers: [
      {
        status: 202,
        description:
          'The job was created. The body is its current state, with its results if it was completed during the wait.',
        body: dataEnvelope(job),
        example: inEnvelope(pendingJob),
        headers: {
          ...preferenceApplied,
          'Retry-After': pollAfter,
          Location: location,
          'X-Automated-Processing': automated,
        },
      },
      {
        status: 200,
        description:
          'A dry run, or the job that an earlier call with this Idempotency-Key created.',
        body: dataEnvelope(z.union([jobDryRun, job])),
        example: inEnvelope(jobPreview),
        more: { replayed: inEnvelope(pendingJob) },
        headers: {
          ...preferenceApplied,
          'Idempotency-Replayed': replayed,
          Location: location,
        },
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
    tag: 'Jobs',
    summary: 'List jobs, newest first.',
    description:
      'Jobs of the workspace in a reduced form, a page at a time. All given filters must match. Unknown parameters are ignored.',
    key: { scope: 'jobs:read', path: '/v1/jobs' },
    query: listJobsQuery,
    headers: ifNoneMatch,
    answers: tagging(
      tagged,
      ...page(
        z.array(jobListItem),
        [
          {
            job_id: exampleIds.job,
            status: 'completed',
            url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
            platform: 'youtube',
            video_title: 'New shoes, tested',
            external_id: 'spring-campaign-17',
            credits_estimated: 48,
            credits_charged: 21,
            follow_id: null,
            created_at: '2026-11-12T09:30:00.000Z',
            completed_at: '2026-11-12T09:30:38.604Z',
            video_duration_seconds: 61.3,
            video_thumbnail_url: exampleNames.thumbnail,
            tags: ['spring'],
            highlights: {
              brands: [{ name: 'Nike', seconds: 12.4 }],
              brand_count: 1,
              timeline: [0, 1, 1, 0],
            },
          },
        ],
        'A page of jobs.',
      ),
    ),
    errors: ['VALIDATION_FAILED'],
  },
  getJob: {
    method: 'GET',
    tag: 'Jobs',
    summary: 'Read a job with its results or its error.',
    description:
      'A completed job carries `results`, a failed one `error`, one in processing `progress`. Results are kept until the job is deleted. `?results=without_frames` leaves out the detections of single frames, and `?results=none` leaves out the results. `?corrected=true` shows brands and objects as people corrected them.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id' },
    params: { id },
    query: getJobQuery,
    headers: { ...prefer, ...ifNoneMatch },
    answers: tagging(readHeaders, {
      status: 200,
      description: 'The job.',
      body: dataEnvelope(job),
      example: inEnvelope(completedJob),
      more: {
        pending: inEnvelope(otherStates.pending),
        processing: inEnvelope(otherStates.processing),
        failed: inEnvelope(otherStates.failed),
      },
    }),
    errors: ['VALIDATION_FAILED', 'JOB_NOT_FOUND'],
  },
  cancelJob: {
    method: 'POST',
    tag: 'Jobs',
    summary: 'Cancel a pending, processing or held job that is in no batch.',
    description:
      'Only what was already computed is charged. A job of a batch is cancelled with its batch.',
    audit: 'job.cancelled',
    key: { scope: 'jobs:write', path: '/v1/jobs/:id/cancel' },
    repeatable: true,
    params: { id },
    answers: oneAnswer(
      job,
      { ...pendingJob, status: 'cancelled', completed_at: '2026-11-12T09:30:04.210Z' },
      'The cancelled job.',
    ),
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_CANCELLABLE'],
  },
  changeJob: {
    method: 'PATCH',
    tag: 'Jobs',
    summary: 'Change the tags of a job.',
    description: 'Its results stay as they are.',
    audit: 'job.changed',
    key: { scope: 'jobs:write', path: '/v1/jobs/:id' },
    repeatable: true,
    params: { id },
    body: changeJob,
    example: { tags: ['spring', 'league'] },
    answers: oneAnswer(
      job,
      { ...pendingJob, tags: ['spring', 'league'] },
      'The job, without its results.',
    ),
    errors: ['VALIDATION_FAILED', 'JOB_NOT_FOUND'],
  },
  deleteJob: {
    method: 'DELETE',
    tag: 'Jobs',
    summary: 'Delete a finished job with its media, frames and results.',
    description:
      'This cannot be undone. The ledger keeps what was charged. An uploaded file is deleted with the last job that uses it. A job of a batch can be deleted once the batch is final.',
    audit: 'job.deleted',
    key: { scope: 'jobs:write', path: '/v1/jobs/:id' },
    params: { id },
    answers: noContent('Deleted.'),
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_DELETABLE'],
  },
  listJobRows: {
    method: 'GET',
    tag: 'Jobs',
    summary: 'List jobs as the console shows them, newest first.',
    description: 'With search, and with what the public list leaves out.',
    session: { role: 'member', path: `${workspace}/jobs` },
    query: listJobRowsQuery,
    answers: page(z.array(jobRow), [row], 'A page of jobs.'),
    errors: ['VALIDATION_FAILED'],
  },
  getJobRow: {
    method: 'GET',
    tag: 'Jobs',
    summary: 'Read a job as the console shows it, without its results.',
    description: 'With the file name, and whether the video can be played.',
    session: { role: 'member', path: `${workspace}/jobs/:id` },
    params: { id },
    answers: oneAnswer(jobRow, row),
    errors: ['JOB_NOT_FOUND'],
  },
  getJobShots: {
    method: 'GET',
    tag: 'Jobs',
    summary: 'Read the shots of a video.',
    description:
      'Available while the ingested media is kept, also before there are results. A completed job carries the same in `results.shots`, which is kept longer.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/shots' },
    params: { id },
    answers: oneAnswer(jobShots, {
      shots: [
        { start: 0, end: 4.72 },
        {
          start: 4.72,
          end: 9.4,
          transition: 'part_cut',
          part: { x: 0.5, y: 0, width: 0.5, height: 1 },
        },
      ],
    }),
    errors: ['JOB_NOT_FOUND'],
  },
  getJobSoFar: {
    method: 'GET',
    tag: 'Jobs',
    summary: 'Read what the parts of a running job found so far.',
    description:
      'The lists are empty unless the job is in processing. Full results are available once it completes.',
    session: { role: 'member', path: `${workspace}/jobs/:id/so-far` },
    params: { id },
    answers: oneAnswer(jobSoFar, {
      duration_seconds: 48.2,
      parts: [{ kind: 'hear', start: 0, end: 31.2, state: 'done' }],
      segments: [{ start: 1.2, end: 3.4, text: 'Good morning.' }],
      brands: [{ name: 'Sony', start: 3, end: 5 }],
      things: [{ name: 'dog', start: 8, end: 11.5 }],
    }),
    errors: ['JOB_NOT_FOUND'],
  },
  getMedia: {
    method: 'GET',
    tag: 'Jobs',
    summary: 'Fetch the video of a job while it is held.',
    description: 'Whole, or a range of it (RFC 9110, 14), so that a player can seek.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/media' },
    params: { id },
    answers: ranged('video/mp4'),
    errors: ['JOB_NOT_FOUND', 'NOT_FOUND'],
  },
  streamEvents: {
    method: 'GET',
    tag: 'Jobs',
    summary: 'Follow the jobs of a workspace as server-sent events.',
    description:
      'An event `job` with the row of a job whenever one changes; its id is the position to resume from. A session may have 10 streams.',
    session: { role: 'member', path: `${workspace}/events` },
    query: eventsQuery,
    head: 'none',
    answers: [{ status: 200, description: 'The stream.', contentType: 'text/event-stream' }],
    errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  },
} as const satisfies Record<string, CallRow>;
