/** For commands: returns the configuration, or prints to stderr why it can't be used and ends the process. */
import { type Config, readConfig } from './config.ts';
import { refusalOf } from './program.ts';
import { exitCodes } from './start-error.ts';

export function exitWith(message: string, code: number = exitCodes.settings): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/** `overrides`: variables set by options of the command. */
export function configOrExit(overrides: Readonly<Record<string, string>> = {}): Config {
  try {
    return readConfig(undefined, overrides);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== null) exitWith(refusal.message, refusal.exitCode);
    throw error;
  }
}
