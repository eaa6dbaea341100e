/**
 * `reelsight start`, `migrate`, `runner`, `models`, `links`, `doctor`, `backup` and `restore`: programs of the server,
 * which both a checkout and the package @reelsight/server contain.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { serverNode, serverProgram } from './checkout.ts';
import { UnreachableError } from './exit-code.ts';
import type { Environment } from './session.ts';
import { version } from './version.ts';

/** Maps a command's name to its path below server/src. */
export const serverPrograms = {
  start: ['main.ts'],
  migrate: ['wiring', 'operations', 'migrate.ts'],
  runner: ['wiring', 'start', 'runner.ts'],
  models: ['wiring', 'operations', 'models.ts'],
  links: ['wiring', 'operations', 'links.ts'],
  doctor: ['wiring', 'operations', 'doctor.ts'],
  backup: ['wiring', 'backup', 'backup-program.ts'],
  restore: ['wiring', 'backup', 'restore-program.ts'],
} as const;

type ServerProgram = keyof typeof serverPrograms;

/**
 * Programs that do one thing and end; each exports `run`. All other programs start when they are imported, and handle
 * signals themselves.
 */
const endingPrograms: readonly ServerProgram[] = ['migrate', 'doctor', 'backup', 'restore'];
/** Programs that clean up when they are interrupted. */
const interruptiblePrograms: readonly ServerProgram[] = ['backup', 'restore'];

type Run = (args: readonly string[], environment: Environment) => Promise<number>;

/**
 * Runs the program, in this process if the Node version allows it. Resolves with the exit code once the program is
 * done, or once it is up and serving.
 */
export async function runServerProgram(
  name: ServerProgram,
  args: readonly string[],
  environment: Environment,
): Promise<number> {
  const program = serverProgram(...serverPrograms[name]);
  if (program === undefined) {
    throw new UnreachableError(
      `reelsight ${name} needs the server, which is not in this package. Both packages of a release are files: npm install --global --ignore-scripts ./reelsight-server-${version}.tgz installs it beside this one, and npm run package in a clone of the repository makes it. Or run npm run setup in a clone; then npx reelsight ${name} works in it. To use a service that runs elsewhere, give --url, REELSIGHT_URL or reelsight profile add.`,
    );
  }

  const node = serverNode();
  if (node === undefined) {
    throw new UnreachableError(
      `reelsight ${name} needs Node 24 or newer; this is ${process.version}. Install that, or the server again without --omit=optional.`,
    );
  }
  const { handOver } = environment;

  if (node !== process.execPath) {
    handOver();
    return runBy(node, [program, ...args]);
  }

  if (!interruptiblePrograms.includes(name)) handOver();
  if (endingPrograms.includes(name)) {
    const { run } = (await import(pathToFileURL(program).href)) as { readonly run: Run };
    return run(args, environment);
  }

  process.argv.splice(1, process.argv.length - 1, program, ...args);
  await import(pathToFileURL(program).href);

  return Number(process.exitCode ?? 0);
}

/** Runs a program in a separate process, which decides when to end. */
function runBy(node: string, args: readonly string[]): Promise<number> {
  const child = spawn(node, args, { stdio: 'inherit' });

  // Forwards signals to the child. If the terminal sends a signal to both processes, the child counts it only once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal));

  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0)),
    );
  });
}

export type GivenOptions = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Turns options that commander has parsed back into arguments for the program. */
export function asGiven(files: readonly string[], options: GivenOptions): string[] {
  const flags = Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (typeof value === 'boolean') return value ? [flag] : [];
    return [value].flat().flatMap((entry) => [flag, entry]);
  });
  return [...flags, '--', ...files];
}

export interface RunnerOptions {
  readonly url?: string;
  readonly tokenFile?: string;
}

export function runner(options: RunnerOptions, environment: Environment): Promise<number> {
  const { url, tokenFile } = options;
  const args = [
    ...(url === undefined ? [] : ['--url', url]),
    ...(tokenFile === undefined ? [] : ['--token-file', tokenFile]),
  ];
  return runServerProgram('runner', args, environment);
}

export interface ModelsOptions {
  readonly set?: string;
  readonly json?: boolean;
}

export const models =
  (command: 'list' | 'pull' | 'verify' | 'try') =>
  (names: readonly string[], options: ModelsOptions, environment: Environment): Promise<number> => {
    const { set, json } = options;
    const args = [...(set === undefined ? [] : ['--set', set]), ...(json ? ['--json'] : [])];
    return runServerProgram('models', [command, ...args, '--', ...names], environment);
  };

export interface LinksOptions {
  readonly json?: boolean;
}

export const links =
  (command: 'status' | 'update' | 'rollback') =>
  (args: readonly string[], { json }: LinksOptions, environment: Environment): Promise<number> =>
    runServerProgram('links', [command, ...args, ...(json ? ['--json'] : [])], environment);
