/** The version of this package; its package.json lies above the source and above the built file alike. */
import { readFileSync } from 'node:fs';

export const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };
