import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobPart, JobSoFar } from '@reelsight/contract';
import { partRemarks, pendingOf, resultsSoFar, transcriptRows } from './so-far.ts';

const part = (kind: JobPart['kind'], start: number, state: JobPart['state']): JobPart => ({
  kind,
  start,
  end: start + 30,
  state,
});
const parts = [
  part('hear', 0, 'done'),
  part('hear', 30, 'running'),
  part('hear', 60, 'waiting'),
  part('read', 0, 'done'),
  part('detect', 0, 'unserved'),
  part('read', 30, 'failed'),
  part('join', 0, 'waiting'),
];

test('what is to come is told apart for sound and pictures; a failed part does not come', () => {
  assert.deepEqual(pendingOf(parts), {
    speech: [{ start: 30, end: 90 }],
    pictures: [{ start: 0, end: 30 }],
  });
});

test('what no worker can do, and what failed, is said', () => {
  assert.deepEqual(partRemarks(parts), [
    'No worker here can find logos and objects: waiting.',
    'A part failed to read what is on screen; the rest continues.',
  ]);
});

test('stretches of one name become one brand with its seconds', () => {
  const soFar: JobSoFar = {
    duration_seconds: 90,
    parts,
    segments: [],
    things: [],
    brands: [
      { name: 'Sony', start: 3, end: 5 },
      { name: 'Nike', start: 4, end: 6 },
      { name: 'Sony', start: 20, end: 21.5 },
    ],
  };
  const { brands = [] } = resultsSoFar(soFar);
  assert.deepEqual(
    brands.map(({ name, total_visible_duration, appearances }) => [
      ...[name, total_visible_duration, appearances.length],
    ]),
    [
      ['Sony', 3.5, 2],
      ['Nike', 2, 1],
    ],
  );
});

test('a stretch still to be heard has its place between what was said before and after it', () => {
  const rows = transcriptRows(
    [
      { start: 1, end: 2 },
      { start: 70, end: 71 },
    ],
    [{ start: 30, end: 60 }],
  );
  assert.deepEqual(
    rows.map(({ kind, start }) => [kind, start]),
    [
      ['said', 1],
      ['gap', 30],
      ['said', 70],
    ],
  );
});
