/**
 * Server programs that perform one task and end. The command line runs them in its own process or in a separate one.
 */
import { ConfigError } from '../settings/config.ts';
import { exitCodes, StartError } from './start-error.ts';
import { onStopSignal } from './stop-signals.ts';

/** Destination of a program's output. */
export interface ProgramOutput {
  readonly isTTY: boolean;
  write(text: string): unknown;
  /** Writes without changing the text, for output that moves the cursor of a terminal. */
  writeRaw(text: string): unknown;
}

/** The parts of a process that a program uses. */
export interface ProgramIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: ProgramOutput;
  readonly stderr: ProgramOutput;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Resolves with the exit code. */
export type Program = (args: readonly string[], io: ProgramIo) => Promise<number>;

/** Turns errors that a person can fix into a message and an exit code; rethrows all other errors. */
export const tellingRefusals =
  (program: Program): Program =>
  async (args, io) => {
    try {
      return await program(args, io);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      io.stderr.write(`${refusal.message}\n`);
      return refusal.exitCode;
    }
  };

export interface Refusal {
  readonly message: string;
  readonly exitCode: number;
}

/** The message and exit code for an error caused by settings or the environment; null for an unforeseen error. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof ConfigError)
    return { message: `Configuration:\n${error.message}`, exitCode: exitCodes.settings };
  if (error instanceof StartError) return error;
  if (error instanceof Error && error.message.startsWith('STORAGE_URL'))
    return { message: error.message, exitCode: exitCodes.settings };
  return null;
}

/** Runs a program in this process. `signal` is for programs that clean up when interrupted; other programs just end. */
export async function runInProcess(
  program: Program,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { env, stdout, stderr } = process;
  process.exitCode = await program(process.argv.slice(2), {
    env,
    signal,
    stdout: outputTo(stdout),
    stderr: outputTo(stderr),
  });
}

const outputTo = (stream: NodeJS.WriteStream): ProgramOutput => ({
  isTTY: stream.isTTY,
  write: (text) => stream.write(text),
  writeRaw: (text) => stream.write(text),
});

/** Returns a signal that aborts at the first Ctrl-C or SIGTERM; the second ends the process. */
export function interruptions(): AbortSignal {
  const interrupt = new AbortController();
  onStopSignal(() => interrupt.abort());
  return interrupt.signal;
}
