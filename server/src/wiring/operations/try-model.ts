/**
 * `reelsight models try`: runs one pulled model on the sample video, in a process of its own, so that its memory can be
 * measured and a crash of its library ends nothing else.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { Fault } from '@reelsight/contract';
import type { EngineSettings } from '../../engines/registry.ts';
import { descendants, residentBytes } from '../../jobs/processes/watched-process.ts';
import { installedModels } from '../../models/folder.ts';
import type { InstalledModel, ModelRole } from '../../models/model.ts';
import { type ModelTrial, trialDigest } from '../../models/trials.ts';
import { killGroup } from '../../sources/launcher.ts';
import type { TrialOrder, TrialOutcome } from './try-model-process.ts';

const script = fileURLToPath(new URL('./try-model-process.ts', import.meta.url));
const samplePath = fileURLToPath(new URL('../../../../media/sample.mp4', import.meta.url));
/** Time limit of a trial. A large model from a slow disk takes minutes; a machine without enough memory never ends. */
const limitMs = 15 * 60_000;
const memoryEveryMs = 50;
/** Maximum number of characters of an error to keep. */
const mostTold = 600;

/** Models that a model can't work without; the best installed one is taken. */
const companionRoles: { readonly [role in ModelRole]?: ModelRole } = {
  'language-id': 'speech',
  segmentation: 'embedding',
  embedding: 'segmentation',
};

export interface TryOptions {
  readonly engines: EngineSettings;
  /** Variables that programs need to run, without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** Never throws except when aborted; a model that does not work gives a trial with an error. */
export async function tryModel(model: InstalledModel, options: TryOptions): Promise<ModelTrial> {
  const { engines, now } = options;
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-try-'));
  const about = {
    format: 1,
    id: model.id,
    digest: trialDigest(model),
    device: engines.device,
  } as const;

  try {
    const modelsDir = await folderWithOnly(model, engines.modelsDir, folder);
    const order: TrialOrder = {
      settings: { ...engines, modelsDir, remote: null, brandsFile: null, logosDir: null },
      id: model.id,
      role: model.role,
      sample: samplePath,
      workFolder: await mkdtemp(join(folder, 'work-')),
    };
    const { outcome, peakBytes } = await runTrial(order, options);
    return { ...about, triedAt: new Date(now()).toISOString(), ...outcome, peakBytes };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof Fault)) throw error;
    return {
      ...about,
      ...failed(error.detail),
      triedAt: new Date(now()).toISOString(),
      peakBytes: null,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const failed = (error: string): TrialOutcome => ({ saw: null, error, seconds: null });

/**
 * Makes a models folder that holds the model and what it can't work without, so that no better model takes its place.
 * Throws Fault NOT_FOUND if a companion is missing.
 */
async function folderWithOnly(
  model: InstalledModel,
  modelsDir: string,
  folder: string,
): Promise<string> {
  const role = companionRoles[model.role];
  const [companion] = role ? await installedModels(modelsDir, role) : [];
  if (role && !companion) {
    throw new Fault(
      'NOT_FOUND',
      `It works only together with a model for ${role}, and none is installed: reelsight models pull`,
    );
  }

  const only = join(folder, 'models');
  await mkdir(only);
  for (const { id, folder: path } of [model, ...(companion ? [companion] : [])])
    await symlink(resolve(path), join(only, id));

  return only;
}

interface MeasuredOutcome {
  readonly outcome: TrialOutcome;
  readonly peakBytes: number | null;
}

function runTrial(
  order: TrialOrder,
  { environment, signal }: TryOptions,
): Promise<MeasuredOutcome> {
  return new Promise((settle, reject) => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', script],
      // Its own group, so that the processes of its engine end with it.
      { env: { ...environment }, detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
    );
    let peakBytes = 0;
    let stderr = '';
    let outcome: TrialOutcome | null = null;
    let hasTimedOut = false;

    const memory = setInterval(() => {
      const pids = [child.pid, ...descendants(child.pid)];
      const bytes = pids.reduce((sum: number, pid) => sum + residentBytes(pid), 0);
      peakBytes = Math.max(peakBytes, bytes);
    }, memoryEveryMs);
    const limit = setTimeout(() => {
      hasTimedOut = true;
      killGroup(child.pid);
    }, limitMs);
    const abort = () => killGroup(child.pid);
    signal.addEventListener('abort', abort);

    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = `${stderr}${text}`.slice(-4 * mostTold);
    });
    child.on('message', (message: TrialOutcome) => {
      outcome = message;
    });
    child.once('error', reject);
    child.once('close', (code, killedBy) => {
      clearInterval(memory);
      clearTimeout(limit);
      signal.removeEventListener('abort', abort);
      killGroup(child.pid);
      if (signal.aborted) return reject(signal.reason);

      const end = hasTimedOut
        ? `It did not answer in ${limitMs / 60_000} minutes.`
        : `Its process ended by ${killedBy ?? `exit code ${code}`}. ${stripVTControlCharacters(stderr).trim()}`;
      settle({
        outcome: outcome ?? failed(end.slice(0, mostTold).trim()),
        peakBytes: peakBytes || null,
      });
    });
    child.send(order, () => undefined);
  });
}
