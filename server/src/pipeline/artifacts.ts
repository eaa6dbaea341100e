/** What a stage leaves in storage, so that a retry or another job can take it up. */
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@reelsight/contract';
import { artifactKey, type Holder } from '../storage/artifact-key.ts';
import type { Storage } from '../storage/storage.ts';
import { stageFiles } from './orders.ts';

/** Stores the files a stage left in its folder. */
export async function keepStage(
  storage: Storage,
  job: Holder,
  stage: Stage,
  workDir: string,
  signal: AbortSignal,
): Promise<void> {
  for (const file of stageFiles[stage]) {
    const path = join(workDir, stage, file);
    const there = await access(path).then(
      () => true,
      () => false,
    );
    if (there) await storage.put(artifactKey(job, stage, file), { path }, { signal });
  }
}

/** Brings a finished stage of a job back into a work folder; false where its files are gone. */
export async function fetchStage(
  storage: Storage,
  job: Holder,
  stage: Stage,
  workDir: string,
  signal: AbortSignal,
): Promise<boolean> {
  const [first, ...rest] = stageFiles[stage];
  if (first === undefined) return true;
  await mkdir(join(workDir, stage), { recursive: true });
  // The first file is written last by its stage: without it there is no stage.
  const found = await storage.download(
    artifactKey(job, stage, first),
    join(workDir, stage, first),
    {
      signal,
    },
  );
  if (!found) return false;
  for (const file of rest)
    await storage.download(artifactKey(job, stage, file), join(workDir, stage, file), { signal });
  return true;
}
