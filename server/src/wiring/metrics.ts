/** Counts what this process does, and looks at the state of the service when Prometheus asks. */
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricConfiguration,
  Registry,
} from 'prom-client';
import { jobCounts } from '../db/jobs-at-work.ts';
import { workerIds } from '../db/workers.ts';
import type { Domain } from '../domain/domain.ts';
import { untilAborted } from '../network/until-aborted.ts';
import type { DiskWatch } from '../storage/disk-watch.ts';
import { type MetricFamily, type MetricName, metricFamilies } from './metric-families.ts';

export interface Metrics {
  /** All of them, as Prometheus reads them; works without the database too. */
  readonly read: () => Promise<{ readonly contentType: string; readonly body: string }>;
  readonly request: (answer: { method: string; route: string; status: number; ms: number }) => void;
  readonly stage: (stage: string, outcome: string, seconds: number) => void;
  readonly engineBusy: (queue: string, seconds: number) => void;
  readonly jobMoved: Domain['onJobMoved'];
  readonly delivery: (outcome: string) => void;
  /** From now on each reading looks at these. */
  readonly watch: (state: WatchedState) => void;
}

export interface WatchedState {
  readonly domain: Pick<Domain, 'db' | 'queue'>;
  readonly disk: DiskWatch;
}

type Labels = Readonly<Record<string, string>>;
type Metric = Counter | Gauge | Histogram;

/** prom-client calls these counters although they go up and down. */
const misnamed = ['handles', 'requests', 'resources'];
const prefix = 'reelsight_';

export function createMetrics(build: { readonly version: string; readonly role: string }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix });
  for (const one of misnamed) registry.removeSingleMetric(`${prefix}nodejs_active_${one}_total`);
  const metrics = Object.fromEntries(
    Object.entries<MetricFamily>(metricFamilies).map(([name, family]) => [
      name,
      createMetric(registry, name, family),
    ]),
  ) as Record<MetricName, Metric>;
  const add = (name: MetricName, amount: number, labels: Labels = {}) =>
    (metrics[name] as Counter).inc(labels, amount);
  const observe = (name: MetricName, seconds: number, labels: Labels) =>
    (metrics[name] as Histogram).observe(labels, seconds);
  const set: SetGauge = (name, value, labels = {}) => (metrics[name] as Gauge).set(labels, value);
  set('reelsight_build_info', 1, { ...build, node: process.version });
  let state: WatchedState | undefined;
  return {
    read: async () => {
      if (state) await look(state, set, (name) => metrics[name].reset());
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
    request: ({ method, route, status, ms }) =>
      observe('reelsight_http_request_duration_seconds', ms / 1000, {
        ...{ method, route },
        status: String(status),
      }),
    stage: (stage, outcome, seconds) =>
      observe('reelsight_stage_duration_seconds', seconds, { stage, outcome }),
    engineBusy: (queue, seconds) => add('reelsight_engine_busy_seconds_total', seconds, { queue }),
    jobMoved: (job, to) => {
      add('reelsight_job_transitions_total', 1, { status: to });
      if (job.credits_charged) add('reelsight_credits_charged_total', job.credits_charged);
      if (to === 'completed') countUsage(job.usage ?? {}, add);
    },
    delivery: (outcome) => add('reelsight_webhook_attempts_total', 1, { outcome }),
    watch: (given) => {
      state = given;
    },
  };
}

/** Series whose labels are known are there from the start, as 0: a rate over one that appears misses its first step. */
function createMetric(registry: Registry, name: string, family: MetricFamily): Metric {
  const { type, help, labels, buckets, shared } = family;
  const options: MetricConfiguration<string> = {
    ...{ name, help, labelNames: Object.keys(labels), registers: [registry] },
  };
  if (type === 'gauge') {
    const gauge = new Gauge(options);
    if (shared || Object.keys(labels).length > 0) gauge.reset();
    return gauge;
  }
  const metric = type === 'counter' ? new Counter(options) : histogram(options, buckets ?? []);
  for (const some of combinations(Object.entries(labels)))
    if (metric instanceof Counter) metric.inc(some, 0);
    else metric.zero(some);
  return metric;
}

const histogram = (options: MetricConfiguration<string>, buckets: readonly number[]): Histogram =>
  new Histogram({ ...options, buckets: [...buckets] });

/** Every combination of the labels' values; none if those of one are not known. */
function combinations(labels: readonly [string, readonly string[] | null][]): Labels[] {
  const [first, ...rest] = labels;
  if (!first) return [{}];
  const [name, values] = first;
  const others = combinations(rest);
  return (values ?? []).flatMap((value) => others.map((other) => ({ [name]: value, ...other })));
}

type Add = (name: MetricName, amount: number, labels?: Labels) => void;

function countUsage(usage: Readonly<Record<string, number>>, add: Add): void {
  const of = (item: string): number => usage[item] ?? 0;
  add('reelsight_engine_audio_seconds_total', of('audio_seconds'));
  add('reelsight_engine_frames_total', of('text_frames'), { engine: 'text' });
  add('reelsight_engine_frames_total', of('object_frames'), { engine: 'objects' });
  add('reelsight_engine_frames_total', of('logo_frames'), { engine: 'logos' });
  add('reelsight_engine_images_total', of('vision_images'));
  add('reelsight_engine_tokens_total', of('tokens_in'), { direction: 'in' });
  add('reelsight_engine_tokens_total', of('tokens_out'), { direction: 'out' });
}

type SetGauge = (name: MetricName, value: number, labels?: Labels) => void;

/** Shorter than Prometheus waits for an answer. */
const limitMs = 3000;

async function look(
  state: WatchedState,
  set: SetGauge,
  reset: (name: MetricName) => void,
): Promise<void> {
  const { queue } = state.domain;
  set('reelsight_queue_loop_age_seconds', queue.liveness().turnMs / 1000);
  const disk = await state.disk.look();
  if (disk) {
    set('reelsight_disk_free_bytes', disk.freeBytes);
    set('reelsight_disk_size_bytes', disk.totalBytes);
    set('reelsight_disk_reserve_bytes', disk.reserveBytes);
  }
  for (const [name, family] of Object.entries<MetricFamily>(metricFamilies))
    if (family.shared) reset(name as MetricName);
  const shared = await untilAborted(askDatabase(state), AbortSignal.timeout(limitMs)).catch(
    () => null,
  );
  set('reelsight_database_up', shared === null ? 0 : 1);
  if (shared === null) return;
  for (const [status, count] of Object.entries(shared.jobs))
    set('reelsight_jobs', count, { status });
  set('reelsight_workers', shared.workers.length);
  const rows = new Map(shared.queues.map((row) => [row.queue, row]));
  for (const name of metricFamilies.reelsight_queue_tasks.labels.queue) {
    const { waiting = 0, active = 0, oldestSeconds = 0 } = rows.get(name) ?? {};
    set('reelsight_queue_tasks', waiting, { queue: name, state: 'waiting' });
    set('reelsight_queue_tasks', active, { queue: name, state: 'active' });
    set('reelsight_queue_oldest_task_age_seconds', oldestSeconds, { queue: name });
  }
}

async function askDatabase({ domain: { db, queue } }: WatchedState) {
  const [jobs, queues, workers] = await Promise.all([jobCounts(db), queue.depth(), workerIds(db)]);
  return { jobs, queues, workers };
}
