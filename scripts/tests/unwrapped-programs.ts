/**
 * Version managers such as pyenv put a script in the place of a program, which takes longer than the program itself: a
 * second, where tests start it hundreds of times.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A search path on which `python3` is the program that the given one leads to. `folder`: for the link to it. */
export function searchPathWithPython(searchPath: string, folder: string): string {
  const found = searchPath
    .split(delimiter)
    .map((place) => join(place, 'python3'))
    .find((path) => existsSync(path));
  const python = programOf('python3', searchPath);
  if (python === null || python === found) return searchPath;

  const links = join(folder, 'programs');
  mkdirSync(links);
  symlinkSync(python, join(links, 'python3'));

  return [links, searchPath].join(delimiter);
}

/** Null if there is none. */
function programOf(name: string, searchPath: string): string | null {
  try {
    const told = execFileSync(name, ['-c', 'import sys; print(sys.executable)'], {
      env: { ...process.env, PATH: searchPath },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return told.trim();
  } catch {
    return null;
  }
}
