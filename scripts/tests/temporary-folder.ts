/** The folder for all files of a test run, removed when the run ends. */
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tests write many small temporary files, so the folder is kept in memory if that much memory is free. */
const memoryBytes = 6 * 2 ** 30;
const memoryFolder = '/dev/shm';

export class TemporaryFolder {
  readonly path: string;
  readonly #removeAtExit = () => this.remove();

  constructor(runId: string) {
    this.path = mkdtempSync(join(roomyFolder(), `reelsight-tests-${runId}-`));
    // Needed because some tests start programs as another user.
    chmodSync(this.path, 0o755);
    process.env.TMPDIR = this.path;
    process.on('exit', this.#removeAtExit);
  }

  remove(): void {
    process.off('exit', this.#removeAtExit);
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}

function roomyFolder(): string {
  if (process.env.TMPDIR) return process.env.TMPDIR;
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize < memoryBytes ? tmpdir() : memoryFolder;
  } catch {
    // The folder in memory does not exist, or this user has no access to it.
    return tmpdir();
  }
}
