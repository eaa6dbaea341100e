/** One job through its life, for the examples of calls. */
import type { z } from 'zod';
import type { job, jobDryRun } from '../job.ts';
import { exampleIds } from './example-ids.ts';

const frame = (name: string) => `/v1/frames/${exampleIds.job}/${name}.jpg`;

export const pendingJob: z.input<typeof job> = {
  job_id: exampleIds.job,
  status: 'pending',
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  platform: 'youtube',
  capabilities: ['transcription', 'summary', 'brands'],
  brands: ['Nike', 'Adidas'],
  external_id: 'spring-campaign-17',
  language: null,
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

const nikeAppearance = {
  timestamp: 12.5,
  timestamp_start: 11,
  timestamp_end: 14.5,
  visible_duration: 3.5,
  confidence: 0.93,
  context: 'The text "NIKE" on screen.',
  source: 'visual' as const,
  frame_url: frame('proof-1'),
  bounding_box: { x: 0.41, y: 0.12, width: 0.18, height: 0.09 },
};

const results: NonNullable<z.input<typeof job>['results']> = {
  transcription: {
    text: 'Today we test the new shoes.',
    segments: [{ start: 0.4, end: 2.9, text: 'Today we test the new shoes.', speaker: 1 }],
    language: 'en',
    duration_seconds: 61.3,
    word_count: 6,
    speakers_detected: 1,
  },
  summary: { text: 'A test of new running shoes.', key_topics: ['running shoes'] },
  brands: [
    {
      name: 'Nike',
      confidence: 0.93,
      total_appearances: 1,
      total_visible_duration: 3.5,
      first_seen: 11,
      last_seen: 14.5,
      appearances: [nikeAppearance],
      frame_detections: [
        {
          timestamp: 12.5,
          confidence: 0.93,
          bounding_box: nikeAppearance.bounding_box,
          source: 'text',
          verified: true,
        },
      ],
    },
  ],
  confidence_summary: { high: 1, medium: 0, low: 0, total: 1 },
  storyboard: {
    version: 2,
    interval_ms: 1000,
    timestamps_ms: [500, 1500],
    tile: { w: 580, h: 326 },
    grid: { cols: 8, rows: 8 },
    count: 2,
    duration_ms: 61_300,
    sheets: [frame('sheet-1')],
  },
  meta: {
    fps_used: 1,
    frames_analyzed: 61,
    engines: { speech: 'moonshine-tiny 1', text: 'paddle-ocr 4' },
  },
};

export const completedJob: z.input<typeof job> = {
  ...pendingJob,
  status: 'completed',
  video_title: 'New shoes, tested',
  video_duration_seconds: 61.3,
  video_thumbnail_url: frame('thumbnail'),
  credits_charged: 21,
  processing_seconds: 37.4,
  results,
  started_at: '2026-11-12T09:30:01.204Z',
  completed_at: '2026-11-12T09:30:38.604Z',
};

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
