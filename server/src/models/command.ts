/** `reelsight models list | pull | verify | try`. Exit codes: 0 done, 1 something failed, 2 wrong usage. */
import { parseArgs } from 'node:util';
import { Fault } from '@reelsight/contract';
import { cleanLine, cleanText } from '@reelsight/contract/clean-text';
import type { DiskLimits } from '../storage/disk-watch.ts';
import { installedModel } from './folder.ts';
import type { HubLimits } from './hub.ts';
import { listModels, type ModelListing } from './list.ts';
import { modelManifest, modelSets } from './manifest.ts';
import type { InstalledModel, ModelEntry } from './model.ts';
import { openProgress, type ProgressStream, showBytes } from './progress.ts';
import { chooseEntries, pullModels } from './pull.ts';
import { type ModelTrial, trialText, writeTrial } from './trials.ts';
import { verifyModels } from './verify.ts';

export interface ModelsCommandOptions {
  readonly modelsDir: string;
  readonly mirror?: string | null;
  readonly hubUrl?: string;
  /** Receives the results. */
  readonly stdout: NodeJS.WritableStream;
  /** Receives progress and errors; the progress bar is drawn only on a terminal. */
  readonly stderr: ProgressStream;
  readonly signal: AbortSignal;
  readonly manifest?: readonly ModelEntry[];
  readonly limits?: HubLimits;
  /** The space that a pull leaves free on the disk. */
  readonly disk?: DiskLimits;
  /** Runs an installed model on the sample; never throws except when aborted. */
  readonly tryModel: (model: InstalledModel) => Promise<ModelTrial>;
}

export const modelsUsage = `Usage:
  reelsight models list [--json]
  reelsight models pull [name ...] [--set ${Object.keys(modelSets).join('|')}] [--json]
  reelsight models verify [name ...] [--json]
  reelsight models try name ... [--json]

pull without a name or set takes the set default. It goes on where an earlier pull stopped.
try runs models on the sample video and says what they saw, how long it took and how much memory they held.
Sets:
${Object.entries(modelSets)
  .map(([name, purpose]) => `  ${name.padEnd(8)} ${purpose}`)
  .join('\n')}

Exit codes: 0 done, 1 something failed, 2 wrong usage.
`;

/** `args`: the arguments after `models`. Never throws except when aborted. */
export async function runModelsCommand(
  args: readonly string[],
  options: ModelsCommandOptions,
): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    options.stderr.write(`${parsed}\n\n${modelsUsage}`);
    return 2;
  }

  if (parsed.help) {
    options.stdout.write(modelsUsage);
    return 0;
  }

  try {
    return await commands[parsed.command](parsed, options);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    options.stderr.write(`${cleanText(error.detail)}\n`);
    return 1;
  }
}

interface Parsed {
  readonly command: keyof typeof commands;
  readonly names: readonly string[];
  readonly set?: string;
  readonly json: boolean;
  readonly help: boolean;
}

function parse(args: readonly string[]): Parsed | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        set: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [command = '', ...names] = positionals;
    const { json, help, set } = values;
    if (help) return { command: 'list', names: [], json, help };

    if (!isCommand(command)) {
      return command === ''
        ? 'Which of list, pull, verify, try?'
        : `There is no command ${command}.`;
    }

    if (command === 'list' && names.length > 0) return 'list takes no names.';
    if (command === 'try' && names.length === 0) return 'try takes the names of models.';
    if (command !== 'pull' && set !== undefined) return '--set belongs to pull.';

    return { command, names, json, help, ...(set === undefined ? {} : { set }) };
  } catch (error) {
    return (error as Error).message;
  }
}

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

type Command = (parsed: Parsed, options: ModelsCommandOptions) => Promise<number>;

const list: Command = async ({ json }, { modelsDir, manifest, stdout }) => {
  const models = await listModels(modelsDir, manifest);
  stdout.write(json ? toJson(models) : table(models));
  return 0;
};

const pull: Command = async ({ names, set, json }, options) => {
  const { stdout, stderr, manifest = modelManifest } = options;
  const request = { names, manifest, ...(set === undefined ? {} : { set }) };
  try {
    chooseEntries(request);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    stderr.write(`${cleanText(error.detail)}\n`);
    return 2;
  }

  const progress = openProgress(stderr);
  const outcomes = await pullModels({ ...options, ...request, onProgress: progress.show }).finally(
    progress.end,
  );
  const failed = outcomes.filter(({ state }) => state === 'failed').length;

  if (json) stdout.write(toJson(outcomes));
  else {
    const ready = outcomes.length - failed;
    stdout.write(`${ready} of ${outcomes.length} models are ready in ${options.modelsDir}\n`);
  }

  return failed > 0 ? 1 : 0;
};

const verify: Command = async ({ names, json }, { modelsDir, manifest, stdout, signal }) => {
  const outcomes = await verifyModels(modelsDir, {
    signal,
    ...(names.length > 0 ? { names } : {}),
    ...(manifest ? { manifest } : {}),
    onModel: ({ id, state, problems }) => {
      const lines = [id, ...problems].map(shownText).join('\n         - ');
      if (!json) stdout.write(`${state.padEnd(8)} ${lines}\n`);
    },
  });

  if (json) stdout.write(toJson(outcomes));
  else if (outcomes.length === 0) stdout.write(`no models in ${modelsDir}\n`);

  return outcomes.every(({ state }) => state === 'ok') ? 0 : 1;
};

const tryOut: Command = async ({ names, json }, options) => {
  const { modelsDir, stdout, stderr, tryModel, manifest } = options;
  const trials: ModelTrial[] = [];
  for (const id of names) {
    const model = await installedModel(modelsDir, id);
    if (!model) {
      // A name that nobody could pull is refused as `pull` refuses it, with the names that there are.
      chooseEntries({ names: [id], ...(manifest && { manifest }) });
      stderr.write(`${id} is not installed in ${modelsDir}: reelsight models pull ${id}\n`);
      return 1;
    }

    const trial = await tryModel(model);
    await writeTrial(modelsDir, trial);
    trials.push(trial);
    if (!json) stdout.write(`${id}: ${cleanText(trialText(trial))}\n`);
  }

  if (json) stdout.write(toJson(trials));
  return trials.some(({ error }) => error !== null) ? 1 : 0;
};

const commands = { list, pull, verify, try: tryOut } satisfies Record<string, Command>;

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A `model.json` may be made by hand or come from a mirror, with anything in its texts. */
const shownText = (text: string): string => cleanLine(text, 1000);

function triedText(trial: ModelTrial | null): string {
  if (trial === null) return '-';
  const day = trial.triedAt.slice(0, 10);
  return trial.error === null ? day : `${day}: failed`;
}

function table(models: readonly ModelListing[]): string {
  const rows = [
    ['MODEL', 'FOR', 'SIZE', 'LICENCE', 'SETS', 'STATE', 'TRIED'],
    ...models.map(({ id, role, sizeBytes, licence, sets, state, reason, trial }) =>
      [
        id,
        role ?? '?',
        showBytes(sizeBytes),
        licence,
        sets.join(',') || '-',
        reason === undefined ? state : `${state}: ${reason}`,
        triedText(trial),
      ].map(shownText),
    ),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd();

  return `${rows.map(line).join('\n')}\n`;
}
