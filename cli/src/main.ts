/** The command line `reelsight`, as a client of the API. */
import { exitCode, outcomeOf, writeFault } from './exit-code.ts';
import { printableStream } from './printable.ts';
import { run } from './run.ts';
import { listenForSignals } from './signals.ts';

const signals = listenForSignals();
const { env, stdin } = process;
const stdout = printableStream(process.stdout);
const stderr = printableStream(process.stderr);

// Who reads no further (`| head -1`) wants no more; what cannot be written (a full disk) has to be told.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? exitCode.done);
  stderr.write(`${writeFault('The output', error)}\n`);
  process.exit(exitCode.jobFailed);
});
process.stderr.on('error', () => undefined);

/** What is thrown where nobody waits for it. */
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
    // A program of the server logs its own faults.
    process.off('uncaughtException', tellFault);
  },
});
if (code !== undefined) process.exitCode = code;
