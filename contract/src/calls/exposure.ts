/** The calls for the exposure of brands in videos. */
import { type Exposure, exposure, exposureAsk, exposureQuery } from '../exposure.ts';
import { exposureLimits } from '../exposure-terms.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, oneAnswer, type Param } from './row.ts';

const job = { description: 'Id of the job.', example: exampleIds.job } as const satisfies Param;
const batch = {
  description: 'Id of the batch.',
  example: exampleIds.batch,
} as const satisfies Param;

const zeroShares = { 'top-left': 0, top: 0, left: 0, center: 0, right: 0 };
const positions = { ...zeroShares, 'bottom-left': 0, bottom: 0, 'bottom-right': 0 };

const example: Exposure = {
  formula: {
    version: 1,
    text: 'equivalent_seconds = Σ dt · size · position · clarity · clutter, in steps dt of at most 0.05 s',
    weights: { full_size: 0.06, edge_loss: 0.4, clutter: 0.5 },
  },
  videos: [{ job_id: exampleIds.job, title: 'New shoes, tested', duration_seconds: 61.3 }],
  left_out: [],
  seconds_total: 61.3,
  brands: [
    {
      name: 'Nike',
      videos: 1,
      appearances: 1,
      seen_seconds: 3.5,
      share_of_video: 0.0571,
      share_of_voice: 1,
      solus_seconds: 3.5,
      mean_size: 0.0162,
      max_size: 0.0162,
      position: { ...positions, 'top-right': 0, top: 3.5 },
      clarity: 1,
      clarity_known: 0,
      legible_seconds: { phone: 3.5, laptop: 3.5, tv: 3.5 },
      said: { times: 1, seconds_overlapping_seen: 0 },
      longest_seconds: 3.5,
      first_seen: 11,
      equivalent_seconds: 1.4,
      media_value_usd: 140.2,
      surfaces: [{ surface: 'footwear', seen_seconds: 3.5, equivalent_seconds: 1.4 }],
      best: {
        job_id: exampleIds.job,
        timestamp: 12.5,
        frame_url: `/v1/frames/${exampleIds.job}/proof-1.jpg`,
        bounding_box: { x: 0.41, y: 0.12, width: 0.18, height: 0.09 },
      },
    },
  ],
};

const partial: Exposure = {
  ...example,
  left_out: [{ job_id: exampleIds.otherJob, reason: 'not_completed' }],
};

export const exposureCalls = {
  getJobExposure: {
    method: 'GET',
    tag: 'Exposure',
    summary: 'Read what brands get out of the video of a completed job.',
    description:
      'Seconds, share, size, place and equivalent seconds of each brand, computed from the stored results; docs/exposure.md explains each number. No brand found: an empty list.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/exposure' },
    params: { id: job },
    query: exposureQuery,
    answers: oneAnswer(exposure, example, 'The exposure.'),
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'EXPORT_UNAVAILABLE', 'VALIDATION_FAILED'],
  },
  getBatchExposure: {
    method: 'GET',
    tag: 'Exposure',
    summary: 'Read what brands get out of all videos of a batch.',
    description:
      'Of its completed jobs; `left_out` names the others. EXPORT_UNAVAILABLE if the batch did not ask for `brands`.',
    key: { scope: 'jobs:read', path: '/v1/batch/:id/exposure' },
    params: { id: batch },
    query: exposureQuery,
    answers: oneAnswer(exposure, partial, 'The exposure.'),
    errors: ['BATCH_NOT_FOUND', 'EXPORT_UNAVAILABLE', 'VALIDATION_FAILED'],
  },
  computeExposure: {
    method: 'POST',
    tag: 'Exposure',
    summary: 'Read what brands get out of any choice of completed jobs.',
    description: `At most ${exposureLimits.jobs} jobs, each of this workspace, completed and with \`brands\`; else the call names the first that is not. The body may have 262,144 bytes.`,
    unaudited: 'Changes nothing.',
    key: { scope: 'jobs:read', path: '/v1/exposure' },
    repeatable: true,
    body: exposureAsk,
    bodyBytes: exposureLimits.bodyBytes,
    example: { job_ids: [exampleIds.job], cpm_usd: 25, audience: 120_000 },
    answers: oneAnswer(exposure, example, 'The exposure.'),
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'EXPORT_UNAVAILABLE'],
  },
} as const satisfies Record<string, CallRow>;
