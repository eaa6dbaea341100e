/** The ways in which the command can end: one exit code per kind of outcome, documented by `--help`. */

import {
  ApiError,
  ConfigurationError,
  ConnectionError,
  UnexpectedAnswerError,
} from '@reelsight/sdk';
import { CommanderError } from 'commander';
import { version } from './version.ts';

export const exitCode = {
  done: 0,
  jobFailed: 1,
  usage: 2,
  unreachable: 3,
  refused: 4,
  unexpected: 70,
  interrupted: 130,
} as const;

export const exitCodeHelp = `
Exit codes:
  0    done
  1    the job failed, was cancelled, is held for credits, or would cost more than --max-credits; or a result could not be written
  2    wrong usage
  3    the service cannot be reached or started
  4    the API refused the call
  70   a fault of this command itself
  130  interrupted
`;

/** A wrong argument; the message names it and says what is allowed. */
export class UsageError extends Error {}

/** No service can be reached, and none can be started. */
export class UnreachableError extends Error {}

export class Interrupted extends Error {
  constructor() {
    super('interrupted');
  }
}

/** The job failed or would fail, or a result is missing or could not be written. */
export class FailedError extends Error {}

/** Found before the request is sent: the service would refuse it. */
export class RefusedError extends Error {}

const faults: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of the disk is used up',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a folder',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'a part of its path is no folder',
};

/** Describes a failed write: `talk.srt could not be written: no space is left on the disk.` */
export function writeFault(target: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `${target} could not be written: ${faults[code] ?? message}.`;
}

/** Describes a failed read: `terms.txt cannot be read: there is no such file.` */
export function readFault(path: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const cause = code === 'ENOENT' ? 'there is no such file' : (faults[code] ?? message);
  return `${path} cannot be read: ${cause}.`;
}

/** Describes an unexpected error of this command in one line, or by its stack if REELSIGHT_DEBUG is set. */
function unexpectedFault(error: unknown): string {
  if (process.env.REELSIGHT_DEBUG && error instanceof Error) return String(error.stack);
  const words = String(error instanceof Error ? error.message : error).replaceAll(/\s*\n\s*/g, ' ');
  return `A fault of this command, which nobody foresaw (version ${version}, Node ${process.version}): ${words}. With REELSIGHT_DEBUG=1 it says where.`;
}

/** The exit code for an error, and the line to print for it; no line if commander has already printed one. */
export function outcomeOf(error: unknown): { code: number; line?: string } {
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? 0 : exitCode.usage };
  if (error instanceof Interrupted) return { code: exitCode.interrupted };
  if (error instanceof FailedError) return { code: exitCode.jobFailed, line: error.message };
  if (error instanceof RefusedError) return { code: exitCode.refused, line: error.message };
  if (error instanceof UsageError || error instanceof ConfigurationError)
    return { code: exitCode.usage, line: error.message };

  if (
    error instanceof UnreachableError ||
    error instanceof ConnectionError ||
    error instanceof UnexpectedAnswerError
  ) {
    return { code: exitCode.unreachable, line: error.message };
  }

  if (error instanceof ApiError) {
    const requestNote = error.requestId ? ` (request ${error.requestId})` : '';
    return { code: exitCode.refused, line: `${error.code}: ${error.message}${requestNote}` };
  }

  return { code: exitCode.unexpected, line: unexpectedFault(error) };
}
