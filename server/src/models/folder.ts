/**
 * Manages the models folder: `<models>/<id>/` with the files and `model.json`; downloads in progress are below
 * `.partial/`.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Fault } from '@reelsight/contract';
import type { DiskWatch } from '../storage/disk-watch.ts';
import { descriptionFile, parseDescription } from './description.ts';
import {
  type InstalledModel,
  type ModelDescription,
  type ModelRole,
  modelIdPattern,
} from './model.ts';

export const partialFolder = (modelsDir: string, id: string): string =>
  join(modelsDir, '.partial', id);

/**
 * The model if it is installed and each file has its recorded size; otherwise null. Reads no weights, so it is quick.
 */
export async function installedModel(
  modelsDir: string,
  id: string,
): Promise<InstalledModel | null> {
  const inspection = await inspectModel(modelsDir, id);
  return inspection.state === 'installed' ? inspection.model : null;
}

/** All installed models, or only those of one role, in order of preference; folders made by hand count too. */
export async function installedModels(
  modelsDir: string,
  role?: ModelRole,
): Promise<readonly InstalledModel[]> {
  const models = await Promise.all(
    (await modelIds(modelsDir)).map((id) => installedModel(modelsDir, id)),
  );
  return models
    .filter((model) => model !== null)
    .filter((model) => role === undefined || model.role === role)
    .sort((a, b) => b.rank - a.rank || a.id.localeCompare(b.id));
}

/**
 * Absolute path of one of the parts that the loader names, e.g. `modelPart(model, 'encoder')`. Throws Fault NOT_FOUND.
 */
export function modelPart(model: InstalledModel, part: string): string {
  const path = model.loader.files[part];
  if (path === undefined) throw new Fault('NOT_FOUND', `model ${model.id} names no part ${part}`);
  return join(model.folder, path);
}

export type Inspection =
  | { readonly state: 'absent' }
  | { readonly state: 'damaged'; readonly reason: string }
  | { readonly state: 'installed'; readonly model: InstalledModel };

export async function inspectModel(modelsDir: string, id: string): Promise<Inspection> {
  const folder = resolve(modelsDir, id);
  let description: ModelDescription;
  try {
    const path = join(folder, descriptionFile);
    description = parseDescription(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof Fault) return { state: 'damaged', reason: error.detail };
    const present = await stat(folder).catch(() => null);
    return present ? { state: 'damaged', reason: `no ${descriptionFile}` } : { state: 'absent' };
  }

  if (description.id !== id) {
    return { state: 'damaged', reason: `${descriptionFile} is that of ${description.id}` };
  }

  for (const file of description.files) {
    const size = (await stat(join(folder, file.path)).catch(() => null))?.size;
    if (size === undefined) return { state: 'damaged', reason: `${file.path} is missing` };
    if (size !== file.sizeBytes) {
      return { state: 'damaged', reason: `${file.path} has ${size} bytes, not ${file.sizeBytes}` };
    }
  }

  return { state: 'installed', model: { ...description, folder } };
}

/** Ids of all folders that look like models, sorted. */
export async function modelIds(modelsDir: string): Promise<readonly string[]> {
  const entries = await readdir(modelsDir, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isFile() && modelIdPattern.test(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** Size in bytes of a model's unfinished downloads. */
export async function partialBytes(modelsDir: string, id: string): Promise<number> {
  const folder = partialFolder(modelsDir, id);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size);
  return (await Promise.all(sizes)).reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/**
 * Puts a complete download in place: `model.json` is written last, then one rename gives the folder its final name. An
 * existing model is moved aside first and deleted afterwards.
 */
export async function installFolder(
  modelsDir: string,
  description: ModelDescription,
): Promise<void> {
  const fresh = partialFolder(modelsDir, description.id);
  const target = join(modelsDir, description.id);

  await removeStrays(fresh, description);
  await writeDescription(fresh, description);

  const old = `${fresh}.old-${randomBytes(4).toString('hex')}`;
  const replaced = await rename(target, old).then(
    () => true,
    () => false,
  );
  await rename(fresh, target);
  if (replaced) await rm(old, { recursive: true, force: true });
}

/** Models that were moved aside by a pull that was killed before it deleted them. */
export async function replacedModels(modelsDir: string, id: string): Promise<readonly string[]> {
  const folder = dirname(partialFolder(modelsDir, id));
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(
      (name) => name.startsWith(`${id}.old-`) && /^[0-9a-f]+$/.test(name.slice(id.length + 5)),
    )
    .map((name) => join(folder, name));
}

/** The caller holds the lock of the model. */
export async function removeReplaced(modelsDir: string, id: string): Promise<void> {
  for (const folder of await replacedModels(modelsDir, id))
    await rm(folder, { recursive: true, force: true });
}

/** Removes files that are not in the description: files that only an older manifest lists must not be installed. */
async function removeStrays(folder: string, { files }: ModelDescription): Promise<void> {
  const expectedPaths = new Set(files.map(({ path }) => join(folder, path)));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !expectedPaths.has(path)) await rm(path, { force: true });
  }
}

/** Replaces `model.json` in one step. */
export async function writeDescription(
  folder: string,
  description: ModelDescription,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, descriptionFile);
  const handle = await open(`${path}.new`, 'w');
  try {
    await handle.writeFile(`${JSON.stringify(description, null, 2)}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }

  await rename(`${path}.new`, path);
}

/**
 * Throws Fault PROCESSING_ERROR, stating the needed and the free bytes, if there is no space for `neededBytes` beside
 * the reserve.
 */
export async function checkSpace(
  modelsDir: string,
  neededBytes: number,
  disk: DiskWatch,
): Promise<void> {
  await mkdir(modelsDir, { recursive: true });
  const { bavail, bsize } = await statfs(modelsDir);
  const reserveBytes = neededBytes === 0 ? 0 : ((await disk.look())?.reserveBytes ?? 0);
  const freeBytes = bavail * bsize - reserveBytes;
  if (neededBytes <= freeBytes) return;

  throw new Fault(
    'PROCESSING_ERROR',
    `not enough space in ${modelsDir}: ${megabytes(neededBytes)} needed, ${megabytes(Math.max(0, freeBytes))} free`,
  );
}

/** Throws Fault LOW_DISK if less than the reserve is free by now, whoever took the space. */
export async function checkReserve(modelsDir: string, disk: DiskWatch): Promise<void> {
  const diskState = await disk.look();
  if (diskState === null || diskState.freeBytes >= diskState.reserveBytes) return;

  const { freeBytes, reserveBytes } = diskState;
  throw new Fault(
    'LOW_DISK',
    `not enough space in ${modelsDir}: ${megabytes(freeBytes)} free, ${megabytes(reserveBytes)} in reserve`,
  );
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
