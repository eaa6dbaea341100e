/** The files a stage leaves in storage, so that parts, a retry or another job can continue from them. */

import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@reelsight/contract';
import pLimit from 'p-limit';
import { type Holder, partsFolder } from '../../artifacts/stored-paths.ts';
import type { PartRow } from '../../db/jobs/job-parts.ts';
import type { PartArtifact } from '../../perception/part.ts';
import { artifactKey } from '../../storage/artifact-key.ts';
import type { Storage } from '../../storage/storage.ts';
import { keyOfText, type StorageKey } from '../../storage/storage-key.ts';
import { stageTable } from '../stages.ts';

/**
 * Stores the files a stage left in its folder; returns their bytes. The stage's first file in `stageTable` is stored
 * last: its presence means that all are stored.
 */
export async function keepStage(
  storage: Storage,
  job: Holder,
  stage: Stage,
  workDir: string,
  signal: AbortSignal,
): Promise<number> {
  const fileNames = new Set(await readdir(join(workDir, stage)));
  const [first = '', ...otherFiles] = stageTable[stage].files;
  let storedBytes = 0;
  const keep = async (file: string): Promise<void> => {
    if (!fileNames.has(file)) return;
    const path = join(workDir, stage, file);
    storedBytes += (await stat(path)).size;
    await storage.put(artifactKey(job, stage, file), { path }, { signal });
  };
  const outcomes = await Promise.allSettled(otherFiles.map(keep));

  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  await keep(first);

  return storedBytes;
}

/** Fetches the files of a finished stage of a job into a work folder; false if they are gone. */
export async function fetchStage(
  storage: Storage,
  job: Holder,
  stage: Stage,
  workDir: string,
  signal: AbortSignal,
): Promise<boolean> {
  await mkdir(join(workDir, stage), { recursive: true });
  for (const [index, file] of stageTable[stage].files.entries()) {
    const path = join(workDir, stage, file);
    const isFound = await storage.download(artifactKey(job, stage, file), path, { signal });
    if (index === 0 && !isFound) return false;
  }
  return true;
}

/**
 * Number of files fetched at once. It is far below the number of connections of an S3 client, because waiting for a
 * free connection would count as a failure to connect.
 */
const filesAtOnce = 16;

/** Fetches the artifacts of a job's parts as files in a folder. */
export async function fetchParts(
  storage: Pick<Storage, 'download'>,
  job: Holder,
  parts: readonly Pick<PartRow, 'kind' | 'number' | 'state' | 'first_cell' | 'last_cell'>[],
  folder: string,
  signal: AbortSignal,
): Promise<PartArtifact[]> {
  const limit = pLimit(filesAtOnce);
  const fetch = async (part: (typeof parts)[number]): Promise<PartArtifact> => {
    signal.throwIfAborted();
    const path = join(folder, partFile(part));
    const isFound =
      part.state === 'done' && (await storage.download(partKey(job, part), path, { signal }));
    const span = { from: part.first_cell, to: part.last_cell };
    return { kind: part.kind as PartArtifact['kind'], span, path: isFound ? path : null };
  };
  // If one download fails, the remaining files are not needed.
  return limit.map(parts, fetch).finally(() => limit.clearQueue());
}

type NumberedPart = Pick<PartRow, 'kind' | 'number'>;

const partFile = ({ kind, number }: NumberedPart): string =>
  `${kind}-${String(number).padStart(5, '0')}.json`;

/** Storage key of a part's artifact. */
export const partKey = (job: Holder, part: NumberedPart): StorageKey =>
  keyOfText(`${partsFolder(job)}/${partFile(part)}`);
