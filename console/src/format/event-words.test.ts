/** What the page about webhooks says of their events. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookOutcomes } from './event-words.ts';

test('each outcome is named once', () => {
  assert.equal(webhookOutcomes(), 'completed, failed, cancelled, held or paused');
});
