/** Lists every model of the manifest with its state on this machine, and the models that were installed by hand. */
import { inspectModel, modelIds, partialBytes } from './folder.ts';
import { modelManifest } from './manifest.ts';
import type { ModelEntry, ModelRole, ModelSet } from './model.ts';
import { type ModelTrial, readTrial } from './trials.ts';

export interface ModelListing {
  readonly id: string;
  readonly title: string;
  readonly role: ModelRole | null;
  readonly licence: string;
  readonly sets: readonly ModelSet[];
  /** Exact if installed, otherwise rounded. */
  readonly sizeBytes: number;
  /** `partial`: a download can be resumed. `damaged`: the model must be pulled again. */
  readonly state: 'installed' | 'damaged' | 'partial' | 'absent';
  /** What is damaged. */
  readonly reason?: string;
  readonly note?: string;
  /** The last trial of the installed files on this machine; null if there is none. */
  readonly trial: ModelTrial | null;
  readonly pages: readonly string[];
}

export async function listModels(
  modelsDir: string,
  manifest: readonly ModelEntry[] = modelManifest,
): Promise<readonly ModelListing[]> {
  const listed = await Promise.all(manifest.map((entry) => listEntry(modelsDir, entry)));
  const manifestIds = new Set(manifest.map(({ id }) => id));
  const ownIds = (await modelIds(modelsDir)).filter((id) => !manifestIds.has(id));
  return [...listed, ...(await Promise.all(ownIds.map((id) => listOwn(modelsDir, id))))];
}

async function listEntry(modelsDir: string, entry: ModelEntry): Promise<ModelListing> {
  const inspection = await inspectModel(modelsDir, entry.id);
  const { id, title, role, licence, sets, note, pages } = entry;
  const about = { id, title, role, licence, sets, pages, ...(note === undefined ? {} : { note }) };

  if (inspection.state === 'installed') {
    const { model } = inspection;
    const trial = await readTrial(modelsDir, model);
    return { ...about, state: 'installed', sizeBytes: sumOf(model.files), trial };
  }

  const rest = { ...about, sizeBytes: entry.aboutBytes, trial: null };
  if (inspection.state === 'damaged')
    return { ...rest, state: 'damaged', reason: inspection.reason };

  const isPartial = (await partialBytes(modelsDir, entry.id)) > 0;
  return { ...rest, state: isPartial ? 'partial' : 'absent' };
}

async function listOwn(modelsDir: string, id: string): Promise<ModelListing> {
  const inspection = await inspectModel(modelsDir, id);
  if (inspection.state !== 'installed') {
    const reason = inspection.state === 'damaged' ? { reason: inspection.reason } : {};
    const unknown = { title: id, role: null, licence: 'unknown', sets: [], trial: null, pages: [] };
    return { id, ...unknown, sizeBytes: 0, state: 'damaged', ...reason };
  }

  const { title, role, licence, files } = inspection.model;
  return {
    id,
    title,
    role,
    licence,
    sets: [],
    sizeBytes: sumOf(files),
    state: 'installed',
    trial: await readTrial(modelsDir, inspection.model),
    pages: [],
  };
}

const sumOf = (files: readonly { readonly sizeBytes: number }[]): number =>
  files.reduce((sum, file) => sum + file.sizeBytes, 0);
