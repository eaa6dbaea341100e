/** The parent's look at a workspace's own brands: as plain data for the process of a job, pictures as files. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@reelsight/contract';
import { identityOf } from '../analysis/name-key.ts';
import { type BrandRow, listBrandRows } from '../db/brand-library.ts';
import type { JobRow } from '../db/jobs.ts';
import { logoFile } from '../domain/brand-library.ts';
import type { Domain } from '../domain/domain.ts';
import type { LogoFile } from '../engines/logos.ts';
import { comparesLogos, type EngineSettings } from '../engines/registry.ts';
import type { Storage } from '../storage/storage.ts';
import { storageKey } from '../storage/storage-key.ts';
import { needsSpeech, noLibrary, type WorkspaceLibrary } from './orders.ts';

interface LibraryRoom {
  readonly domain: Domain;
  readonly storage: Storage;
}

/** Each costs the image model one look. */
const maxLogos = 500;
const downloadsAtOnce = 8;

/** As it is now; empty for a stage that has no use for it. */
export async function fetchLibrary(
  room: LibraryRoom,
  job: JobRow,
  stage: Stage,
  { workDir, engines }: { workDir: string; engines: EngineSettings },
  signal: AbortSignal,
): Promise<WorkspaceLibrary> {
  const { capabilities, brands: asked = [] } = job.request;
  const hears = stage === 'transcription' && asked.length > 0 && needsSpeech(capabilities);
  const looks = stage === 'analysis' && capabilities.includes('brands');
  const reads = stage === 'analysis' && capabilities.includes('custom_query');
  if (!hears && !looks && !reads) return noLibrary;
  const rows = await listBrandRows(room.domain.db, job.workspace_id);
  const brands = rows.map(({ name, aliases, support, unless, exclude }) => {
    return { name, aliases, support, unless, exclude };
  });
  const wanted = looks ? wantedLogos(rows, asked) : [];
  if (wanted.length === 0 || !(await comparesLogos(engines))) return { brands, logos: [] };
  const folder = join(workDir, 'library');
  return { brands, logos: await fetchLogos(room.storage, job, wanted, folder, signal) };
}

interface WantedLogo {
  readonly name: string;
  readonly brandId: string;
  readonly logoId: string;
}

/** Named as the job asks for them; the first picture of each brand before the second of any. */
function wantedLogos(rows: readonly BrandRow[], asked: readonly string[]): WantedLogo[] {
  const names = new Map(asked.toReversed().map((name) => [identityOf(name), name]));
  const ranked = rows.flatMap((row) => {
    const name = asked.length > 0 ? names.get(identityOf(row.name)) : row.name;
    if (name === undefined || (row.exclude && asked.length === 0)) return [];
    return row.logos.map(({ id }, rank) => ({ name, brandId: row.id, logoId: id, rank }));
  });
  return ranked.sort((a, b) => a.rank - b.rank).slice(0, maxLogos);
}

/** A picture that was removed a moment ago is left out. */
async function fetchLogos(
  storage: Storage,
  job: JobRow,
  wanted: readonly WantedLogo[],
  folder: string,
  signal: AbortSignal,
): Promise<LogoFile[]> {
  await mkdir(folder, { recursive: true });
  const logos: LogoFile[] = [];
  for (let i = 0; i < wanted.length; i += downloadsAtOnce) {
    const some = wanted.slice(i, i + downloadsAtOnce).map(async ({ name, brandId, logoId }) => {
      const key = storageKey('brands', job.workspace_id, brandId, logoFile(logoId));
      const path = join(folder, logoFile(logoId));
      return (await storage.download(key, path, { signal })) ? [{ name, path }] : [];
    });
    logos.push(...(await Promise.all(some)).flat());
  }
  return logos;
}
