/**
 * Lets the heard brands follow the corrections of transcripts, one job at a time, one workspace after the other. No
 * sound is heard again: only the lines that people changed are read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeardChanges, Results } from '@reelsight/contract';
import { parseResultFields } from '../artifacts/results-text.ts';
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
import { withLibrary } from '../perception/brands/brand-library.ts';
import { heardAgain } from '../perception/brands/heard-again.ts';
import { brandsOf } from '../perception/brands/read-cells.ts';
import { lexiconOf } from './lexicon.ts';

export interface HeardDeps {
  readonly domain: Domain;
  /** Path of the operator's file of brands; null if there is none. */
  readonly brandsFile: string | null;
}

const failedMs = 60_000;
const nothing: HeardChanges = { gone: [], added: [] };

/** Follows one transcript; returns its workspace, or undefined if none has changed. */
export async function followOneTranscript(
  deps: HeardDeps,
  afterWorkspace: string,
): Promise<string | undefined> {
  const { domain } = deps;
  const transcript = await takeEditedTranscript(domain.db, afterWorkspace, domain.now());
  if (!transcript) return undefined;

  try {
    const isChanged = await followHeard(domain, transcript, await heardOf(deps, transcript));
    if (isChanged) await relist(domain, transcript.job_id, domain.now());
  } catch (error) {
    const dueAt = new Date(domain.now().getTime() + failedMs);
    await releaseEditedTranscript(domain.db, transcript, dueAt);
    throw error;
  }

  return transcript.workspace_id;
}

async function heardOf(
  deps: HeardDeps,
  { job_id: jobId, workspace_id: workspaceId }: TakenTranscript,
): Promise<HeardChanges> {
  const { domain, brandsFile } = deps;
  const job = await findJob(domain.db, workspaceId, jobId);
  // Where surfaces were asked for, what is said counts for nothing.
  if (!job?.ask.capabilities.includes('brands') || job.ask.surfaces.length > 0) return nothing;

  const found = await fieldsOf(domain, job, false, ['brands', 'transcription']);
  const { transcription: corrected } = await fieldsOf(domain, job, true, ['transcription']);
  if (!found.brands || !corrected) return nothing;

  const library = await listBrandRows(domain.db, workspaceId);
  const lexicon = withLibrary(await lexiconOf(brandsFile), library, job.ask.brands);
  const brands = brandsOf({ targets: job.ask.brands, lexicon });
  const { return_proof } = job.ask;
  return heardAgain({ found, corrected }, { brands, rank: lexicon.rank, return_proof });
}

type Fields = Partial<Pick<Results, 'brands' | 'transcription'>>;

async function fieldsOf(
  domain: Domain,
  { id }: JobRow,
  corrected: boolean,
  fields: readonly (keyof Fields)[],
): Promise<Fields> {
  const options = { corrected, fields, frames: false } as const;
  for await (const { json } of readResults(domain, [id], options))
    return parseResultFields<keyof Fields>(json);
  return {};
}

/** Pause between two checks for work. */
const idleMs = 1000;
/** Pause after work, so that others can use the database and this process too. */
const busyMs = 100;

/** Follows changed transcripts until `signal` aborts. Reports errors and tries again. */
export async function keepFollowingTranscripts(
  deps: HeardDeps,
  { signal, onError }: { readonly signal: AbortSignal; readonly onError: (error: unknown) => void },
): Promise<void> {
  let lastWorkspace = '';
  while (!signal.aborted) {
    const workspace = await followOneTranscript(deps, lastWorkspace).catch((error: unknown) => {
      onError(error);
      return undefined;
    });
    lastWorkspace = workspace ?? lastWorkspace;
    const pauseMs = workspace === undefined ? idleMs : busyMs;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
