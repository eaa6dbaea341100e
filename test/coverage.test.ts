/** Minimum coverage: each room has a minimum, and a room below it is reported by name. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import floors from '../scripts/coverage.json' with { type: 'json' };
import { compare, shareByRoom } from '../scripts/coverage.ts';
import { readRooms, roomOf } from '../scripts/rooms.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = (path: string, coveredLineCount: number, coveredBranchCount: number) => ({
  path: root + path,
  totalLineCount: 100,
  coveredLineCount,
  totalBranchCount: 10,
  coveredBranchCount,
});

test('every room that runs outside of a browser and of main has floors', () => {
  const rooms = [...readRooms().keys()].filter((room) => !['console', 'main'].includes(room));
  assert.deepEqual(Object.keys(floors).sort(), rooms.sort());
});

test('what a process reached is read back', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-coverage-'));
  t.after(() => rm(folder, { recursive: true }));

  // node:test runs no tests inside a test, so these variables are removed.
  const {
    NODE_TEST_CONTEXT: _,
    NODE_COMPILE_CACHE: __,
    NODE_V8_COVERAGE: ___,
    ...env
  } = process.env;
  const run = async (name: string, code: string, coverage = {}) => {
    const script = join(folder, name);
    await writeFile(script, code);
    const options = { cwd: root, env: { ...env, ...coverage } };
    return promisify(execFile)(process.execPath, [script], options);
  };
  const written = join(folder, 'written');
  const reached = join(root, 'contract/src/language-code.ts');
  await run('reach.mjs', `await import('${reached}')`, { NODE_V8_COVERAGE: written });

  const { stdout } = await run(
    'read.mjs',
    `const { mergedCoverage } = await import('${join(root, 'scripts/coverage.ts')}');
const files = await mergedCoverage('${written}');
console.log(files.map(({ path }) => path).join(' '));`,
  );
  assert.equal(stdout.trim(), reached);
});

test('shares are of all lines and branches of a room', () => {
  const shares = shareByRoom([
    file('server/src/db/jobs/jobs.ts', 100, 10),
    file('server/src/db/migrations/any.ts', 50, 5),
    file('sdk/src/index.ts', 10, 0),
  ]);
  assert.deepEqual(Object.fromEntries(shares), {
    db: { lines: 75, branches: 75 },
    sdk: { lines: 10, branches: 0 },
  });
});

test('a room below its floor of lines or branches is named, and so is one that was not reached', () => {
  const shares = new Map([
    ['db', { lines: 90, branches: 80 }],
    ['sdk', { lines: 90, branches: 79 }],
  ]);
  const least = { lines: 90, branches: 80 };
  const { short, table } = compare(shares, { db: least, sdk: least, http: least });

  assert.deepEqual(short, ['sdk', 'http']);
  assert.match(table, /^sdk +90\.0 \( 90\.0\) +79\.0 \( 80\.0\) {2}below$/m);
});

test('files belong to the room of their folder', () => {
  assert.equal(roomOf('server/src/http/console/gate.ts'), 'http');
  assert.equal(roomOf('server/src/main.ts'), 'main');
  assert.equal(roomOf('contract/src/plans.ts'), 'contract');
  assert.equal(roomOf('server/testing/database.ts'), undefined);
});
