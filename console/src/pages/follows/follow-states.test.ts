import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, ConnectionError } from '@reelsight/sdk';
import { followStateOf, previewTrouble } from './follow-states.ts';

test('a Follow that is on but could not check waits, and says why without a code', () => {
  const follow = { status: 'active' as const, paused_reason: null, note: null };
  assert.deepEqual(followStateOf(follow), { state: 'active', why: null });
  assert.deepEqual(
    followStateOf({ ...follow, note: 'PLATFORM_RATE_LIMITED: The platform asks to wait.' }),
    { state: 'waiting', why: 'The platform asks to wait.' },
  );

  assert.deepEqual(
    followStateOf({ status: 'paused', paused_reason: 'It failed ten times.', note: 'x' }),
    { state: 'paused', why: 'It failed ten times.' },
  );
});

test('a preview is refused for a wrong link, and only waits for a platform that does not answer', () => {
  const refusal = (status: number, code: string) => new ApiError({ status, code, message: '' });
  assert.equal(previewTrouble(refusal(422, 'INVALID_URL')), 'refused');
  assert.equal(previewTrouble(refusal(429, 'PLATFORM_RATE_LIMITED')), 'waiting');
  assert.equal(previewTrouble(refusal(503, 'PLATFORM_UNAVAILABLE')), 'waiting');
  assert.equal(previewTrouble(new ConnectionError('here', undefined)), 'waiting');
});
