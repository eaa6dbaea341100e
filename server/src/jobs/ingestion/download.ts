/** The fetched video of an ingestion: kept for a later attempt, or forgotten. */
import { rm } from 'node:fs/promises';
import { dropKeptSource, keepSource } from '../kept-source.ts';
import type { FetchedSource } from '../source.ts';
import type { HeldVideo, IngestionContext } from './context.ts';

/** Keeps it in storage. False if it was not stored completely: then the video is downloaded again. */
export async function keepDownload(
  { deps, task, job }: IngestionContext,
  source: FetchedSource,
): Promise<boolean> {
  const late = AbortSignal.timeout(deps.deadlines.stages.ingestion);
  const signal = AbortSignal.any([late, task.signal]);
  try {
    await keepSource(deps.storage, job, source, signal);
    return true;
  } catch (error) {
    deps.log('download not kept', { error: String(error) });
    return false;
  }
}

/** Its media is stored, so it is needed no longer, unless it is kept for the player. */
export async function forgetSource(
  context: IngestionContext,
  { isKept }: Pick<HeldVideo, 'isKept'>,
): Promise<void> {
  const { deps, job } = context;
  await forgetDownload(context);
  if (job.url !== null && job.attempt > 1 && !isKept) await dropKeptSource(deps.storage, job);
}

export const forgetDownload = ({ downloadDir }: IngestionContext): Promise<void> =>
  rm(downloadDir, { recursive: true, force: true });
