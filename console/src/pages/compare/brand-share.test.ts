import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrandResult } from '@reelsight/sdk';
import { brandShares } from './brand-share.ts';

function brand(name: string, seenSeconds: readonly number[], saidTimes: number): BrandResult {
  const seen = seenSeconds.map((visible_duration, index) => ({
    timestamp: index * 10,
    visible_duration,
    context: '',
    source: 'visual' as const,
  }));

  const said = [...Array(saidTimes).keys()].map((index) => ({
    timestamp: index,
    context: '',
    source: 'audio' as const,
  }));
  return {
    name,
    confidence: 0.9,
    total_appearances: seen.length + said.length,
    ...(seen.length > 0 && {
      total_visible_duration: seenSeconds.reduce((all, one) => all + one, 0),
    }),
    first_seen: 0,
    last_seen: 0,
    appearances: [...seen, ...said],
    frame_detections: [],
  };
}

const jobs = [
  { job_id: 'a', name: 'A', brands: [brand('Acme', [3, 3], 1), brand('Globex', [2], 0)] },
  { job_id: 'b', name: 'B', brands: [brand('acme', [], 2), brand('Initech', [], 1)] },
  { job_id: 'c', name: 'C', brands: [] },
];

test('what a brand was seen and said adds up over the jobs', () => {
  const [acme, globex, initech] = brandShares(jobs);
  assert.deepEqual(
    [acme?.name, acme?.videos, acme?.appearances, acme?.visibleSeconds, acme?.mentions],
    ['Acme', 2, 2, 6, 3],
  );
  assert.deepEqual([globex?.name, globex?.videos, globex?.mentions], ['Globex', 1, 0]);
  assert.equal(initech?.name, 'Initech', 'brands that were only said come last');

  assert.deepEqual(
    acme?.jobs.map(({ job_id, seen, said }) => [job_id, seen.length, said.length]),
    [
      ['a', 2, 1],
      ['b', 0, 2],
    ],
  );
});

test('a job that names a brand twice has its seconds once', () => {
  const spelled = (name: string, start: number, end: number): BrandResult => {
    const found = brand(name, [end - start], 0);
    const [one] = found.appearances;
    return {
      ...found,
      appearances: [
        {
          ...one,
          timestamp_start: start,
          timestamp_end: end,
        } as BrandResult['appearances'][number],
      ],
    };
  };
  const twice = [spelled('Coca-Cola', 0, 10), spelled('Coca Cola', 5, 12)];
  const [cola, ...others] = brandShares([{ job_id: 'a', name: 'A', brands: twice }]);

  assert.deepEqual(others, []);
  assert.deepEqual(
    [cola?.name, cola?.videos, cola?.appearances, cola?.visibleSeconds, cola?.jobs.length],
    ['Coca-Cola', 1, 2, 12, 1],
  );
});

test('shares are of all compared brands and add up to one', () => {
  const shares = brandShares(jobs);
  assert.deepEqual(
    shares.map(({ shareOfSeconds }) => shareOfSeconds),
    [0.75, 0.25, 0],
  );
  assert.deepEqual(
    shares.map(({ shareOfMentions }) => shareOfMentions),
    [0.75, 0, 0.25],
  );
});

test('where nothing was said there is no share of it', () => {
  const [only] = brandShares([{ job_id: 'a', name: 'A', brands: [brand('Acme', [1], 0)] }]);
  assert.deepEqual([only?.shareOfSeconds, only?.shareOfMentions], [1, null]);
  assert.deepEqual(brandShares([]), []);
});
