/**
 * What a model did when it was tried on this machine: `.tried/<id>.json` in the models folder. A trial belongs to the
 * files it was made with, so it is forgotten when the model is pulled again with others.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { InstalledModel } from './model.ts';
import { showBytes } from './progress.ts';

const modelTrial = z
  .object({
    format: z.literal(1),
    id: z.string(),
    /** SHA-256 of the model's files and of how they are loaded. */
    digest: z.string(),
    triedAt: z.iso.datetime(),
    device: z.string(),
    /** What the model said, read or saw in the sample; null if it failed. */
    saw: z.string().nullable(),
    /** Why it failed; null if it did not. */
    error: z.string().nullable(),
    /** From loading the model to its last answer, without reading the sample. Null if it failed. */
    seconds: z.number().nullable(),
    /** Highest resident memory of the processes that ran the model; null where the system does not report it. */
    peakBytes: z.number().nullable(),
  })
  .readonly();

export type ModelTrial = z.infer<typeof modelTrial>;

const trialPath = (modelsDir: string, id: string) => join(modelsDir, '.tried', `${id}.json`);

export const trialDigest = ({ files, loader }: InstalledModel): string =>
  createHash('sha256')
    .update(JSON.stringify([files, loader]))
    .digest('hex');

/** The last trial of the model with these files; null if there is none that can be read. */
export async function readTrial(
  modelsDir: string,
  model: InstalledModel,
): Promise<ModelTrial | null> {
  const text = await readFile(trialPath(modelsDir, model.id), 'utf8').catch(() => null);
  if (text === null) return null;

  const parsed = modelTrial.safeParse(jsonOf(text));
  return parsed.success && parsed.data.digest === trialDigest(model) ? parsed.data : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export async function writeTrial(modelsDir: string, trial: ModelTrial): Promise<void> {
  const path = trialPath(modelsDir, trial.id);
  await mkdir(join(modelsDir, '.tried'), { recursive: true });
  await writeFile(`${path}.new`, `${JSON.stringify(trial, null, 2)}\n`);
  await rename(`${path}.new`, path);
}

/** One line for people. */
export function trialText({ saw, error, seconds, peakBytes }: ModelTrial): string {
  if (error !== null) return `failed: ${error}`;
  const memory = peakBytes === null ? '' : `, at most ${showBytes(peakBytes)} of memory`;
  return `saw ${saw || 'nothing'} (${seconds?.toFixed(1)} s${memory})`;
}
