/**
 * Results whose brands have known seconds: spans that overlap, cross, touch, last one frame or are at the very end;
 * names in several scripts.
 */
import type { BrandResult, Results } from '@reelsight/contract';
import { lengthOf } from '../../server/src/analysis/spans.ts';
import { brandSpans, roundSeconds } from '../../server/src/exposure/spans.ts';

export const videoSeconds = 60;
export const fps = 25;

const nike = 'ナイキ';
const nikeJapan = 'ナイキ・ジャパン';
const adidas = 'أديداس';

type Spans = readonly (readonly [start: number, end: number])[];

const boxes = [
  { x: 0.1, y: 0.2, width: 0.2, height: 0.1 },
  { x: 0.6, y: 0.5, width: 0.25, height: 0.2 },
];

/** `said`: seconds at which the brand is mentioned. */
function brand(name: string, spans: Spans, said: readonly number[] = []): BrandResult {
  const seen = spans.map(([start, end], index) => ({
    timestamp: middle(start, end),
    timestamp_start: start,
    timestamp_end: end,
    visible_duration: roundSeconds(end - start),
    confidence: 0.9,
    source: 'visual' as const,
    context: `The name "${name}" is on screen.`,
    bounding_box: boxes[index % 2],
  }));

  const heard = said.map((timestamp) => ({
    timestamp,
    confidence: 0.8,
    context: `${name} is mentioned.`,
    source: 'audio' as const,
  }));
  const appearances = [...seen, ...heard].toSorted((a, b) => a.timestamp - b.timestamp);

  return {
    name,
    confidence: 0.9,
    total_appearances: appearances.length,
    appearances,
    first_seen: Math.min(...spans.map(([start]) => start)),
    last_seen: Math.max(...spans.map(([, end]) => end)),
    total_visible_duration: roundSeconds(lengthOf(brandSpans({ appearances, confidence: 0.9 }))),
    // Detections lie within the span, not at its edges, as if frames were analysed every half second.
    frame_detections: spans.map(([start, end], index) => ({
      timestamp: middle(start, end),
      confidence: 0.9,
      source: 'text' as const,
      verified: true,
      bounding_box: boxes[index % 2] ?? boxes[0],
    })) as BrandResult['frame_detections'],
  };
}

const middle = (start: number, end: number): number => roundSeconds(start + (end - start) / 3);

const resultsOf = (brands: BrandResult[]): Results => ({
  brands,
  meta: {
    fps_used: 2,
    frames_analyzed: 120,
    engines: { text: 'made' },
    video: { width: 1920, height: 1080, fps },
  },
});

export const first = (): Results =>
  resultsOf([
    brand(
      'Sony',
      [
        [3, 13],
        [10.33, 15.87],
      ],
      [20],
    ),
    brand('Nike', [
      [12, 18.4],
      [17, 25.05],
    ]),
    brand(nike, [[30.1, 33.33]]),
    brand(adidas, [
      [35, 36.5],
      [36.5, 38],
    ]),
    brand('Flash', [[45, 45.04]]),
    brand('Pepsi', [[52.2, videoSeconds]]),
    brand('Coca-Cola', [[1, 2.5]]),
  ]);

export const second = (): Results =>
  resultsOf([brand('COCA COLA', [[4, 8.26]]), brand('Sony', [[0, 2]])]);

export type Seconds = Readonly<Record<string, number>>;

/** Seconds of the brands in the first video, calculated by hand. */
export const firstSeconds: Seconds = {
  Sony: 12.87,
  Nike: 13.05,
  [nike]: 3.23,
  [adidas]: 3,
  Flash: 0.04,
  Pepsi: 7.8,
  'Coca-Cola': 1.5,
};

export const secondSeconds: Seconds = { 'COCA COLA': 4.26, Sony: 2 };

/** Corrections that people make to the first video. */
export const corrections = [
  { kind: 'dismiss', target: 'brand', name: 'Sony', appearance: { timestamp: 12.18 } },
  { kind: 'rename', target: 'brand', name: nike, new_name: nikeJapan },
  { kind: 'merge', target: 'brand', name: 'Flash', new_name: 'Nike' },
  {
    kind: 'add',
    target: 'brand',
    name: 'Pepsi',
    appearance_added: { start: 50, end: 53, box: boxes[0], source: 'visual' },
  },
];

export const correctedSeconds: Seconds = {
  Sony: 10,
  Nike: 13.09,
  [nikeJapan]: 3.23,
  [adidas]: 3,
  Pepsi: 10,
  'Coca-Cola': 1.5,
};

/** Seconds over both videos. Names that differ only in case and punctuation are the same. */
export function together(own: Seconds): Seconds {
  const cola = (own['Coca-Cola'] ?? 0) + (secondSeconds['COCA COLA'] ?? 0);
  const { Sony = 0 } = own;
  return { ...own, 'Coca-Cola': cola, Sony: Sony + (secondSeconds.Sony ?? 0) };
}
