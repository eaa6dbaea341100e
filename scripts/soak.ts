/**
 * `npm run soak -- [--minutes 30] [--kills N] [--seed S] [--at-once N] [--old-version COMMIT]`: runs two APIs and three
 * workers on PostgreSQL and S3 while processes are killed, the database crashes, storage fails, a disk is full and
 * clocks jump. Prints a table at the end, and exits with 1 if the service broke one of its guarantees. With `--kills`,
 * the only fault is that processes are killed: N times, or fewer if the minutes run out first.
 */
import { parseArgs } from 'node:util';
import { soak } from '../test/soak/soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    kills: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    'at-once': { type: 'string', default: '6' },
    'old-version': { type: 'string' },
  },
});
// Exit normally, so that everything that was started is stopped as well.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(130));
const hasPassed = await soak({
  seed: Number(values.seed),
  minutes: Number(values.minutes),
  kills: values.kills === undefined ? null : Number(values.kills),
  atOnce: Number(values['at-once']),
  oldVersion: values['old-version'] ?? null,
});
console.log(hasPassed ? '\nEvery promise held.' : '\nA promise was broken.');
process.exit(hasPassed ? 0 : 1);
