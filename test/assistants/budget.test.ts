/** The budget of an assistants' process: credits that may have been spent stay reserved. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@reelsight/sdk';
import { Budget } from '../../mcp/src/budget.ts';
import { analyzeVideo } from '../../mcp/src/tools/analysis.ts';
import {
  data,
  html,
  refusal,
  type Scripted,
  startScripted,
} from '../../server/testing/sdk/scripted-server.ts';

/** Asks for a job that costs up to 100 of 100 credits, and gets this answer. Returns the credits that are left. */
async function leftAfter(answer: Scripted): Promise<number> {
  const estimate = data({ credits_estimated: 100, note: null });
  await using server = await startScripted(estimate, answer);
  const client = createClient({ baseUrl: server.url, apiKey: 'k', maxRetries: 0 });
  const budget = new Budget(100);
  const { signal } = new AbortController();
  const args = { url: 'https://youtu.be/dQw4w9WgXcQ', capabilities: ['summary' as const] };
  await assert.rejects(async () =>
    analyzeVideo.run({ client, budget, signal, progress: () => undefined } as never, {
      ...args,
      max_credits: 100,
      attempt: 1,
    }),
  );
  assert.equal(server.seen.length, 2);

  return budget.left;
}

test('a refusal of the service gives the credits back', async () => {
  assert.equal(await leftAfter(refusal(422, 'INVALID_URL')), 100);
  assert.equal(await leftAfter(refusal(402, 'INSUFFICIENT_CREDITS')), 100);
});

test('an answer of something in between, or a failure of the service, does not: the job may exist', async () => {
  for (const status of [504, 502, 408, 404]) assert.equal(await leftAfter(html(status)), 0);
  assert.equal(await leftAfter(refusal(500, 'INTERNAL_ERROR')), 0);
});
