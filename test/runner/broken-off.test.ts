/** An interrupted test run leaves no process and no file behind. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { endLeftovers, processesUsing } from '../../scripts/tests/leftovers.ts';
import { root } from '../../scripts/tests/root.ts';
import { waitFor } from '../../server/testing/wait-for.ts';

const skip = process.platform === 'linux' ? false : 'processes are found by /proc';

describe('a run that is broken off', { skip }, () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'broken-off-'));
    // Started by root, PostgreSQL runs as another user, who must be able to enter the folder.
    chmodSync(folder, 0o755);
  });

  afterEach(() => {
    endLeftovers(processesUsing(folder));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Starts a test run; resolves when a suite is running on its own server. */
  async function startRun() {
    const { NODE_TEST_CONTEXT: _context, ...environment } = process.env;
    const suite = 'test/interface/brand-colours.db.test.ts';
    const run = spawn(process.execPath, [join(root, 'scripts/test.ts'), suite], {
      cwd: root,
      env: { ...environment, TMPDIR: folder, REELSIGHT_TEST_DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = outputOf(run);
    const ended = once(run, 'exit').then(async () => assert.fail(await output));
    await Promise.race([waitFor(() => assert.ok(runsSuite(folder))), ended]);

    return { run, output };
  }

  test('by Ctrl-C ends everything, and tells no test as failed', async () => {
    const { run, output } = await startRun();
    run.kill('SIGINT');
    assert.deepEqual(await once(run, 'exit'), [130, null]);
    assert.deepEqual(processesUsing(folder), []);
    assert.deepEqual(readdirSync(folder), []);
    assert.doesNotMatch(await output, /✖|failed/);
  });

  test('by a second Ctrl-C ends everything too', async () => {
    const { run } = await startRun();
    run.kill('SIGINT');
    await once(run.stderr as NodeJS.ReadableStream, 'data');
    run.kill('SIGINT');
    assert.deepEqual(await once(run, 'exit'), [130, null]);
    // Killed processes disappear a moment later.
    await waitFor(() => assert.deepEqual(processesUsing(folder), []));

    assert.deepEqual(readdirSync(folder), []);
  });

  test('by SIGKILL ends its suites at least', async () => {
    const { run } = await startRun();
    run.kill('SIGKILL');
    await waitFor(() => assert.equal(runsSuite(folder), false));
  });
});

const runsSuite = (folder: string): boolean =>
  processesUsing(folder).some(({ command }) => command.includes('suite-process.ts'));

async function outputOf({ stdout, stderr }: ChildProcess): Promise<string> {
  let output = '';
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  await Promise.all([stdout, stderr].map((stream) => stream && once(stream, 'close')));
  return output;
}
