/** For commands: the configuration, or the reason it can't be used on stderr and the end of the process. */
import { type Config, ConfigError, readConfig } from './config.ts';

/** Exit code for a configuration that can't work, or a data folder in use. */
export const exitUsage = 2;

export function exitWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(exitUsage);
}

export function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof ConfigError) exitWith(`Configuration:\n${error.message}`);
    throw error;
  }
}
