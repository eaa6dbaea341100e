/** `reelsight start`, `models`, `doctor`, `backup` and `restore`: programs of the server, which a checkout has and the published package has not. */
import { pathToFileURL } from 'node:url';
import { serverProgram } from './checkout.ts';
import { UnreachableError } from './exit-code.ts';
import type { Environment } from './session.ts';

const programs = {
  start: ['main.ts'],
  models: ['wiring', 'models.ts'],
  doctor: ['wiring', 'doctor.ts'],
  backup: ['wiring', 'backup', 'backup-program.ts'],
  restore: ['wiring', 'backup', 'restore-program.ts'],
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

export type GivenOptions = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Options as commander read them, written again for the program. */
export function asGiven(files: readonly string[], options: GivenOptions): string[] {
  const flags = Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (typeof value === 'boolean') return value ? [flag] : [];
    return [value].flat().flatMap((one) => [flag, one]);
  });
  return [...flags, '--', ...files];
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
