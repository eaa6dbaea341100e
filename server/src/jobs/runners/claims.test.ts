/** Refused claims leave no listeners behind, however many of them a runner sends. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { partProtocol } from '../../perception/part.ts';
import { RunnerClaims } from './claims.ts';
import type { DeskOptions } from './options.ts';

test('a claim that is refused no longer waits for tasks', async () => {
  let listening = 0;
  const queue = {
    onTasks: () => {
      listening += 1;
      return () => {
        listening -= 1;
      };
    },
  };
  // This database knows neither the process nor the runner.
  const domain = { db: { query: async () => [] }, queue, settings: { stallMs: 1000 } };
  const claims = new RunnerClaims({ domain, version: '1.0.0' } as unknown as DeskOptions);
  const wanted = { protocol: partProtocol, version: '1.0.0', count: 1, wait_seconds: 20 };
  for (let sent = 0; sent < 20; sent++) {
    const claim = { ...wanted, instance: randomUUID(), serves: ['hear' as const] };
    await assert.rejects(
      claims.claim({ id: 'rnr_1' } as never, claim as never, new AbortController().signal),
      /runner/,
    );
  }

  assert.equal(listening, 0);
});
