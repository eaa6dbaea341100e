/** The command line `reelsight`, as a client of the API. */
import { exitCode, outcomeOf, writeFault } from './exit-code.ts';
import { printableStream } from './printable.ts';
import { createProgram } from './program.ts';
import { listenForSignals } from './signals.ts';

const signals = listenForSignals();
const { env, stdin } = process;
const [stdout, stderr] = [printableStream(process.stdout), printableStream(process.stderr)];

// Who reads no further (`| head -1`) wants no more; what cannot be written (a full disk) has to be told.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? exitCode.done);
  stderr.write(`${writeFault('The output', error)}\n`);
  process.exit(exitCode.jobFailed);
});
process.stderr.on('error', () => undefined);

try {
  const program = createProgram({ env, stdin, stdout, stderr, ...signals }, (code) => {
    process.exitCode = code;
  });
  const args = process.argv.slice(2);
  await program.parseAsync(args.length ? args : ['--help'], { from: 'user' });
} catch (error) {
  const { code, line } = signals.signal.aborted ? { code: exitCode.interrupted } : outcomeOf(error);
  if (line) stderr.write(`${line}\n`);
  process.exitCode = code;
}
