/**
 * Runs the image's processes as a container engine would: as the first process of their own PID namespace, without
 * privileges, on a read-only root.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Image } from './build-image.ts';

const readyMs = 300_000;
const commandMs = 300_000;
const answerMs = 10_000;
/** Maximum number of characters of the output that are kept for messages. */
const keptLog = 8_000;

/** The folder that is the container's volume, and the container's ports. The container shares the machine's network. */
export interface Place {
  readonly data: string;
  readonly port: number;
  readonly uploadPort: number;
}

export interface Running {
  /** Pid of the container's first process, as the host sees it. */
  readonly pid: number;
  readonly child: ChildProcess;
  readonly readyAfterMs: number;
}

function contained(image: Image, { data, port, uploadPort }: Place, command: readonly string[]) {
  const [user = '', group = ''] = image.user.split(':');
  const settings = { ...image.env, PORT: String(port), UPLOAD_PORT: String(uploadPort) };
  return [
    ...['--ro-bind', image.root, '/', '--bind', data, '/data'],
    ...['--perms', '1777', '--tmpfs', '/tmp'],
    ...['--proc', '/proc', '--dev', '/dev', '--unshare-pid', '--unshare-ipc', '--as-pid-1'],
    ...['--die-with-parent', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'],
    ...['--ro-bind-try', '/etc/resolv.conf', '/etc/resolv.conf'],
    ...['--chdir', image.workingDir, '--clearenv'],
    ...Object.entries(settings).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--', 'setpriv', '--reuid', user, '--regid', group, '--clear-groups'],
    ...['--no-new-privs', '--inh-caps=-all', '--', ...command],
  ];
}

/** Runs another command of the image on the same volume. */
export async function runIn(
  image: Image,
  place: Place,
  command: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn('bwrap', contained(image, place, command), {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: commandMs,
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, output: `${out}${error}` };
}

/** Resolves when /readyz answers 200; otherwise fails with the last answer and log lines. */
export async function startIn(image: Image, place: Place): Promise<Running> {
  const startedMs = Date.now();
  const child = spawn('bwrap', ['--info-fd', '3', ...contained(image, place, image.command)], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  let log = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    log = (log + chunk).slice(-keptLog);
  });

  const pid = await pidFrom(child.stdio[3] as Readable);
  let last = '';
  for (;;) {
    assert.equal(child.exitCode, null, `the service ended:\n${log}`);
    const readyAfterMs = Date.now() - startedMs;
    assert.ok(readyAfterMs < readyMs, `the service is not ready: ${last}\n${log}`);

    const answer = await askReady(place);
    if (answer.ok) return { pid, child, readyAfterMs };

    last = answer.text;
    await sleep(50);
  }
}

/** An answer that comes too late counts as missing, so that a busy machine cannot block the check forever. */
async function askReady({ port }: Place): Promise<{ ok: boolean; text: string }> {
  try {
    const signal = AbortSignal.timeout(answerMs);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal });
    return { ok: answer.ok, text: await answer.text() };
  } catch (error) {
    return { ok: false, text: String((error as Error).cause ?? error) };
  }
}

/**
 * Reads the pid from bubblewrap's own report, which may arrive in any number of pieces. Reads to the end, because
 * bubblewrap would end if it could not write the rest.
 */
async function pidFrom(info: Readable): Promise<number> {
  let output = '';

  for await (const piece of info.iterator({ destroyOnReturn: false })) {
    output += piece;
    const [, pid] = /"child-pid": (\d+)[\s,}]/.exec(output) ?? [];
    if (pid === undefined) continue;
    info.resume();
    return Number(pid);
  }

  return assert.fail('bubblewrap did not start');
}

/** Sends SIGTERM to the container's first process; resolves with the milliseconds that the process took to end. */
export async function stopIn({ pid, child }: Running, limitMs: number): Promise<number> {
  const startedMs = Date.now();
  process.kill(pid, 'SIGTERM');
  const [code] = await once(child, 'close', { signal: AbortSignal.timeout(limitMs) });
  assert.equal(code, 0, 'SIGTERM does not end it with exit code 0');
  return Date.now() - startedMs;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** State as in /proc/PID/stat. Z: the process has ended, but its parent has not read its exit status. */
  readonly state: string;
  readonly user: number;
}

/** All processes in the PID namespace of the container's first process. */
export async function processesOf({ pid }: Running): Promise<Process[]> {
  const space = await readlink(`/proc/${pid}/ns/pid`);
  const processIds = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const processes = await Promise.all(
    processIds.map(async (processId) => {
      const [itsSpace, status] = await Promise.all([
        readlink(`/proc/${processId}/ns/pid`).catch(() => null),
        readFile(`/proc/${processId}/status`, 'utf8').catch(() => null),
      ]);
      return status !== null && itsSpace === space ? [processOf(Number(processId), status)] : [];
    }),
  );

  return processes.flat();
}

function processOf(pid: number, status: string): Process {
  const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
  const parent = Number(field('PPid'));
  const user = Number(field('Uid'));
  return { pid, parent, name: field('Name'), state: field('State'), user };
}
