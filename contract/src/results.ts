/** What a completed job holds: one schema a capability, all open to later fields (interface.md "Results", decisions.md 4). */
import { z } from 'zod';
import { surfaces } from './surfaces.ts';

const seconds = z.number().min(0);
const fraction = z.number().min(0).max(1);

export const boundingBox = z
  .looseObject({ x: fraction, y: fraction, width: fraction, height: fraction })
  .meta({ id: 'BoundingBox', description: 'Fractions of the frame as shown, from the top left.' });
export type BoundingBox = z.infer<typeof boundingBox>;

/** Rings of `[x, y]` fractions, at most 64 points each. */
export const outline = z
  .array(z.array(z.tuple([fraction, fraction])).max(64))
  .meta({ id: 'Outline' });

export const transcriptWord = z
  .looseObject({ start: seconds, end: seconds, text: z.string(), confidence: fraction.optional() })
  .meta({ id: 'TranscriptWord' });

export const transcriptSegment = z
  .looseObject({
    start: seconds,
    end: seconds,
    text: z.string(),
    speaker: z.int().min(1).optional(),
    confidence: fraction.optional(),
    words: z.array(transcriptWord).optional(),
  })
  .meta({ id: 'TranscriptSegment' });
export type TranscriptSegment = z.infer<typeof transcriptSegment>;

export const transcriptionResult = z
  .looseObject({
    text: z.string(),
    segments: z.array(transcriptSegment),
    language: z.string(),
    duration_seconds: seconds,
    word_count: z.int().min(0),
    speakers_detected: z.int().min(0).optional(),
  })
  .meta({ id: 'TranscriptionResult' });
export type TranscriptionResult = z.infer<typeof transcriptionResult>;

export const summaryResult = z
  .looseObject({ text: z.string(), key_topics: z.array(z.string()) })
  .meta({ id: 'SummaryResult' });
export type SummaryResult = z.infer<typeof summaryResult>;

export const brandAppearance = z
  .looseObject({
    timestamp: seconds,
    timestamp_start: seconds.optional(),
    timestamp_end: seconds.optional(),
    visible_duration: seconds.optional(),
    confidence: fraction.optional(),
    context: z.string(),
    speech_context: z.string().optional(),
    source: z.enum(['visual', 'audio']),
    surface: z.enum(surfaces).optional(),
    frame_url: z.string().optional(),
    bounding_box: boundingBox.optional(),
  })
  .meta({ id: 'BrandAppearance' });
export type BrandAppearance = z.infer<typeof brandAppearance>;

export const brandDetection = z
  .looseObject({
    timestamp: seconds,
    confidence: fraction,
    bounding_box: boundingBox,
    source: z.enum(['logo', 'text', 'model']),
    surface: z.enum(surfaces).optional(),
    verified: z.boolean(),
  })
  .meta({ id: 'BrandDetection' });

export const brandResult = z
  .looseObject({
    name: z.string(),
    confidence: fraction,
    total_appearances: z.int().min(0),
    total_visible_duration: seconds.optional(),
    first_seen: seconds,
    last_seen: seconds,
    appearances: z.array(brandAppearance),
    frame_detections: z.array(brandDetection),
  })
  .meta({ id: 'BrandResult' });
export type BrandResult = z.infer<typeof brandResult>;

export const objectAppearance = z
  .looseObject({
    timestamp: seconds,
    timestamp_start: seconds,
    timestamp_end: seconds,
    confidence: fraction,
    context: z.string(),
    bounding_box: boundingBox.optional(),
    outline: outline.optional(),
    frame_url: z.string().optional(),
  })
  .meta({ id: 'ObjectAppearance' });

export const objectDetection = z
  .looseObject({
    timestamp: seconds,
    confidence: fraction,
    bounding_box: boundingBox,
    outline: outline.optional(),
    verified: z.boolean(),
  })
  .meta({ id: 'ObjectDetection' });

export const objectResult = z
  .looseObject({
    name: z.string(),
    category: z.string(),
    confidence: fraction,
    total_appearances: z.int().min(0),
    total_visible_duration: seconds,
    first_seen: seconds,
    last_seen: seconds,
    appearances: z.array(objectAppearance),
    frames: z.array(objectDetection),
  })
  .meta({ id: 'ObjectResult' });
export type ObjectResult = z.infer<typeof objectResult>;

