/** Decides which build of yt-dlp runs on this machine: the small one that needs Python, or one that includes Python. */
import { tmpdir } from 'node:os';
import { findOnPath } from '../../sandbox/find-program.ts';
import { launcher } from '../launcher.ts';
import { ReleaseFault } from './release-fault.ts';

export interface Python {
  readonly path: string;
  /** For example `3.11`. */
  readonly version: string;
}

export interface Build {
  /** Name of the build's file in a release. */
  readonly asset: string;
  /** The Python that runs the build; null if the build includes its own. */
  readonly python: Python | null;
}

/**
 * The oldest Python that yt-dlp supports since the end of 2025. A release that needs a newer Python fails its trial
 * with a message that says so.
 */
const oldestPython = '3.10';
const pythonNames = ['python3', ...[14, 13, 12, 11, 10].map((minor) => `python3.${minor}`)];
/**
 * Prints the version and the actual path of Python: the path found first may lead to a script of pyenv or asdf, which
 * needs more files than the sandbox makes visible.
 */
const tellsItself =
  'import ssl, sys, zlib; print("%d.%d" % sys.version_info[:2], sys.executable or "")';
const pythonLimitMs = 10_000;

export interface Pythons {
  readonly fit: Python | null;
  /** Versions of Python that were found but are too old. */
  readonly tooOld: readonly Python[];
}

/** Finds the first Python on the search path that is new enough. */
export async function findPython(searchPath: string): Promise<Pythons> {
  const tooOld: Python[] = [];

  for (const name of pythonNames) {
    const path = findOnPath(name, searchPath);
    const python = path && (await askPython(path, searchPath));
    if (!python) continue;
    if (isNewEnough(python.version)) return { fit: python, tooOld };
    tooOld.push(python);
  }

  return { fit: null, tooOld };
}

/** Runs a program to see whether it is Python; null if it is not, or is broken. */
async function askPython(path: string, searchPath: string): Promise<Python | null> {
  let output = '';
  const program = { path, args: ['-c', tellsItself], cwd: tmpdir(), niceness: 5 };
  const env = { PATH: searchPath, LANG: 'C.UTF-8' };
  const signal = AbortSignal.timeout(pythonLimitMs);
  const onLine = (line: string) => {
    output ||= line.trim();
  };
  const exit = await launcher.run({ ...program, env }, { signal, onLine }).catch(() => null);
  const [, version, itself] = /^(\d+\.\d+)(?: (\/.*))?$/.exec(output) ?? [];

  return exit?.code === 0 && version ? { path: itself ?? path, version } : null;
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = oldestPython.split('.').map(Number);
  return major > minMajor || (major === minMajor && minor >= minMinor);
}

/** Throws ReleaseFault `noPython` if neither kind of build runs on this machine. */
export function chooseBuild({ fit, tooOld }: Pythons, machine = thisMachine()): Build {
  if (fit) return { asset: 'yt-dlp', python: fit };

  const asset = standalone[machine];
  if (asset) return { asset, python: null };

  const oldPythons = tooOld.map(({ path, version }) => `${path} is ${version}`).join(', ');
  throw new ReleaseFault(
    'noPython',
    `yt-dlp needs Python ${oldestPython} or newer on PATH${oldPythons && ` (${oldPythons})`}, and there is no build of it that carries Python for ${machine}.`,
  );
}

/**
 * Builds that include Python. They are about ten times as large and are unpacked at each start, so they are used only
 * if no Python is installed.
 */
const standalone: Readonly<Record<string, string>> = {
  'linux-x64': 'yt-dlp_linux',
  'linux-arm64': 'yt-dlp_linux_aarch64',
  'linux-x64-musl': 'yt-dlp_musllinux',
  'linux-arm64-musl': 'yt-dlp_musllinux_aarch64',
  'darwin-x64': 'yt-dlp_macos',
  'darwin-arm64': 'yt-dlp_macos',
};

function thisMachine(): string {
  const machine = `${process.platform}-${process.arch}`;
  if (process.platform !== 'linux') return machine;
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime ? machine : `${machine}-musl`;
}
