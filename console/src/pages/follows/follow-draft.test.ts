import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Follow } from '@reelsight/contract';
import {
  changeOf,
  createOf,
  draftOf,
  emptyFollow,
  filtersOf,
  rhythmOptions,
  rhythmWords,
} from './follow-draft.ts';

const draft = {
  ...emptyFollow,
  wanted: { ...emptyFollow.wanted, captions: 'none' as const },
  name: ' Baker ',
  source: ' https://www.youtube.com/@baker ',
  backfill: '3',
  monthlyCredits: '500',
  minSeconds: '60',
  titleExcludes: ['trailer'],
};

test('what is left empty is no rule, and takes away one there was', () => {
  const body = createOf(draft);
  assert.deepEqual(
    [body.name, body.source, body.backfill, body.monthly_credits, body.every_minutes],
    ['Baker', 'https://www.youtube.com/@baker', 3, 500, 60],
  );
  assert.equal(body.captions, 'none');
  assert.deepEqual([body.brands, body.max_credits, body.webhook_url], [null, null, null]);
  assert.deepEqual(body.filters, { min_duration_seconds: 60, title_excludes: ['trailer'] });
  assert.equal(filtersOf(emptyFollow), null);

  assert.equal('source' in changeOf(draft), false, 'what is watched can not be changed');
});

test('a Follow comes back to its form as it was made', () => {
  const { name, source, backfill: _, ...rule } = createOf(draft);
  const follow = { name, source, rule } as unknown as Follow;
  const { backfill, ...again } = draftOf(follow);
  assert.equal(backfill, '0');
  assert.deepEqual({ ...again, backfill: '3' }, { ...draft, name, source });
});

test('a rhythm the form does not offer is among its choices', () => {
  assert.equal(rhythmOptions('45').at(-1)?.label, 'every 45 minutes');
  assert.equal(rhythmWords(1440), 'every day');
  assert.equal(rhythmWords(null), 'every hour');
});
