/** Files that a command writes. Before anything is spent, the command checks that they can be written. */
import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FailedError, UsageError, writeFault } from './exit-code.ts';

/** Throws UsageError if the file could not be written; `flag` names the option that gave it. */
export async function checkOutputFile(flag: string, path: string): Promise<void> {
  const folder = dirname(path);
  const above = await stat(folder).catch(() => undefined);
  if (!above?.isDirectory()) throw new UsageError(`${flag} ${path}: there is no folder ${folder}.`);

  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) throw new UsageError(`${flag} ${path}: this is a folder.`);

  await access(stats ? path : folder, constants.W_OK).catch((error: unknown) => {
    throw new UsageError(`${flag} ${writeFault(path, error)}`);
  });
}

/** Makes a file name that the service proposes safe to use: it comes from a title, so it might name a folder. */
export const plainName = (name: string): string => name.replaceAll(/[\\/]/g, '_');

/** Throws FailedError. */
export async function writeOutputFile(path: string, content: Blob): Promise<void> {
  try {
    await writeFile(path, content.stream());
  } catch (error) {
    throw new FailedError(writeFault(path, error));
  }
}
