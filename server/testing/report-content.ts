/** Contents of reports for tests: any number of videos and brands, the same every time. */
import {
  type Exposure,
  type ExposureBrand,
  exposurePositions,
  type ReportDetail,
} from '@reelsight/contract';
import sharp from 'sharp';
import { identityOf } from '../src/analysis/name-key.ts';
import type {
  Picture,
  ReportAppearance,
  ReportContent,
  ReportVideo,
  Span,
} from '../src/reports/content.ts';
import { framesOnPages, picturesOf } from '../src/reports/proof-pictures.ts';

const usualNames = ['Sony', 'Pepsi', 'Nike', 'Coca-Cola', 'Würth', 'Škoda', 'Red Bull', 'Heineken'];

export interface Wanted {
  readonly videos?: number;
  readonly brands?: number;
  readonly names?: readonly string[];
  readonly title?: string;
  readonly videoTitle?: string;
  readonly seconds?: number;
  readonly spans?: number;
  readonly priced?: boolean;
  readonly detail?: ReportDetail;
}

export function reportContent(wanted: Wanted = {}): ReportContent {
  const { videos: count = 3, names = usualNames, seconds = 48, priced = false } = wanted;
  const brandNames = Array.from(
    { length: wanted.brands ?? names.length },
    (_, index) => names[index] ?? `Brand ${index + 1}`,
  );
  const videos = Array.from({ length: count }, (_, index) => videoOf(index, brandNames, wanted));
  const total = count * seconds;

  return {
    report_id: 'rep_test',
    title: wanted.title ?? 'Morning show, 14 March',
    created_at: '2026-11-23T20:15:00.000Z',
    logo: null,
    detail: wanted.detail ?? 'full',
    chosenVideos: count,
    videos,
    missing: [],
    slots: new Map(brandNames.map((name, index) => [identityOf(name), index])),
    exposure: exposureOfVideos(videos, brandNames, { total, priced }),
    origin: 'https://reels.example',
    asked: {
      brands: null,
      minConfidence: null,
      cpmUsd: priced ? 25 : null,
      audience: priced ? 120_000 : null,
    },
  };
}

function videoOf(at: number, names: readonly string[], wanted: Wanted): ReportVideo {
  const { seconds = 48, spans = 3 } = wanted;
  const job_id = `job_${String(at).padStart(4, '0')}`;
  const shown = names.filter((_, brand) => names.length < 20 || (brand + at) % 7 === 0);
  const appearances = shown.flatMap((brand, place) =>
    appearancesOf(brand, { at: at * 31 + place, seconds, spans, job_id }),
  );

  return {
    job_id,
    title: `${wanted.videoTitle ?? 'Morning show'}, part ${at + 1}`,
    duration_seconds: seconds,
    completed_at: '2026-11-23T20:11:00.000Z',
    engines: { text: 'pp-ocr v4-mobile', speech: 'moonshine tiny-en' },
    weaknesses: [],
    appearances,
    lanes: shown.map((name) => ({
      name,
      seen: appearances
        .filter((appearance) => appearance.brand === name && appearance.source === 'visual')
        .map(({ start, end }): Span => [start, end]),
      said: appearances
        .filter((appearance) => appearance.brand === name && appearance.source === 'audio')
        .map(({ start }) => start),
    })),
  };
}

interface Seed {
  readonly at: number;
  readonly seconds: number;
  readonly spans: number;
  readonly job_id: string;
}

function appearancesOf(brand: string, { at, seconds, spans, job_id }: Seed): ReportAppearance[] {
  const every = seconds / spans;
  const list = Array.from({ length: spans }, (_, k): ReportAppearance => {
    const start = k * every + ((at * 7 + k * 3) % 10) * every * 0.05;
    const size = 0.06 + ((at + k) % 4) * 0.05;
    return {
      brand,
      source: 'visual',
      surface: k % 2 === 0 ? 'jersey-front' : null,
      start,
      end: start + every * 0.3,
      timestamp: start + every * 0.1,
      corrected: false,
      added: false,
      confidence: 0.8 + ((at + k) % 20) / 100,
      frame: `/v1/frames/${job_id}/proof-${k}.jpg`,
      box: { x: ((at * 13) % 70) / 100, y: ((k * 29) % 70) / 100, width: size * 1.8, height: size },
    };
  });
  const [first] = list;
  if (!first || at % 3 > 0) return list;

  return [
    ...list,
    { ...first, source: 'audio', box: null, frame: null, start: seconds / 2, end: seconds / 2 },
  ];
}

