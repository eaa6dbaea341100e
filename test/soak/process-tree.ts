/** Processes as /proc shows them: which process started which, and whether a process seen earlier is still running. */
import { readdirSync, readFileSync } from 'node:fs';

/** A process id can be reused, so the time of the process's start is needed to identify it. */
export interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  readonly startedAt: string;
  readonly command: string;
}

function look(pid: number): SeenProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain any character, so the fields are counted from the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie counts as ended: only its parent does not know yet.
    if (fields[0] === 'Z') return undefined;

    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(fields[1]), startedAt: fields[19] ?? '', command };
  } catch {
    return undefined;
  }
}

/** All descendants of a process. */
export function descendants(pid: number): SeenProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => look(Number(name)) ?? []);
  const children = Map.groupBy(all, (one) => one.parent);
  const found: SeenProcess[] = [];
  for (let level = children.get(pid) ?? []; level.length > 0; ) {
    found.push(...level);
    level = level.flatMap((one) => children.get(one.pid) ?? []);
  }

  return found;
}

export const stillRuns = ({ pid, startedAt }: SeenProcess): boolean =>
  look(pid)?.startedAt === startedAt;
