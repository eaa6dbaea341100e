/**
 * The composition of a test run: the tiers, the suites that a change adds, the suites that share a process, and the
 * order.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, test } from 'node:test';
import { leftOut, planRuns, suitesOfTiers } from '../../scripts/tests/plan.ts';
import { root } from '../../scripts/tests/root.ts';
import { runScheduled } from '../../scripts/tests/schedule.ts';
import { findSuites, type Suite } from '../../scripts/tests/suites.ts';
import { alsoEmbedded, apart, pureSuites, secondTier } from '../../scripts/tests/tiers.ts';

const suites = findSuites();

/** Modules from which a suite gets the run's database or a service on it. */
const databaseModules =
  /from '[^']*\/(?:database|on-service|service|shared-service|shared-subject|signed-up|stage|subject)\.ts'/;
const opensDatabase =
  /\b(?:(?:start|open)(?:TestService|Subject|TestDatabase|Stage|OnService|SignedUp)|shared(?:Service|Subject|Two)|(?:fresh|migrated)Database)\(/;

describe('the tables of tiers', () => {
  test('each pattern names a suite that there is', () => {
    const patterns = [
      ...secondTier.flatMap((tier) => tier.suites),
      ...alsoEmbedded,
      ...pureSuites,
      ...apart,
    ];
    const stale = patterns.filter(
      (pattern) => !suites.some(({ path }) => matchesGlob(path, pattern)),
    );
    assert.deepEqual(stale, []);
  });

  test('each path that pulls suites is there', () => {
    const patterns = secondTier.flatMap(({ pulledBy }) => pulledBy);
    const stale = patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0);
    assert.deepEqual(stale, []);
  });

  test('suites that open the database of the run are called so', () => {
    const wrong = suites.filter(({ path, usesDatabase }) => {
      const source = readFileSync(join(root, path), 'utf8');
      const opens = databaseModules.test(source) && opensDatabase.test(source);
      return opens && !usesDatabase;
    });
    assert.deepEqual(wrong, []);
  });

  test('the second tier is left out, unless all is asked for or a change pulls it', () => {
    const nothing = leftOut([], false);
    assert.deepEqual(nothing, secondTier);
    assert.deepEqual(leftOut([], true), []);

    const changed = ['server/src/db/migrations/0001_jobs.sql', 'docs/console.md'];
    const withoutUpgrades = leftOut(changed, false).map(({ what }) => what);
    assert.ok(withoutUpgrades.length < secondTier.length);
    assert.ok(!withoutUpgrades.some((what) => /upgrades/.test(what)));

    const first = suitesOfTiers(suites, nothing);
    assert.ok(first.length < suites.length);
    assert.ok(!first.some(({ path }) => path === 'test/recovery.db.test.ts'));
    assert.equal(suitesOfTiers(suites, []).length, suites.length);
  });
});

const made = (path: string, company: Suite['company'] = 'nobody'): Suite => ({
  path,
  usesDatabase: path.includes('.db.'),
  company,
});

describe('the plan of a run', () => {
  const durations = {
    'postgres short.test.ts': { seconds: 1, cpuSeconds: 1 },
    'postgres long.test.ts': { seconds: 90, cpuSeconds: 90 },
    'postgres middle.test.ts': { seconds: 20, cpuSeconds: 1 },
  };

  test('begins with what takes longest', () => {
    const runs = planRuns({
      suites: [made('short.test.ts'), made('middle.test.ts'), made('long.test.ts')],
      durations,
      both: false,
    });
    const order = runs.map((run) => run.suites[0]?.path);
    assert.deepEqual(order, ['long.test.ts', 'middle.test.ts', 'short.test.ts']);
  });

  test('puts suites that may share a process into even groups, and each suite into one', () => {
    const shared = Array.from({ length: 30 }, (_, index) =>
      made(`a${index}.db.test.ts`, 'services'),
    );
    const runs = planRuns({ suites: shared, durations: {}, both: false });
    const sizes = runs.map((run) => run.suites.length);
    assert.ok(runs.length > 1 && Math.max(...sizes) - Math.min(...sizes) <= 1, `${sizes}`);

    const paths = runs.flatMap((run) => run.suites.map(({ path }) => path));
    assert.deepEqual(paths.toSorted(), shared.map(({ path }) => path).toSorted());
  });

  test('has a process for suites that took no measurable time', () => {
    const durations = { 'postgres quick.test.ts': { seconds: 0, cpuSeconds: 0 } };
    const runs = planRuns({ suites: [made('quick.test.ts', 'pure')], durations, both: false });
    assert.deepEqual(
      runs.map((run) => run.suites.length),
      [1],
    );
  });

  test('runs a suite on the embedded database as well where the table or `both` says so', () => {
    const some = [made('test/database.db.test.ts'), made('test/search.db.test.ts')];
    const databases = (both: boolean) =>
      planRuns({ suites: some, durations: {}, both })
        .map((run) => `${run.database} ${run.suites[0]?.path}`)
        .toSorted();

    assert.deepEqual(databases(false), [
      'embedded test/database.db.test.ts',
      'postgres test/database.db.test.ts',
      'postgres test/search.db.test.ts',
    ]);
    assert.equal(databases(true).length, 4);
  });
});

test('a run that mostly waits leaves room for another; those that compute keep to the cores', async () => {
  const load = { computing: 1, waiting: 0.3 };
  const atOnce: (keyof typeof load)[] = [];
  let mostLoad = 0;
  let mostRunning = 0;

  await runScheduled({
    runs: (
      ['computing', 'waiting', 'computing', 'waiting', 'computing', 'waiting'] as const
    ).slice(),
    cores: 2,
    loadOf: (run) => load[run],
    start: async (run) => {
      atOnce.push(run);
      mostRunning = Math.max(mostRunning, atOnce.length);
      mostLoad = Math.max(
        mostLoad,
        atOnce.reduce((sum, other) => sum + load[other], 0),
      );
      await new Promise((resolve) => setImmediate(resolve));

      atOnce.splice(atOnce.indexOf(run), 1);
    },
  });
  assert.ok(mostRunning > 2, `${mostRunning}`);
  assert.ok(mostLoad <= 2.5, `${mostLoad}`);
});
