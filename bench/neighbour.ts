/**
 * Measures how long a workspace waits for its list of jobs, alone and while another workspace makes expensive requests:
 * the exposure of all its jobs, none of it stored yet, with the default weights and with other weights; reports of all
 * its jobs; clips.
 *
 * node bench/neighbour.ts [--jobs 2000] [--appearances 300] [--exposures 2] [--reports 20] [--clips 100] [--seconds 10]
 *
 * Uses the embedded database, or the one of REELSIGHT_TEST_DATABASE (`postgres://…`).
 */
import { parseArgs } from 'node:util';
import { BusyNeighbour, unlimited } from '../server/testing/busy-neighbour.ts';
import { startTestService } from '../server/testing/service.ts';

const usual = { jobs: 2000, appearances: 300, exposures: 2, reports: 20, clips: 100, seconds: 10 };
const { values } = parseArgs({
  options: Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [
      name,
      { type: 'string' as const, default: String(value) },
    ]),
  ),
});
const number = (name: keyof typeof usual): number => Number(values[name]);

const service = await startTestService(unlimited);
try {
  const neighbour = await BusyNeighbour.start(service, {
    jobs: number('jobs'),
    appearances: number('appearances'),
    exposures: number('exposures'),
    reports: number('reports'),
    clips: number('clips'),
  });
  const { alone, beside, answers } = await neighbour.measure(number('seconds') * 1000);
  for (const [what, waits] of Object.entries({ alone, beside })) {
    const [median, most, thread] = [waits.median, waits.most, waits.ofThread.median].map(
      Math.round,
    );
    console.log(
      `${what}: ${waits.calls} lists of jobs, ${median} ms in the median (${thread} ms of the thread), at most ${most} ms`,
    );
  }
  console.log(JSON.stringify(answers));
} finally {
  await service.close();
}
