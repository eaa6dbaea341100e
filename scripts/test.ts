/**
 * `npm test`: every suite once; those whose name ends in `.db.test.ts` twice, on PGlite and on PostgreSQL.
 * Arguments choose suites by a part of their path: `npm test -- server/src/jobs`. With `--coverage` it tells how much of
 * each room the tests reach, and a run of all fails below `coverage.json`, which `--floors` writes anew. With `--no-skips`
 * a test that skips fails, unless what it lacks is the folder of shared media beside the checkout. With `--retry` a suite
 * that failed runs once more, alone: if it passes then, it is listed as flaky at the end and the run does not fail for it.
 */
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../server/testing/postgres.ts';
import { checkCoverage, coveredFiles, type FileCoverage, writeFloors } from './coverage.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const suitePatterns = [
  '{contract,server,sdk,cli,mcp,console}/src/**/*.test.ts',
  'test/**/*.test.ts',
];
/** Longest a suite may take; a test inside it has the same limit. */
const suiteLimitMs = 600_000;
/** Room that memory must have for the temporary files of tests. */
const memoryBytes = 6 * 2 ** 30;
const slowestShown = 15;
/** If more fail, it is not by chance. */
const retriedAtMost = 5;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Pass {
  readonly title: string;
  readonly files: readonly string[];
  /** Called with what all processes of the pass have reached. */
  readonly reports?: (files: readonly FileCoverage[]) => void;
}

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    coverage: { type: 'boolean', default: false },
    floors: { type: 'boolean', default: false },
    'no-skips': { type: 'boolean', default: false },
    retry: { type: 'boolean', default: false },
  },
});
const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
/** Tests that skipped although they should run here. */
const missed: string[] = [];
/** Suites that failed once and then passed, by pass and path. */
const flaky: string[] = [];
/** Milliseconds that each suite took, by pass and path. */
const durations = new Map<string, number>();
let anySkipped = false;

/** Temporary files of tests are many and small, so they go to memory where it has room. */
function keepFilesInMemory(): void {
  const memory = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < memoryBytes) return;
  const folder = mkdtempSync(join(memory, 'reelsight-tests-'));
  // Some tests start programs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function suites(): string[] {
  const all = globSync(suitePatterns, { cwd: root, exclude: (name) => name === 'node_modules' });
  const asked = all.filter((file) => !chosen.length || chosen.some((part) => file.includes(part)));
  // Those of `test` take longest: started first, none of them is waited for alone at the end.
  return asked.sort().reverse();
}

async function pass(one: Pass): Promise<void> {
  const { title, files } = one;
  if (files.length === 0) return;
  console.log(`\n${title}: ${files.length} ${files.length === 1 ? 'suite' : 'suites'}`);
  const ran = await runFiles(one);
  const failed = [...ran].filter(([, { failed }]) => failed > 0).map(([file]) => file);
  if (options.retry && failed.length > 0 && failed.length <= retriedAtMost) {
    console.log(`\n${title}: the failed suites once more, one at a time`);
    for (const file of failed) {
      const [again] = (await runFiles({ title, files: [file] })).values();
      if (again?.failed !== 0) continue;
      ran.set(file, again);
      flaky.push(`${title}: ${file}`);
    }
  }
  for (const { passed, failed, skipped } of ran.values()) {
    counts.passed += passed;
    counts.failed += failed;
    counts.skipped += skipped;
  }
}

/** Runs files in processes of their own; returns what became of the tests of each. */
async function runFiles({ title, files, reports }: Pass): Promise<Map<string, Counts>> {
  const ran = new Map<string, Counts>();
  const events = run({
    files: files.map((file) => `${root}${file}`),
    concurrency: Math.min(4, availableParallelism()),
    timeout: suiteLimitMs,
    ...(reports && { coverage: true, ...coveredFiles }),
  });
  events.on('test:summary', ({ file, counts: { tests, passed, skipped, todo }, duration_ms }) => {
    if (file === undefined) return;
    const name = file.slice(root.length);
    durations.set(`${title}: ${name}`, duration_ms);
    // What is left failed or was cancelled.
    const failed = tests - passed - skipped - todo;
    ran.set(name, { passed, failed, skipped: skipped + todo });
  });
  events.on('test:pass', ({ name, skip }) => {
    if (skip === undefined) return;
    anySkipped = true;
    if (typeof skip === 'string' && /\bshared\b/.test(skip)) return;
    missed.push(`${name} (${skip})`);
  });
  const broken = new Set<string>();
  events.on('test:fail', ({ file }) => {
    if (file !== undefined) broken.add(file.slice(root.length));
  });
  if (reports) events.on('test:coverage', ({ summary }) => reports(summary.files));
  for await (const text of events.compose(shown)) process.stdout.write(text as string);
  for (const file of files) {
    // A process may end before it reports its tests, or fail after that.
    const told = ran.get(file) ?? { passed: 0, failed: 1, skipped: 0 };
    ran.set(file, broken.has(file) && told.failed === 0 ? { ...told, failed: 1 } : told);
  }
  return ran;
}

/** The usual report without the table of every file. */
async function* shown(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const report = Readable.from(withoutCoverage(events)).compose(spec);
  for await (const text of report) yield text as string;
}

async function* withoutCoverage(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  for await (const event of events) if (event.type !== 'test:coverage') yield event;
}

/** On a PostgreSQL of its own, or the one that is given. */
async function passOnPostgres(one: Pass): Promise<void> {
  if (one.files.length === 0) return;
  const given = process.env.REELSIGHT_TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => undefined } : await startPostgres();
  try {
    process.env.REELSIGHT_TEST_DATABASE = server.url;
    await pass(one);
  } finally {
    await server.stop();
  }
}

const secondsOf = ([suite, milliseconds]: [string, number]) =>
  `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${suite}`;

function judge(files: readonly FileCoverage[]): void {
  if (options.floors) writeFloors(files);
  // A part of the tests reaches a part of the rooms.
  else if (!checkCoverage(files) && chosen.length === 0 && !anySkipped) counts.failed += 1;
}

async function runAll(): Promise<void> {
  const files = suites();
  const withDatabase = files.filter((file) => file.endsWith('.db.test.ts'));
  // What the second pass reaches, children of the first reach too, on PostgreSQLs of their own.
  const coverage = options.coverage ? { reports: judge } : {};
  process.env.REELSIGHT_TEST_DATABASE = 'pglite';
  await pass({ title: 'On the embedded database', files, ...coverage });
  delete process.env.NODE_V8_COVERAGE;
  keepCompiledCode();
  await passOnPostgres({ title: 'On PostgreSQL', files: withDatabase });
}

// Through exit, so that what was started is ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
}

/** Halves what it takes to start a process of the service; with it V8 measures coverage less precisely. */
function keepCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/reelsight/compiled');
}

keepFilesInMemory();
if (!options.coverage) keepCompiledCode();
try {
  await runAll();
} catch (error) {
  console.error(error);
  counts.failed += 1;
}
if (options['no-skips'] && missed.length > 0) {
  console.error(`\nSkipped, although everything they need should be here:\n${missed.join('\n')}`);
  counts.failed += missed.length;
}
if (counts.passed + counts.failed === 0) console.error('No test ran.');
const slowest = [...durations].sort(([, a], [, b]) => b - a).slice(0, slowestShown);
if (slowest.length > 1) console.log(`\nSlowest suites\n${slowest.map(secondsOf).join('\n')}`);
if (flaky.length > 0) console.log(`\nFlaky: passed on the second try\n${flaky.join('\n')}`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
