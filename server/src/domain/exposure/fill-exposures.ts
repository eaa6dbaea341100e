/**
 * Computes the data that exposure is computed from before anybody needs it, for jobs from an earlier release and for
 * jobs restored from a backup, which contains only their results. Stored rows show which jobs are done, so the work
 * continues after a restart.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { jobsWithoutExposure } from '../../db/exposure/job-exposures.ts';
import { settleTies } from '../../db/trends/trend-facts.ts';
import { closeTrendGaps, trendGaps } from '../../db/trends/trend-gaps.ts';
import { exposureVersion } from '../../exposure/packed-form.ts';
import type { Domain } from '../domain.ts';
import { keptOf } from './kept-exposures.ts';

/** Number of jobs that one statement examines. */
const lookedAtOnce = 500;
/** Pause after each job and each query, so that others can use the database and the thread too. */
const pauseMs = 50;
/** Pause between two passes over all jobs. */
const againMs = 3_600_000;

export interface Filling {
  readonly signal: AbortSignal;
  /**
   * Receives errors: that a job could not be read, which is left for the next pass, or that the database is
   * unreachable.
   */
  readonly onError: (error: unknown) => void;
}

/** Keeps exposures filled until `signal` aborts. */
export async function keepExposuresFilled(domain: Domain, filling: Filling): Promise<void> {
  const { signal, onError } = filling;
  while (!signal.aborted) {
    await fillExposures(domain, filling).catch(onError);
    await pause(againMs, signal);
  }
}

/** Makes one pass over all jobs, one job at a time, the newest first. Then trends count all of them. */
export async function fillExposures(domain: Domain, { signal, onError }: Filling): Promise<void> {
  const query = { version: exposureVersion, limit: lookedAtOnce };
  const gaps = await trendGaps(domain.db);
  let cursor: string | null = null;
  do {
    const { ids, next } = await jobsWithoutExposure(domain.db, cursor, query);
    for (const id of ids) {
      if (signal.aborted) return;
      await fill(domain, id, signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      await pause(pauseMs, signal);
    }

    cursor = next;
    await pause(pauseMs, signal);
  } while (cursor !== null && !signal.aborted);

  if (signal.aborted) return;

  await settleTies(domain.db);
  // A job that could not be read does not keep a workspace waiting for ever.
  await closeTrendGaps(domain.db, gaps);
}

/** Does nothing if the exposure has been stored meanwhile. */
async function fill(domain: Domain, id: string, signal: AbortSignal): Promise<void> {
  const job = { id, title: null, duration_seconds: null, analysed_seconds: null };
  for await (const _ of keptOf(domain, [job], ['sums'], { signal })) if (signal.aborted) return;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
