/** Runs the program once, with its arguments and environment, and determines the exit code for every outcome. */
import { exitCode, outcomeOf } from './exit-code.ts';
import { createProgram } from './program.ts';
import type { Environment } from './session.ts';

/**
 * Runs the program and prints any error. Resolves with the exit code, or with undefined while a server program keeps
 * running in this process.
 */
export async function run(
  args: readonly string[],
  environment: Environment,
): Promise<number | undefined> {
  let finalCode: number | undefined;
  try {
    const program = createProgram(environment, (code) => {
      finalCode = code;
    });
    await program.parseAsync(args.length ? args : ['--help'], { from: 'user' });
    return finalCode;
  } catch (error) {
    const isEnded = environment.signal.aborted;
    const { code, line } = isEnded
      ? { code: exitCode.interrupted, line: undefined }
      : outcomeOf(error);
    if (line) environment.stderr.write(`${line}\n`);

    return code;
  }
}
