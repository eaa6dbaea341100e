/**
 * Manages the yt-dlp that this service downloads itself: installs the newest release, keeps the previous one, and uses
 * the one that works better.
 */
import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedLook } from '../../network/shared-look.ts';
import { withLock } from '../../storage/folder-lock.ts';
import { programAt, Ytdlp, type YtdlpProgram } from '../ytdlp.ts';
import { type Build, chooseBuild, findPython, type Pythons } from './build.ts';
import { ReleaseFault } from './release-fault.ts';
import { type Release, ReleaseFolder } from './release-folder.ts';
import type { ReleaseHost } from './release-host.ts';
import { checkSignature, readSigningKey, SignatureError } from './signature.ts';
import { reads, type TrialOptions, type Tried, tryProgram } from './trial.ts';
import { UsageLog } from './usage.ts';

export interface ReleasesOptions extends TrialOptions {
  /** Folder used only for the releases. */
  readonly folder: string;
  readonly mirror: string | null;
  /** A public video that a new release must be able to read if the release in use can; null: no such check. */
  readonly canary: string | null;
  /** File with the public key that checks signatures; null: the project's own. */
  readonly keyFile: string | null;
  /** Longest time without receiving data from the host. */
  readonly idleMs?: number;
  readonly now: () => Date;
}

export interface Updated {
  /** `refused`: the newest release was rolled back on this machine earlier, so it was not installed. */
  readonly outcome: 'updated' | 'current' | 'refused';
  readonly version: string;
  /** Version of the release that was in use before; null if there was none. */
  readonly before: string | null;
}

export interface WentBack {
  readonly from: string;
  readonly to: string;
}

const pythonsAgeMs = 10 * 60_000;
const ownKey = fileURLToPath(new URL('signing-key.asc', import.meta.url));

export class Releases {
  readonly folder: ReleaseFolder;
  readonly usage: UsageLog;
  readonly #options: ReleasesOptions;
  readonly #pythons: () => Promise<Pythons>;

  constructor(options: ReleasesOptions) {
    this.#options = options;
    this.folder = new ReleaseFolder(options.folder);
    this.usage = new UsageLog(options.folder);
    this.#pythons = sharedLook(pythonsAgeMs, () => findPython(options.searchPath));
  }

  /** Returns the release in use; if there is none, or no Python to run it, returns the system's yt-dlp. */
  async inUse(): Promise<YtdlpProgram> {
    const current = await this.folder.current();
    return (current && (await this.programOf(current))) ?? programAt('yt-dlp', 'system');
  }

  /** Returns how to run a release; null if the release needs a Python that is not installed. */
  async programOf(release: Release): Promise<YtdlpProgram | null> {
    const path = this.folder.pathOf(release);
    if (!release.needsPython) return { path, before: [], origin: 'data folder' };
    const { fit } = await this.#pythons();
    return fit && { path: fit.path, before: [path], origin: 'data folder' };
  }

