/** Space used by files and the database, measured in the background when the operator requests it. */
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiskUse, type MeasuredUse, storedKinds } from '@reelsight/contract';
import { databaseBytes } from '../../db/uploads/stored-owners.ts';
import type { Domain } from '../../domain/domain.ts';
import { leftoverMs, type Tally, tallyFiles } from '../../domain/uploads/stored-files.ts';
import type { Storage } from '../../storage/storage.ts';

/** How long a measurement counts as current: normally, and if a fresh measurement is requested. */
const presentMs = 600_000;
const newestMs = 10_000;
const dayMs = 86_400_000;

export interface MeasureOptions {
  readonly domain: Pick<Domain, 'db' | 'now' | 'settings'>;
  readonly storage: Pick<Storage, 'list'>;
  readonly dataDir: string;
  readonly onError: (error: unknown) => void;
}

export class DiskMeasure {
  readonly #options: MeasureOptions;
  #measuring = false;
  #use: MeasuredUse | null = null;
  #error: string | null = null;
  #atMs = Number.NEGATIVE_INFINITY;

  constructor(options: MeasureOptions) {
    this.#options = options;
  }

  /**
   * Returns the latest measurement at once. Starts a new one if the latest is old; with `wantsFresh`, if it is more
   * than a few seconds old.
   */
  look(wantsFresh: boolean): DiskUse {
    const ageMs = performance.now() - this.#atMs;
    if (!this.#measuring && ageMs > (wantsFresh ? newestMs : presentMs)) void this.#start();
    return { measuring: this.#measuring, use: this.#use, error: this.#error };
  }

  async #start(): Promise<void> {
    this.#measuring = true;
    try {
      this.#use = await measure(this.#options);
      this.#error = null;
    } catch (error) {
      this.#options.onError(error);
      this.#error = 'The files could not be counted; the log says why.';
    } finally {
      this.#measuring = false;
      this.#atMs = performance.now();
    }
  }
}

async function measure({ domain, storage, dataDir }: MeasureOptions): Promise<MeasuredUse> {
  const startedMs = performance.now();
  const leftovers: Tally = { files: 0, bytes: 0 };
  const cutoff = new Date(domain.now().getTime() - leftoverMs);
  const kinds = await tallyFiles(domain, storage.list(), cutoff, (batch) => {
    for (const { files, bytes } of batch) {
      leftovers.files += files;
      leftovers.bytes += bytes;
    }
  });
  const retentionWords = keptWords(domain.settings);
  const empty: Tally = { files: 0, bytes: 0 };

  return {
    kinds: storedKinds.map((kind) => ({
      kind,
      ...(kinds.get(kind) ?? empty),
      kept: retentionWords[kind],
    })),
    leftovers: { ...leftovers },
    data_folder: await folderSizes(dataDir),
    database_bytes: await databaseBytes(domain.db),
    measured_at: domain.now().toISOString(),
    seconds: Math.round(performance.now() - startedMs) / 1000,
  };
}

function keptWords({ mediaMs, unusedUploadMs, jobsMs, clipsMs, reportsMs }: Domain['settings']) {
  const days = (ms: number, setting: string): string =>
    `${plural(ms / dayMs, 'day')} after the job (${setting})`;
  const media = days(mediaMs, 'REELSIGHT_MEDIA_DAYS');
  const hours = plural(unusedUploadMs / 3_600_000, 'hour');

  return {
    uploads: `${media}; unused ones ${hours} (REELSIGHT_UNUSED_UPLOAD_HOURS)`,
    media,
    parts: media,
    frames:
      jobsMs === null
        ? 'until the job is deleted (REELSIGHT_JOB_RETENTION_DAYS is not set)'
        : days(jobsMs, 'REELSIGHT_JOB_RETENTION_DAYS'),
    clips: `${plural(clipsMs / dayMs, 'day')} after they were last asked for (REELSIGHT_CLIP_RETENTION_DAYS)`,
    logos: 'until the brand is deleted',
    reports: `${plural(reportsMs / dayMs, 'day')} (REELSIGHT_REPORT_DAYS)`,
    other: 'as long as a process needs them',
  };
}

const plural = (count: number, unit: string): string =>
  `${Number(count.toFixed(2))} ${unit}${count === 1 ? '' : 's'}`;

/**
 * Lists the entries of the folder with the space that each takes, largest first. A file with several hard links is
 * counted once.
 */
async function folderSizes(folder: string): Promise<MeasuredUse['data_folder']> {
  const seenFiles = new Set<string>();
  const sizes: { name: string; bytes: number }[] = [];
  for (const entry of await entriesOf(folder))
    sizes.push({
      name: entry.name,
      bytes: await sizeOf(join(folder, entry.name), entry, seenFiles),
    });
  return sizes.filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes);
}

async function sizeOf(path: string, entry: Dirent, seenFiles: Set<string>): Promise<number> {
  if (!entry.isDirectory()) return bytesOf(path, seenFiles);
  let bytes = 0;
  for (const inner of await entriesOf(path))
    bytes += await sizeOf(join(path, inner.name), inner, seenFiles);
  return bytes;
}

/** Bytes allocated for a file; 0 if it has just disappeared. */
async function bytesOf(path: string, seenFiles: Set<string>): Promise<number> {
  const stats = await lstat(path).catch(() => null);
  if (!stats?.isFile()) return 0;

  if (stats.nlink > 1) {
    const id = `${stats.dev}:${stats.ino}`;
    if (seenFiles.has(id)) return 0;
    seenFiles.add(id);
  }

  return stats.blocks * 512;
}

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);
