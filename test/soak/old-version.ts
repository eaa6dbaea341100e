/** Creates a checkout of another commit that shares the packages of this checkout. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The project's own packages are not shared; they come from the commit, too. */
const ownScope = '@reelsight';

/**
 * Makes the checkout in `folder` and returns a function that removes it. The commit must not need packages that this
 * checkout lacks.
 */
export function checkOut(root: string, commit: string, folder: string): () => void {
  const git = (...given: string[]) =>
    execFileSync('git', ['-C', root, ...given], { stdio: 'ignore' });
  git('worktree', 'add', '--detach', folder, commit);

  const modules = join(root, 'node_modules');
  mkdirSync(join(folder, 'node_modules', ownScope), { recursive: true });

  for (const name of readdirSync(modules))
    if (name !== ownScope) symlinkSync(join(modules, name), join(folder, 'node_modules', name));

  for (const name of readdirSync(join(modules, ownScope)))
    symlinkSync(join(folder, name), join(folder, 'node_modules', ownScope, name));

  return () => git('worktree', 'remove', '--force', folder);
}
