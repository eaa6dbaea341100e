/**
 * The sandbox of yt-dlp (bubblewrap). The system and the program are read-only, and only the folders of one run are
 * writable. The only network interface is a separate loopback, from which sandbox-entry.ts forwards connections to
 * sockets in those folders.
 */
import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closingArgs, systemFolders, wallArgs } from '../sandbox/bubblewrap.ts';
import { findOnPath } from '../sandbox/find-program.ts';
import type { Program } from './launcher.ts';

/** Ports of the sandbox's loopback interface, each with the socket to which it is forwarded. */
export type Doors = Readonly<Record<number, string>>;

/** A sandbox known to work on this machine. */
export interface Sandbox {
  /** Path of bubblewrap. */
  readonly bubblewrap: string;
  /** Whether the sandbox has its own /proc; false in most containers, where Linux does not allow mounting one. */
  readonly hasProc: boolean;
}

export interface SandboxedRun {
  readonly program: Program;
  readonly doors: Doors;
  readonly readable: readonly string[];
  readonly writable: readonly string[];
}

/** The exit status of sandbox-entry.ts if the program could not be started. */
export const programMissing = 127;

const entry = fileURLToPath(new URL('./sandbox-entry.ts', import.meta.url));
/** Node reads this file to find out whether sandbox-entry.ts is a module. */
const entryPackage = fileURLToPath(new URL('../../package.json', import.meta.url));
/** The files in /etc that programs and certificate checks need; never all of /etc, which holds secrets. */
const settings = [
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ca-certificates',
  '/etc/crypto-policies',
  '/etc/pki/ca-trust',
  '/etc/pki/tls/cert.pem',
  '/etc/pki/tls/certs',
  '/etc/pki/tls/openssl.cnf',
  '/etc/ssl/cert.pem',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
];

/** Lists the sandboxes that may work on this machine, best first. */
export function possibleSandboxes(searchPath: string): Sandbox[] {
  const bubblewrap = findOnPath('bwrap', searchPath);
  return bubblewrap === undefined ? [] : [true, false].map((hasProc) => ({ bubblewrap, hasProc }));
}

/** Returns the command that starts a program in the sandbox. */
export function sandboxed(
  { bubblewrap, hasProc }: Sandbox,
  { program, doors, readable, writable }: SandboxedRun,
): Program {
  const { path, args, cwd, env, niceness } = program;
  const programPath = findProgram(path, env.PATH) ?? path;
  const tools = ['ffmpeg', 'ffprobe'].flatMap((tool) => findOnPath(tool, env.PATH) ?? []);
  const visiblePaths = [
    ...[...systemFolders, ...settings, entry, entryPackage, process.execPath],
    ...[programPath, ...tools].flatMap((file) => filesOf(file, env.PATH)),
    ...readable,
  ];
  const order = JSON.stringify({ doors, niceness });

  return {
    path: bubblewrap,
    args: [
      ...wallArgs({ hasProc, readable: visiblePaths }),
      ...writable.flatMap((folder) => ['--bind', folder, folder]),
      ...closingArgs,
      // Node passes this variable on to every child process while it measures coverage.
      ...['--unsetenv', 'NODE_V8_COVERAGE'],
      ...['--chdir', cwd, '--', process.execPath, entry, order, programPath, ...args],
    ],
    cwd,
    env: { ...env, TMPDIR: env.HOME ?? cwd },
    niceness,
  };
}

/**
 * Lists the files that a program needs: the program, its link targets, the interpreter it names, and the folders of
 * the Python installation to which these belong.
 */
function filesOf(program: string, searchPath: string | undefined): string[] {
  const real = realPath(program);
  const interpreter = interpreterOf(real, searchPath);
  const files = [program, real, ...(interpreter ? [interpreter, realPath(interpreter)] : [])];
  return [...new Set(files.flatMap((file) => [file, ...pythonAround(file)]))];
}

function pythonAround(file: string): string[] {
  const folder = dirname(file);
  const prefix = dirname(folder);
  const config = join(prefix, 'pyvenv.cfg');
  const isPython = existsSync(config) || basename(file).startsWith('python');
  if (basename(folder) !== 'bin' || !isPython) return [];
  return [folder, config, join(prefix, 'lib'), join(prefix, 'lib64')];
}

/** For a script, the interpreter named in its first line; null for any other file. */
function interpreterOf(file: string, searchPath: string | undefined): string | null {
  const [first = ''] = beginningOf(file).split('\n', 1);
  if (!first.startsWith('#!')) return null;
  const [interpreter = '', argument = ''] = first.slice(2).trim().split(' ');
  if (basename(interpreter) === 'env') return findOnPath(argument, searchPath) ?? null;
  return interpreter || null;
}

/** The first bytes of a file as text; empty if the file can't be read. */
function beginningOf(file: string): string {
  const bytes = Buffer.alloc(256);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return bytes.toString('latin1', 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Finds the file of a program given by path or by name; undefined if it does not exist. */
export function findProgram(path: string, searchPath: string | undefined): string | undefined {
  if (!path.includes('/')) return findOnPath(path, searchPath);
  return existsSync(path) ? path : undefined;
}
