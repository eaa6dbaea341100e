/**
 * Measures what an analysis costs: CPU seconds of each stage for a minute of video, what engines did, the time of
 * garbage collection, page faults, and the dearest functions. Everything runs in one process with one thread and the
 * memory settings of an engine host, so a stage's CPU time is that of the process. The first video is analysed once
 * more than the others: its first run opens the engines and does not count.
 *
 * Usage: node bench/cost.ts VIDEO... [--ask brands,objects] [--brands A,B] [--objects person,car] [--fps 1] [--runs 1]
 * [--part-seconds 8] [--functions 10] [--json]
 *
 * `--functions 0` does not look for the dearest functions, which costs one twentieth of what is measured.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Ask, type Capability, capabilities, needs } from '@reelsight/contract';
import {
  allocatorSettings,
  collectorOptions,
  withCollections,
} from '../server/src/jobs/hosts/host-memory.ts';
import { ingestMedia } from '../server/src/media/ingest.ts';
import { openResources, type Resources } from '../server/src/perception/resources.ts';
import { limits } from '../server/testing/media/test-media.ts';
import { perceiveWhole, plainAsk } from '../server/testing/perception/perceive-whole.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ask: { type: 'string', default: capabilities.join(',') },
    brands: { type: 'string', default: '' },
    objects: { type: 'string', default: 'person,laptop,car' },
    queries: { type: 'string', default: 'What is this about?' },
    fps: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1' },
    // Unset: each video is one part.
    'part-seconds': { type: 'string' },
    functions: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
});

const list = (text: string): string[] => text.split(',').filter((word) => word !== '');

function askOf(): Ask {
  const asked = list(options.ask) as Capability[];
  return {
    ...plainAsk,
    capabilities: asked,
    fps: Number(options.fps),
    brands: list(options.brands),
    objects: asked.includes('objects') ? list(options.objects) : [],
    queries: asked.includes('custom_query') ? list(options.queries) : [],
  };
}

/** What one stretch of work cost. */
interface Cost {
  cpuSeconds: number;
  wallSeconds: number;
  collectionSeconds: number;
  pageFaults: number;
}

let collectionMs = 0;
new PerformanceObserver((entries) => {
  for (const { duration } of entries.getEntries()) collectionMs += duration;
}).observe({ entryTypes: ['gc'] });

function reading(): Cost {
  const { userCPUTime, systemCPUTime, minorPageFault } = process.resourceUsage();
  return {
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    wallSeconds: performance.now() / 1000,
    collectionSeconds: collectionMs / 1000,
    pageFaults: minorPageFault,
  };
}

const between = (from: Cost, to: Cost): Cost => ({
  cpuSeconds: to.cpuSeconds - from.cpuSeconds,
  wallSeconds: to.wallSeconds - from.wallSeconds,
  collectionSeconds: to.collectionSeconds - from.collectionSeconds,
  pageFaults: to.pageFaults - from.pageFaults,
});

interface Run {
  readonly minutes: number;
  /** By stage: ingestion, and the kinds of parts. */
  readonly stages: Readonly<Record<string, Cost>>;
  /** What engines counted, such as pictures in which text was looked for. */
  readonly meters: Readonly<Record<string, number>>;
}

