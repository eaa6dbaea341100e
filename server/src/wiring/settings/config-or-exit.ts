/** For commands: returns the configuration or, if it is invalid, prints the reason to stderr and ends the process. */

import { refusalOf } from '../start/program.ts';
import { exitCodes } from '../start/start-error.ts';
import { type Config, readConfig } from './config.ts';

export function exitWith(message: string, code: number = exitCodes.settings): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/** `overrides`: variables set by the command's options. */
export function configOrExit(overrides: Readonly<Record<string, string>> = {}): Config {
  try {
    return readConfig(undefined, overrides);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== null) exitWith(refusal.message, refusal.exitCode);
    throw error;
  }
}
