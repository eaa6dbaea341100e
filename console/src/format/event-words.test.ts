/** Tests of the text that the webhooks page shows about events. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookOutcomes } from './event-words.ts';

test('each outcome is named once', () => {
  assert.equal(webhookOutcomes(), 'completed, failed, cancelled, held or paused');
});
