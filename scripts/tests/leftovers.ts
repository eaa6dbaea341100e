/** Finds what a test run leaves behind: processes that still use its folder, found through /proc where that exists. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/** Processes whose environment, arguments or working directory contain `folder`, except this process. */
export function processesUsing(folder: string): Leftover[] {
  return processIds().flatMap((pid) => {
    if (pid === process.pid) return [];
    const command = read(pid, 'cmdline').replaceAll('\0', ' ').trim();
    const isUsing =
      command.includes(folder) ||
      read(pid, 'environ').includes(folder) ||
      workingDirectory(pid).startsWith(folder);
    return isUsing ? [{ pid, command }] : [];
  });
}

export function endLeftovers(leftovers: readonly Leftover[]): void {
  for (const { pid } of leftovers) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended in the meantime.
    }
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Empty for a process that has ended or belongs to another user. */
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function workingDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
