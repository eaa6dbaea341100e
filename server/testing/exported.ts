/** Jobs with results, in the form that exports receive. */
import type {
  BrandResult,
  ExportFormat,
  ObjectResult,
  Results,
  TranscriptSegment,
} from '@reelsight/contract';
import type { ExportedJob, ExportOptions } from '../src/exports/exported.ts';
import { exportOf } from '../src/exports/formats.ts';

export const usualOptions: ExportOptions = {
  names: null,
  leastConfidence: 0,
  maxLineChars: 42,
  maxLines: 2,
  frameRate: null,
  startTimecode: null,
  frameSize: null,
  mark: false,
  links: { origin: 'https://reels.example', base: '' },
};

const meta: Results['meta'] = {
  fps_used: 2,
  frames_analyzed: 100,
  engines: {},
  video: { width: 1920, height: 1080, fps: 25 },
};

interface Given {
  readonly results?: Partial<Results>;
  readonly title?: string | null;
  readonly seconds?: number;
}

export function exportedJob({ results = {}, title = 'walk.mp4', seconds = 60 }: Given = {}) {
  const { transcription, brands, objects } = results;
  return {
    job_id: 'job_1',
    status: 'completed',
    url: null,
    platform: 'upload',
    capabilities: [
      ...(transcription ? (['transcription'] as const) : []),
      ...(brands ? (['brands'] as const) : []),
      ...(objects ? (['objects'] as const) : []),
    ],
    language: null,
    captions: 'human',
    fps: 4,
    video_title: title,
    video_duration_seconds: seconds,
    video_thumbnail_url: null,
    credits_estimated: 1,
    credits_charged: 1,
    processing_seconds: 1,
    return_proof: true,
    follow_id: null,
    created_at: '2026-11-12T09:30:00.000Z',
    started_at: '2026-11-12T09:30:01.000Z',
    completed_at: '2026-11-12T09:31:00.000Z',
    results: { meta, ...results },
  } satisfies ExportedJob;
}

/** A brand whose appearances are all seen; `spans` are in seconds. */
export function brand(name: string, spans: readonly (readonly [number, number])[]): BrandResult {
  return {
    name,
    confidence: 0.9,
    total_appearances: spans.length,
    first_seen: spans[0]?.[0] ?? 0,
    last_seen: spans.at(-1)?.[1] ?? 0,
    appearances: spans.map(([from, to]) => ({
      timestamp: from,
      timestamp_start: from,
      timestamp_end: to,
      visible_duration: to - from,
      confidence: 0.9,
      context: 'on screen',
      source: 'visual',
    })),
    frame_detections: [],
  };
}

export function thing(
  name: string,
  frames: ObjectResult['frames'],
  spans: readonly (readonly [number, number])[] = [],
): ObjectResult {
  return {
    name,
    category: 'animal',
    confidence: 0.9,
    total_appearances: spans.length,
    total_visible_duration: 1,
    first_seen: 0,
    last_seen: 1,
    appearances: spans.map(([from, to]) => ({
      timestamp: from,
      timestamp_start: from,
      timestamp_end: to,
      confidence: 0.8,
      context: `a ${name}`,
    })),
    frames,
  };
}

export const spoken = (
  segments: readonly TranscriptSegment[],
  seconds = 60,
): { transcription: NonNullable<Results['transcription']> } => ({
  transcription: {
    text: segments.map(({ text }) => text).join(' '),
    segments: [...segments],
    language: 'en',
    duration_seconds: seconds,
    word_count: 1,
  },
});

/** The whole exported file, as text. */
export const exported = (
  format: ExportFormat,
  job: ExportedJob,
  options: Partial<ExportOptions> = {},
): string => [...exportOf(format, job, { ...usualOptions, ...options })].join('');
