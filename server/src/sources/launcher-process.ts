/**
 * The process that launcher.ts starts: it runs programs as instructed, and ends all of them once the service has
 * ended.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { type FromLauncher, killGroup, type Program, type ToLauncher } from './launcher.ts';

const maxLine = 4 * 1024 * 1024;
const keptStderr = 16 * 1024;
/** Ten times the memory that reading the longest lists takes; only a malicious page would expand to gigabytes. */
const mostMemoryMb = 1024;
const memoryEveryMs = 250;

interface Running {
  readonly child: ChildProcess;
  /** The reason why the program was killed. */
  broken?: string;
}

const running = new Map<number, Running>();

const tell = (message: FromLauncher): void => void process.send?.(message, () => undefined);

function start(id: number, program: Program): void {
  const { path, args, cwd, env, niceness } = program;
  // The program gets its own process group, so that ffmpeg and anything else it starts ends with it.
  const child = spawn(path, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const run: Running = { child };
  let stderr = '';
  const end = async (code: number | null, missing: boolean): Promise<void> => {
    if (!running.delete(id)) return;
    if (!missing) await reading;
    const { broken } = run;
    tell({ id, ended: { code, missing, stderr, ...(broken && { broken }) } });
  };
  // This handler is registered first: if the pipes can't be created, the program is not started and `error` is
  // emitted.
  child.once('error', (error: NodeJS.ErrnoException) => {
    stderr = `${error.code}`;
    void end(null, true);
  });
  child.once('close', (code) => void end(code, false));
  running.set(id, run);
  tell({ id, pid: child.pid });
  giveWay(child.pid, niceness);
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = `${stderr}${chunk}`.slice(-keptStderr);
  });

  const onLine = (line: string) => tell({ id, line });
  const reading = child.stdout
    ? readLines(child.stdout, onLine).catch((error: Error) => breakOff(run, error.message))
    : undefined;
}

async function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  let rest = '';

  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLine) throw new Error('it writes a line without end');
    for (const line of lines) onLine(line);
  }

  if (rest !== '') onLine(rest);
}

function breakOff(run: Running, reason: string): void {
  run.broken ??= reason;
  killGroup(run.child.pid);
}

/**
 * Resident memory in MB of a process and its descendants, up to a hundred processes; 0 if the system does not report
 * it.
 */
function memoryOf(pid: number | undefined): number {
  const pids = [String(pid)];
  let kilobytes = 0;

  for (const pid of pids) {
    kilobytes += Number(/^VmRSS:\s+(\d+) kB/m.exec(readProcFile(pid, 'status'))?.[1] ?? 0);
    const children = readProcFile(pid, `task/${pid}/children`).split(' ').filter(Boolean);
    pids.push(...children.slice(0, Math.max(0, 100 - pids.length)));
  }

  return kilobytes / 1024;
}

/** Reads information from the system about a process; empty if the process has ended. */
function readProcFile(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

setInterval(() => {
  for (const run of running.values()) {
    const memoryMb = memoryOf(run.child.pid);
    if (memoryMb > mostMemoryMb) breakOff(run, `it needs more than ${mostMemoryMb} MB of memory`);
  }
}, memoryEveryMs);

function giveWay(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // The process has already ended, or the system does not support priorities.
  }
}

process.on('message', ({ id, program }: ToLauncher) => {
  if (!program) return killGroup(running.get(id)?.child.pid);
  try {
    start(id, program);
  } catch (error) {
    // The arguments are invalid, for example because one of them contains a NUL. This error must not affect other
    // programs.
    tell({ id, ended: { code: null, missing: false, stderr: String(error) } });
  }
});
process.on('disconnect', () => {
  for (const { child } of running.values()) killGroup(child.pid);
  process.exit();
});
// Signals are ignored, because the service ends this process by closing the channel. If a signal sent to the whole
// group ended this process, the programs would be left running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
