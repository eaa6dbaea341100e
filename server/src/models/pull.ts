/**
 * Downloads models into the models folder: plans them all, checks the space once, then downloads two models at a time.
 */
import { link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Fault } from '@reelsight/contract';
import pLimit from 'p-limit';
import { type DiskLimits, DiskWatch } from '../storage/disk-watch.ts';
import { withLock } from '../storage/folder-lock.ts';
import { describeEntry } from './description.ts';
import { checkFile, fetchFile } from './download.ts';
import {
  checkReserve,
  checkSpace,
  inspectModel,
  installFolder,
  partialBytes,
  partialFolder,
  removeReplaced,
  replacedModels,
  writeDescription,
} from './folder.ts';
import { defaultHubLimits, type HubLimits, openHub } from './hub.ts';
import { isModelSet, modelManifest, modelSets } from './manifest.ts';
import type { InstalledModel, ModelDescription, ModelEntry, ModelFile } from './model.ts';
import { type ModelPlan, type PlannedFile, planModel, type Supply } from './plan.ts';

export type PullProgress =
  | {
      readonly kind: 'bytes';
      readonly id: string;
      readonly bytes: number;
      /** Null if no size is known beforehand. */
      readonly totalBytes: number | null;
    }
  | {
      readonly kind: 'retry';
      readonly id: string;
      readonly path: string;
      readonly reason: string;
    }
  | { readonly kind: 'waiting'; readonly id: string; readonly holder: string }
  | { readonly kind: 'done'; readonly outcome: PullOutcome };

export interface PullOutcome {
  readonly id: string;
  /** `present`: the model was already installed, so nothing was downloaded. */
  readonly state: 'installed' | 'present' | 'failed';
  /** Why it failed and what to do, in one or two sentences. */
  readonly reason?: string;
}

export interface PullOptions {
  readonly modelsDir: string;
  /** Ids from the manifest; if `set` is given as well, both are pulled. If neither is given: the set `default`. */
  readonly names?: readonly string[];
  readonly set?: string;
  /** Folder or web address of a copy of a models folder. If it is given, the hub is not asked. */
  readonly mirror?: string | null;
  readonly hubUrl?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PullProgress) => void;
  readonly manifest?: readonly ModelEntry[];
  readonly limits?: HubLimits;
  /** How long to wait for another pull of the same model. */
  readonly lockLimitMs?: number;
  /** The space that a pull leaves free on the disk; none if absent. */
  readonly disk?: DiskLimits;
}

export const defaultHubUrl = 'https://huggingface.co';
const modelsAtOnce = 2;
const noReserve: DiskLimits = { reserveBytes: 0, reservePercent: 0, floorBytes: 0 };
/** Room for model.json, file system overhead and a small reserve. */
const spareBytes = 64 * 1024 * 1024;

/**
 * Returns one outcome per model, in the order of the manifest. A model that fails does not affect the others, except
 * that a host found unreachable is not tried again for the next ones. Throws Fault NOT_FOUND for an unknown name or
 * set, and the signal's reason when aborted.
 */
export async function pullModels(options: PullOptions): Promise<readonly PullOutcome[]> {
  const entries = chooseEntries(options);
  const hub = openHub(options.limits ?? defaultHubLimits);
  const pull = startPull(options, {
    hub,
    hubUrl: (options.hubUrl ?? defaultHubUrl).replace(/\/+$/, ''),
    ...(options.mirror ? { mirror: options.mirror } : {}),
  });
  try {
    const plans: ModelPlan[] = [];

    for (const entry of entries) {
      await pull.attempt(entry, async () => {
        if (await isPresent(options.modelsDir, entry)) {
          await clearReplaced(pull, entry.id);
          return { id: entry.id, state: 'present' };
        }
        plans.push(await planModel(entry, pull.supply, pull.signal));
        return null;
      });
    }

    // Checked once for all models; if space is short, every model fails for this reason.
    const neededBytes = await bytesToCome(options.modelsDir, plans);
    const space = checkSpace(options.modelsDir, neededBytes, pull.disk);
    const limit = pLimit(modelsAtOnce);
    const ends = await Promise.allSettled(
      plans.map((plan) =>
        limit(() => pull.attempt(plan.entry, () => space.then(() => installPlan(pull, plan)))),
      ),
    );

    await space.catch(() => {});
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  } finally {
    await hub.close();
  }

  return entries.flatMap(({ id }) => pull.outcomes.get(id) ?? []);
}

/** The entries to pull. Throws Fault NOT_FOUND that lists the available names. */
export function chooseEntries({
  names = [],
  set,
  manifest = modelManifest,
}: Pick<PullOptions, 'names' | 'set' | 'manifest'>): readonly ModelEntry[] {
  const chosenSet = set ?? (names.length === 0 ? 'default' : undefined);
  if (chosenSet !== undefined && !isModelSet(chosenSet)) {
    const setNames = Object.keys(modelSets).join(', ');
    throw new Fault('NOT_FOUND', `there is no set ${chosenSet}; the sets are ${setNames}`);
  }

  const unknown = names.filter((name) => !manifest.some(({ id }) => id === name));
  if (unknown.length > 0) {
    const modelIds = manifest.map(({ id }) => id).join(', ');
    throw new Fault('NOT_FOUND', `there is no model ${unknown.join(', ')}; there are ${modelIds}`);
  }

  return manifest.filter(
    ({ id, sets }) => names.includes(id) || (chosenSet !== undefined && sets.includes(chosenSet)),
  );
}

