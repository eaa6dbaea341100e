/**
 * Finds the real program behind the script that a version manager such as pyenv puts in its place. The script takes a
 * second to run, and tests start the program hundreds of times.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Returns a search path on which `python3` is the real program instead of such a script. `folder`: the folder for a
 * link to the program.
 */
export function searchPathWithPython(searchPath: string, folder: string): string {
  const currentPython = searchPath
    .split(delimiter)
    .map((place) => join(place, 'python3'))
    .find((path) => existsSync(path));
  const python = programOf('python3', searchPath);
  if (python === null || python === currentPython) return searchPath;

  const links = join(folder, 'programs');
  mkdirSync(links);
  symlinkSync(python, join(links, 'python3'));

  return [links, searchPath].join(delimiter);
}

/** Path of the program that the name really starts; null if the name does not exist. */
function programOf(name: string, searchPath: string): string | null {
  try {
    const output = execFileSync(name, ['-c', 'import sys; print(sys.executable)'], {
      env: { ...process.env, PATH: searchPath },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.trim();
  } catch {
    return null;
  }
}
