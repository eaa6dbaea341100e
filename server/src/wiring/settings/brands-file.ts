/** Checks the operator's own file of brands at startup, so that a bad file is noticed before a job needs it. */
import { loadLexicon } from '../../perception/brands/brand-names.ts';
import { type Config, ConfigError } from './config.ts';

/** Throws ConfigError if the file of REELSIGHT_BRANDS_FILE can't be read or has the wrong format. */
export async function checkBrandsFile({ engines: { brandsFile: path } }: Config): Promise<void> {
  if (path === null) return;
  await loadLexicon({ operatorFile: path }).catch((cause: Error) => {
    throw new ConfigError(`REELSIGHT_BRANDS_FILE: ${cause.message}`, { cause });
  });
}
