/** Results of made-up videos with brands, the same for the same seed: seen, said, sure and unsure, moving and still. */
import type { BrandAppearance, BrandResult, Results, Surface } from '@reelsight/contract';

export interface BrandResultsWanted {
  readonly seed: number;
  readonly brands?: number;
  /** Number of appearances of all brands together. */
  readonly appearances?: number;
  /** Length of the video in seconds. */
  readonly seconds?: number;
  /** Number of analysed frames per second. */
  readonly rate?: number;
}

/** Seeded random numbers from 0 to 1 (Mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const digits = (value: number, count: number): number => Number(value.toFixed(count));
const surfaces: readonly (Surface | undefined)[] = [undefined, 'clothing', 'screen', 'sign'] as (
  | Surface
  | undefined
)[];

export function brandResults(wanted: BrandResultsWanted): Results {
  const { seed, brands = 6, appearances = 40, seconds = 300, rate = 2 } = wanted;
  const random = randomOf(seed);
  const each = Math.ceil(appearances / brands);
  const found = Array.from({ length: brands }, (_, index) =>
    brandOf(`Brand ${(seed % 7) + index}`, { random, count: each, seconds, rate }),
  );
  const isSaid = found.some((one) => one.appearances.some(({ source }) => source === 'audio'));

  return {
    brands: found,
    ...(isSaid && { transcription: transcriptOf(found, seconds) }),
    meta: {
      fps_used: rate,
      frames_analyzed: seconds * rate,
      engines: { text: 'pp-ocr v4-mobile', speech: 'moonshine tiny-en' },
      ...(seed % 3 === 0 && { proof_frames_truncated: true }),
    },
  } as Results;
}

interface Making {
  readonly random: () => number;
  readonly count: number;
  readonly seconds: number;
  readonly rate: number;
}

function brandOf(name: string, { random, count, seconds, rate }: Making): BrandResult {
  const all = Array.from({ length: count }, () => digits(random() * (seconds - 8), 3)).sort(
    (a, b) => a - b,
  );
  const parts = all.map((start, index) =>
    random() < 0.06
      ? { appearance: saidAt(start), detections: [] }
      : seenAt(start, { at: index, random, rate, length: 0.04 + random() * 7 }),
  );
  const appearances = parts.map((part) => part.appearance);

  return {
    name,
    confidence: digits(0.5 + random() / 2, 3),
    total_appearances: count,
    first_seen: all[0] ?? 0,
    last_seen: all.at(-1) ?? 0,
    appearances,
    frame_detections: parts.flatMap(({ detections }) => detections),
  } as BrandResult;
}

const saidAt = (timestamp: number): BrandAppearance => ({
  timestamp,
  context: 'The name is said.',
  speech_context: 'and now a word about it',
  source: 'audio',
});

interface Seen {
  readonly at: number;
  readonly random: () => number;
  readonly rate: number;
  readonly length: number;
}

function seenAt(start: number, { at, random, rate, length }: Seen) {
  const end = digits(start + length, 3);
  const surface = surfaces[Math.floor(random() * surfaces.length)];
  const x = random() * 0.8;
  const y = random() * 0.9;
  const width = 0.02 + random() * 0.3;
  const height = 0.01 + random() * 0.2;
  const drift = random() < 0.3 ? 0 : 0.05 * (random() - 0.5);
  const isMeasured = random() < 0.8;
  const times = Array.from({ length: Math.floor(length * rate) + 1 }, (_, step) => step / rate);
  const boxAt = (time: number) => ({
    x: digits(x + drift * time, 4),
    y: digits(y, 4),
    width: digits(width, 4),
    height: digits(height, 4),
  });
  const detections = times
    .filter(() => random() < 0.95)
    .map((time) => ({
      timestamp: digits(start + time, 3),
      confidence: digits(0.3 + random() * 0.7, 3),
      bounding_box: boxAt(time),
      source: 'text',
      verified: random() < 0.5,
      ...(isMeasured && { clarity: digits(random(), 3) }),
      ...(surface && random() < 0.5 && { surface }),
    }));

  const appearance = {
    timestamp: start,
    timestamp_start: start,
    timestamp_end: end,
    visible_duration: digits(end - start, 3),
    source: 'visual',
    context: 'The name stands on something in the picture.',
    ...(random() < 0.9 && { confidence: digits(0.3 + random() * 0.7, 3) }),
    ...(surface && { surface }),
    ...(random() < 0.8 && {
      frame_url: `/v1/frames/job_1/proof-${at}.jpg`,
      bounding_box: boxAt(0),
    }),
  } as BrandAppearance;

  return { appearance, detections };
}

/** A transcript that contains most of the names at the times at which they are said. */
function transcriptOf(brands: readonly BrandResult[], seconds: number) {
  const spoken = Array.from({ length: Math.floor(seconds * 2) }, (_, index) => ({
    text: 'word',
    start: index / 2,
    end: index / 2 + 0.3,
  }));

  const names = brands.flatMap(({ name, appearances }) =>
    appearances
      .filter(({ source, timestamp }) => source === 'audio' && timestamp % 1 < 0.7)
      .flatMap(({ timestamp }) =>
        name.split(' ').map((text, index) => ({
          text,
          start: timestamp + index * 0.25,
          end: timestamp + index * 0.25 + 0.2,
        })),
      ),
  );
  const words = [...spoken, ...names].sort((a, b) => a.start - b.start);

  return {
    text: words.map(({ text }) => text).join(' '),
    language: 'en',
    duration_seconds: seconds,
    word_count: words.length,
    segments: [{ start: 0, end: seconds, text: '', words }],
  };
}
