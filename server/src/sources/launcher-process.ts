/** The process behind launcher.ts: runs programs as it is told, and ends all of them when the service is gone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { type FromLauncher, killGroup, type Program, type ToLauncher } from './launcher.ts';

const maxLine = 4 * 1024 * 1024;
const keptStderr = 16 * 1024;

const running = new Map<number, ChildProcess>();

const tell = (message: FromLauncher): void => void process.send?.(message, () => undefined);

function start(id: number, program: Program): void {
  const { path, args, cwd, env, niceness } = program;
  // Its own process group, so that ffmpeg and whatever else it starts ends with it.
  const child = spawn(path, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.set(id, child);
  tell({ id, pid: child.pid });
  giveWay(child.pid, niceness);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = `${stderr}${chunk}`.slice(-keptStderr);
  });
  const read = readLines(child.stdout, (line) => tell({ id, line })).catch((error: Error) => {
    killGroup(child.pid);
    return error.message;
  });
  const end = async (code: number | null, missing: boolean): Promise<void> => {
    if (!running.delete(id)) return;
    const broken = missing ? undefined : await read;
    tell({ id, ended: { code, missing, stderr, ...(broken && { broken }) } });
  };
  child.once('error', (error: NodeJS.ErrnoException) => {
    stderr = `${error.code}`;
    void end(null, true);
  });
  child.once('close', (code) => void end(code, false));
}

async function readLines(stream: Readable, onLine: (line: string) => void): Promise<undefined> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLine) throw new Error('it writes a line without end');
    for (const line of lines) onLine(line);
  }
  if (rest !== '') onLine(rest);
}

function giveWay(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // It ended already, or the system has no priorities.
  }
}

process.on('message', (message: ToLauncher) => {
  const { id, program } = message;
  if (program) return start(id, program);
  const child = running.get(id);
  if (child) killGroup(child.pid);
});
process.on('disconnect', () => {
  for (const child of running.values()) killGroup(child.pid);
  process.exit();
});
// The service ends it, by closing the channel; a signal to the whole group would leave programs behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
