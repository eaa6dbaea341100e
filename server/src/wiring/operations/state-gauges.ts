/**
 * Gauges of the current state, read when Prometheus requests the metrics. Values that are equal for every process come
 * from the database.
 */
import { type CreditSums, creditSums } from '../../db/billing/credit-sums.ts';
import { jobCounts } from '../../db/jobs/jobs-at-work.ts';
import { servingWorkers } from '../../db/upkeep/workers.ts';
import type { Domain } from '../../domain/domain.ts';
import { untilAborted } from '../../network/until-aborted.ts';
import type { SourceStatus } from '../../sources/source-status.ts';
import type { DiskWatch } from '../../storage/disk-watch.ts';
import type { BackupAge } from '../backup/backup-age.ts';
import {
  ingestionQueues,
  type MetricFamily,
  type MetricName,
  metricFamilies,
  readyParts,
  workQueues,
} from './metric-families.ts';
import type { Readiness } from './readiness.ts';

export interface WatchedState {
  readonly domain: Pick<Domain, 'db' | 'queue' | 'settings'>;
  readonly disk: DiskWatch;
  readonly readiness: () => Promise<Readiness>;
  /** Age of the newest backup; null in a process that makes no backups. */
  readonly backups: () => Promise<BackupAge | null>;
  /** Returns the status of link sources as it was last read. */
  readonly links: () => SourceStatus;
}

export interface Gauges {
  readonly set: (
    name: MetricName,
    value: number,
    labels?: Readonly<Record<string, string>>,
  ) => void;
  /** Leaves the metric out of the next report. */
  readonly hide: (name: MetricName) => void;
}

/** Time limit for reading the state; less than the time that Prometheus waits for an answer. */
const limitMs = 3000;
/** How long the sums of credits are cached, because they cover all workspaces. */
const creditsAgeMs = 60_000;
const daySeconds = 86_400;

/** Values that every process reports equally. */
interface Shared {
  readonly jobs: Awaited<ReturnType<typeof jobCounts>>;
  readonly queues: Awaited<ReturnType<Domain['queue']['depth']>>;
  readonly workers: Awaited<ReturnType<typeof servingWorkers>>;
  readonly credits: CreditSums;
}

export class StateGauges {
  readonly #state: WatchedState;
  readonly #gauges: Gauges;
  #credits: { readonly sums: CreditSums; readonly atMs: number } | undefined;

  constructor(state: WatchedState, gauges: Gauges) {
    this.#state = state;
    this.#gauges = gauges;
  }

  async look(): Promise<void> {
    const { domain } = this.#state;
    const { set, hide } = this.#gauges;
    set('reelsight_queue_loop_age_seconds', domain.queue.liveness().turnMs / 1000);
    this.#showPool();
    this.#showLinks();

    const [shared] = await Promise.all([
      untilAborted(this.#ask(), AbortSignal.timeout(limitMs)).catch(() => null),
      this.#lookAround(),
      this.#lookAtBackups(),
    ]);

    for (const [name, family] of Object.entries<MetricFamily>(metricFamilies))
      if (family.shared) hide(name as MetricName);

    set('reelsight_database_up', shared === null ? 0 : 1);
    if (shared) this.#show(shared);
  }

  async #lookAround(): Promise<void> {
    const { disk, readiness } = this.#state;
    const { set } = this.#gauges;
    const [space, { parts }] = await Promise.all([disk.look(), readiness()]);

    for (const part of readyParts)
      set('reelsight_ready', parts[part] === 'unavailable' ? 0 : 1, { part });

    if (!space) return;
    set('reelsight_disk_free_bytes', space.freeBytes);
    set('reelsight_disk_size_bytes', space.totalBytes);
    set('reelsight_disk_reserve_bytes', space.reserveBytes);
  }

  async #lookAtBackups(): Promise<void> {
    const { set, hide } = this.#gauges;
    const look = untilAborted(this.#state.backups(), AbortSignal.timeout(limitMs));
    const backupAge = await look.catch(() => null);
    hide('reelsight_backup_last_success_timestamp_seconds');
    if (!backupAge) return;
    set('reelsight_backup_last_success_timestamp_seconds', backupAge.lastSuccess);
    if (backupAge.pause !== null) set('reelsight_backup_schedule_pause_seconds', backupAge.pause);
  }

  #showPool(): void {
    const pool = this.#state.domain.db.pool();
    if (!pool) return;
    const { set } = this.#gauges;
    set('reelsight_database_connections', pool.open - pool.idle, { state: 'active' });
    set('reelsight_database_connections', pool.idle, { state: 'idle' });
    set('reelsight_database_connections_max', pool.most);
    set('reelsight_database_waiting_requests', pool.waiting);
  }

  #showLinks(): void {
    const { version, origin, ageDays } = this.#state.links();
    const { set, hide } = this.#gauges;
    // The old value is hidden first, because the version in its label may have changed while the service runs.
    hide('reelsight_links_program_info');
    hide('reelsight_links_program_age_seconds');
    if (version !== null) set('reelsight_links_program_info', 1, { version, origin });
    if (ageDays !== null) set('reelsight_links_program_age_seconds', ageDays * daySeconds);
  }

  async #ask(): Promise<Shared> {
    const { db, queue, settings } = this.#state.domain;
    const [jobs, queues, workers, credits] = await Promise.all([
      jobCounts(db),
      queue.depth(),
      servingWorkers(db, settings.stallMs),
      this.#creditSums(),
    ]);
    return { jobs, queues, workers, credits };
  }

  async #creditSums(): Promise<CreditSums> {
    const now = performance.now();
    if (!this.#credits || now - this.#credits.atMs > creditsAgeMs)
      this.#credits = { sums: await creditSums(this.#state.domain.db), atMs: now };
    return this.#credits.sums;
  }

  #show({ jobs, queues, workers, credits }: Shared): void {
    const { set } = this.#gauges;
    for (const [status, count] of Object.entries(jobs)) set('reelsight_jobs', count, { status });
    set('reelsight_workers', workers.length);

    for (const queue of workQueues) {
      const isIngestion = (ingestionQueues as readonly string[]).includes(queue);
      const serving = workers.filter(({ serves }) => isIngestion || serves.includes(queue));
      set('reelsight_queue_workers', serving.length, { queue });

      const hosts = serving.reduce((sum, worker) => sum + worker.hosts, 0);
      if (!isIngestion) set('reelsight_queue_hosts', hosts, { queue });
    }

    set('reelsight_credits_reserved', credits.reserved);
    set('reelsight_credits_balance', credits.plan, { kind: 'plan' });
    set('reelsight_credits_balance', credits.purchased, { kind: 'purchased' });
    const rows = new Map(queues.map((row) => [row.queue, row]));

    for (const queue of metricFamilies.reelsight_queue_tasks.labels.queue) {
      const { waiting = 0, active = 0, oldestSeconds = 0 } = rows.get(queue) ?? {};
      set('reelsight_queue_tasks', waiting, { queue, state: 'waiting' });
      set('reelsight_queue_tasks', active, { queue, state: 'active' });
      set('reelsight_queue_oldest_task_age_seconds', oldestSeconds, { queue });
    }
  }
}
