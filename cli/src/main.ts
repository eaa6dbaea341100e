#!/usr/bin/env node
/** The command line `reelsight`, as a client of the API. */
import { outcomeOf } from './exit-code.ts';
import { printableStream } from './printable.ts';
import { createProgram } from './program.ts';

const interrupt = new AbortController();
let interrupts = 0;
process.on('SIGINT', () => {
  interrupts += 1;
  interrupt.abort();
  // The second time there is no waiting for anything.
  if (interrupts > 1) process.exit(130);
});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort());

const { env } = process;
const [stdout, stderr] = [printableStream(process.stdout), printableStream(process.stderr)];
try {
  const program = createProgram({ env, stdout, stderr, signal: interrupt.signal }, (code) => {
    process.exitCode = code;
  });
  await program.parseAsync();
} catch (error) {
  const { code, line } = interrupt.signal.aborted ? { code: 130 } : outcomeOf(error);
  if (line) stderr.write(`${line}\n`);
  process.exitCode = code;
}
