/** The folder of downloaded releases: `state.json`, and one folder each for the current and the previous release. */
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';

const release = z.object({
  /** For example `2026.11.10`. */
  version: z.string().regex(/^[\w.]+$/),
  /** Path of the file relative to the folder. */
  file: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Whether the release needs Python to run. */
  needsPython: z.boolean(),
  /** The release's JavaScript runtime and solver, as reported by yt-dlp; null if it found none. */
  javascript: z.string().nullable(),
  installedAt: z.iso.datetime(),
});
export type Release = z.infer<typeof release>;

const remark = z.object({ at: z.iso.datetime(), text: z.string() });

const state = z.object({
  current: release.nullable(),
  previous: release.nullable(),
  /** Releases that must not be installed again, by SHA-256. */
  refused: z.array(z.object({ version: z.string(), sha256: z.string(), why: z.string() })),
  /** When the host last reported which release is the newest. */
  checkedAt: z.iso.datetime().nullable(),
  /** When the host was last contacted, successfully or not. */
  triedAt: z.iso.datetime().nullable(),
  /** Why the last attempt to update failed; null if it succeeded. */
  failure: remark.nullable(),
  /** Message to the operator about the last change. */
  note: remark.nullable(),
});
export type ReleaseState = z.infer<typeof state>;

const emptyState: ReleaseState = {
  current: null,
  previous: null,
  refused: [],
  checkedAt: null,
  triedAt: null,
  failure: null,
  note: null,
};

const refusedAtMost = 10;

export class ReleaseFolder {
  readonly path: string;
  #read: { readonly mtimeMs: number; readonly state: ReleaseState } | null = null;

  constructor(path: string) {
    this.path = path;
  }

  get lockPath(): string {
    return join(this.path, 'lock');
  }

  pathOf({ file }: Release): string {
    return join(this.path, file);
  }

  /** Reads the current state, whichever process wrote it; empty if no state can be read. */
  async state(): Promise<ReleaseState> {
    const path = join(this.path, 'state.json');
    const stats = await stat(path).catch(() => null);
    if (!stats) return emptyState;
    if (this.#read?.mtimeMs === stats.mtimeMs) return this.#read.state;

    const parsed = await readFile(path, 'utf8')
      .then(JSON.parse)
      .catch(() => null);
    const checked = state.safeParse(parsed);
    this.#read = { mtimeMs: stats.mtimeMs, state: checked.success ? checked.data : emptyState };

    return this.#read.state;
  }

  /** Returns the release in use; null if its file is gone. */
  async current(): Promise<Release | null> {
    const { current } = await this.state();
    if (!current) return null;
    const stats = await stat(this.pathOf(current)).catch(() => null);
    return stats?.isFile() ? current : null;
  }

  /** Replaces the state in one step. Must only be called while holding the lock. */
  async write(change: Partial<ReleaseState>): Promise<ReleaseState> {
    await mkdir(this.path, { recursive: true });
    const next = { ...(await this.state()), ...change };
    const trimmedState = { ...next, refused: next.refused.slice(-refusedAtMost) };
    const path = join(this.path, 'state.json');
    const handle = await open(`${path}.new`, 'w');
    try {
      await handle.writeFile(`${JSON.stringify(trimmedState, null, 2)}\n`);
      await handle.datasync();
    } finally {
      await handle.close();
    }

    await rename(`${path}.new`, path);
    this.#read = null;

    return trimmedState;
  }

  /**
   * Removes releases that are neither in use nor the previous one, and unfinished downloads. Must only be called while
   * holding the lock.
   */
  async tidy(): Promise<void> {
    const { current, previous } = await this.state();
    const keptFolders = [current, previous].flatMap((usedRelease) =>
      usedRelease ? [usedRelease.file.split('/')[0]] : [],
    );
    for (const entry of await readdir(this.path, { withFileTypes: true })) {
      if (!entry.isDirectory() || keptFolders.includes(basename(entry.name))) continue;
      await rm(join(this.path, entry.name), { recursive: true, force: true });
    }
  }
}
