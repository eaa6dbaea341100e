/**
 * Calculates how many cores are needed for a number of videos, and how long the videos wait. `node bench/simulate.ts
 * --per-day 10000 --minutes 5 --wait 10` prints the smallest number of engine hosts (one core each) for which 95 % of
 * the videos wait less than `--wait` minutes. `--check` compares the simulation with a real worker whose engines sleep,
 * at three loads; this takes four minutes.
 */
import '../server/src/wiring/start/file-threads.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { PartKind } from '../server/src/perception/part.ts';
import type { Service } from '../server/src/wiring/start/service.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { keysOf, startMadeUp } from './made-up-service.ts';
import {
  exponential,
  type ModelFleet,
  type ModelJob,
  mean,
  quantile,
  simulate,
} from './queue-model.ts';
import { mulberry32 } from './unseen/random.ts';

const { values: given } = parseArgs({
  options: {
    'per-day': { type: 'string', default: '10000' },
    /** Mean length of a video, in minutes. */
    minutes: { type: 'string', default: '5' },
    /** Longest wait that is acceptable for 95 % of the videos, in minutes. */
    wait: { type: 'string', default: '10' },
    /** How much busier the busiest hour is than the mean of the day, as a factor. */
    peak: { type: 'string', default: '2' },
    workspaces: { type: 'string', default: '50' },
    objects: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});

/** Core seconds per minute of video: those of the talk in docs/scale.md, "What a minute costs". */
const cost = { ingestion: 4, speech: 3, read: 13, objects: 3 };
const joinSeconds = 2;
/** Length of a part in seconds, which in practice is between REELSIGHT_PART_SECONDS and the length of a shot. */
const partSeconds = 20;
const daySeconds = 86_400;

/** The videos of a day, which is busiest in the middle. The lengths are log-normal, so a few videos are long. */
function dayOf(perDay: number, minutes: number, peak: number, random: () => number): ModelJob[] {
  const sigma = 1;
  const jobs: ModelJob[] = [];
  const most = perDay * peak;
  for (let at = exponential(daySeconds / most, random); at < daySeconds; ) {
    const busy = 1 + (peak - 1) * Math.cos((2 * Math.PI * (at - daySeconds / 2)) / daySeconds);
    if (random() < Math.max(0, busy) / peak) {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const length = Math.exp(Math.log(minutes) - sigma ** 2 / 2 + sigma * normal);
      jobs.push(videoOf(at, length, Math.floor(random() * Number(given.workspaces))));
    }

    at += exponential(daySeconds / most, random);
  }

  return jobs;
}

function videoOf(at: number, minutes: number, workspace: number): ModelJob {
  const pieces = Math.max(1, Math.ceil((minutes * 60) / partSeconds));
  const share = minutes / pieces;
  const parts = Array.from({ length: pieces }, () => [
    share * cost.speech * 0.7,
    share * cost.read,
    ...(given.objects ? [share * cost.objects] : []),
  ]).flat();
  // The speakers are recognised in one part that covers the whole sound.
  const whole = minutes * cost.speech * 0.3;
  const ingestion = minutes * cost.ingestion;

  return { at, workspace, ingestion, parts: [whole, ...parts], join: joinSeconds };
}

const workOf = ({ parts, join }: ModelJob): number => parts.reduce((sum, one) => sum + one, join);

/** Seconds that each job waits, beyond the time that it would take alone on the fleet. */
function waits(jobs: readonly ModelJob[], fleet: ModelFleet): number[] {
  const took = simulate(jobs, fleet);
  return jobs.map(
    (job, index) => (took[index] ?? 0) - (simulate([{ ...job, at: 0 }], fleet)[0] ?? 0),
  );
}

function plan(): void {
  const perDay = Number(given['per-day']);
  const minutes = Number(given.minutes);
  const wanted = Number(given.wait) * 60;
  const peak = Number(given.peak);
  const jobs = dayOf(perDay, minutes, peak, mulberry32(1));
  const work = jobs.reduce((sum, job) => sum + workOf(job), 0);
  const ingestion = jobs.reduce((sum, job) => sum + job.ingestion, 0);
  const fleetOf = (hosts: number): ModelFleet => {
    return { hosts, ingestions: Math.max(1, Math.ceil((hosts * 1.2 * ingestion) / work)) };
  };
  const late = (hosts: number): number => quantile(waits(jobs, fleetOf(hosts)), 0.95);
  let few = 0;
  let enough = Math.max(1, Math.ceil(work / daySeconds));
  while (late(enough) > wanted) [few, enough] = [enough, Math.ceil(enough * 1.3)];

  while (enough - few > Math.max(1, enough * 0.02)) {
    const middle = Math.floor((few + enough) / 2);
    if (late(middle) > wanted) few = middle;
    else enough = middle;
  }

  const found = waits(jobs, fleetOf(enough));
  const { ingestions } = fleetOf(enough);
  const hours = jobs.length * (minutes / 60);
  console.log(
    `${jobs.length} videos, about ${hours.toFixed(0)} h a day: ${enough} hosts and ${ingestions} ingestions, so ${enough + ingestions} cores. Waits: mean ${(mean(found) / 60).toFixed(1)} min, 95 % below ${(quantile(found, 0.95) / 60).toFixed(1)} min.`,
  );
}

type Kind = PartKind | 'ingestion';
const meanMs: Readonly<Record<Kind, number>> = {
  ingestion: 500,
  speakers: 400,
  hear: 400,
  read: 800,
  detect: 0,
  join: 200,
};
const checked: ModelFleet = { ingestions: 8, hosts: 8 };
const partKinds: readonly Kind[] = ['speakers', 'read', 'hear'];
/** Jobs per second that the hosts can process. */
const capacity =
  (checked.hosts * 1000) / (meanMs.speakers + meanMs.hear + meanMs.read + meanMs.join);

/** The mean and the 95th percentile of these seconds, as text. */
const told = (values: readonly number[]): string =>
  `${mean(values).toFixed(2)} s, ${quantile(values, 0.95).toFixed(2)} s`;

/**
 * Seconds that a step takes in addition to its sleep: `busy` while it occupies a slot or host, `lag` before the next
 * step begins.
 */
interface Overhead {
  readonly busy: number;
  readonly lag: number;
}

function predicted(perSecond: number, seconds: number, { busy, lag }: Overhead): number[] {
  const random = mulberry32(7);
  const draw = (kind: Kind): number => busy + exponential(meanMs[kind] / 1000, random);
  const jobs: ModelJob[] = [];
  for (let at = 0; at < seconds; at += exponential(1 / perSecond, random))
    jobs.push({
      at,
      workspace: jobs.length % 4,
      ingestion: draw('ingestion'),
      parts: partKinds.map(draw),
      join: draw('join'),
    });

  return simulate(jobs, { ...checked, lag });
}

type Run = (perSecond: number, seconds: number) => Promise<number[]>;

/** Creates jobs at random moments. Once all have ended, returns the seconds from creation to results of each. */
const runOn =
  ({ apiUrl, domain: { db } }: Service, keys: readonly string[], random: () => number): Run =>
  async (perSecond, seconds) => {
    const [before] = await db.query<{ now: Date }>('select now() as now');
    const until = performance.now() + seconds * 1000;
    for (let count = 0; performance.now() < until; count += 1) {
      void create(apiUrl, keys[count % keys.length] as string);
      await sleep(exponential(1000 / perSecond, random));
    }

    for (;;) {
      const rows = await db.query<{ took: number | null }>(
        'select extract(epoch from completed_at - created_at)::float8 as took from jobs where created_at > $1',
        [before?.now],
      );
      if (rows.every(({ took }) => took !== null)) return rows.map(({ took }) => took as number);
      await sleep(300);
    }
  };

/** Measures the overhead of the steps with jobs that hardly ever overlap. */
async function overheadOf(run: Run, took: number[]): Promise<Overhead> {
  const rare = 0.2 * capacity;
  took.length = 0;
  const alone = mean(await run(rare, 40));
  const kinds: readonly Kind[] = ['ingestion', ...partKinds, 'join'];
  const slept = mean(kinds.map((kind) => meanMs[kind] / 1000));
  const busy = Math.max(0, mean(took) - slept);
  const without = mean(predicted(rare, 20_000, { busy, lag: 0 }));

  return { busy, lag: Math.max(0, (alone - without) / 3) };
}

async function check(): Promise<void> {
  const random = mulberry32(11);
  const took: number[] = [];
  const postgres = await startPostgres();
  const made = await startMadeUp(postgres.url, {
    ...checked,
    serviceMs: (kind) => exponential(meanMs[kind], random),
    onStage: (_stage, _outcome, seconds) => took.push(seconds),
  });
  const run = runOn(made.service, await keysOf(made.service, 4), random);

  try {
    await run(1, 5);
    const overhead = await overheadOf(run, took);
    const busy = overhead.busy * 1000;
    const lag = overhead.lag * 1000;
    console.log(
      `a step: ${busy.toFixed(0)} ms beyond its sleep, ${lag.toFixed(0)} ms until the next`,
    );

    for (const load of [0.5, 0.7, 0.85]) {
      const measured = await run(load * capacity, 60);
      const expected = predicted(load * capacity, 20_000, overhead);
      console.log(
        `load ${load}: measured ${told(measured)} (${measured.length} jobs); simulated ${told(expected)}`,
      );
    }
  } finally {
    await made.close();
    await postgres.stop();
  }
}

async function create(baseUrl: string, key: string): Promise<void> {
  const body = { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };
  const answer = await fetch(`${baseUrl}/v1/jobs`, {
    method: 'POST',
    headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, capabilities: ['transcription', 'brands'] }),
  });

  if (answer.status !== 202) throw new Error(`answer ${answer.status}`);
  await answer.arrayBuffer();
}

if (given.check) await check();
else plan();
