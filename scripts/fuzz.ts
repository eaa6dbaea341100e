/** `npm run fuzz -- MINUTES SEED`: the wrong calls of the tests for longer, each run with other ones. */
import { startPostgres } from '../server/testing/postgres.ts';

const minutes = Number(process.argv[2] ?? 5);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const server = process.env.REELSIGHT_TEST_DATABASE ? undefined : await startPostgres();
if (server) process.env.REELSIGHT_TEST_DATABASE = server.url;
const { Fuzzer, fuzzPlans } = await import('../test/interface/fuzz.ts');
const { startSubject } = await import('../test/interface/subject.ts');

console.log(`Seed ${seed}, ${minutes} minutes.`);
const subject = await startSubject({ REELSIGHT_PLANS: fuzzPlans });
const fuzzer = await Fuzzer.start(subject, seed);
const endsAtMs = Date.now() + minutes * 60_000;
let calls = 0;
let failures = 0;
while (Date.now() < endsAtMs && failures < 20) {
  calls += 1;
  await fuzzer.call().catch((error: Error) => {
    failures += 1;
    console.error(`${error.message}\nafter ${fuzzer.last}\n`);
  });
}
await subject.close();
await server?.stop();
console.log(`${calls} calls, ${failures} failures.`);
process.exitCode = failures > 0 ? 1 : 0;
