/** How the command ends: one code a kind of outcome, documented by `--help`. */

import {
  ApiError,
  ConfigurationError,
  ConnectionError,
  UnexpectedAnswerError,
} from '@reelsight/sdk';
import { CommanderError } from 'commander';

export const exitCode = {
  done: 0,
  jobFailed: 1,
  usage: 2,
  unreachable: 3,
  refused: 4,
  interrupted: 130,
} as const;

export const exitCodeHelp = `
Exit codes:
  0    done
  1    the job failed, was cancelled, or is held for credits
  2    wrong usage
  3    the service cannot be reached or started
  4    the API refused the call
  130  interrupted
`;

/** A wrong argument; the message says which and what is right. */
export class UsageError extends Error {}

/** No service, and none can be started. */
export class UnreachableError extends Error {}

export class Interrupted extends Error {
  constructor() {
    super('interrupted');
  }
}

/** The code of an error, and the line a person should read; undefined if commander has written its own. */
export function outcomeOf(error: unknown): { code: number; line?: string } {
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? 0 : exitCode.usage };
  if (error instanceof Interrupted) return { code: exitCode.interrupted };
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
    const asked = error.requestId ? ` (request ${error.requestId})` : '';
    return { code: exitCode.refused, line: `${error.code}: ${error.message}${asked}` };
  }
  // A fault of this command; what it met may stand in its words.
  return { code: 1, line: String(error instanceof Error ? error.stack : error) };
}
