/** The version of this package, from its package.json, which lies above both the source and the built file. */
import { readFileSync } from 'node:fs';

export const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };
