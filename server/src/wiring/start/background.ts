/** Consumes the queues that every role serves: they need the database, files and the network, but no engine. */

import { once } from 'node:events';
import type { Logger } from 'pino';
import { passesPerHour, readDueViews } from '../../domain/audience/read-views.ts';
import type { Domain } from '../../domain/domain.ts';
import { keepExposuresFilled } from '../../domain/exposure/fill-exposures.ts';
import { renewFormerNames } from '../../domain/exposure/former-names.ts';
import type { FollowTask } from '../../domain/follows/follow.ts';
import { runFollow } from '../../domain/follows/follow-run.ts';
import { resumeHeldJobs } from '../../domain/jobs/all-jobs.ts';
import { enqueueRemoval, type Removal } from '../../domain/removals.ts';
import {
  continueRuns,
  type RunFiles,
  runSchedule,
  type ScheduledReportTask,
  startDueSchedules,
} from '../../domain/schedules/run.ts';
import { runTestJob, type TestJobTask } from '../../domain/test-mode/run-test-job.ts';
import { clockError } from '../../domain/upkeep/clock.ts';
import type { SweepTask } from '../../domain/upkeep/free-disk.ts';
import { askForAllOldJobs } from '../../domain/upkeep/search-upkeep.ts';
import {
  finishRemoval,
  retryStalledJobs,
  type SweepName,
  silenceCounts,
  startAllParkedJobs,
  sweeps,
} from '../../domain/upkeep/sweep.ts';
import { removeLeftovers } from '../../domain/uploads/stored-files.ts';
import { giveBackParts } from '../../jobs/parts/conductor.ts';
import type { ClaimedTask } from '../../queue/consume-loop.ts';
import type { Queue } from '../../queue/queue.ts';
import { leastTold, type Meaning } from '../../search/meaning.ts';
import { type KeepEmbedded, keepEmbedded } from '../../search/meaning-index.ts';
import { keepIndexed } from '../../search/search-index.ts';
import type { Storage } from '../../storage/storage.ts';
import { parseStorageKey, type StorageKey } from '../../storage/storage-key.ts';
import { inSpan } from '../../tracing/scope.ts';
import type { Tracer } from '../../tracing/tracer.ts';

interface Background {
  readonly domain: Domain;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly tracer: Tracer;
  /** Maximum number of concurrent runs of Follows: in this process, and per workspace across all processes. */
  readonly follows: { readonly atOnce: number; readonly perWorkspace: number };
  /** Whether a backup is running; if so, it still reads files that its copy of the database refers to. */
  readonly removalsHeld: () => Promise<boolean>;
  /** Embeds texts for search by meaning; null if there is no model for that, or if another process does it. */
  readonly meaning: Meaning | null;
}

/** Sweeps that remove and end nothing, whatever the clock of this machine says. */
const needsNoClock: readonly SweepName[] = [
  'tasks',
  'waiting',
  'alerts',
  'lists',
  'search',
  'follows',
  'views',
];

async function sweep(
  { domain, storage, log }: Pick<Background, 'domain' | 'storage' | 'log'>,
  task: SweepTask,
): Promise<void> {
  const cutoff = task.before === undefined ? undefined : new Date(task.before);
  if (task.sweep !== 'leftovers') {
    const error = needsNoClock.includes(task.sweep)
      ? null
      : await clockError(domain.db, Date.now());
    if (error === null) return sweeps[task.sweep].run(domain, cutoff);
    log.error(
      { sweep: task.sweep, seconds_ahead: error },
      "the clock of this machine differs from the database's, so nothing is removed and nothing ends: set it right",
    );
    return;
  }
  if (!cutoff) return;
  const store = { list: () => storage.list(), ...removalFrom(storage) };
  log.info(await removeLeftovers(domain, store, cutoff), 'leftovers removed');
}

const storedKey = (text: string): StorageKey => parseStorageKey(text) as StorageKey;

const removalFrom = (storage: Storage) => ({
  deletePrefix: (prefix: string) => storage.deletePrefix(storedKey(prefix)),
  delete: (key: string) => storage.delete(storedKey(key)),
});

/**
 * Number of extra removals, and of extra resumptions of held jobs, for workspaces that have none in progress, so that
 * thousands of one workspace do not delay the others.
 */
const newcomers = 2;
/**
 * Number of extra runs of Follows for workspaces that have none in progress, and the time after which a run allows one
 * more of them. A run waits for servers that strangers chose, and takes some seconds where these answer.
 */
const newcomersOfFollows = 2;
const longRunMs = 10_000;
/** How often due report schedules are looked for; a report is made within seconds of the time that people chose. */
const schedulesEveryMs = 5000;
/** Test jobs that end at the same time; each takes a few statements in the database. */
const testJobsAtOnce = 4;
/** How long a postponed removal waits before it checks again whether the backup has ended. */
const removalAgainMs = 15_000;

/** Cron expression of the passes that read views; null if the operator has turned them off. */
export const viewsPass = ({ settings }: Pick<Domain, 'settings'>): string | null =>
  settings.viewsDays.length === 0 ? null : `*/${60 / passesPerHour} * * * *`;

