/** Processes as /proc shows them: who began whom, and whether one that was seen still runs. */
import { readdirSync, readFileSync } from 'node:fs';

/** A process id may be used again; with the time of its start it is not. */
export interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  readonly startedAt: string;
  readonly command: string;
}

function look(pid: number): SeenProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may have anything in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie is gone but for its parent's knowing.
    if (fields[0] === 'Z') return undefined;

    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(fields[1]), startedAt: fields[19] ?? '', command };
  } catch {
    return undefined;
  }
}

/** What a process began, and what that began, and so on. */
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
