/** One run of the command in an environment: the program by its arguments, and the exit code of whatever it comes to. */
import { exitCode, outcomeOf } from './exit-code.ts';
import { createProgram } from './program.ts';
import type { Environment } from './session.ts';

/** Prints what went wrong. Resolves with the exit code; undefined while a program of the server goes on in this process. */
export async function run(
  args: readonly string[],
  environment: Environment,
): Promise<number | undefined> {
  let given: number | undefined;
  try {
    const program = createProgram(environment, (code) => {
      given = code;
    });
    await program.parseAsync(args.length ? args : ['--help'], { from: 'user' });
    return given;
  } catch (error) {
    const isEnded = environment.signal.aborted;
    const { code, line } = isEnded
      ? { code: exitCode.interrupted, line: undefined }
      : outcomeOf(error);
    if (line) environment.stderr.write(`${line}\n`);

    return code;
  }
}
