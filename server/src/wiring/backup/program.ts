/** What the programs of backup and restore share: their usage, exit codes, progress and interruption. */
import { BackupError, HalfReplaced } from '../../backup/backup-error.ts';
import { StartError } from '../start-error.ts';

/** Exit codes: 0 done, 1 it could not be done, 2 wrong usage or settings, 130 interrupted. */
export async function runProgram(usage: string, run: () => Promise<string | null>): Promise<void> {
  try {
    const report = await run();
    if (report !== null) process.stdout.write(report);
    else {
      process.stderr.write(usage);
      process.exitCode = 2;
    }
  } catch (error) {
    process.exitCode = exitCodeOf(error, usage);
  }
}

function exitCodeOf(error: unknown, usage: string): number {
  const { message = String(error), code = '', name = '' } = error as Error & { code?: string };
  const isStopped = interrupted.signal.aborted || name === 'AbortError';
  if (isStopped && !(error instanceof HalfReplaced)) {
    process.stderr.write('Interrupted; nothing was changed.\n');
    return 130;
  }
  if (String(code).startsWith('ERR_PARSE_ARGS')) {
    process.stderr.write(`${message}\n${usage}`);
    return 2;
  }
  if (
    !(error instanceof BackupError || error instanceof StartError) &&
    !('syscall' in Object(error))
  )
    throw error;
  process.stderr.write(`${message}\n`);
  return error instanceof StartError ? error.exitCode : 1;
}

const interrupted = new AbortController();

/** Aborts at Ctrl-C or SIGTERM. */
export function onInterrupt(): AbortSignal {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interrupted.abort());
  return interrupted.signal;
}

const everyMs = 500;

/** One line that is written over: for people at a terminal, or one JSON object a line on stderr. */
export function showProgress(json: boolean): (text: string) => void {
  let atMs = Number.NEGATIVE_INFINITY;
  if (!json && !process.stderr.isTTY) return () => undefined;
  return (text) => {
    if (performance.now() - atMs < everyMs) return;
    atMs = performance.now();
    process.stderr.write(json ? `${JSON.stringify({ progress: text })}\n` : `\r\u001b[K${text}\r`);
  };
}

interface Counts {
  readonly tables: Readonly<Record<string, number>>;
  readonly files: number;
}

export function inWords({ tables, files }: Counts): string {
  const rows = Object.values(tables).reduce((sum, one) => sum + one, 0);
  return `${tables.jobs ?? 0} jobs, ${rows} rows, ${files} files`;
}

/** Bytes as people read them. */
export function readable(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power > 1 ? 1 : 0)} ${units[power]}`;
}