/** Starts all loops. Each promise resolves when `signal` has aborted and the loop's work in progress has ended. */
export function startBackground({
  domain,
  queue,
  storage,
  log,
  signal,
  follows,
  tracer,
  removalsHeld,
  meaning,
}: Background): Promise<void>[] {
  const onError = (error: unknown): void => log.error({ err: error }, 'background task');
  const options = { concurrency: 1, signal, onError };
  // A timer, because cron cannot express such short intervals. Several processes may do this work at the same time
  // without harm.
  const everyMs = Math.min(15_000, domain.settings.stallMs / 2);
  const counts = silenceCounts(domain, everyMs);
  const lookForStalled = async (): Promise<void> => {
    // This throws if the database is unavailable, so that the checks below are skipped.
    await startAllParkedJobs(domain);
    if (!counts()) return;
    await retryStalledJobs(domain);
    await giveBackParts(domain);
  };
  const stalledChecks = repeat(() => lookForStalled().catch(onError), everyMs, signal);
  const startSchedules = async (): Promise<void> => {
    await startDueSchedules(domain);
    await continueRuns(domain);
  };
  const scheduleChecks = repeat(() => startSchedules().catch(onError), schedulesEveryMs, signal);
  const files: RunFiles = {
    put: (key, bytes, contentType) =>
      storage.put(storedKey(key), bytes, { contentType }).then(() => undefined),
    delete: (key) => storage.delete(storedKey(key)),
  };
  const loops = [
    queue.consume<ScheduledReportTask>(
      'scheduled_report',
      ({ data }) => runSchedule(domain, files, data),
      { ...options, newcomers, longTaskMs: longRunMs },
    ),
    queue.consume<SweepTask>('sweep', ({ data }) => sweep({ domain, storage, log }, data), options),
    queue.consume<FollowTask>('follow', followRun(domain, tracer), {
      ...options,
      concurrency: follows.atOnce,
      groupConcurrency: follows.perWorkspace,
      newcomers: newcomersOfFollows,
      longTaskMs: longRunMs,
    }),
    queue.consume(
      'views',
      async (task) => {
        const stop = AbortSignal.any([task.signal, signal]);
        await readDueViews(domain, { signal: stop, onError });
      },
      options,
    ),
    queue.consume<TestJobTask['data']>('test_job', (task) => runTestJob(domain, task), {
      ...options,
      concurrency: testJobsAtOnce,
      newcomers,
    }),
    queue.consume<{ workspaceId: string }>(
      'resume',
      async ({ data }) => {
        await resumeHeldJobs(domain, data.workspaceId);
      },
      { ...options, newcomers },
    ),
    queue.consume<Removal>('removal', (task) => remove({ domain, storage, removalsHeld }, task), {
      ...options,
      newcomers,
    }),
  ].map((loop) => loop.done);
  const indexed = keepIndexed(domain, { signal, onError });
  const filled = keepExposuresFilled(domain, { signal, onError });
  const embedded = meaning && keepEmbedded(domain.db, meaning, embeddingOptions(log, signal));
  // Jobs from a version without search, or from a backup, are indexed now rather than at the next sweep.
  const oldJobRequests = askForAllOldJobs(domain.db).catch(onError);
  const renewed = renewFormerNames(domain, { signal, onError }).catch(onError);

  return [
    ...loops,
    stalledChecks,
    scheduleChecks,
    indexed,
    filled,
    oldJobRequests,
    renewed,
    ...(embedded ? [embedded] : []),
  ];
}

const embeddingOptions = (log: Logger, signal: AbortSignal): KeepEmbedded => ({
  signal,
  onError: (error) => log.warn({ err: error }, 'search by meaning waits for the embedding model'),
  onModel: ({ model, least: leastLikeness, tells }) => {
    const modelFacts = { model, least: leastLikeness, tells };
    if (tells >= leastTold) log.info(modelFacts, 'search by meaning');
    else
      log.warn(modelFacts, 'no search by meaning: this model does not tell what belongs together');
  },
});

/**
 * Repeats the work at an interval, even if an earlier run is still in progress. Resolves after `signal` has aborted and
 * the runs in progress have ended.
 */
async function repeat(work: () => Promise<void>, everyMs: number, signal: AbortSignal) {
  const running = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const run = work().finally(() => running.delete(run));
    running.add(run);
  }, everyMs);

  await once(signal, 'abort');
  clearInterval(timer);
  await Promise.all(running);
}

const followRun =
  (domain: Domain, tracer: Tracer) =>
  ({ data, id, signal }: ClaimedTask<FollowTask>): Promise<void> =>
    inSpan(tracer.start('follow', null, { kind: 'consumer' }), { follow_id: data.followId }, () =>
      runFollow(domain, data, signal, id),
    );

/** Removes files, or postpones the removal while a backup is running. */
async function remove(
  { domain, storage, removalsHeld }: Pick<Background, 'domain' | 'storage' | 'removalsHeld'>,
  { data }: ClaimedTask<Removal>,
): Promise<void> {
  if (await removalsHeld()) {
    await enqueueRemoval(domain, domain.db, data, { delayMs: removalAgainMs });
    return;
  }
  await finishRemoval(domain, data, removalFrom(storage));
}
