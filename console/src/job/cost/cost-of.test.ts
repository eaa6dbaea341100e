import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOf, itemsAbove } from './cost-of.ts';

const row = {
  status: 'processing' as const,
  credits_charged: null,
  credits_estimated: 330,
  video_duration_seconds: null,
};

test('before the length is read the form’s estimate holds, after it the service’s, at the end the charge', () => {
  const about = (credits: number, lengthKnown: boolean) => ({
    kind: 'estimated',
    credits,
    lengthKnown,
  });
  assert.deepEqual(costOf(row, { credits: 30 }), about(30, true));
  assert.deepEqual(costOf(row, undefined), about(330, false));

  const read = { ...row, video_duration_seconds: 8, credits_estimated: 44 };
  assert.deepEqual(costOf(read, { credits: 30 }), about(44, true));
  assert.deepEqual(costOf({ ...read, credits_charged: 42 }, { credits: 30 }), {
    kind: 'charged',
    credits: 42,
  });
  assert.deepEqual(costOf({ ...row, status: 'failed' }, undefined), { kind: 'none' });
});

test('the items above their estimate are named, the largest first', () => {
  const estimated = [
    { item: 'processing', credits: 20 },
    { item: 'text', credits: 4 },
  ];
  const charged = [
    { item: 'text', credits: 4.01 },
    { item: 'transcription', credits: 1 },
    { item: 'processing', credits: 31.5 },
  ];
  assert.deepEqual(itemsAbove(estimated, charged), [
    { item: 'processing', credits: 11.5 },
    { item: 'transcription', credits: 1 },
  ]);
  assert.deepEqual(itemsAbove(charged, estimated), []);
});
