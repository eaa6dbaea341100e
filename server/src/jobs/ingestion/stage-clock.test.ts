/** The clock of a stage, with pauses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../../testing/wait-for.ts';
import { StageClock } from './stage-clock.ts';

test('a pause is not counted, the time around it is', async () => {
  let isLate = false;
  const clock = new StageClock();
  clock.start(200, () => {
    isLate = true;
  });
  clock.pause();
  await sleep(400);
  assert.equal(isLate, false);

  clock.resume();
  await waitFor(() => assert.equal(isLate, true));
});
