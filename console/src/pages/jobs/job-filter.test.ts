import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterOf, rowsQuery, withFilter } from './job-filter.ts';

test('a filter comes back from its address', () => {
  const search = withFilter(new URLSearchParams('search=two+words&tab=x'), 'status', 'held');
  assert.deepEqual(filterOf(search), { search: 'two words', status: 'held' });
  assert.equal(search.get('tab'), 'x', 'what else is in the address stays');
  assert.deepEqual(filterOf(withFilter(search, 'search', '')), { status: 'held' });
});

test('days are whole days of the reader', () => {
  const { created_after, created_before } = rowsQuery({ from: '2026-03-28', to: '2026-03-29' });
  assert.equal(created_after, new Date(2026, 2, 28).toISOString());
  assert.equal(created_before, new Date(new Date(2026, 2, 30).getTime() - 1).toISOString());
});

test('what a hand wrote into the address and is no status or day filters nothing', () => {
  assert.deepEqual(rowsQuery({ status: 'done', from: '2026-02-31', to: 'today' }), {});
});
