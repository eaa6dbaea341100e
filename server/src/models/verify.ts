/** Reads every byte of installed models and compares them with what was recorded at installation. */
import { join } from 'node:path';
import { Fault } from '@reelsight/contract';
import { checkFile } from './download.ts';
import { inspectModel, modelIds } from './folder.ts';
import { modelManifest } from './manifest.ts';
import type { ModelEntry } from './model.ts';

export interface VerifyOutcome {
  readonly id: string;
  readonly state: 'ok' | 'damaged';
  /** One line per problem; empty when ok. */
  readonly problems: readonly string[];
}

export interface VerifyOptions {
  /** Default: all folders below the models folder. */
  readonly names?: readonly string[];
  readonly signal?: AbortSignal;
  readonly manifest?: readonly ModelEntry[];
  readonly onModel?: (outcome: VerifyOutcome) => void;
}

/** Throws Fault NOT_FOUND when a named model is not installed. Reads about as fast as the disk allows. */
export async function verifyModels(
  modelsDir: string,
  options: VerifyOptions = {},
): Promise<readonly VerifyOutcome[]> {
  const { manifest = modelManifest, signal = new AbortController().signal } = options;
  const present = await modelIds(modelsDir);
  const missing = (options.names ?? []).filter((name) => !present.includes(name));
  if (missing.length > 0) {
    throw new Fault('NOT_FOUND', `not installed: ${missing.join(', ')}`);
  }
  const outcomes: VerifyOutcome[] = [];

  for (const id of options.names ?? present) {
    const entry = manifest.find((candidate) => candidate.id === id);
    const problems = await problemsOf(modelsDir, id, entry, signal);
    const outcome = { id, state: problems.length === 0 ? 'ok' : 'damaged', problems } as const;
    outcomes.push(outcome);
    options.onModel?.(outcome);
  }

  return outcomes;
}

async function problemsOf(
  modelsDir: string,
  id: string,
  entry: ModelEntry | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const inspection = await inspectModel(modelsDir, id);
  if (inspection.state !== 'installed')
    return [inspection.state === 'damaged' ? inspection.reason : 'is missing'];
  const problems: string[] = [];

  for (const file of inspection.model.files) {
    const pinned = entry?.files.find(({ path }) => path === file.path)?.sha256;
    if (pinned !== undefined && pinned !== file.sha256) {
      problems.push(`${file.path} is not the version this release expects`);
      continue;
    }

    const expected = { ...file, digest: { algorithm: 'sha256', hex: file.sha256 } } as const;
    const path = join(inspection.model.folder, file.path);
    if ((await checkFile(expected, path, signal)) === null) {
      problems.push(`${file.path} has changed since it was installed`);
    }
  }

  return problems;
}
