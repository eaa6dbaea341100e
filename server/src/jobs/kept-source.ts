/** The downloaded video of a job that is held before it was taken apart: kept in storage until the job goes on. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactKey, type Holder } from '../storage/artifact-key.ts';
import type { Storage } from '../storage/storage.ts';
import type { FetchedSource } from './source.ts';

const mediaFile = 'source';
/** Written last: the media is whole if it is there. */
const aboutFile = 'source.json';

type About = Omit<FetchedSource, 'path'>;

export async function keepSource(
  storage: Storage,
  job: Holder,
  { path, ...about }: FetchedSource,
  signal: AbortSignal,
): Promise<void> {
  await storage.put(artifactKey(job, 'ingestion', mediaFile), { path }, { signal });
  const text = Buffer.from(JSON.stringify(about satisfies About));
  await storage.put(artifactKey(job, 'ingestion', aboutFile), text, { signal });
}

/** Null if none was kept. `folder` is made. */
export async function fetchKeptSource(
  storage: Storage,
  job: Holder,
  folder: string,
  signal: AbortSignal,
): Promise<FetchedSource | null> {
  await mkdir(folder, { recursive: true });
  const [path, about] = [join(folder, 'video'), join(folder, aboutFile)];
  for (const one of [path, about]) await rm(one, { force: true });
  const fetch = (file: string, to: string) =>
    storage.download(artifactKey(job, 'ingestion', file), to, { signal });
  if (!(await fetch(aboutFile, about)) || !(await fetch(mediaFile, path))) return null;
  return { path, ...(JSON.parse(await readFile(about, 'utf8')) as About) };
}

export async function hasKeptSource(storage: Storage, job: Holder): Promise<boolean> {
  return (await storage.head(artifactKey(job, 'ingestion', aboutFile))) !== null;
}

export async function dropKeptSource(storage: Storage, job: Holder): Promise<void> {
  for (const file of [aboutFile, mediaFile])
    await storage.delete(artifactKey(job, 'ingestion', file));
}
