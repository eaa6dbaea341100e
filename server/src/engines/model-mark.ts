/** Tells models apart whose vectors can't be compared, although they have the same id. */
import { createHash } from 'node:crypto';
import type { InstalledModel } from '../models/model.ts';

/** The same for the same files and the same use of them: `settings` is all else that a vector depends on. */
export function modelMark(
  { files }: Pick<InstalledModel, 'files'>,
  settings: readonly unknown[],
): string {
  const hashes = files.map(({ path, sha256 }) => [path, sha256]).toSorted();
  const identity = JSON.stringify([hashes, ...settings]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}
