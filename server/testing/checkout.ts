/** A copy of this checkout, for tests that type what the documentation says. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const skipped = ['node_modules', '.git', 'data'];

/** Set up already, as after a first start. Returns its path. */
export async function copyCheckout(folder: string): Promise<string> {
  const checkout = join(folder, 'reelsight');
  await cp(root, checkout, {
    recursive: true,
    filter: (path) => !skipped.includes(basename(path)) || dirname(path) === path,
  });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  return checkout;
}

/** A process group of its own; the system's npm, not the one of this run. */
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
