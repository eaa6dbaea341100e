/**
 * `npm run fuzz -- CALLS SEED`: makes the same kinds of invalid calls as the tests do, but many more of them, and
 * different ones in each run.
 */
import { startPostgres } from '../server/testing/postgres.ts';

const callCount = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const server = process.env.REELSIGHT_TEST_DATABASE ? undefined : await startPostgres();
if (server) process.env.REELSIGHT_TEST_DATABASE = server.url;
const { Fuzzer, fuzzSettings } = await import('../test/interface/fuzz.ts');
const { startSubject } = await import('../test/interface/subject.ts');

console.log(`Seed ${seed}, ${callCount} calls.`);
const subject = await startSubject(fuzzSettings);
const fuzzer = await Fuzzer.start(subject, seed);
const statuses = new Map<number, number>();
let failures = 0;
let calls = 0;
for (; calls < callCount && failures < 20; calls += 1) {
  try {
    const status = await fuzzer.call();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  } catch (error) {
    failures += 1;
    console.error(`${(error as Error).message}\nafter ${fuzzer.last}\n`);
  }
  if (calls % 10_000 === 9999) console.log(`${calls + 1} calls`);
}
await subject.close();
await server?.stop();
console.log(`${calls} calls, ${failures} failures.`, Object.fromEntries([...statuses].sort()));
process.exitCode = failures > 0 ? 1 : 0;
