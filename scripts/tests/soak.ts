/**
 * A short soak test as the last step of a run of all tests: two APIs and three workers under faults, which are the same
 * each time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './root.ts';

const minutes = 3;
const seed = 61;

/** Returns true if every guarantee held; prints its own findings. */
export async function soak(temporaryFolder: string): Promise<boolean> {
  const options = ['--minutes', String(minutes), '--seed', String(seed)];
  const child = spawn(process.execPath, [join(root, 'scripts/soak.ts'), ...options], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporaryFolder },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');

  return code === 0;
}
