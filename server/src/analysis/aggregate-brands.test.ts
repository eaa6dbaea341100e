/** Tests that correcting a batch's rows for only some jobs gives the same rows as combining all corrected jobs anew. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aggregateBrands, type CorrectedJob, correctedRows } from './aggregate-brands.ts';

const anyBrands = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('Sony', 'Nike', 'ソニー', 'سوني', 'Puma'),
    total_appearances: fc.integer({ min: 1, max: 9 }),
    total_visible_duration: fc.integer({ min: 0, max: 90_000 }).map((ms) => ms / 1000),
    appearances: fc.constant([]),
  }),
  { selector: ({ name }) => name },
);
const anyJob = fc.record({
  found: anyBrands,
  corrected: anyBrands.map((all) => all.map((one) => ({ ...one, corrected: true as const }))),
  isCorrected: fc.boolean(),
});

test('whatever was corrected in whichever of the jobs', () => {
  fc.assert(
    fc.property(fc.array(anyJob, { maxLength: 8 }), (all) => {
      const jobs = all.map((one, index) => ({ ...one, job_id: `job_${index}` }));
      const found = aggregateBrands(jobs.map((job) => ({ ...job, brands: job.found })));
      const expected = aggregateBrands(
        jobs.map((job) => ({ ...job, brands: job.isCorrected ? job.corrected : job.found })),
      );
      const changed: CorrectedJob[] = jobs.filter(({ isCorrected }) => isCorrected);
      const order = jobs.map(({ job_id }) => job_id);

      assert.deepEqual(correctedRows(found, changed, order), expected);
    }),
  );
});

test('a job that names a brand twice has the seconds of the union', () => {
  const spelled = (name: string, start: number, end: number) => ({
    name,
    total_appearances: 1,
    total_visible_duration: end - start,
    appearances: [
      {
        timestamp: start,
        timestamp_start: start,
        timestamp_end: end,
        context: '',
        source: 'visual' as const,
      },
    ],
  });
  const rows = aggregateBrands([
    { job_id: 'a', brands: [spelled('Coca-Cola', 0, 10), spelled('Coca Cola', 5, 12)] },
    { job_id: 'b', brands: [spelled('Coca-Cola', 1, 3)] },
  ]);
  assert.deepEqual(
    rows.map((row) => [row.name, row.videos, row.total_appearances, row.total_visible_duration]),
    [['Coca-Cola', 2, 3, 14]],
  );
});

test('jobs that were deleted since still count as they were found', () => {
  const sony = {
    name: 'Sony',
    total_appearances: 2,
    total_visible_duration: 3.5,
    appearances: [],
  };
  const jobs = ['a', 'b', 'c'].map((job_id) => ({ job_id, brands: [sony] }));
  const gone = { job_id: 'b', found: [sony], corrected: [] };

  assert.deepEqual(correctedRows(aggregateBrands(jobs), [gone], ['b', 'c']), [
    {
      name: 'Sony',
      videos: 2,
      total_appearances: 4,
      total_visible_duration: 7,
      job_ids: ['a', 'c'],
    },
  ]);
});
