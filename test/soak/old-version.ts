/** A checkout of another commit that shares the packages of this one. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Of the workspace itself: they come from the commit, too. */
const ownScope = '@reelsight';

/** Makes the checkout in `folder`; returns what removes it. The commit must need no package that is not installed here. */
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
