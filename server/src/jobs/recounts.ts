/**
 * Looks for brands of libraries in the results of earlier jobs, a few jobs at a time, one owner after the other.
 * No video is analysed again: only texts and speech that the results have are read.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredAppearance } from '@reelsight/contract';
import { listBrandRows } from '../db/brands/brand-library.ts';
import {
  jobsOfRecount,
  noteRecountStep,
  releaseRecount,
  removeRecount,
  type TakenRecount,
  takeRecount,
} from '../db/brands/brand-recounts.ts';
import { readResults } from '../domain/corrections/read-results.ts';
import { addRecounted, brandToRecount, removeRecounted } from '../domain/corrections/recounts.ts';
import type { Domain } from '../domain/domain.ts';
import { relist } from '../domain/exposure/job-lists.ts';
import { recountedFields } from '../perception/brands/recounted.ts';
import type { WorkerThread } from '../threads/worker-thread.ts';
import type { LibraryThread, RecountedBrand } from './library-thread.ts';
import { readyLibraryThread } from './open-library-thread.ts';

export interface RecountDeps {
  readonly domain: Domain;
  /** Path of the operator's file of brands; null if there is none. */
  readonly brandsFile: string | null;
  readonly thread: WorkerThread<LibraryThread>;
  readonly onError: (error: unknown) => void;
}

/** Jobs that are read at most before the next owner has their turn; their results together take about a second. */
const jobsAtOnce = 10;
/** After this time the next owner has their turn, however few jobs were read. */
const turnMs = 5000;
const failedSeconds = 60;

/** Goes on with one recount, of the owner after `afterOwner`; returns its owner, or undefined if there is none. */
export async function recountSome(
  deps: RecountDeps,
  afterOwner: string,
): Promise<string | undefined> {
  const { domain } = deps;
  const recount = await takeRecount(domain.db, afterOwner, jobsAtOnce);
  if (!recount) return undefined;

  try {
    if (recount.state === 'undoing') await undoSome(domain, recount);
    else await countSome(deps, recount);
  } catch (error) {
    await releaseRecount(domain.db, recount, failedSeconds);
    throw error;
  }

  return recount.owner_group;
}

async function countSome(deps: RecountDeps, recount: TakenRecount): Promise<void> {
  const { domain } = deps;
  const step = { read: 0, changed: 0, skipped: 0, appearances: 0 };
  const brand = await brandOf(deps, recount);
  // Without the brand there is nothing to look for in any of the jobs.
  if (!brand) step.read = recount.next.length;

  const turnEnd = performance.now() + turnMs;
  while (brand && step.read < recount.next.length && performance.now() < turnEnd) {
    const jobId = recount.next[step.read] as string;
    const outcome = await countIn(deps, recount, jobId, brand);
    step.read += 1;
    if (outcome === 'skipped') step.skipped += 1;
    else if (outcome > 0) {
      step.changed += 1;
      step.appearances += outcome;
    }
  }

  await noteRecountStep(domain.db, recount, { ...step, now: domain.now() });
}

/** Undefined if the library no longer has the brand, or now excludes it. */
async function brandOf(
  { domain, brandsFile }: RecountDeps,
  recount: TakenRecount,
): Promise<RecountedBrand | undefined> {
  const entry = await brandToRecount(domain, recount);
  if (!entry || entry.exclude || recount.next.length === 0) return undefined;

  const library = await listBrandRows(domain.db, recount.workspace_id);
  return { name: entry.name, library, brandsFile, key: randomUUID() };
}

/** Returns the number of appearances added to the job, or that looking for them took too long. */
async function countIn(
  { domain, thread, onError }: RecountDeps,
  recount: TakenRecount,
  jobId: string,
  brand: RecountedBrand,
): Promise<number | 'skipped'> {
  const options = { corrected: true, fields: recountedFields, frames: false, name: 'recount' };
  for await (const { json } of readResults(domain, [jobId], options)) {
    let appearances: StoredAppearance[];
    // Outside of the limit for a video: a thread that starts slowly is no fault of the video.
    await readyLibraryThread(thread, brand.brandsFile);
    try {
      appearances = await thread.run('missing', { brand, json });
    } catch (error) {
      onError(error);
      return 'skipped';
    }

    const addition = { jobId, name: brand.name, appearances };
    const added = await addRecounted(domain, recount, addition);
    if (added > 0) await relist(domain, jobId, domain.now());
    return added;
  }

  return 0;
}

async function undoSome(domain: Domain, recount: TakenRecount): Promise<void> {
  const jobs = await jobsOfRecount(domain.db, recount, jobsAtOnce);
  for (const jobId of jobs) {
    await removeRecounted(domain, recount, jobId);
    await relist(domain, jobId, domain.now());
  }

  if (jobs.length === 0) await removeRecount(domain.db, recount);
  else await releaseRecount(domain.db, recount, 0);
}

/** Pause between two checks for work. */
const idleMs = 1000;
/** Pause after work, so that others can use the database and this process too. */
const busyMs = 100;

/** Goes on with recounts until `signal` aborts. Reports errors and tries again. */
export async function keepRecounting(deps: RecountDeps, signal: AbortSignal): Promise<void> {
  let lastOwner = '';
  while (!signal.aborted) {
    const owner = await recountSome(deps, lastOwner).catch((error: unknown) => {
      deps.onError(error);
      return undefined;
    });
    lastOwner = owner ?? lastOwner;
    const pauseMs = owner === undefined ? idleMs : busyMs;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