export const evidence = z
  .looseObject({
    timestamp: seconds,
    timestamp_start: seconds.optional(),
    timestamp_end: seconds.optional(),
    source: z.enum(['speech', 'visual', 'text', 'metadata']),
    quote: z.string().optional(),
    frame_url: z.string().optional(),
  })
  .meta({ id: 'Evidence' });

export const queryResult = z
  .looseObject({
    query: z.string(),
    answer: z.string(),
    answered: z.boolean(),
    confidence: fraction,
    evidence: z.array(evidence),
  })
  .meta({ id: 'QueryResult' });
export type QueryResult = z.infer<typeof queryResult>;

export const metadataResult = z
  .looseObject({
    title: z.string().nullable(),
    description: z.string().nullable(),
    author: z.string().nullable(),
    author_url: z.string().nullable(),
    published_at: z.string().nullable(),
    duration_seconds: seconds.nullable(),
    thumbnail_url: z.string().nullable(),
    language: z.string().nullable(),
    tags: z.array(z.string()),
    categories: z.array(z.string()),
    chapters: z.array(z.looseObject({ start: seconds, end: seconds, title: z.string() })),
    view_count: z.int().nullable(),
    like_count: z.int().nullable(),
    comment_count: z.int().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    fps: z.number().nullable(),
    container: z.string().nullable(),
    video_codec: z.string().nullable(),
    audio_codec: z.string().nullable(),
    has_audio: z.boolean().nullable(),
    size_bytes: z.int().nullable(),
    fetched_at: z.string(),
  })
  .meta({ id: 'MetadataResult' });
export type MetadataResult = z.infer<typeof metadataResult>;

export const confidenceSummary = z
  .looseObject({ high: z.int(), medium: z.int(), low: z.int(), total: z.int() })
  .meta({ id: 'ConfidenceSummary' });

export const storyboard = z
  .looseObject({
    version: z.union([z.literal(1), z.literal(2)]),
    interval_ms: z.int(),
    timestamps_ms: z.array(z.int()).optional(),
    tile: z.looseObject({ w: z.int(), h: z.int() }),
    grid: z.looseObject({ cols: z.int(), rows: z.int() }),
    count: z.int(),
    duration_ms: z.number(),
    sheets: z.array(z.string()),
  })
  .meta({ id: 'Storyboard' });
export type Storyboard = z.infer<typeof storyboard>;

const flag = z.literal(true).optional();
export const healthFlags = [
  'brand_detection_degraded',
  'object_detection_degraded',
  'transcription_degraded',
  'diarization_unavailable',
  'summary_degraded',
  'query_degraded',
  'proof_verification_skipped',
  'proof_frames_truncated',
  'storyboard_unavailable',
  'no_audio',
  'no_speech_detected',
  'media_reused',
  'transcript_reused',
] as const;
export type HealthFlag = (typeof healthFlags)[number];

export const engineNames = z
  .looseObject({
    speech: z.string().optional(),
    diarization: z.string().optional(),
    text: z.string().optional(),
    objects: z.string().optional(),
    logos: z.string().optional(),
    language: z.string().optional(),
  })
  .meta({ id: 'EngineNames', description: 'Name and version of each engine that ran.' });

export const resultsMeta = z
  .looseObject({
    ...(Object.fromEntries(healthFlags.map((name) => [name, flag])) as Record<
      HealthFlag,
      typeof flag
    >),
    fps_used: z.number(),
    frames_analyzed: z.int(),
    engines: engineNames,
    objects_not_found: z.array(z.string()).optional(),
    objects_unsupported: z.array(z.string()).optional(),
  })
  .meta({
    id: 'ResultsMeta',
    description: 'Health of the processing; flags appear only when true.',
  });
export type ResultsMeta = z.infer<typeof resultsMeta>;

export const results = z
  .looseObject({
    transcription: transcriptionResult.optional(),
    summary: summaryResult.optional(),
    brands: z.array(brandResult).optional(),
    metadata: metadataResult.optional(),
    objects: z.array(objectResult).optional(),
    query_results: z.array(queryResult).optional(),
    confidence_summary: confidenceSummary.optional(),
    storyboard: storyboard.optional(),
    meta: resultsMeta,
  })
  .meta({ id: 'Results' });
export type Results = z.infer<typeof results>;
