/**
 * The metrics that Prometheus reads at /metrics, as data from which the list in `docs/operating.md` is generated. Names
 * follow Prometheus' conventions: base units, and `_total` for counters. No label has many values.
 */
import { errorTable, jobStatuses, loggedEventKinds, stages } from '@reelsight/contract';
import { partQueues, queueNames } from '../../queue/queue.ts';
import { failures, reasonName } from '../../sources/failure.ts';
import { sourcePlatforms } from '../../sources/video-url.ts';

export interface MetricFamily {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Possible values of each label; null if there are few values, but they are not known in advance. */
  readonly labels: Readonly<Record<string, readonly string[] | null>>;
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
  /**
   * True for the state of the whole service, which every process reports equally, so queries must take the maximum, not
   * the sum.
   */
  readonly shared?: true;
  /**
   * True for a gauge that is absent if there is nothing to report. Shared gauges are also absent if the database is
   * unavailable.
   */
  readonly optional?: true;
}

/** The queues of ingestions, from which every worker takes tasks. */
export const ingestionQueues = ['analysis', 'long_analysis'] as const;
/** The queues of ingestions and those of parts. A worker takes only the parts that REELSIGHT_SERVES names. */
export const workQueues = [...ingestionQueues, ...partQueues] as const;
export const readyParts = ['database', 'storage', 'queue'] as const;
const openStatuses = ['pending', 'processing', 'held'] as const;
const reached = jobStatuses.filter((status) => status !== 'processing');
const jobCodes = Object.entries(errorTable).flatMap(([code, { job }]) => (job ? [code] : []));
export const storageOperations = ['put', 'get', 'head', 'download', 'delete'] as const;
export const engineRoles = [
  ...['speech', 'diarization', 'text', 'objects', 'outlines', 'logos', 'vision', 'language'],
  'embedding',
] as const;
const engineLabels = { role: engineRoles, kind: ['embedded', 'local', 'remote'] };
const linkReasons = ['ok', 'stopped', 'other', ...Object.keys(failures).map(reasonName)];

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
  reelsight_job_failures_total: {
    type: 'counter',
    help: 'Jobs that failed, by the code that their error has.',
    labels: { code: jobCodes },
  },
  reelsight_events_total: {
    type: 'counter',
    help: 'Events of jobs and batches written to the log of events.',
    labels: { event: loggedEventKinds() },
  },
  reelsight_credits_charged_total: {
    type: 'counter',
    help: 'Credits charged for jobs.',
    labels: {},
  },
  reelsight_queue_wait_seconds: {
    type: 'histogram',
    help: 'Time a task waited from when it could be done until a process took it; parts of jobs are tasks of hear, see and join.',
    labels: { queue: queueNames },
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400],
  },
  reelsight_task_failures_total: {
    type: 'counter',
    help: 'Tasks that ended with an error nobody expected; the log has it. The queue tries them again.',
    labels: { queue: queueNames },
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
  reelsight_engine_calls_total: {
    type: 'counter',
    help: 'Calls of engines, such as one utterance or one frame; failed: the engine threw, which costs what it was asked for.',
    labels: { ...engineLabels, outcome: ['ok', 'failed'] },
  },
  reelsight_engine_call_seconds_total: {
    type: 'counter',
    help: 'Time these calls took; divided by their number it is the mean latency.',
    labels: engineLabels,
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
  reelsight_webhook_attempt_duration_seconds: {
    type: 'histogram',
    help: 'Time of an attempt: the look-up of the name, the connection and the answer.',
    labels: {},
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4, 5],
  },
  reelsight_webhook_delay_seconds: {
    type: 'histogram',
    help: 'Time from an event to its delivery; replays do not count.',
    labels: {},
    buckets: [0.5, 1, 5, 15, 60, 300, 900, 3600, 21_600, 86_400],
  },
  reelsight_link_requests_total: {
    type: 'counter',
    help: 'Looks at links and downloads of them, by platform and how they ended; ok, or the reason why not; stopped: nobody waited for it any more.',
    labels: { platform: sourcePlatforms, reason: linkReasons },
  },
  reelsight_links_program_info: {
    type: 'gauge',
    help: 'Always 1; the labels say which yt-dlp this process reads links with. Absent without one.',
    labels: { version: null, origin: ['setting', 'data folder', 'system'] },
    optional: true,
  },
  reelsight_links_program_age_seconds: {
    type: 'gauge',
    help: 'Time since the release of that yt-dlp, in whole days of 86,400 s. Absent without one.',
    labels: {},
    optional: true,
  },
  reelsight_uploads_total: {
    type: 'counter',
    help: 'Uploads to the upload host (not to S3, where clients upload past the service); cut_off: the client left.',
    labels: { outcome: ['stored', 'refused', 'cut_off'] },
  },
  reelsight_upload_bytes_total: {
    type: 'counter',
    help: 'Size of the uploads that were stored.',
    labels: {},
  },
  reelsight_storage_operation_duration_seconds: {
    type: 'histogram',
    help: 'Time of operations on the storage; of get until the first byte may be read; delete: of one object or a folder; stopped: nobody waited for it any more.',
    labels: { operation: storageOperations, outcome: ['ok', 'failed', 'stopped'] },
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300],
  },
  reelsight_trace_spans_total: {
    type: 'counter',
    help: 'Spans of traces that were sent to the collector, or lost as it did not take them; 0 while traces are off.',
    labels: { outcome: ['sent', 'lost'] },
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
    labels: { queue: queueNames, state: ['waiting', 'active'] },
    shared: true,
  },
  reelsight_queue_oldest_task_age_seconds: {
    type: 'gauge',
    help: 'How long the oldest task that could be done now has waited; 0 if none waits.',
    labels: { queue: queueNames },
    shared: true,
  },
  reelsight_workers: {
    type: 'gauge',
    help: 'Workers that are alive: heard of within REELSIGHT_STALL_SECONDS.',
    labels: {},
    shared: true,
  },
  reelsight_queue_workers: {
    type: 'gauge',
    help: 'Workers that are alive and take tasks of the queue; 0 while tasks wait: nobody will do them.',
    labels: { queue: workQueues },
    shared: true,
  },
  reelsight_queue_hosts: {
    type: 'gauge',
    help: 'Engine hosts of these workers. A host that serves several queues counts for each.',
    labels: { queue: ['hear', 'see', 'join'] },
    shared: true,
  },
  reelsight_credits_reserved: {
    type: 'gauge',
    help: 'Credits reserved for jobs in processing, of all workspaces; looked up at most once a minute.',
    labels: {},
    shared: true,
  },
  reelsight_credits_balance: {
    type: 'gauge',
    help: 'Credits that all workspaces have; looked up at most once a minute.',
    labels: { kind: ['plan', 'purchased'] },
    shared: true,
  },
  reelsight_ready: {
    type: 'gauge',
    help: '1 if the part answers this process, as /readyz tells it; otherwise 0.',
    labels: { part: readyParts },
  },
  reelsight_database_up: {
    type: 'gauge',
    help: '1 if the database answered this reading; otherwise jobs, tasks and workers are missing from it.',
    labels: {},
  },
  reelsight_database_connections: {
    type: 'gauge',
    help: 'Connections of the pool of this process; absent on the embedded database, which has none.',
    labels: { state: ['active', 'idle'] },
    optional: true,
  },
  reelsight_database_connections_max: {
    type: 'gauge',
    help: 'Connections that the pool may open: REELSIGHT_DATABASE_POOL.',
    labels: {},
    optional: true,
  },
  reelsight_database_waiting_requests: {
    type: 'gauge',
    help: 'Statements and transactions that wait for a free connection.',
    labels: {},
    optional: true,
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
  reelsight_backup_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When the newest whole backup that the service made was begun; 0 if there is none. Absent from a process that makes no backups: take the maximum.',
    labels: {},
    optional: true,
  },
  reelsight_backup_schedule_pause_seconds: {
    type: 'gauge',
    help: 'Longest time between two backups by REELSIGHT_BACKUP_SCHEDULE; absent without it, and from a process that makes no backups.',
    labels: {},
    optional: true,
  },
} as const satisfies Record<string, MetricFamily>;
export type MetricName = keyof typeof metricFamilies;
