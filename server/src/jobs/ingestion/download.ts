/** Keeps the downloaded video of an ingestion for a later attempt, or deletes it. */
import { rm, stat } from 'node:fs/promises';
import { countDownload } from '../../domain/uploads/stored-quotas.ts';
import type { HeldVideo, IngestionContext } from './context.ts';
import { dropKeptSource, keepSource } from './kept-source.ts';
import type { FetchedSource } from './source.ts';

/**
 * Keeps the download in storage. False if it was not stored completely, or takes more than the workspace may store: then
 * the video is downloaded again.
 */
export async function keepDownload(
  context: IngestionContext,
  source: FetchedSource,
): Promise<boolean> {
  const { deps, task, job } = context;
  const late = AbortSignal.timeout(deps.deadlines.stages.ingestion);
  const signal = AbortSignal.any([late, task.signal]);
  try {
    // The last space on a nearly full disk is left for new work.
    const { size } = await stat(source.path);
    await deps.domain.ports.checkDisk(size);
    if (!(await countDownload(deps.domain, job, size))) {
      deps.log('download not kept', { error: 'the workspace keeps too many' });
      // This worker keeps it no more than the storage does; otherwise its disk would fill up instead.
      await forgetDownload(context);
      return false;
    }
    await keepSource(deps.storage, job, source, signal);
    return true;
  } catch (error) {
    deps.log('download not kept', { error: String(error) });
    return false;
  }
}

/** Called once the media is stored: the source is no longer needed, unless it is kept for the player. */
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
