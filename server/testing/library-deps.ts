/** What looks for brands of libraries in results need in tests. */
import assert from 'node:assert/strict';
import type { Domain } from '../src/domain/domain.ts';
import { openLibraryThread } from '../src/jobs/open-library-thread.ts';
import type { RecountDeps } from '../src/jobs/recounts.ts';

/** An idle thread does not keep the process of a suite alive, so nobody has to close it. */
const thread = openLibraryThread();
const onError = (error: unknown): void => assert.fail(String(error));

export const libraryDeps = (domain: Domain): RecountDeps => ({
  domain,
  brandsFile: null,
  thread,
  onError,
});
