/** The files that a change touches, according to git. */
import { execFileSync } from 'node:child_process';
import { root } from './root.ts';

/**
 * Paths that differ between the working tree and the commit `since`. By default, compares with the commit at which this
 * branch diverged from its upstream branch, or with the last commit if it has no upstream. Empty if git fails: then no
 * second-tier suites are added, and only `npm run test:all` proves the change.
 */
export function changedPaths(since: string | undefined, checkout = root): string[] {
  const git = (...options: string[]) => outputOfGit(options, checkout);
  const base = since ?? git('merge-base', 'HEAD', '@{upstream}') ?? 'HEAD';
  const committedAndNot = git('diff', '--name-only', base);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [committedAndNot, untracked].flatMap((text) => text?.split('\n') ?? []).filter(Boolean);
}

function outputOfGit(options: readonly string[], checkout: string): string | undefined {
  try {
    return execFileSync('git', options, {
      cwd: checkout,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
