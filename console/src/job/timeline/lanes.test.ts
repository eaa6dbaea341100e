import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Results } from '@reelsight/sdk';
import { barsOf, ticksOf, wholeView } from './axis-view.ts';
import { indexAt, type Lane, lanesOf, lanesShown, nextStop, stopsOf } from './lanes.ts';

const results = {
  meta: { fps_used: 1, frames_analyzed: 20, engines: {} },
  transcription: {
    text: '',
    language: 'en',
    duration_seconds: 20,
    word_count: 0,
    segments: [
      { start: 0, end: 2, text: 'a', speaker: 2 },
      { start: 2, end: 4, text: 'b', speaker: 1 },
    ],
  },
  brands: [
    {
      name: 'Acme',
      confidence: 1,
      total_appearances: 3,
      first_seen: 3,
      last_seen: 9,
      frame_detections: [],
      appearances: [
        { timestamp: 9, context: '', source: 'audio' },
        { timestamp: 7, timestamp_start: 6, timestamp_end: 8, context: '', source: 'visual' },
        { timestamp: 3, context: '', source: 'visual' },
      ],
    },
  ],
} as unknown as Results;
const colourOf = (name: string) => `the colour of ${name}`;

test('speakers, brands and what is said of them have lanes in this order; a brand has the colour of its name', () => {
  const lanes = lanesOf(results, colourOf);
  assert.deepEqual(
    lanes.map(({ name }) => name),
    ['Speaker 1', 'Speaker 2', 'Acme'],
  );
  assert.equal(new Set(lanes.map(({ colour }) => colour)).size, 3);

  const acme = lanes[2];
  assert.equal(acme?.colour, 'the colour of Acme');
  assert.deepEqual(acme?.spans, [
    { start: 3, end: 3.2 },
    { start: 6, end: 8 },
  ]);
  assert.deepEqual(acme?.marks, [9]);
});

test('shots come first, in grey', () => {
  const shots = [
    { start: 0, end: 4 },
    { start: 4, end: 9 },
  ];
  const lanes = lanesOf(results, colourOf, shots);

  assert.deepEqual(
    lanes.map(({ name, colour }) => [name, colour]),
    [
      ['Shots', 'var(--lane-grey)'],
      ...lanesOf(results, colourOf).map(({ name, colour }) => [name, colour]),
    ],
  );
  assert.deepEqual(lanes[0]?.spans, shots);
});

test('paid segments are a lane in grey between speech and brands, long enough to be seen', () => {
  const paid_segments = [
    { start: 1, end: 1, confidence: 0.5, evidence: [] },
    { start: 4, end: 9, brand: 'Acme', confidence: 1, evidence: [] },
  ];
  const lanes = lanesOf({ ...results, paid_segments }, colourOf);
  assert.deepEqual(
    lanes.map(({ name }) => name),
    ['Speaker 1', 'Speaker 2', 'Paid segments', 'Acme'],
  );
  assert.equal(lanes[2]?.colour, 'var(--lane-grey)');
  assert.deepEqual(lanes[2]?.spans, [
    { start: 1, end: 1.2 },
    { start: 4, end: 9 },
  ]);
  assert.deepEqual(stopsOf(lanes), stopsOf(lanesOf(results, colourOf)), 'they are no stops');
});

test('results without speech, brands and objects have no lanes', () => {
  assert.deepEqual(lanesOf({ meta: results.meta }, colourOf), []);
});

test('stops are where brands begin to be seen or heard; one moves on from where one stands', () => {
  const stops = stopsOf(lanesOf(results, colourOf));
  assert.deepEqual(stops, [3, 6, 9]);
  assert.equal(nextStop(stops, 3.01, 1), 6);
  assert.equal(nextStop(stops, 6.05, -1), 3);
  assert.equal(nextStop(stops, 9, 1), undefined);
});

test('bars that touch become one, and a blink can still be seen', () => {
  const spans = Array.from({ length: 5000 }, (_, k) => ({ start: k * 1.4, end: k * 1.4 + 0.2 }));
  const bars = barsOf(spans, wholeView(7200), 800);

  assert.ok(bars.length <= 800, `${bars.length} bars`);
  assert.deepEqual(barsOf([{ start: 10, end: 10.2 }], wholeView(100), 100), [{ x: 10, width: 2 }]);
  assert.deepEqual(
    barsOf(
      [
        { start: 0, end: 50 },
        { start: 10, end: 20 },
      ],
      wholeView(100),
      100,
    ),
    [{ x: 0, width: 50 }],
  );
});

test('the entry at a second is found among many', () => {
  const starts = [0, 2, 4];
  assert.deepEqual(
    [-1, 0, 1.9, 2, 100].map((second) => indexAt(starts, second)),
    [-1, 0, 0, 1, 2],
  );
});

test('the axis has a label about every ninety pixels, at round seconds', () => {
  assert.deepEqual(ticksOf(wholeView(28), 700), [0, 5, 10, 15, 20, 25]);
  assert.deepEqual(ticksOf(wholeView(7200), 700).slice(0, 3), [0, 1800, 3600]);
});

test('the axis shows twelve lanes at first, and the open one wherever it stands', () => {
  const lanes = Array.from({ length: 18 }, (_, index) => ({ id: `brand-${index}` }) as Lane);
  const ids = (shown: readonly Lane[]) => shown.map(({ id }) => id);
  assert.equal(lanesShown(lanes, undefined).length, 12);
  assert.equal(ids(lanesShown(lanes, 'brand-15')).at(-1), 'brand-15');
  assert.equal(lanesShown(lanes.slice(0, 13), undefined).length, 13, 'no line for a single lane');
});
