/** A copy of this checkout, for tests that run the commands of the documentation. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const skipped = ['node_modules', '.git', 'data'];

/** Copies the checkout with its installed packages, as after a first start. Returns the copy's path. */
export async function copyCheckout(folder: string): Promise<string> {
  const checkout = join(folder, 'reelsight');
  await cp(root, checkout, {
    recursive: true,
    filter: (path) => !skipped.includes(basename(path)) || dirname(path) === path,
  });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  return checkout;
}

/**
 * Starts a shell script in a process group of its own. It uses the system's npm instead of the npm that runs these
 * tests.
 */
export function shellIn(
  checkout: string,
  script: string,
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const folders = (process.env.PATH ?? '')
    .split(':')
    .filter((one) => !one.includes('node_modules'));
  return spawn('bash', ['-c', script], {
    cwd: checkout,
    env: {
      PATH: [dirname(process.execPath), ...folders].join(':'),
      npm_config_offline: 'true',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
}