async function run(path: string, resources: Resources): Promise<Run> {
  const dir = await mkdtemp(join(tmpdir(), 'reelsight-cost-'));
  const stages: Record<string, Cost> = {};
  const meters: Record<string, number> = {};
  const { signal } = new AbortController();
  const ask = askOf();
  let from = reading();
  const note = (stage: string): void => {
    const now = reading();
    const cost = between(from, now);
    const earlierCost = stages[stage];
    stages[stage] = earlierCost ? sumOf([earlierCost, cost]) : cost;
    from = now;
  };

  try {
    const fps = needs('frames', ask.capabilities) ? ask.fps : 0;
    const pass = await ingestMedia({ path, outDir: dir, fps, limits, signal });
    note('ingestion');
    await perceiveWhole(dir, ask, {
      resources,
      outDir: await mkdtemp(join(dir, 'parts-')),
      parts: partsOf(pass.probe.durationSeconds),
      context: {
        signal,
        meter: (item, amount) => {
          meters[item] = (meters[item] ?? 0) + amount;
        },
      },
      onPart: note,
    });
    return { minutes: pass.probe.durationSeconds / 60, stages, meters };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const partsOf = (durationSeconds: number): number =>
  Math.ceil(durationSeconds / Number(options['part-seconds'] ?? durationSeconds));

const sumOf = (costs: readonly Cost[]): Cost => ({
  cpuSeconds: total(costs, 'cpuSeconds'),
  wallSeconds: total(costs, 'wallSeconds'),
  collectionSeconds: total(costs, 'collectionSeconds'),
  pageFaults: total(costs, 'pageFaults'),
});

const total = (costs: readonly Cost[], key: keyof Cost): number =>
  costs.reduce((sum, cost) => sum + cost[key], 0);

/** The functions whose own code took longest, in seconds. */
async function profiled<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly dearest: readonly (readonly [string, number])[] }> {
  const most = Number(options.functions);
  if (most === 0) return { result: await work(), dearest: [] };

  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 2000 });
  await session.post('Profiler.start');
  const result = await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();

  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const seconds = new Map<string, number>();

  for (const [index, id] of (profile.samples ?? []).entries()) {
    const { functionName = '', url = '', lineNumber = 0 } = nodes.get(id) ?? {};
    const name = `${functionName || '(anonymous)'} ${basename(url)}:${lineNumber + 1}`;
    const spent = (profile.timeDeltas?.[index] ?? 0) / 1e6;
    seconds.set(name, (seconds.get(name) ?? 0) + spent);
  }

  const dearest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, most);
  return { result, dearest };
}

function print({ minutes, stages, meters }: Run): void {
  const rows = [...Object.entries(stages), ['all', sumOf(Object.values(stages))] as const];
  console.log(
    `${'stage'.padEnd(12)}${'CPU s'.padStart(9)}${'CPU s/min'.padStart(11)}${'GC s/min'.padStart(10)}${'faults/min'.padStart(12)}`,
  );

  for (const [stage, cost] of rows)
    console.log(
      `${stage.padEnd(12)}${cost.cpuSeconds.toFixed(2).padStart(9)}${(cost.cpuSeconds / minutes).toFixed(2).padStart(11)}${(cost.collectionSeconds / minutes).toFixed(2).padStart(10)}${Math.round(
        cost.pageFaults / minutes,
      )
        .toString()
        .padStart(12)}`,
    );

  console.log(
    Object.entries(meters)
      .map(([item, amount]) => `${item} ${Math.round(amount)}`)
      .join(', '),
  );
}

/** Runs this program again with the memory settings of an engine host. Returns its exit code. */
function runAsHost(): number {
  const { status } = spawnSync(process.execPath, [...collectorOptions, ...process.argv.slice(1)], {
    env: { ...process.env, ...allocatorSettings },
    stdio: 'inherit',
  });
  return status ?? 1;
}

async function measure(first: string, others: readonly string[]): Promise<void> {
  const resources = openResources();
  const opening = await run(first, resources);

  const paths = Array(Number(options.runs)).fill([first, ...others]);
  for (const path of paths.flat()) {
    const { result, dearest } = await profiled(() => run(path, resources));

    if (options.json) console.log(JSON.stringify({ opening, ...result, dearest }));
    else {
      console.log(`\n${basename(path)}`);
      print(result);
      for (const [name, seconds] of dearest)
        console.log(`${seconds.toFixed(2).padStart(8)} s  ${name}`);
    }
  }

  await resources.close();
}

const [first, ...others] = positionals;
if (first === undefined) throw new Error('name a video');
if (globalThis.gc) await withCollections(() => measure(first, others));
else process.exitCode = runAsHost();
