/** What a stage leaves in storage, so that parts, a retry or another job can take it up. */
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@reelsight/contract';
import { artifactKey, type Holder } from '../storage/artifact-key.ts';
import type { Storage } from '../storage/storage.ts';
import { stageTable } from './stages.ts';

/** Stores the files a stage left in its folder. The first of the table goes last: its presence means all are stored. */
export async function keepStage(
  storage: Storage,
  job: Holder,
  stage: Stage,
  workDir: string,
  signal: AbortSignal,
): Promise<void> {
  for (const file of [...stageTable[stage].files].reverse()) {
    const path = join(workDir, stage, file);
    const there = await access(path).then(
      () => true,
      () => false,
    );
    if (there) await storage.put(artifactKey(job, stage, file), { path }, { signal });
  }
}

/** Brings a finished stage of a job back into a work folder; false if its files are gone. */
export async function fetchStage(
  storage: Storage,
  job: Holder,
  stage: Stage,
  workDir: string,
  signal: AbortSignal,
): Promise<boolean> {
  await mkdir(join(workDir, stage), { recursive: true });
  for (const [at, file] of stageTable[stage].files.entries()) {
    const path = join(workDir, stage, file);
    const found = await storage.download(artifactKey(job, stage, file), path, { signal });
    if (at === 0 && !found) return false;
  }
  return true;
}
