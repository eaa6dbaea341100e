/** The results of one job that asked for everything, for the examples of calls. */
import type { z } from 'zod';
import type { job } from '../job.ts';
import { exampleIds, exampleNames } from './example-ids.ts';

const frame = (name: string) => `/v1/frames/${exampleIds.job}/${name}.jpg`;

const nikeBox = { x: 0.41, y: 0.12, width: 0.18, height: 0.09 };
const nikeOutline: [number, number][][] = [
  [
    [0.41, 0.2],
    [0.43, 0.15],
    [0.46, 0.18],
    [0.59, 0.12],
  ],
];
const dogBox = { x: 0.1, y: 0.4, width: 0.3, height: 0.5 };
const dogOutline: [number, number][][] = [
  [
    [0.1, 0.4],
    [0.4, 0.42],
    [0.38, 0.9],
    [0.12, 0.88],
  ],
];

const spokenDisclosure = {
  sign: 'said' as const,
  timestamp: 0.4,
  duration_seconds: 2.1,
  quote: 'This video is sponsored by Nike.',
  language: 'en',
  confidence: 0.95,
};

const brands = [
  {
    name: 'Nike',
    confidence: 0.93,
    total_appearances: 2,
    total_visible_duration: 3.5,
    first_seen: 1.1,
    last_seen: 14.5,
    appearances: [
      {
        timestamp: 1.1,
        confidence: 0.88,
        context: 'Said: "the new shoes by Nike"',
        speech_context: 'Today we test the new shoes by Nike.',
        source: 'audio' as const,
      },
      {
        timestamp: 12.5,
        timestamp_start: 11,
        timestamp_end: 14.5,
        visible_duration: 3.5,
        confidence: 0.93,
        context: 'The logo of Nike is on screen.',
        source: 'visual' as const,
        surface: 'footwear' as const,
        frame_url: frame('proof-1'),
        bounding_box: nikeBox,
        outline: nikeOutline,
      },
    ],
    frame_detections: [
      {
        timestamp: 12.5,
        confidence: 0.93,
        bounding_box: nikeBox,
        outline: nikeOutline,
        source: 'logo' as const,
        surface: 'footwear' as const,
        clarity: 0.82,
        verified: true,
      },
    ],
    disclosure: {
      paid: 'paid' as const,
      disclosed: true,
      paid_seconds: 9.4,
      signs: [{ ...spokenDisclosure, names_brand: true, order: 'before' as const }],
    },
  },
];

const objects = [
  {
    name: 'dog',
    category: 'animal',
    confidence: 0.91,
    total_appearances: 1,
    total_visible_duration: 4,
    first_seen: 30,
    last_seen: 34,
    appearances: [
      {
        timestamp: 31.5,
        timestamp_start: 30,
        timestamp_end: 34,
        confidence: 0.91,
        context: 'A dog in the left half of the picture.',
        bounding_box: dogBox,
        outline: dogOutline,
        frame_url: frame('proof-2'),
      },
    ],
    frames: [
      {
        timestamp: 31.5,
        confidence: 0.91,
        bounding_box: dogBox,
        outline: dogOutline,
        verified: true,
      },
    ],
  },
];

const metadata = {
  title: 'New shoes, tested',
  description: 'Three pairs on one track.',
  author: 'Example Channel',
  author_url: 'https://www.youtube.com/@examplechannel',
  published_at: '2026-11-10T16:00:00.000Z',
  duration_seconds: 61.3,
  thumbnail_url: exampleNames.thumbnail,
  language: 'en',
  tags: ['running'],
  categories: ['Sports'],
  chapters: [{ start: 0, end: 20, title: 'The shoes' }],
  view_count: 48_211,
  like_count: 1930,
  comment_count: 214,
  paid_promotion: true,
  width: 1920,
  height: 1080,
  fps: 29.97,
  container: 'mp4',
  video_codec: 'h264',
  audio_tracks: [
    { index: 1, codec: 'aac', channels: 2, language: 'en', title: 'Programme', heard: true },
  ],
  audio_codec: 'aac',
  has_audio: true,
  size_bytes: 18_240_511,
  fetched_at: '2026-11-12T09:30:03.000Z',
};

export const exampleResults: NonNullable<z.input<typeof job>['results']> = {
  transcription: {
    text: 'Today we test the new shoes by Nike.',
    segments: [
      {
        start: 0.4,
        end: 2.9,
        text: 'Today we test the new shoes by Nike.',
        speaker: 1,
        confidence: 0.94,
        words: [{ start: 0.4, end: 0.7, text: 'Today', confidence: 0.97 }],
      },
    ],
    language: 'en',
    language_spans: [{ start: 0.4, end: 2.9, language: 'en' }],
    duration_seconds: 61.3,
    word_count: 8,
    speakers_detected: 1,
  },
  summary: { text: 'A test of new running shoes.', key_topics: ['running shoes'] },
  brands,
  metadata,
  objects,
  query_results: [
    {
      query: 'Which product is shown?',
      answer: 'Running shoes by Nike.',
      answered: true,
      confidence: 0.86,
      evidence: [
        {
          timestamp: 1.1,
          timestamp_start: 0.4,
          timestamp_end: 2.9,
          source: 'speech',
          quote: 'the new shoes by Nike',
          frame_url: frame('proof-1'),
        },
      ],
    },
  ],
  confidence_summary: { high: 2, medium: 0, low: 0, total: 2 },
  shots: [
    { start: 0, end: 10.96 },
    { start: 10.96, end: 34.2, transition: 'cut' },
    {
      start: 34.2,
      end: 61.3,
      transition: 'part_cut',
      part: { x: 0.5, y: 0, width: 0.5, height: 1 },
    },
  ],
  on_screen_text: [
    { text: 'NIKE', start: 11, end: 14.52, bounding_box: nikeBox, confidence: 0.97 },
    {
      text: 'trailtec.com',
      start: 57.1,
      end: 61.3,
      bounding_box: { x: 0.36, y: 0.44, width: 0.28, height: 0.11 },
      confidence: 0.96,
    },
  ],
  paid_segments: [
    {
      start: 0.4,
      end: 9.8,
      brand: 'Nike',
      confidence: 0.95,
      evidence: [{ timestamp: 0.4, source: 'speech', quote: 'This video is sponsored by Nike.' }],
    },
  ],
  disclosures: [{ ...spokenDisclosure, brand: 'Nike' }],
  possible_brands: [
    {
      text: 'trailtec',
      confidence: 0.88,
      reasons: ['web_address', 'stands_alone'],
      total_appearances: 1,
      total_visible_duration: 4.2,
      first_seen: 57.1,
      last_seen: 61.3,
      appearances: [
        {
          text: 'trailtec.com',
          timestamp: 58,
          timestamp_start: 57.1,
          timestamp_end: 61.3,
          visible_duration: 4.2,
          confidence: 0.96,
          bounding_box: { x: 0.36, y: 0.44, width: 0.28, height: 0.11 },
        },
      ],
    },
  ],
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
    frames_analyzed: 59,
    unseen_spans: [{ start: 52.1, end: 54 }],
    video: { width: 1920, height: 1080, fps: 29.97 },
    texts_read: 2,
    engines: {
      speech: 'moonshine tiny-en',
      text: 'pp-ocr v4-mobile',
      objects: 'centernet mb3-512',
    },
  },
};
