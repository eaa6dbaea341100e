/** The checkout this command is part of; a published package has none. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ends in a slash. The built program lies in another folder than the source. */
export const checkout: string | undefined = import.meta.url.endsWith('/cli/src/checkout.ts')
  ? fileURLToPath(new URL('../../', import.meta.url))
  : undefined;

/** A program of the server; undefined where there is no server. */
export function serverProgram(...path: readonly string[]): string | undefined {
  if (checkout === undefined) return undefined;
  const file = join(checkout, 'server', 'src', ...path);
  return existsSync(file) ? file : undefined;
}
