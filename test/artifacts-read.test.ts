/** Only one module parses artifacts: no other code may parse what a stage left. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { test } from 'node:test';

const source = new URL('../server/src/', import.meta.url);

/** The rooms (parts of the server's code) that handle artifacts and results. */
const rooms = ['db', 'media', 'perception', 'jobs', 'exports', 'exposure', 'corrections', 'domain'];

/** Files in these rooms and in `http` that parse JSON of other kinds, with the kind. */
const parsesOther: Readonly<Record<string, string>> = {
  'corrections/check.ts': 'corrections, as the database gave them',
  'corrections/corrected-batch.ts': 'corrected jobs, as they came to the thread of corrections',
  'exports/exports-thread.ts':
    'corrections, and frames that the database gave apart from their results',
  'domain/corrections/heard-brands.ts': 'a value in the form in which it is stored',
  'domain/corrections/recounts.ts': 'a value in the form in which it is stored',
  'exposure/packed-form.ts': 'rows of the database, which say by which version they were made',
  'http/assistants.ts': 'bodies of requests',
  'http/cursor.ts': 'a place to go on from, as a caller sent it',
  'http/handlers/accounts/sign-in.ts': 'bodies of requests',
  'http/validate.ts': 'bodies of requests',
  'jobs/ingestion/ingestion-process.ts': 'the order of a worker to its own process',
  'jobs/processes/line-messages.ts': 'messages between processes',
  'jobs/runners/results-thread.ts': 'bodies of requests, checked before they are stored',
  'jobs/runners/service-client.ts': 'answers of the service',
  'perception/brands/brand-names.ts': "the operator's file, by a schema of its own",
};

test('only the reader of artifacts parses what stages left', () => {
  const files = globSync(`{${[...rooms, 'http'].join(',')}}/**/*.ts`, { cwd: source })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.endsWith('.test.ts'));
  assert.ok(files.length > 300, `only ${files.length} files were found`);

  const parsing = files.filter((file) =>
    readFileSync(new URL(file, source), 'utf8').includes('JSON.parse'),
  );
  assert.deepEqual(
    parsing.sort(),
    Object.keys(parsesOther).sort(),
    'read artifacts by artifacts/read-artifact.ts, and results by artifacts/results-text.ts',
  );
});
