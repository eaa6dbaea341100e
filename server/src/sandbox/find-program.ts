/** Finds programs in the same way as a shell. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first executable file with this name; `searchPath` has the form of the variable PATH. */
export function findOnPath(program: string, searchPath = ''): string | undefined {
  return searchPath
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
