/** Tests which videos the filters of a Follow take, and the reasons for which they leave videos out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftOutBy } from './follow-filter.ts';

const video = {
  title: 'Rye bread, slowly: CAFÉ edition',
  durationSeconds: 300,
  publishedAt: new Date('2026-11-20T10:00:00Z'),
};

test('all that is given must hold', () => {
  assert.equal(leftOutBy(undefined, video), null);
  assert.equal(leftOutBy({ min_duration_seconds: 300 }, video), null);
  assert.match(leftOutBy({ min_duration_seconds: 301 }, video) ?? '', /shorter than 301/);
  assert.equal(leftOutBy({ newer_than: '2026-11-20' }, video), null);
  assert.match(leftOutBy({ newer_than: '2026-11-20T10:00:00Z' }, video) ?? '', /not newer/);
  assert.equal(leftOutBy({ title_includes: ['wheat', 'RYE'] }, video), null);
  assert.equal(leftOutBy({ title_includes: ['cafe\u0301'] }, video), null);
  assert.match(leftOutBy({ title_includes: ['wheat'] }, video) ?? '', /none of the words/);
  assert.match(leftOutBy({ title_excludes: ['#ad', 'slowly'] }, video) ?? '', /"slowly"/);

  const both = { min_duration_seconds: 10, title_excludes: ['bread'] };
  assert.match(leftOutBy(both, video) ?? '', /"bread"/);
});

test('what is not known of a video speaks against none', () => {
  const unknown = { title: null, durationSeconds: null, publishedAt: null };
  assert.equal(leftOutBy({ min_duration_seconds: 60, newer_than: '2026-01-01' }, unknown), null);
  assert.equal(leftOutBy({ title_excludes: ['ad'] }, unknown), null);
  assert.notEqual(leftOutBy({ title_includes: ['ad'] }, unknown), null);
});
