/**
 * The folder for files that later test runs can use again. It is outside the checkout, so that every clone shares it.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkoutDir = fileURLToPath(new URL('../..', import.meta.url));

export const testCacheDir =
  process.env.REELSIGHT_TEST_CACHE ||
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'reelsight-tests');

/** Changes whenever the migrations, the database packages or the code that makes templates change. */
export const schemaFingerprint = (): string =>
  fingerprintOf([
    'server/src/db/migrations/*.sql',
    'server/testing/{database,kept-folder,postgres,template-database}.ts',
    'package-lock.json',
  ]);

/** A fingerprint of the names and contents of all matching files of a checkout. */
export function fingerprintOf(patterns: readonly string[], checkout = checkoutDir): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: checkout }).sort())
    hash.update(`${file}\0`).update(readFileSync(join(checkout, file)));
  return hash.digest('hex').slice(0, 16);
}
