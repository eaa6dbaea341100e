/** `reelsight start`, `runner`, `models` and `doctor`: programs of the server, which a checkout has and the published package has not. */
import { pathToFileURL } from 'node:url';
import { serverProgram } from './checkout.ts';
import { UnreachableError } from './exit-code.ts';
import type { Environment } from './session.ts';

const programs = {
  start: ['main.ts'],
  runner: ['wiring', 'runner.ts'],
  models: ['wiring', 'models.ts'],
  doctor: ['wiring', 'doctor.ts'],
} as const;

/** Runs it in this process; it hears signals itself. Resolves with the exit code once it is done or serves. */
export async function runServerProgram(
  name: keyof typeof programs,
  args: readonly string[],
  { handOver }: Environment,
): Promise<number> {
  const program = serverProgram(...programs[name]);
  if (program === undefined) {
    throw new UnreachableError(
      `reelsight ${name} needs the server, which is not in this package. Clone the Reelsight repository and run npm run setup there; then npx reelsight ${name} works in it. To use a service that runs elsewhere, give --url, REELSIGHT_URL or reelsight profile add.`,
    );
  }
  handOver();
  process.argv.splice(1, process.argv.length - 1, program, ...args);
  await import(pathToFileURL(program).href);
  return Number(process.exitCode ?? 0);
}

export interface RunnerOptions {
  readonly url?: string;
  readonly tokenFile?: string;
}

export function runner(options: RunnerOptions, environment: Environment): Promise<number> {
  const { url, tokenFile } = options;
  const given = [
    ...(url === undefined ? [] : ['--url', url]),
    ...(tokenFile === undefined ? [] : ['--token-file', tokenFile]),
  ];
  return runServerProgram('runner', given, environment);
}

export interface ModelsOptions {
  readonly set?: string;
  readonly json?: boolean;
}

export const models =
  (command: 'list' | 'pull' | 'verify') =>
  (names: readonly string[], options: ModelsOptions, environment: Environment): Promise<number> => {
    const { set, json } = options;
    const given = [...(set === undefined ? [] : ['--set', set]), ...(json ? ['--json'] : [])];
    return runServerProgram('models', [command, ...given, '--', ...names], environment);
  };
