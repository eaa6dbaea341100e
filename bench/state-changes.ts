/**
 * Measures state changes per second on a real PostgreSQL: jobs from creation to results, 8 at a time, and batches that
 * are created and cancelled. `node bench/state-changes.ts [rounds]`. To judge a change, alternate runs with the code
 * before it.
 */
import { startPostgres } from '../server/testing/postgres.ts';

const rounds = Number(process.argv[2] ?? 3);
const jobsOfRound = 200;
const batchesOfRound = 10;
const atOnce = 8;

const server = await startPostgres();
process.env.REELSIGHT_TEST_DATABASE = server.url;
const { startSubject, urls } = await import('../test/interface/subject.ts');
const generous = {
  max_requests_per_minute: 10_000_000,
  burst: 10_000_000,
  max_pending_jobs: 10_000_000,
  max_concurrent_jobs: 1000,
};
const subject = await startSubject({
  REELSIGHT_PLANS: JSON.stringify({ scale: generous }),
  REELSIGHT_PLATFORM_REQUESTS_PER_MINUTE: '10000000',
});

/** Runs the work `times` times, with `atOnce` runs at a time. Returns how often it ran per second. */
async function rate(times: number, work: () => Promise<void>): Promise<number> {
  let left = times;
  const startedMs = performance.now();
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));

  return (times * 1000) / (performance.now() - startedMs);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const owner = await subject.owner('scale', 10_000_000);
const lives: number[] = [];
const batches: number[] = [];
try {
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const life = await rate(jobsOfRound, async () => {
      const { job_id } = await owner.job();
      await subject.worker.complete(job_id);
    });
    const batch = await rate(batchesOfRound, async () => {
      const { batch_id } = await owner.batch({ urls: urls(50) });
      await owner.post(`/v1/batch/${batch_id}/cancel`);
    });
    if (round === 0) continue;
    lives.push(life);
    batches.push(batch);
  }
  console.log(
    `jobs from creation to results: ${median(lives).toFixed(1)}/s; batches of 50, created and cancelled: ${median(batches).toFixed(2)}/s`,
  );
} finally {
  await subject.close();
  await server.stop();
}
