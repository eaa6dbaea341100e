/**
 * `npm test`: every suite once; those whose name ends in `.db.test.ts` twice, on PGlite and on PostgreSQL.
 * Arguments choose suites by a part of their path: `npm test -- server/src/db`.
 */

import { globSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../test/postgres.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const suitePatterns = [
  '{contract,server,sdk,console}/src/**/*.test.ts',
  '{test,bench,deploy}/**/*.test.ts',
];
/** Longest a suite may take; a test inside it has the same limit. */
const suiteLimitMs = 600_000;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

function suites(chosen: readonly string[]): string[] {
  const all = globSync(suitePatterns, { cwd: root, exclude: (name) => name === 'node_modules' });
  return all.filter((file) => !chosen.length || chosen.some((part) => file.includes(part))).sort();
}

/** Runs files in processes of their own and adds what came out to `counts`. */
async function pass(title: string, files: readonly string[], counts: Counts): Promise<void> {
  if (files.length === 0) return;
  console.log(`\n${title}: ${files.length} ${files.length === 1 ? 'suite' : 'suites'}`);
  const events = run({
    files: files.map((file) => `${root}${file}`),
    concurrency: Math.min(4, availableParallelism()),
    timeout: suiteLimitMs,
  });
  events.on('test:summary', ({ file, counts: { tests, passed, skipped, todo } }) => {
    if (file !== undefined) return;
    counts.passed += passed;
    counts.skipped += skipped + todo;
    // What is left failed or was cancelled.
    counts.failed += tests - passed - skipped - todo;
  });
  const report = events.compose(spec);
  for await (const text of report) process.stdout.write(text as string);
}

async function passOnPostgres(files: readonly string[], counts: Counts): Promise<void> {
  if (files.length === 0) return;
  const given = process.env.REELSIGHT_TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => undefined } : await startPostgres();
  try {
    process.env.REELSIGHT_TEST_DATABASE = server.url;
    await pass('On PostgreSQL', files, counts);
  } finally {
    await server.stop();
  }
}

// Through exit, so that what was started is ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
}

const files = suites(process.argv.slice(2));
const withDatabase = files.filter((file) => file.endsWith('.db.test.ts'));
const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
try {
  process.env.REELSIGHT_TEST_DATABASE = 'pglite';
  await pass('On the embedded database', files, counts);
  await passOnPostgres(withDatabase, counts);
} catch (error) {
  console.error(error);
  counts.failed += 1;
}
if (counts.passed + counts.failed === 0) console.error('No test ran.');
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
