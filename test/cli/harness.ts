/** For tests of the command line: runs the program, and makes small files for it. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { printableStream } from '../../cli/src/printable.ts';
import { run as runCommand } from '../../cli/src/run.ts';
import { compileCache } from '../../server/testing/compile-cache.ts';
import { box, u32 } from '../../server/testing/media/boxes.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const launcher = join(root, 'cli', 'bin', 'reelsight.mjs');
export const sample = join(root, 'media', 'sample.mp4');

/**
 * Builds the program as its package contains it, which starts three times as fast. Resolves with the program's path.
 */
export async function builtProgram(folder: string): Promise<string> {
  const dist = join(folder, 'package', 'dist');
  await promisify(execFile)(process.execPath, [join(root, 'cli', 'bin', 'build.mjs'), dist]);
  await copyFile(join(root, 'cli', 'package.json'), join(folder, 'package', 'package.json'));
  return join(dist, 'main.js');
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** Output on both streams so far. */
  readonly output: () => string;
  readonly ended: Promise<Ended>;
}

export interface Run {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
  /** The Node that runs the program; default: the one that runs the test. */
  readonly node?: string;
  readonly program?: string;
  readonly detached?: boolean;
}

export function startReelsight(args: readonly string[], run: Run): Running {
  const { home, env = {}, cwd, node = process.execPath, program = launcher } = run;
  const child = spawn(node, [program, ...args], {
    env: { PATH: process.env.PATH, ...compileCache, HOME: home, REELSIGHT_DATA_DIR: home, ...env },
    stdio: [run.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: run.detached ?? false,
    ...(cwd && { cwd }),
  });
  child.stdin?.end(run.stdin);

  let stdout = '';
  let stderr = '';

  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });

  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });

  return { child, output: () => stdout + stderr, ended };
}

/**
 * Runs the command in this process, which takes a fraction of the time. Runs it as a separate process if `node` or
 * `program` is given.
 */
export function reelsight(args: readonly string[], run: Run): Promise<Ended> {
  if (run.node !== undefined || run.program !== undefined) return startReelsight(args, run).ended;
  return runHere(args, run);
}

/** Commands of the server whose program starts when its module is imported and ends by a signal. */
const serving: ReadonlySet<string | undefined> = new Set(['start', 'runner', 'models', 'links']);

async function runHere(args: readonly string[], { home, env, stdin }: Run): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof written) =>
    printableStream({
      isTTY: false,
      columns: 80,
      write: (text) => {
        written[name] += text;
        return true;
      },
    });
  const code = await runCommand(args, {
    env: { PATH: process.env.PATH, ...compileCache, HOME: home, REELSIGHT_DATA_DIR: home, ...env },
    stdin: Readable.from(stdin === undefined ? [] : [stdin]),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    signal: new AbortController().signal,
    endOnHangUp: () => undefined,
    handOver: () =>
      assert.ok(!serving.has(args[0]), `reelsight ${args[0]} needs a process of its own`),
  });

  return { code: code ?? null, ...written };
}

/** Writes the headers of an mp4 file of this length, without any frames. */
export async function writeHollowMp4(path: string, seconds: number): Promise<string> {
  const header = box('mvhd', u32(0, 0, 0, 1000, Math.round(seconds * 1000)), Buffer.alloc(80));
  const file = [box('ftyp', Buffer.from('isom'), u32(0)), box('moov', header)];
  await writeFile(path, Buffer.concat([...file, box('mdat', Buffer.alloc(20_000))]));
  return path;
}
