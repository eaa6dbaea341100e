/** The calls for audiences of videos and prices of views. */
import { jobViews, mediaPrices, setAudience, setMediaPrices } from '../audience.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, oneAnswer, type Param } from './row.ts';

const id = { description: 'Id of the job.', example: exampleIds.job } as const satisfies Param;

const views = {
  job_id: exampleIds.job,
  platform: 'youtube',
  published_at: '2026-11-10T16:00:00.000Z',
  published_source: 'platform' as const,
  views: [
    { read_at: '2026-11-12T09:30:04.000Z', views: 81_204 },
    { read_at: '2026-11-13T18:12:40.000Z', views: 96_530 },
  ],
  audience: { views: 96_530, read_at: '2026-11-13T18:12:40.000Z', source: 'platform' as const },
  next_reading: '2026-11-17T18:11:00.000Z',
  reading: 'scheduled' as const,
  reason: null,
};
const prices = {
  cpm_usd: 20,
  cpm_usd_by_platform: { youtube: 25, tiktok: 8 },
  audience: null,
};

export const audienceCalls = {
  getJobViews: {
    method: 'GET',
    tag: 'Exposure',
    summary: "Read the views of a job's video.",
    description:
      'Every reading of the platform, when the next one is, and what counts as the audience. docs/exposure.md says when views are read.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/views' },
    params: { id },
    answers: oneAnswer(jobViews, views, 'The views.'),
    errors: ['JOB_NOT_FOUND'],
  },
  setJobAudience: {
    method: 'PUT',
    tag: 'Exposure',
    summary: "Set the audience of a job's video, or when it was published, by hand.",
    description:
      'The audience counts instead of the views that the platform gives, which are still read. The date counts in trends, campaigns, reports and alerts at once. What is absent stays as it is.',
    audit: 'job.changed',
    key: { scope: 'jobs:write', path: '/v1/jobs/:id/audience' },
    params: { id },
    body: setAudience,
    example: { views: 120_000 },
    answers: oneAnswer(
      jobViews,
      { ...views, audience: { views: 120_000, read_at: null, source: 'manual' } },
      'The views, with what counts now.',
    ),
    errors: ['JOB_NOT_FOUND', 'VALIDATION_FAILED'],
  },
  getMediaPrices: {
    method: 'GET',
    tag: 'Exposure',
    summary: 'Read what views cost the workspace.',
    description: 'For media values where a request gives no price.',
    key: { scope: 'jobs:read', path: '/v1/media-prices' },
    answers: oneAnswer(mediaPrices, prices),
    errors: [],
  },
  setMediaPrices: {
    method: 'PUT',
    tag: 'Exposure',
    summary: 'Set what views cost the workspace.',
    description: 'Replaces all prices; what is absent is removed.',
    audit: 'workspace.changed',
    key: { scope: 'jobs:write', path: '/v1/media-prices' },
    body: setMediaPrices,
    example: { cpm_usd: 20, cpm_usd_by_platform: { youtube: 25, tiktok: 8 } },
    answers: oneAnswer(mediaPrices, prices, 'The prices as they are now.'),
    errors: ['VALIDATION_FAILED'],
  },
} as const satisfies Record<string, CallRow>;
