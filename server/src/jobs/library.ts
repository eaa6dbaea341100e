/**
 * A workspace's brand library as it was at the end of a job's ingestion, and its glossary as it was when the job was
 * created. They are stored as a file of the job, so that every part uses the same.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needs } from '@reelsight/contract';
import { z } from 'zod';
import { identityOf } from '../analysis/name-key.ts';
import type { ReadonlyDeep } from '../artifacts/read-artifact.ts';
import { logoFile, logoPath } from '../artifacts/stored-paths.ts';
import { type BrandRow, listBrandRows } from '../db/brands/brand-library.ts';
import { findGlossaryTerms } from '../db/glossaries.ts';
import type { JobRow } from '../db/jobs/jobs.ts';
import type { Domain } from '../domain/domain.ts';
import type { LogoFile } from '../engines/logos.ts';
import { comparesLogos, type EngineSettings } from '../engines/registry.ts';
import type { WorkspaceLibrary } from '../perception/part.ts';
import type { Storage } from '../storage/storage.ts';
import { keyOfText } from '../storage/storage-key.ts';

/** Maximum number of logos, because the image model has to process each of them. */
const maxLogos = 500;
const downloadsAtOnce = 8;

const wantedLogo = z.object({
  name: z.string(),
  brandId: z.string(),
  logoId: z.string(),
});
type WantedLogo = ReadonlyDeep<z.infer<typeof wantedLogo>>;

const names = z.array(z.string());

/** Schema of `library.json`: plain data, with the ids of the logos' pictures. */
export const storedLibrary = z.object({
  brands: z.array(
    z.object({
      name: z.string(),
      aliases: names,
      support: names,
      unless: names,
      exclude: z.boolean(),
    }),
  ),
  logos: z.array(wantedLogo),
  /** The glossary of the workspace; absent if there is none, and in files of earlier versions. */
  terms: z.array(z.object({ term: z.string(), sounds: names })).exactOptional(),
});
export type StoredLibrary = ReadonlyDeep<z.infer<typeof storedLibrary>>;

export async function writeLibrary(
  deps: { readonly domain: Domain; readonly engines: EngineSettings },
  job: JobRow,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const library = await libraryOf(deps, job);
  await writeFile(join(folder, 'library.json'), JSON.stringify(library));
}

/** Returns an empty library for a job that does not need one. */
export async function libraryOf(
  { domain, engines }: { readonly domain: Domain; readonly engines: EngineSettings },
  job: JobRow,
): Promise<StoredLibrary> {
  const { capabilities, brands: targetBrands } = job.ask;
  const terms = await termsOf(domain, job);
  const hears = targetBrands.length > 0 && needs('speech', capabilities);
  if (!hears && !needs('text', capabilities)) return { brands: [], logos: [], ...terms };

  const rows = await listBrandRows(domain.db, job.workspace_id);
  const brands = rows.map(({ name, aliases, support, unless, exclude }) => {
    return { name, aliases, support, unless, exclude };
  });
  const needsLogos = capabilities.includes('brands') && comparesLogos(engines);

  return { brands, logos: needsLogos ? wantedLogos(rows, targetBrands) : [], ...terms };
}

/** The terms of the glossary that the job was created with. */
async function termsOf(
  { db }: Domain,
  { ask, workspace_id }: JobRow,
): Promise<Pick<StoredLibrary, 'terms'>> {
  const { capabilities, glossary_revision: revision } = ask;
  if (revision === undefined || !needs('speech', capabilities)) return {};

  const glossary = await findGlossaryTerms(db, workspace_id, revision);
  const terms = glossary?.map(({ term, sounds_like: sounds = [] }) => ({ term, sounds })) ?? [];
  return terms.length > 0 ? { terms } : {};
}

/**
 * The logos to compare, with brand names spelled as in the job's request if it names brands; the first picture of every
 * brand comes before the second picture of any brand.
 */
function wantedLogos(rows: readonly BrandRow[], targetBrands: readonly string[]): WantedLogo[] {
  const names = new Map(targetBrands.toReversed().map((name) => [identityOf(name), name]));
  const ranked = rows.flatMap((row) => {
    const name = targetBrands.length > 0 ? names.get(identityOf(row.name)) : row.name;
    if (name === undefined || (row.exclude && targetBrands.length === 0)) return [];
    return row.logos.map(({ id }, rank) => ({ name, brandId: row.id, logoId: id, rank }));
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxLogos)
    .map(({ rank: _, ...logo }) => logo);
}

/**
 * The library in the form that parts use, with pictures downloaded to `folder`. Pictures deleted meanwhile are skipped.
 */
export async function openLibrary(
  storage: Pick<Storage, 'download'>,
  workspaceId: string,
  library: StoredLibrary,
  folder: string,
  signal: AbortSignal,
): Promise<WorkspaceLibrary> {
  if (library.logos.length > 0) await mkdir(folder, { recursive: true });

  const logos: LogoFile[] = [];
  for (let i = 0; i < library.logos.length; i += downloadsAtOnce) {
    const downloads = library.logos
      .slice(i, i + downloadsAtOnce)
      .map(async ({ name, brandId, logoId }) => {
        const key = keyOfText(logoPath(workspaceId, brandId, logoId));
        const path = join(folder, logoFile(logoId));
        return (await storage.download(key, path, { signal })) ? [{ name, path }] : [];
      });
    logos.push(...(await Promise.all(downloads)).flat());
  }

  return { brands: library.brands, logos, ...(library.terms && { terms: library.terms }) };
}
