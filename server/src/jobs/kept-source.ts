/**
 * The downloaded video of a link in storage: of a job that is held before it was taken apart, until it goes on; and
 * afterwards for its player and for clips, as long as its media.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linkVideoKey } from '../domain/held-video.ts';
import { artifactKey, type Holder } from '../storage/artifact-key.ts';
import type { Storage } from '../storage/storage.ts';
import { keyOfText, type StorageKey } from '../storage/storage-key.ts';
import type { FetchedSource } from './source.ts';

/** Written last: the media is whole if it is there. */
const aboutFile = 'source.json';

const mediaKey = ({ workspace_id, id }: Holder): StorageKey =>
  keyOfText(linkVideoKey(workspace_id, id));
const aboutKey = (job: Holder): StorageKey => artifactKey(job, 'ingestion', aboutFile);

type About = Omit<FetchedSource, 'path'>;

export async function keepSource(
  storage: Storage,
  job: Holder,
  { path, ...about }: FetchedSource,
  signal: AbortSignal,
): Promise<void> {
  await storage.put(mediaKey(job), { path }, { signal });
  const text = Buffer.from(JSON.stringify(about satisfies About));
  await storage.put(aboutKey(job), text, { signal });
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
  const fetch = (key: StorageKey, to: string) => storage.download(key, to, { signal });
  if (!(await fetch(aboutKey(job), about)) || !(await fetch(mediaKey(job), path))) return null;
  return { path, ...(JSON.parse(await readFile(about, 'utf8')) as About) };
}

export async function hasKeptSource(storage: Storage, job: Holder): Promise<boolean> {
  return (await storage.head(aboutKey(job))) !== null;
}

export async function dropKeptSource(storage: Storage, job: Holder): Promise<void> {
  for (const key of [aboutKey(job), mediaKey(job)]) await storage.delete(key);
}