interface Pull {
  readonly modelsDir: string;
  readonly supply: Supply;
  readonly signal: AbortSignal;
  readonly lockLimitMs: number;
  readonly disk: DiskWatch;
  readonly tell: (progress: PullProgress) => void;
  readonly outcomes: ReadonlyMap<string, PullOutcome>;
  /** Runs one step for a model and keeps its outcome (null: not done yet); throws only when aborted. */
  attempt(entry: ModelEntry, step: () => Promise<PullOutcome | null>): Promise<void>;
}

function startPull(options: PullOptions, supply: Supply): Pull {
  const signal = options.signal ?? new AbortController().signal;
  const tell = options.onProgress ?? (() => {});
  const outcomes = new Map<string, PullOutcome>();
  const unreachable = new Map<string, unknown>();
  const hostOf = ({ source }: ModelEntry) =>
    supply.mirror ?? (source.kind === 'hub' ? supply.hubUrl : source.base);
  const settle = (outcome: PullOutcome) => {
    outcomes.set(outcome.id, outcome);
    tell({ kind: 'done', outcome });
  };

  return {
    modelsDir: options.modelsDir,
    lockLimitMs: options.lockLimitMs ?? 30 * 60_000,
    disk: new DiskWatch(options.modelsDir, options.disk ?? noReserve),
    supply,
    signal,
    tell,
    outcomes,
    attempt: async (entry, step) => {
      signal.throwIfAborted();

      const host = hostOf(entry);
      try {
        if (unreachable.has(host)) throw unreachable.get(host);
        const outcome = await step();
        if (outcome) settle(outcome);
      } catch (error) {
        signal.throwIfAborted();

        if (error instanceof Fault && error.code === 'SERVICE_UNAVAILABLE') {
          unreachable.set(host, error);
        }

        const reason = error instanceof Fault ? error.detail : (error as Error).message;
        settle({ id: entry.id, state: 'failed', reason });
      }
    },
  };
}

/**
 * Whether the model is installed, with every file and pinned hash that the manifest requires. If only its description
 * has changed, `model.json` is rewritten without a download.
 */
async function isPresent(modelsDir: string, entry: ModelEntry): Promise<boolean> {
  const inspection = await inspectModel(modelsDir, entry.id);
  if (inspection.state !== 'installed') return false;

  const { model } = inspection;
  if (!entry.files.every((file) => holds(model, file))) return false;

  const { folder, ...description } = model;
  const expectedDescription = describeEntry(entry, model.source ?? entry.source, model.files);
  if (!isDeepStrictEqual(expectedDescription, description))
    await writeDescription(folder, expectedDescription);

  return true;
}

const holds = (model: InstalledModel, expectedFile: ModelFile): boolean =>
  model.files.some(
    (file) =>
      file.path === expectedFile.path &&
      (expectedFile.sizeBytes ?? file.sizeBytes) === file.sizeBytes &&
      (expectedFile.sha256 ?? file.sha256) === file.sha256,
  );

async function bytesToCome(modelsDir: string, plans: readonly ModelPlan[]): Promise<number> {
  let sum = plans.length === 0 ? 0 : spareBytes;
  for (const { entry, files } of plans) {
    const wholeBytes = totalOf(files) ?? entry.aboutBytes;
    sum += Math.max(0, wholeBytes - (await partialBytes(modelsDir, entry.id)));
  }
  return sum;
}

function totalOf(files: readonly PlannedFile[]): number | null {
  let total = 0;
  for (const { sizeBytes } of files) {
    if (sizeBytes === undefined) return null;
    total += sizeBytes;
  }
  return total;
}

/** Runs `work` while no other pull of the model does anything. */
function inLock<T>(
  { modelsDir, signal, lockLimitMs, tell }: Pull,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = {
    signal,
    limitMs: lockLimitMs,
    onWait: (holder: string) => tell({ kind: 'waiting', id, holder }),
  };
  return withLock(`${partialFolder(modelsDir, id)}.lock`, lock, work);
}

/** Removes what a killed pull left of an installation that it had replaced. */
async function clearReplaced(pull: Pull, id: string): Promise<void> {
  const { modelsDir } = pull;
  if ((await replacedModels(modelsDir, id)).length === 0) return;
  await inLock(pull, id, () => removeReplaced(modelsDir, id));
}

function installPlan(pull: Pull, plan: ModelPlan): Promise<PullOutcome> {
  const { modelsDir, signal, tell } = pull;
  const { id } = plan.entry;
  const folder = partialFolder(modelsDir, id);

  return inLock(pull, id, async () => {
    await removeReplaced(modelsDir, id);
    // The pull that held the lock before this one may have installed the model.
    if (await isPresent(modelsDir, plan.entry)) return { id, state: 'present' };

    const totalBytes = totalOf(plan.files);
    const files: ModelDescription['files'][number][] = [];
    let doneBytes = 0;

    for (const file of plan.files) {
      const target = join(folder, file.path);
      await adoptInstalled(file, join(modelsDir, id, file.path), target, signal);

      const fetched = await fetchFile(file, target, {
        hub: pull.supply.hub,
        signal,
        onBytes: (bytes) => tell({ kind: 'bytes', id, bytes: doneBytes + bytes, totalBytes }),
        onRetry: (reason) => tell({ kind: 'retry', id, path: file.path, reason }),
        checkDisk: () => checkReserve(modelsDir, pull.disk),
      });
      files.push(fetched);
      doneBytes += fetched.sizeBytes;
    }

    await installFolder(modelsDir, describeEntry(plan.entry, plan.source, files));
    return { id, state: 'installed' };
  });
}

/** A damaged or older installation may still have this very file, which is then linked rather than downloaded again. */
async function adoptInstalled(
  file: PlannedFile,
  installed: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  if ((await checkFile(file, installed, signal)) === null) return;
  await mkdir(dirname(target), { recursive: true });
  await rm(target, { force: true });
  // If the file system does not support links, the file is downloaded again.
  await link(installed, target).catch(() => {});
}
