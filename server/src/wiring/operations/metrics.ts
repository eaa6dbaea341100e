/** Counts events in this process, and reads the state of the service when Prometheus requests the metrics. */
import type { LoggedEventKind } from '@reelsight/contract';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricConfiguration,
  Registry,
} from 'prom-client';
import type { Domain } from '../../domain/domain.ts';
import type { EngineWork } from '../../engines/engine-work.ts';
import type { TaskWatch } from '../../queue/consume-loop.ts';
import type { OnLinkRequest } from '../../sources/sources.ts';
import type { OnUpload } from '../../storage/upload-host.ts';
import type { OnStorageOperation } from '../../storage/watched-storage.ts';
import type { AttemptMade } from '../../webhooks/deliveries.ts';
import { type MetricFamily, type MetricName, metricFamilies } from './metric-families.ts';
import { type Gauges, StateGauges, type WatchedState } from './state-gauges.ts';

/** The metrics of this process: functions that record events, and the report of all metrics. */
export interface Metrics {
  /** All metrics in Prometheus' format; also works without the database. */
  readonly read: () => Promise<{ readonly contentType: string; readonly body: string }>;
  readonly request: (answer: { method: string; route: string; status: number; ms: number }) => void;
  readonly stage: (stage: string, outcome: string, seconds: number) => void;
  readonly engineBusy: (queue: string, seconds: number) => void;
  readonly engineWork: (work: readonly EngineWork[]) => void;
  readonly jobMoved: Domain['onJobMoved'];
  readonly eventWritten: (kind: LoggedEventKind, count: number) => void;
  readonly delivery: (attempt: AttemptMade) => void;
  readonly tasks: TaskWatch;
  readonly link: OnLinkRequest;
  readonly upload: OnUpload;
  readonly storage: OnStorageOperation;
  readonly spans: (outcome: 'sent' | 'lost', count: number) => void;
  /** Includes the gauges of this state in every report from now on. */
  readonly watch: (state: WatchedState) => void;
}

type Labels = Readonly<Record<string, string>>;
type Metric = Counter | Gauge | Histogram;

/** Gauges that prom-client names like counters, with `_total`; they are removed. */
const misnamed = ['handles', 'requests', 'resources'];
const prefix = 'reelsight_';

export function createMetrics(build: { readonly version: string; readonly role: string }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix });
  for (const resource of misnamed)
    registry.removeSingleMetric(`${prefix}nodejs_active_${resource}_total`);

  const metrics = Object.fromEntries(
    Object.entries<MetricFamily>(metricFamilies).map(([name, family]) => [
      name,
      createMetric(registry, name, family),
    ]),
  ) as Record<MetricName, Metric>;
  const gauges: Gauges = {
    set: (name, value, labels = {}) => (metrics[name] as Gauge).set(labels, value),
    hide: (name) => hide(metrics[name] as Gauge, metricFamilies[name]),
  };
  gauges.set('reelsight_build_info', 1, { ...build, node: process.version });

  let state: StateGauges | undefined;
  return {
    ...counters(
      (name, amount, labels = {}) => (metrics[name] as Counter).inc(labels, amount),
      (name, seconds, labels = {}) => (metrics[name] as Histogram).observe(labels, seconds),
    ),
    read: async () => {
      await state?.look();
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
    watch: (watchedState) => {
      state = new StateGauges(watchedState, gauges);
    },
  };
}

type Add = (name: MetricName, amount: number, labels?: Labels) => void;
type Observe = (name: MetricName, seconds: number, labels?: Labels) => void;

