/** What recounts need in tests. */
import assert from 'node:assert/strict';
import type { Domain } from '../src/domain/domain.ts';
import { openRecountThread, type RecountDeps } from '../src/jobs/recounts.ts';

/** An idle thread does not keep the process of a suite alive, so nobody has to close it. */
const thread = openRecountThread();
const onError = (error: unknown): void => assert.fail(String(error));

export const recountDeps = (domain: Domain): RecountDeps => ({
  domain,
  brandsFile: null,
  thread,
  onError,
});
