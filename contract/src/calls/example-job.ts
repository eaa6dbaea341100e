/** One job in all its states, for the examples of calls. */
import type { z } from 'zod';
import type { job, jobDryRun } from '../job.ts';
import { exampleIds, exampleNames } from './example-ids.ts';
import { exampleResults } from './example-results.ts';

export const pendingJob: z.input<typeof job> = {
  job_id: exampleIds.job,
  status: 'pending',
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  platform: 'youtube',
  capabilities: ['transcription', 'summary', 'brands'],
  brands: ['Nike', 'Adidas'],
  external_id: 'spring-campaign-17',
  language: null,
  captions: 'human',
  fps: 2,
  video_title: null,
  video_duration_seconds: null,
  video_thumbnail_url: null,
  credits_estimated: 48,
  credits_charged: null,
  processing_seconds: null,
  return_proof: true,
  follow_id: null,
  created_at: '2026-11-12T09:30:00.000Z',
  started_at: null,
  completed_at: null,
};

export const completedJob: z.input<typeof job> = {
  ...pendingJob,
  capabilities: ['transcription', 'summary', 'brands', 'metadata', 'custom_query', 'objects'],
  queries: ['Which product is shown?'],
  objects: ['dog'],
  status: 'completed',
  video_title: 'New shoes, tested',
  video_duration_seconds: 61.3,
  video_thumbnail_url: exampleNames.thumbnail,
  credits_charged: 21,
  processing_seconds: 37.4,
  results: exampleResults,
  started_at: '2026-11-12T09:30:01.204Z',
  completed_at: '2026-11-12T09:30:38.604Z',
};

const started = { ...pendingJob, started_at: '2026-11-12T09:30:01.204Z' };

/** The same job in other states. */
export const otherStates = {
  pending: pendingJob,
  processing: {
    ...started,
    status: 'processing',
    video_title: 'New shoes, tested',
    video_duration_seconds: 61.3,
    progress: {
      stage: 'transcription',
      stages_completed: ['ingestion'],
      stages_remaining: ['analysis', 'merging'],
      percent: 42.5,
    },
  },
  failed: {
    ...started,
    status: 'failed',
    completed_at: '2026-11-12T09:30:09.120Z',
    error: { code: 'EXTRACTION_FAILED', message: 'The video could not be downloaded or read.' },
  },
} as const satisfies Record<string, z.input<typeof job>>;

export const jobPreview: z.input<typeof jobDryRun> = {
  dry_run: true,
  url: pendingJob.url,
  platform: 'youtube',
  capabilities: ['transcription', 'summary', 'brands'],
  duration_seconds: 61,
  credits_estimated: 48,
  breakdown: [
    { item: 'processing', credits: 15.5 },
    { item: 'transcription', credits: 2 },
    { item: 'text', credits: 30.5 },
  ],
  balance: 10_000,
  would_exceed_balance: false,
};
