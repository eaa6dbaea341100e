/**
 * `npm test`: what every change must pass. Arguments select suites by part of their path:
 * `npm test -- server/src/jobs`.
 * `npm run test:all` (`--all`) adds the second tier of `tests/tiers.ts`, both databases, coverage and a soak.
 *
 * `--both` runs the suites that use a database on both databases. `--since REF` adds the suites of the second tier that
 * the changes since that commit require, `--changed PATH` those that a change of that path requires. `--no-part-cache`
 * computes every part of a job again. With `--no-skips` a skipped test fails, unless it lacks only the folder of shared
 * media next to the checkout, or a newer system. `--coverage` prints how much of each room the tests cover, and
 * `--floors` makes the measured coverage the minimum from now on. `--keep-order` writes the measured durations into the
 * repository, as the order for a fresh checkout.
 */
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { TestSession } from './tests/session.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    both: { type: 'boolean', default: false },
    changed: { type: 'string', multiple: true, default: [] },
    coverage: { type: 'boolean', default: false },
    floors: { type: 'boolean', default: false },
    'keep-order': { type: 'boolean', default: false },
    'no-part-cache': { type: 'boolean', default: false },
    'no-skips': { type: 'boolean', default: false },
    since: { type: 'string' },
  },
});

const session = new TestSession({
  chosen: positionals,
  all: values.all,
  both: values.both || values.all,
  coverage: values.coverage || values.floors || values.all,
  writesFloors: values.floors,
  keepsOrder: values['keep-order'],
  usesPartCache: !values['no-part-cache'],
  allowsSkips: !values['no-skips'],
  since: values.since,
  changed: values.changed,
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    await session.breakOff();
    process.exit(128 + constants.signals[signal]);
  });
}

process.exitCode = (await session.run()) ? 0 : 1;