  /**
   * Installs the newest release, or the given `version`; only a given version may be older than the release in use.
   * Throws ReleaseFault; in that case the release in use does not change.
   */
  async update(signal: AbortSignal, version: string | null = null): Promise<Updated> {
    return this.#alone(signal, async () => {
      try {
        const updated = await this.#take(signal, version);
        const timestamp = this.#at();
        await this.folder.write({
          triedAt: timestamp,
          failure: null,
          ...(!version && { checkedAt: timestamp }),
        });
        return updated;
      } catch (error) {
        signal.throwIfAborted();
        const failure = { at: this.#at(), text: (error as Error).message };
        // If the disk is full, the failure can't be recorded either.
        await this.folder.write({ triedAt: failure.at, failure }).catch(() => undefined);
        throw error;
      }
    });
  }

  /**
   * Returns to the previous release; the release that was in use is no longer installed automatically. If `only` names
   * a version, this happens only while that version is in use; otherwise the result is null. Throws ReleaseFault.
   */
  async rollback(signal: AbortSignal, reason: string, only?: string): Promise<WentBack | null> {
    return this.#alone(signal, async () => {
      const { current, previous, refused } = await this.folder.state();
      if (only !== undefined && current?.version !== only) return null;
      if (!current || !previous)
        throw new ReleaseFault('nothingBefore', 'There is no release before the one in use.');

      const { version, sha256 } = current;
      const text = `Went back from ${version} to ${previous.version}: ${reason}`;
      await this.folder.write({
        current: previous,
        previous: current,
        refused: [
          ...refused.filter((release) => ![sha256, previous.sha256].includes(release.sha256)),
          { version, sha256, why: reason },
        ],
        note: { at: this.#at(), text },
      });

      return { from: version, to: previous.version };
    });
  }

  async #alone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    let holder = '';
    const onWait = (holderName: string) => {
      holder = holderName;
    };
    const lock = { signal, limitMs: 0, onWait };

    return withLock(this.folder.lockPath, lock, work).catch((error: unknown) => {
      if (holder === '') throw inWords(error, this.folder.path);
      throw new ReleaseFault('busy', `${holder} is updating yt-dlp in ${this.folder.path}.`);
    });
  }

  #at(): string {
    return this.#options.now().toISOString();
  }

  async #take(signal: AbortSignal, version: string | null): Promise<Updated> {
    const build = chooseBuild(await this.#pythons());
    // Loaded only here, because it is needed only for updates.
    const { ReleaseHost } = await import('./release-host.ts');
    await using host = new ReleaseHost(
      { ...this.#options, proxy: this.#options.proxy ?? null },
      version,
    );
    const sha256 = await this.#digestOf(host, build.asset, signal);
    const state = await this.folder.state();
    const previousVersion = (await this.folder.current())?.version ?? null;
    if (state.current?.sha256 === sha256 && (await this.#isWhole(state.current)))
      return { outcome: 'current', version: state.current.version, before: previousVersion };

    const refused = state.refused.find((release) => release.sha256 === sha256);
    if (refused && version === null)
      return { outcome: 'refused', version: refused.version, before: previousVersion };

    try {
      const release = await this.#install(host, build, sha256, version !== null, signal);
      await this.#use(release);
      return { outcome: 'updated', version: release.version, before: previousVersion };
    } finally {
      await this.folder.tidy();
    }
  }

  /** Reads the digest of a file from the list of checksums, after checking the list's signature. */
  async #digestOf(host: ReleaseHost, asset: string, signal: AbortSignal): Promise<string> {
    const sums = await host.read('SHA2-256SUMS', signal);
    const signature = await host.read('SHA2-256SUMS.sig', signal);
    const { keyFile, now } = this.#options;
    try {
      const key = readSigningKey(await readFile(keyFile ?? ownKey));
      checkSignature(sums, signature, key, now());
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      throw new ReleaseFault(
        'forged',
        `The release is not signed by the yt-dlp project: ${error.message}.`,
      );
    }

    for (const line of sums.toString('utf8').split('\n')) {
      const [, digest, name] = /^([0-9a-f]{64}) [ *](\S+)$/.exec(line.trim()) ?? [];
      if (digest && name === asset) return digest;
    }

    throw new ReleaseFault('noRelease', `The release has no ${asset}.`);
  }

  async #isWhole(release: Release): Promise<boolean> {
    const bytes = await readFile(this.folder.pathOf(release)).catch(() => null);
    return bytes !== null && createHash('sha256').update(bytes).digest('hex') === release.sha256;
  }

  /** Downloads, checks and tries a release in a separate folder, which gets its final name only if all succeed. */
  async #install(
    host: ReleaseHost,
    { asset, python }: Build,
    sha256: string,
    mayBeOlder: boolean,
    signal: AbortSignal,
  ): Promise<Release> {
    const folder = join(this.folder.path, `new-${sha256.slice(0, 12)}`);
    await mkdir(folder, { recursive: true });

    const path = join(folder, asset);
    const actualHash = await host.save(asset, path, signal);
    if (actualHash !== sha256)
      throw new ReleaseFault('forged', `${asset} does not match its checksum: ${actualHash} came.`);

    await chmod(path, 0o755);
    const program = python ? { path: python.path, before: [path] } : { path, before: [] };
    const { version, javascript } = await this.#tried(
      { ...program, origin: 'data folder' },
      signal,
    );
    if (!mayBeOlder) await this.#refuseOlder(version);

    await this.#askCanary({ ...program, origin: 'data folder' }, version, signal);
    const folderName = `${version}-${sha256.slice(0, 12)}`;
    await rm(join(this.folder.path, folderName), { recursive: true, force: true });
    await rename(folder, join(this.folder.path, folderName));

    const file = `${folderName}/${asset}`;
    const needsPython = python !== null;

    return { version, file, sha256, needsPython, javascript, installedAt: this.#at() };
  }

  async #tried(program: YtdlpProgram, signal: AbortSignal): Promise<Tried> {
    try {
      return await tryProgram(program, this.#options, signal);
    } catch (error) {
      if (!(error instanceof ReleaseFault)) throw error;
      throw new ReleaseFault(
        'unfit',
        `The new yt-dlp does not work here and is not used: ${error.message}`,
      );
    }
  }

  /**
   * Refuses a version older than the one in use. A valid signature is not enough: old releases are signed too, and a
   * mirror may be out of date.
   */
  async #refuseOlder(version: string): Promise<void> {
    const inUse = await new Ytdlp({ ...this.#options, program: async () => this.inUse() })
      .version()
      .catch(() => null);
    if (inUse === null || compareVersions(version, inUse) >= 0) return;

    throw new ReleaseFault(
      'older',
      `The newest release there is ${version}, older than ${inUse}, which is used. To use it nevertheless: reelsight links update ${version}`,
    );
  }

  /**
   * Throws if the release in use reads the canary video and the new release does not; only then is the new release at
   * fault.
   */
  async #askCanary(program: YtdlpProgram, version: string, signal: AbortSignal): Promise<void> {
    const { canary } = this.#options;
    if (canary === null || (await reads(program, this.#options, canary, signal))) return;
    if (!(await reads(await this.inUse(), this.#options, canary, signal))) return;
    throw new ReleaseFault(
      'unfit',
      `yt-dlp ${version} does not read REELSIGHT_LINKS_CANARY, which the one in use does, so it is not used.`,
    );
  }

  async #use(release: Release): Promise<void> {
    const { current, refused } = await this.folder.state();
    await this.folder.write({
      current: release,
      ...(current && current.sha256 !== release.sha256 && { previous: current }),
      refused: refused.filter(({ sha256 }) => sha256 !== release.sha256),
      note: null,
    });
  }
}

/** Describes a system error of the folder in words, for example that it is full, read-only, or not a folder. */
function inWords(error: unknown, folder: string): unknown {
  if (error instanceof ReleaseFault || !('syscall' in Object(error))) return error;
  return new ReleaseFault('disk', `${folder} cannot be written: ${(error as Error).message}`);
}

/** Compares two versions; negative if `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const differs = left?.findIndex((part, index) => part !== (right?.[index] ?? 0)) ?? -1;
  if (differs < 0) return (left?.length ?? 0) - (right?.length ?? 0);
  return (left?.[differs] ?? 0) - (right?.[differs] ?? 0);
}
