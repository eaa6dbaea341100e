/** Precision and recall for made-up results whose counts were worked out by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrandResult, Results } from '@reelsight/contract';
import { cpuMs } from '../../testing/cpu-time.ts';
import { brand, thing } from '../../testing/exported.ts';
import { evaluated, scoresOf } from './evaluation.ts';
import type { Said } from './things.ts';

const box = { x: 0, y: 0, width: 0.1, height: 0.1 };
const by = (
  source: 'logo' | 'text',
  timestamp: number,
): BrandResult['frame_detections'][number] => ({
  timestamp,
  confidence: 0.9,
  bounding_box: box,
  source,
  verified: true,
});

/**
 * Sony is visible three times: found by its logo, by text, and once wrongly. Nike is found by text, but is really
 * Nikon.
 */
function found(): Results {
  const sony = brand('Sony', [
    [1, 3],
    [10, 12],
    [20, 21],
  ]);
  sony.frame_detections.push(by('logo', 1), by('text', 10), by('text', 11), by('logo', 20));
  sony.appearances.push({ timestamp: 30, confidence: 1, context: '', source: 'audio' });

  const nike = brand('Nike', [[5, 6]]);
  nike.frame_detections.push(by('text', 5));

  const engines = { text: 'reader 1', logos: 'looker 2', speech: 'ear 3', objects: 'eye 4' };
  const meta = { fps_used: 1, frames_analyzed: 30, engines };

  return { brands: [sony, nike], objects: [thing('dog', [], [[1, 2]])], meta };
}

const corrections: Said[] = [
  {
    correction_id: 'cor_1',
    kind: 'dismiss',
    target: 'brand',
    name: 'Sony',
    appearance: { timestamp: 20 },
  },
  { correction_id: 'cor_2', kind: 'rename', target: 'brand', name: 'Nike', new_name: 'Nikon' },
  {
    correction_id: 'cor_3',
    kind: 'add',
    target: 'brand',
    name: 'Pepsi',
    appearance_added: { start: 40, end: 42, box, source: 'visual' },
  },
];

test('a source is right in what people left, and misses what they added or renamed', () => {
  const truth = JSON.stringify(found());
  const scores = scoresOf(evaluated({ truth, corrections, analysis: truth }));
  const rows = scores.map(({ target, source, engine, ...of }) => [
    ...[target, source, engine, of.found, of.right, of.precision, of.expected, of.hit, of.recall],
  ]);

  assert.deepEqual(rows, [
    ['brand', 'visual', 'looker 2 + reader 1', 4, 2, 0.5, 4, 2, 0.5],
    ['brand', 'audio', 'ear 3', 1, 1, 1, 1, 1, 1],
    ['brand', 'logo', 'looker 2', 2, 1, 0.5, 4, 1, 0.25],
    ['brand', 'text', 'reader 1', 2, 1, 0.5, 4, 1, 0.25],
    ['object', 'visual', 'eye 4', 1, 1, 1, 1, 1, 1],
  ]);
});

test('the truth needs nothing that was found on single frames', () => {
  const { brands = [], objects = [], ...others } = found();
  const bare = {
    ...others,
    brands: brands.map((brand) => ({ ...brand, frame_detections: [] })),
    objects: objects.map((object) => ({ ...object, frames: [] })),
  };
  const analysis = JSON.stringify(found());

  assert.deepEqual(
    evaluated({ truth: JSON.stringify(bare), corrections, analysis }),
    evaluated({ truth: analysis, corrections, analysis }),
  );
});

test('another analysis of the video is scored on the same truth, by its own engine', () => {
  const better = found();
  better.meta.engines.text = 'reader 2';

  const nikon = brand('NIKON', [[5.2, 6.1]]);
  nikon.frame_detections.push(by('text', 5.5));
  better.brands = [better.brands?.[0] as BrandResult, nikon];

  const truth = JSON.stringify(found());
  const other = JSON.stringify(better);
  const scores = scoresOf(
    [truth, other].flatMap((analysis) => evaluated({ truth, corrections, analysis })),
  );
  const text = scores.filter(({ source }) => source === 'text');
  assert.deepEqual(
    text.map(({ engine, videos, precision, recall }) => [engine, videos, precision, recall]),
    [
      ['reader 1', 1, 0.5, 0.25],
      ['reader 2', 1, 1, 0.5],
    ],
  );
});

test('nothing found and nothing there has no shares', () => {
  const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
  const truth = JSON.stringify({ brands: [], meta });
  assert.deepEqual(scoresOf(evaluated({ truth, corrections: [], analysis: truth })), []);
  const none = evaluated({ truth, corrections: corrections.slice(2), analysis: truth });
  const [score] = scoresOf(none);
  assert.deepEqual([score?.precision, score?.recall, score?.engine], [null, 0, 'unknown']);
});

test('a name that is said 30,000 times is compared in time that grows with how often it is said', () => {
  const took = (count: number): number => {
    const appearances = Array.from({ length: count }, (_, index) => ({
      timestamp: 3 * index,
      confidence: 1,
      context: '',
      source: 'audio' as const,
    }));
    const results = JSON.stringify({ ...found(), brands: [{ ...brand('Kia', []), appearances }] });
    const times = [0, 1, 2].map(() => {
      const before = cpuMs();
      const [heard] = evaluated({ truth: results, corrections: [], analysis: results }).filter(
        ({ source }) => source === 'audio',
      );
      assert.deepEqual([heard?.found, heard?.right, heard?.hit], [count, count, count]);
      return cpuMs() - before;
    });
    return Math.min(...times);
  };
  const few = took(3000);
  const many = took(30_000);

  assert.ok(many < 30 * Math.max(few, 5), `${many} ms after ${few} ms`);
});
