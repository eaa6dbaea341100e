/** A process of suites: the result of each suite is reported, whatever a suite does to the process. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/tests/root.ts';
import { type RunReport, runSuites } from '../../scripts/tests/run-suites.ts';
import type { Suite } from '../../scripts/tests/suites.ts';
import { temporaryDir } from '../../server/testing/media/test-media.ts';

const head = "import { after, before, describe, test } from 'node:test';\n";

/** Writes suites from these sources and runs them in one process. */
async function run(sources: Readonly<Record<string, string>>): Promise<RunReport> {
  const folder = temporaryDir();
  const suites: Suite[] = [];

  for (const [name, source] of Object.entries(sources)) {
    const file = join(folder, name);
    await writeFile(file, head + source);
    suites.push({ path: relative(root, file), usesDatabase: false, company: 'nobody' });
  }

  // Removed because a test runner inside a test runner must not report to the outer one.
  const { NODE_TEST_CONTEXT: _context, ...environment } = process.env;
  return runSuites({ suites, database: 'postgres' }, { environment, leavingMs: 1000 });
}

/** Results of suites by file name. */
const outcomesOf = ({ outcomes }: RunReport) =>
  Object.fromEntries(outcomes.map((outcome) => [outcome.path.split('/').at(-1), outcome]));

describe('a process of suites', () => {
  test('tells passed, failed and skipped tests of each, with hooks of its own', async () => {
    const report = await run({
      'a.test.mjs': `
        before(() => { globalThis.hooks = 'before a'; });
        after(() => { globalThis.hooks = 'after a'; });
        describe('group', () => test('passes', () => {}));
        test('fails', () => { throw new Error('for a reason'); });
        test('skips', { skip: 'no such program' }, () => {});`,
      'b.test.mjs': `test('comes after', () => { if (globalThis.hooks !== 'after a') throw new Error(); });`,
    });
    const { 'a.test.mjs': first, 'b.test.mjs': second } = outcomesOf(report);

    assert.equal(first?.passed, 1);
    assert.equal(first?.failures.length, 1);
    assert.equal(first?.failures[0]?.what, 'fails');
    assert.match(first?.failures[0]?.detail ?? '', /for a reason\n.*a\.test\.mjs/);
    assert.deepEqual(first?.skipped, [{ name: 'skips', reason: 'no such program' }]);
    assert.equal(second?.passed, 1);
    assert.deepEqual(second?.failures, []);
  });

  test('a suite that ends it has failed; others are told, or named to run elsewhere', async () => {
    const report = await run({
      'a.test.mjs': "test('passes', () => {});",
      'b.test.mjs': "test('ends the process', () => process.exit(0));",
      'c.test.mjs': "test('never begins', () => {});",
    });
    const { 'a.test.mjs': first, 'b.test.mjs': second } = outcomesOf(report);
    const untold = report.untold.map((path) => path.split('/').at(-1));

    assert.match(second?.failures[0]?.what ?? '', /ended by exit code 0/);
    assert.ok(untold.includes('c.test.mjs'));
    // The result of the first suite may have been lost with the process; then that suite also has to run again.
    assert.ok(untold.includes('a.test.mjs') || first?.passed === 1);
  });

  test('a suite that can’t be imported has failed, and the others run', async () => {
    const report = await run({
      'a.test.mjs': "import './not-there.mjs';",
      'b.test.mjs': "test('passes', () => {});",
    });
    const { 'a.test.mjs': first, 'b.test.mjs': second } = outcomesOf(report);

    assert.match(first?.failures[0]?.detail ?? '', /not-there/);
    assert.equal(second?.passed, 1);
    assert.deepEqual(report.untold, []);
  });

  test('a hook that fails is a failure although no test is', async () => {
    const report = await run({
      'a.test.mjs': "after(() => { throw new Error('left'); }); test('passes', () => {});",
    });
    const { 'a.test.mjs': outcome } = outcomesOf(report);
    assert.equal(outcome?.failures.length, 1);
    assert.match(outcome?.failures[0]?.detail ?? '', /left/);
  });

  test('a suite that leaves something open has failed', async () => {
    const report = await run({
      'a.test.mjs': "test('passes', () => { setInterval(() => {}, 1000); });",
    });
    const failures = report.outcomes.flatMap((outcome) => outcome.failures);
    assert.match(failures[0]?.what ?? '', /left something open/);
  });

  test('an error that nobody catches is a failure, with its text', async () => {
    const report = await run({
      'a.test.mjs': "test('passes', () => { setImmediate(() => { throw new Error('late'); }); });",
    });
    const failures = report.outcomes.flatMap((outcome) => outcome.failures);
    assert.ok(failures.length > 0, JSON.stringify(report));
    assert.match(JSON.stringify(failures), /late/);
  });
});
