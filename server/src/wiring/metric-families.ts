/**
 * What Prometheus reads at /metrics, as data: `docs/operating.md` lists it from here. Names follow Prometheus' rules: base
 * units, `_total` for counters; every label has few values.
 */
import { jobStatuses, stages } from '@reelsight/contract';

export interface MetricFamily {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Each label with the values it can have; null: not known before, though few. */
  readonly labels: Readonly<Record<string, readonly string[] | null>>;
  /** Upper bounds, of a histogram. */
  readonly buckets?: readonly number[];
  /** The state of the whole service, which every process tells alike: take the maximum, not the sum. */
  readonly shared?: true;
}

const queues = [
  ...['analysis', 'hear', 'see', 'join', 'webhook', 'batch'],
  ...['resume', 'removal', 'sweep', 'follow'],
] as const;
const openStatuses = ['pending', 'processing', 'held'] as const;
const reached = jobStatuses.filter((status) => status !== 'processing');

export const metricFamilies = {
  reelsight_build_info: {
    type: 'gauge',
    help: 'Always 1; the labels say which version this process runs, and in which role.',
    labels: { version: null, node: null, role: null },
  },
  reelsight_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time to answer a request, by route of the table of calls.',
    labels: { method: null, route: null, status: null },
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  reelsight_job_transitions_total: {
    type: 'counter',
    help: 'Jobs that reached a status; pending: retried after an interruption, or funded.',
    labels: { status: reached },
  },
  reelsight_credits_charged_total: {
    type: 'counter',
    help: 'Credits charged for jobs.',
    labels: {},
  },
  reelsight_stage_duration_seconds: {
    type: 'histogram',
    help: 'Time a worker spent on an ingestion or a part, by stage; stopped: its job ended or went to another worker, or this worker is stopping.',
    labels: { stage: stages, outcome: ['finished', 'failed', 'held', 'stopped'] },
    buckets: [1, 5, 15, 60, 300, 900, 3600, 10_800],
  },
  reelsight_engine_busy_seconds_total: {
    type: 'counter',
    help: 'Time engine hosts worked on parts, whatever the outcome.',
    labels: { queue: ['hear', 'see', 'join'] },
  },
  reelsight_engine_audio_seconds_total: {
    type: 'counter',
    help: 'Audio transcribed for completed jobs.',
    labels: {},
  },
  reelsight_engine_frames_total: {
    type: 'counter',
    help: 'Frames read or searched for completed jobs.',
    labels: { engine: ['text', 'objects', 'logos'] },
  },
  reelsight_engine_images_total: {
    type: 'counter',
    help: 'Pictures shown to a vision model for completed jobs.',
    labels: {},
  },
  reelsight_engine_tokens_total: {
    type: 'counter',
    help: 'Tokens that a language model read (in) or wrote (out) for completed jobs.',
    labels: { direction: ['in', 'out'] },
  },
  reelsight_webhook_attempts_total: {
    type: 'counter',
    help: 'Webhook attempts by outcome; failed: it will be tried again; exhausted: it was the last attempt.',
    labels: { outcome: ['delivered', 'failed', 'exhausted'] },
  },
  reelsight_jobs: {
    type: 'gauge',
    help: 'Jobs that are not final.',
    labels: { status: openStatuses },
    shared: true,
  },
  reelsight_queue_tasks: {
    type: 'gauge',
    help: 'Tasks in the queue.',
    labels: { queue: queues, state: ['waiting', 'active'] },
    shared: true,
  },
  reelsight_queue_oldest_task_age_seconds: {
    type: 'gauge',
    help: 'How long the oldest task that could be done now has waited; 0 if none waits.',
    labels: { queue: queues },
    shared: true,
  },
  reelsight_workers: {
    type: 'gauge',
    help: 'Workers that are alive.',
    labels: {},
    shared: true,
  },
  reelsight_database_up: {
    type: 'gauge',
    help: '1 if the database answered this reading; otherwise jobs, tasks and workers are missing from it.',
    labels: {},
  },
  reelsight_queue_loop_age_seconds: {
    type: 'gauge',
    help: 'Time since the last turn of the slowest of the loops that take tasks.',
    labels: {},
  },
  reelsight_disk_free_bytes: {
    type: 'gauge',
    help: 'Free space on the disk of the data folder.',
    labels: {},
  },
  reelsight_disk_size_bytes: {
    type: 'gauge',
    help: 'Size of that disk.',
    labels: {},
  },
  reelsight_disk_reserve_bytes: {
    type: 'gauge',
    help: 'Free space below which no new work is taken.',
    labels: {},
  },
} as const satisfies Record<string, MetricFamily>;
export type MetricName = keyof typeof metricFamilies;
