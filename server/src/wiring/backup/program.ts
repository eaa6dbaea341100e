/** Code that the backup and restore programs share: usage, exit codes and progress. */
import { BackupError, HalfReplaced } from '../../backup/backup-error.ts';
import {
  type Program,
  type ProgramIo,
  type ProgramOutput,
  tellingRefusals,
} from '../start/program.ts';

/**
 * Makes a program from a function that returns its report, or null for wrong usage. Exit codes: 0 success, 1 failure, 2
 * wrong usage or settings, 130 interrupted.
 */
export const reporting = (
  usage: string,
  run: (args: readonly string[], io: ProgramIo) => Promise<string | null>,
): Program =>
  tellingRefusals(async (args, io) => {
    try {
      const report = await run(args, io);
      if (report === null) io.stderr.write(usage);
      else io.stdout.write(report);
      return report === null ? 2 : 0;
    } catch (error) {
      return exitCodeOf(error, usage, io);
    }
  });

function exitCodeOf(error: unknown, usage: string, { signal, stderr }: ProgramIo): number {
  const { message = String(error), code = '', name = '' } = error as Error & { code?: string };
  const isStopped = signal.aborted || name === 'AbortError';
  if (isStopped && !(error instanceof HalfReplaced)) {
    stderr.write('Interrupted; nothing was changed.\n');
    return 130;
  }

  if (String(code).startsWith('ERR_PARSE_ARGS')) {
    stderr.write(`${message}\n${usage}`);
    return 2;
  }

  if (!(error instanceof BackupError || 'syscall' in Object(error))) throw error;
  stderr.write(`${message}\n`);

  return 1;
}

const everyMs = 500;

/** Shows progress: at a terminal as a line that is overwritten, with `json` as one JSON object per line on stderr. */
export function showProgress(stderr: ProgramOutput, json: boolean): (text: string) => void {
  let atMs = Number.NEGATIVE_INFINITY;
  if (!json && !stderr.isTTY) return () => undefined;

  return (text) => {
    if (performance.now() - atMs < everyMs) return;
    atMs = performance.now();
    if (json) stderr.write(`${JSON.stringify({ progress: text })}\n`);
    else stderr.writeRaw(`\r\u001b[K${text}\r`);
  };
}

interface Counts {
  readonly tables: Readonly<Record<string, number>>;
  readonly files: number;
}

export function inWords({ tables, files }: Counts): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return `${tables.jobs ?? 0} jobs, ${rows} rows, ${files} files`;
}

/** Formats a number of bytes in a readable unit. */
export function readable(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power > 1 ? 1 : 0)} ${units[power]}`;
}
