/** A made-up result for users who have no results of their own yet; all names, pictures and words are invented. */
import type { JobRowView } from '@reelsight/contract';
import type { Results } from '@reelsight/sdk';
import {
  frameHeight,
  frameOf,
  frameWidth,
  type Scene,
  type Sign,
  sheetOf,
} from './sample-pictures.ts';

export const sampleSeconds = 36;
const sceneSeconds = 6;

const volta = (x: number, y: number, width: number): Sign => ({
  name: 'Volta',
  colour: '#b3261e',
  box: { x, y, width, height: 0.16 },
});
const kestrel = (x: number, y: number, width: number): Sign => ({
  name: 'Kestrel',
  colour: '#1d5fa8',
  box: { x, y, width, height: 0.18 },
});
const brightwell = (x: number, y: number, width: number): Sign => ({
  name: 'Brightwell',
  colour: '#2c6e49',
  box: { x, y, width, height: 0.14 },
});

const scenes: readonly Scene[] = [
  { sky: '#f3c9a5', ground: '#7b8794', signs: [volta(0.08, 0.6, 0.26)] },
  { sky: '#bcd9ee', ground: '#6f7d6a', signs: [] },
  { sky: '#bcd9ee', ground: '#6f7d6a', signs: [kestrel(0.52, 0.52, 0.34)] },
  { sky: '#a9c6e3', ground: '#4f7f52', signs: [volta(0.06, 0.66, 0.3), brightwell(0.6, 0.7, 0.3)] },
  { sky: '#a9c6e3', ground: '#4f7f52', signs: [kestrel(0.3, 0.68, 0.4)] },
  { sky: '#d8b4c8', ground: '#5d6470', signs: [] },
];

const passages: readonly (readonly [number, number, string])[] = [
  [1.2, 4.8, 'Good evening, and welcome to our walk to the stadium.'],
  [7.1, 10.9, 'The street is quiet still; the first visitors come by tram.'],
  [13.4, 17.2, 'Here is the Kestrel fan shop, open since noon.'],
  [19.6, 23.3, 'Inside, the boards along the pitch are lit.'],
  [26, 29.5, 'Kick-off is in half an hour.'],
  [31.2, 34.4, 'We are back after the match. Until then!'],
];

type Brand = NonNullable<Results['brands']>[number];

function brandOf(name: string): Brand {
  const sightings = scenes.flatMap((scene, index) => {
    const sign = scene.signs.find((candidate) => candidate.name === name);
    return sign ? [{ sign, start: index * sceneSeconds, frame_url: frameOf(scene) }] : [];
  });
  const mentions = passages.filter(([, , text]) => text.includes(name));
  const visible = (start: number) => ({ start: start + 0.4, end: start + sceneSeconds - 0.8 });
  const lengths = sightings.map(({ start }) => visible(start).end - visible(start).start);

  return {
    name,
    confidence: 0.97,
    total_appearances: sightings.length + mentions.length,
    total_visible_duration: lengths.reduce((sum, duration) => sum + duration, 0),
    first_seen: sightings[0]?.start ?? 0,
    last_seen: (sightings.at(-1)?.start ?? 0) + sceneSeconds,
    appearances: [
      ...sightings.map(({ sign, start, frame_url }) => ({
        timestamp: start + 2,
        timestamp_start: visible(start).start,
        timestamp_end: visible(start).end,
        visible_duration: visible(start).end - visible(start).start,
        confidence: 0.97,
        context: `The name "${name}" is on screen.`,
        source: 'visual' as const,
        bounding_box: sign.box,
        frame_url,
      })),
      ...mentions.map(([start, , text]) => ({
        timestamp: start + 1,
        confidence: 0.95,
        context: `"${name}" is said.`,
        source: 'audio' as const,
        speech_context: text,
      })),
    ],
    frame_detections: sightings.flatMap(({ sign, start, frame_url }) =>
      [1, 2, 3, 4, 5].map((second) => ({
        timestamp: start + second,
        confidence: 0.97,
        bounding_box: sign.box,
        source: 'text' as const,
        verified: true,
        frame_url,
      })),
    ),
  };
}

/**
 * Mean share of the picture that a brand's signs cover. A plain mean suffices, because every sign is seen for the same
 * time.
 */
export function sampleSize(name: string): number {
  const boxes = scenes.flatMap(({ signs }) => signs).filter((sign) => sign.name === name);
  return boxes.reduce((sum, { box }) => sum + box.width * box.height, 0) / boxes.length;
}

/** The colour slot of a made-up brand is its position, because the service stores no slot for it. */
export function sampleSlot(name: string): number {
  const names = new Set(scenes.flatMap(({ signs }) => signs.map((sign) => sign.name)));
  return [...names].indexOf(name);
}

export function sampleResults(): Results {
  return {
    meta: {
      fps_used: 1,
      frames_analyzed: sampleSeconds,
      engines: {},
      video: { width: frameWidth, height: frameHeight },
    },
    brands: ['Volta', 'Kestrel', 'Brightwell'].map(brandOf),
    transcription: {
      text: passages.map(([, , text]) => text).join(' '),
      language: 'en',
      duration_seconds: sampleSeconds,
      word_count: 49,
      segments: passages.map(([start, end, text]) => ({ start, end, text, speaker: 1 })),
    },
    summary: {
      text: 'A reporter walks to a stadium before a match. Sign boards of three brands are seen on the way and along the pitch.',
      key_topics: ['stadium', 'sign boards'],
    },
    storyboard: {
      version: 2,
      interval_ms: sceneSeconds * 1000,
      tile: { w: frameWidth, h: frameHeight },
      grid: { cols: 3, rows: 2 },
      count: scenes.length,
      duration_ms: sampleSeconds * 1000,
      sheets: [sheetOf(scenes, 3)],
    },
  } as Results;
}

export const sampleShots = scenes.map((_, index) => ({
  start: index * sceneSeconds,
  end: (index + 1) * sceneSeconds,
}));

/** A job that does not exist: its id has a form that no real job id has. */
export const sampleRow = {
  job_id: 'sample',
  status: 'completed',
  filename: 'A walk to the stadium',
  video_duration_seconds: sampleSeconds,
  capabilities: ['transcription', 'brands', 'summary'],
  url: null,
  upload_key: null,
  from_job: null,
  media_available: false,
} as unknown as JobRowView;
