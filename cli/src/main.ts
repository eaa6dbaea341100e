/** The entry point of the command line `reelsight`, which is a client of the API. */
import { exitCode, outcomeOf, writeFault } from './exit-code.ts';
import { printableStream } from './printable.ts';
import { run } from './run.ts';
import { listenForSignals } from './signals.ts';

const signals = listenForSignals();
const { env, stdin } = process;
const stdout = printableStream(process.stdout);
const stderr = printableStream(process.stderr);

// A reader that stops early (`| head -1`) needs no more output; other write errors (a full disk) have to be reported.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? exitCode.done);
  stderr.write(`${writeFault('The output', error)}\n`);
  process.exit(exitCode.jobFailed);
});
process.stderr.on('error', () => undefined);

/** Reports errors that nothing else catches. */
const tellFault = (error: unknown): void => {
  const { code, line } = outcomeOf(error);
  stderr.write(`${line}\n`);
  process.exit(code);
};
process.on('uncaughtException', tellFault);

const code = await run(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  stderr,
  ...signals,
  handOver: () => {
    signals.handOver();
    // Not needed for server programs, which log their own faults.
    process.off('uncaughtException', tellFault);
  },
});
if (code !== undefined) process.exitCode = code;
