/**
 * Lets the heard brands follow the corrections of transcripts, one job at a time, one owner after the other. No
 * sound is heard again: only the lines that people changed are read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeardChanges } from '@reelsight/contract';
import { listBrandRows } from '../db/brands/brand-library.ts';
import { findJob, type JobRow } from '../db/jobs/jobs.ts';
import {
  releaseEditedTranscript,
  type TakenTranscript,
  takeEditedTranscript,
} from '../db/transcripts.ts';
import { followHeard } from '../domain/corrections/heard-brands.ts';
import { readResults } from '../domain/corrections/read-results.ts';
import type { Domain } from '../domain/domain.ts';
import { relist } from '../domain/exposure/job-lists.ts';
import type { WorkerThread } from '../threads/worker-thread.ts';
import type { LibraryThread } from './library-thread.ts';
import { readyLibraryThread } from './open-library-thread.ts';

export interface HeardDeps {
  readonly domain: Domain;
  /** Path of the operator's file of brands; null if there is none. */
  readonly brandsFile: string | null;
  readonly thread: WorkerThread<LibraryThread>;
  readonly onError: (error: unknown) => void;
}

const failedMs = 60_000;
const nothing: HeardChanges = { gone: [], added: [] };

/** Follows one transcript; returns its owner, or undefined if none has changed. */
export async function followOneTranscript(
  deps: HeardDeps,
  afterOwner: string,
): Promise<string | undefined> {
  const { domain } = deps;
  const transcript = await takeEditedTranscript(domain.db, afterOwner, domain.now());
  if (!transcript) return undefined;

  try {
    const isChanged = await followHeard(domain, transcript, await heardOf(deps, transcript));
    if (isChanged) await relist(domain, transcript.job_id, domain.now());
  } catch (error) {
    const dueAt = new Date(domain.now().getTime() + failedMs);
    await releaseEditedTranscript(domain.db, transcript, dueAt);
    throw error;
  }

  return transcript.owner_group;
}

async function heardOf(deps: HeardDeps, transcript: TakenTranscript): Promise<HeardChanges> {
  const { domain, brandsFile, thread, onError } = deps;
  const { job_id: jobId, workspace_id: workspaceId } = transcript;
  const job = await findJob(domain.db, workspaceId, jobId);
  // Where surfaces were asked for, what is said counts for nothing.
  if (!job?.ask.capabilities.includes('brands') || job.ask.surfaces.length > 0) return nothing;

  const original = await jsonOf(domain, job, false, ['brands', 'transcription']);
  const corrected = await jsonOf(domain, job, true, ['transcription']);
  if (original === undefined || corrected === undefined) return nothing;

  const library = await listBrandRows(domain.db, workspaceId);
  const { brands: requestedBrands, return_proof } = job.ask;
  const order = { library, brandsFile, requestedBrands, return_proof, original, corrected };
  await readyLibraryThread(thread, brandsFile);
  try {
    return await thread.run('heard', order);
  } catch (error) {
    // What takes too long now takes too long again, so that the heard brands stay as they were.
    onError(error);
    return transcript.heard ?? nothing;
  }
}

async function jsonOf(
  domain: Domain,
  { id }: JobRow,
  corrected: boolean,
  fields: readonly ('brands' | 'transcription')[],
): Promise<string | undefined> {
  const options = { corrected, fields, frames: false } as const;
  for await (const { json } of readResults(domain, [id], options)) return json;
  return undefined;
}

/** Pause between two checks for work. */
const idleMs = 1000;
/** Pause after work, so that others can use the database and this process too. */
const busyMs = 100;

/** Follows changed transcripts until `signal` aborts. Reports errors and tries again. */
export async function keepFollowingTranscripts(
  deps: HeardDeps,
  signal: AbortSignal,
): Promise<void> {
  let lastOwner = '';
  while (!signal.aborted) {
    const owner = await followOneTranscript(deps, lastOwner).catch((error: unknown) => {
      deps.onError(error);
      return undefined;
    });
    lastOwner = owner ?? lastOwner;
    const pauseMs = owner === undefined ? idleMs : busyMs;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
