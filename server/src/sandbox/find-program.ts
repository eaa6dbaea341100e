/** Finds programs as a shell does. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first file of this name that may be executed; `searchPath` has the form of the variable PATH. */
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
