/** The table of brands over all videos of a batch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrandResult } from '@reelsight/contract';
import fc from 'fast-check';
import { aggregateBrands } from '../../analysis/aggregate-brands.ts';
import { aggregatePassages, videoNames } from './aggregate.ts';

const brand = (name: string, total_appearances: number, seconds?: number): BrandResult => ({
  name,
  confidence: 0.9,
  total_appearances,
  first_seen: 0,
  last_seen: 1,
  ...(seconds !== undefined && { total_visible_duration: seconds }),
  appearances: [
    { timestamp: 1, timestamp_start: 1, timestamp_end: 2, context: '', source: 'visual' },
  ],
  frame_detections: [],
});

test('one row a brand, most videos first; spellings of one name are one brand', () => {
  const rows = aggregateBrands([
    { job_id: 'job_1', brands: [brand('Coca-Cola', 2, 1.5), brand('Nike', 9, 4)] },
    { job_id: 'job_2', brands: [brand('COCA COLA', 1)] },
    { job_id: 'job_3', brands: [brand('Coca-Cola', 1, 1), brand('coca cola', 1, 1)] },
    { job_id: 'job_4' },
  ]);
  assert.deepEqual(rows, [
    {
      name: 'Coca-Cola',
      videos: 3,
      total_appearances: 5,
      total_visible_duration: 2.5,
      job_ids: ['job_1', 'job_2', 'job_3'],
    },
    {
      name: 'Nike',
      videos: 1,
      total_appearances: 9,
      total_visible_duration: 4,
      job_ids: ['job_1'],
    },
  ]);
});

test('no brand and no job is lost or counted twice', () => {
  const name = fc.constantFrom('Nike', 'nike', 'NIKE!', 'Sony', '+', 'H&M');
  const jobs = fc.array(fc.array(fc.tuple(name, fc.nat(9)), { maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(jobs, (lists) => {
      const input = lists.map((list, i) => ({
        job_id: `job_${i}`,
        brands: list.map(([of, times]) => brand(of, times)),
      }));
      const rows = aggregateBrands(input);
      const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
      assert.equal(
        sum(rows.map((row) => row.total_appearances)),
        sum(lists.flat().map((one) => one[1])),
      );

      for (const row of rows) {
        assert.equal(row.videos, new Set(row.job_ids).size);
        assert.equal(row.videos, row.job_ids.length);
      }
    }),
  );
});

test('passages tell their video, and how many videos a brand is in', async () => {
  const job = (
    job_id: string,
    url: string | null,
    title: string | null,
    brands: BrandResult[],
  ) => ({
    job_id,
    url,
    title,
    material: { brands },
  });
  const jobs = [
    job('job_1', 'https://v/1', 'First', [brand('Nike', 1)]),
    job('job_2', 'https://v/2', null, []),
    job('job_3', null, null, [brand('NIKE', 1)]),
  ];
  assert.deepEqual(videoNames(jobs), ['First', 'https://v/2', 'job_3']);

  const [total, ...rest] = await aggregatePassages(jobs);
  assert.match(total?.text ?? '', /Nike is visible in 2 of 3 videos, 2 times/);
  assert.deepEqual(
    total?.moments.map((moment) => moment.video),
    [0, 2],
  );
  assert.deepEqual(
    rest.map((passage) => passage.moments[0]?.video),
    [0, 2],
  );
});