const counters = (add: Add, observe: Observe): Omit<Metrics, 'read' | 'watch'> => ({
  request: ({ method, route, status, ms }) =>
    observe('reelsight_http_request_duration_seconds', ms / 1000, {
      method,
      route,
      status: String(status),
    }),
  stage: (stage, outcome, seconds) =>
    observe('reelsight_stage_duration_seconds', seconds, { stage, outcome }),
  engineBusy: (queue, seconds) => add('reelsight_engine_busy_seconds_total', seconds, { queue }),
  engineWork: (work) => {
    for (const { role, kind, calls, failed, seconds } of work) {
      add('reelsight_engine_calls_total', calls - failed, { role, kind, outcome: 'ok' });
      add('reelsight_engine_calls_total', failed, { role, kind, outcome: 'failed' });
      add('reelsight_engine_call_seconds_total', seconds, { role, kind });
    }
  },
  jobMoved: (job, to) => {
    // Jobs of test workspaces fail on demand, which must not look like a fault of the service.
    if (job.ask.test) return;
    add('reelsight_job_transitions_total', 1, { status: to });
    if (to === 'failed')
      add('reelsight_job_failures_total', 1, { code: job.error_code ?? 'PROCESSING_ERROR' });
    if (job.credits_charged) add('reelsight_credits_charged_total', job.credits_charged);
    if (to === 'completed') countUsage(job.usage ?? {}, add);
  },
  eventWritten: (event, count) => add('reelsight_events_total', count, { event }),
  delivery: ({ outcome, seconds, delaySeconds }) => {
    add('reelsight_webhook_attempts_total', 1, { outcome });
    observe('reelsight_webhook_attempt_duration_seconds', seconds);
    if (delaySeconds !== null) observe('reelsight_webhook_delay_seconds', delaySeconds);
  },
  tasks: {
    taken: (queue, waitedSeconds) =>
      observe('reelsight_queue_wait_seconds', waitedSeconds, { queue }),
    failed: (queue) => add('reelsight_task_failures_total', 1, { queue }),
  },
  link: (platform, reason) => add('reelsight_link_requests_total', 1, { platform, reason }),
  upload: (outcome, bytes) => {
    add('reelsight_uploads_total', 1, { outcome });
    if (outcome === 'stored') add('reelsight_upload_bytes_total', bytes);
  },
  spans: (outcome, count) => add('reelsight_trace_spans_total', count, { outcome }),
  storage: (operation, outcome, seconds) =>
    observe('reelsight_storage_operation_duration_seconds', seconds, { operation, outcome }),
});

/**
 * Creates a metric. Series with known labels start as 0 at once: if they appeared later, a rate over them would miss
 * their first step.
 */
function createMetric(registry: Registry, name: string, family: MetricFamily): Metric {
  const { type, help, labels, buckets, shared, optional } = family;
  const options: MetricConfiguration<string> = {
    name,
    help,
    labelNames: Object.keys(labels),
    registers: [registry],
  };

  if (type === 'gauge') {
    const gauge = new Gauge(options);
    if (shared || optional || Object.keys(labels).length > 0) hide(gauge, family);
    return gauge;
  }
  const metric = type === 'counter' ? new Counter(options) : histogram(options, buckets ?? []);

  for (const labelSet of combinations(Object.entries(labels)))
    if (metric instanceof Counter) metric.inc(labelSet, 0);
    else metric.zero(labelSet);

  return metric;
}

/** Hides a gauge. `reset` alone would set a gauge without labels to 0. */
function hide(gauge: Gauge, { labels }: MetricFamily): void {
  gauge.reset();
  if (Object.keys(labels).length === 0) gauge.remove();
}

const histogram = (options: MetricConfiguration<string>, buckets: readonly number[]): Histogram =>
  new Histogram({ ...options, buckets: [...buckets] });

/** Returns every combination of label values; none if the values of any label are not known in advance. */
function combinations(labels: readonly [string, readonly string[] | null][]): Labels[] {
  const [first, ...rest] = labels;
  if (!first) return [{}];
  const [name, values] = first;
  const labelSets = combinations(rest);
  return (values ?? []).flatMap((value) =>
    labelSets.map((labelSet) => ({ [name]: value, ...labelSet })),
  );
}

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