function exposureOfVideos(
  videos: readonly ReportVideo[],
  names: readonly string[],
  { total, priced }: { readonly total: number; readonly priced: boolean },
): Exposure {
  const seen = names.map((name) =>
    videos.reduce(
      (sum, { lanes }) => sum + secondsOf(lanes.find((lane) => lane.name === name)?.seen ?? []),
      0,
    ),
  );
  const all = seen.reduce((sum, one) => sum + one, 0);
  return {
    formula: {
      version: 1,
      weights: { full_size: 0.06, edge_loss: 0.4, clutter: 0.5 },
      text: 'equivalent_seconds = Σ dt · size · position · clarity · clutter\nsize = min(1, √(area / 0.06))\nposition = 1 − 0.4 · min(1, d)\nclutter = n^−0.5',
    },
    videos: videos.map(({ job_id, title, duration_seconds }) => ({
      job_id,
      title,
      duration_seconds,
    })),
    left_out: [],
    seconds_total: total,
    brands: names.map((name, index) =>
      brandOf(name, { seen: seen[index] ?? 0, all, total, videos, priced }),
    ),
  };
}

const secondsOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, [from, to]) => sum + to - from, 0);

function brandOf(
  name: string,
  of: { seen: number; all: number; total: number; videos: readonly ReportVideo[]; priced: boolean },
): ExposureBrand {
  const { seen, all, total, videos, priced } = of;
  const own = videos.flatMap(({ appearances }) => appearances).filter((one) => one.brand === name);
  const times = own.filter(({ source }) => source === 'audio').length;

  return {
    name,
    videos: new Set(own.map(({ frame }) => frame?.slice(0, 20))).size,
    appearances: own.length - times,
    seen_seconds: seen,
    share_of_video: total > 0 ? seen / total : 0,
    share_of_voice: all > 0 ? seen / all : 0,
    solus_seconds: seen / 4,
    mean_size: 0.012,
    max_size: 0.19,
    position: Object.fromEntries(
      exposurePositions.map((field, index) => [field, (seen * (index + 1)) / 45]),
    ) as ExposureBrand['position'],
    clarity: 0.71,
    clarity_known: 0.8,
    legible_seconds: { phone: seen / 3, laptop: seen / 2, tv: seen },
    said: { times, seconds_overlapping_seen: 0.4 },
    longest_seconds: seen / 3,
    first_seen: seen > 0 ? 2.5 : null,
    equivalent_seconds: seen / 6,
    media_value_usd: priced ? seen * 16.7 : null,
    surfaces:
      seen > 0
        ? [{ surface: 'jersey-front', seen_seconds: seen / 2, equivalent_seconds: seen / 12 }]
        : [],
    best: bestIn(own),
  };
}

function bestIn(own: readonly ReportAppearance[]): ExposureBrand['best'] {
  const shown = own.find(({ box }) => box !== null);
  const [, , , job_id] = shown?.frame?.split('/') ?? [];
  if (!shown?.box || !job_id) return null;
  const { timestamp, frame: frame_url, box: bounding_box } = shown;
  return { job_id, timestamp, frame_url, bounding_box };
}

/** The pictures on a report's pages. With many frames, some share a picture. */
export async function framesOf(content: ReportContent): Promise<Map<string, Picture>> {
  const frames = new Map<string, Uint8Array>();
  const made: Uint8Array[] = [];
  for (const [index, path] of framesOnPages(content).slice(0, 200).entries()) {
    made[index % 20] ??= await frameOf(index % 20);
    frames.set(path, made[index % 20] as Uint8Array);
  }
  return picturesOf(content, frames);
}

function frameOf(at: number): Promise<Uint8Array> {
  const width = 1280;
  const height = 720;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="60%" fill="hsl(${(at * 47) % 360} 35% 60%)"/><rect y="60%" width="100%" height="40%" fill="hsl(${(at * 47 + 90) % 360} 30% 40%)"/><text x="100" y="400" font-size="160" fill="white">${at}</text></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}
