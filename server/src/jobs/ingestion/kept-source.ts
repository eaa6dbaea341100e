/**
 * Keeps the downloaded video of a link in storage: while its job is held before ingestion, and afterwards for the
 * player and for clips, as long as the job's media is kept.
 */

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { metadataResult } from '@reelsight/contract';
import { z } from 'zod';
import { readArtifact } from '../../artifacts/read-artifact.ts';
import type { Holder } from '../../artifacts/stored-paths.ts';
import { linkVideoKey } from '../../domain/jobs/held-video.ts';
import { captionsForm } from '../../perception/speech/caption-transcript.ts';
import { artifactKey } from '../../storage/artifact-key.ts';
import type { Storage } from '../../storage/storage.ts';
import { keyOfText, type StorageKey } from '../../storage/storage-key.ts';
import type { FetchedSource } from './source.ts';

/** This file is written last: if it exists, the kept video is complete. */
const aboutFile = 'source.json';

const mediaKey = ({ workspace_id, id }: Holder): StorageKey =>
  keyOfText(linkVideoKey(workspace_id, id));
const aboutKey = (job: Holder): StorageKey => artifactKey(job, 'ingestion', aboutFile);

const about = z.object({
  metadata: metadataResult.nullable(),
  videoId: z.string().nullable(),
  captions: captionsForm.nullable().exactOptional(),
}) satisfies z.ZodType<Omit<FetchedSource, 'path'>>;

export async function keepSource(
  storage: Storage,
  job: Holder,
  { path, ...facts }: FetchedSource,
  signal: AbortSignal,
): Promise<void> {
  await storage.put(mediaKey(job), { path }, { signal });
  const text = Buffer.from(JSON.stringify(facts));
  await storage.put(aboutKey(job), text, { signal });
}

/** Null if no video was kept. Creates `folder`. Throws ArtifactDamaged. */
export async function fetchKeptSource(
  storage: Storage,
  job: Holder,
  folder: string,
  signal: AbortSignal,
): Promise<FetchedSource | null> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'video');
  const aboutPath = join(folder, aboutFile);
  for (const file of [path, aboutPath]) await rm(file, { force: true });

  const fetch = (key: StorageKey, to: string) => storage.download(key, to, { signal });
  if (!(await fetch(aboutKey(job), aboutPath)) || !(await fetch(mediaKey(job), path))) return null;

  return { path, ...(await readArtifact(aboutPath, about)) };
}

export async function hasKeptSource(storage: Storage, job: Holder): Promise<boolean> {
  return (await storage.head(aboutKey(job))) !== null;
}

export async function dropKeptSource(storage: Storage, job: Holder): Promise<void> {
  for (const key of [aboutKey(job), mediaKey(job)]) await storage.delete(key);
}
