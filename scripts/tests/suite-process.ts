/** The process that runs the suites given as arguments: each in a separate group, one after the other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { closesAtEnd } from '../../server/testing/at-end.ts';
import { tell } from './messages.ts';
import { root } from './root.ts';

/** Ticks per second; Linux counts processor time in ticks. */
const clockTicks = 100;

/** Processor seconds of this process and of its children that have ended; without /proc, of this process only. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  const processSeconds = (user + system) / 1e6;
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The program's name, in brackets, may contain spaces, so the fields are counted from the closing bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ofChildren = Number(fields[13]) + Number(fields[14]);
    return processSeconds + ofChildren / clockTicks;
  } catch {
    return processSeconds;
  }
}

// An aborted run ends its processes with SIGTERM; exiting here lets handlers of `exit` end what the
// suites started.
process.on('SIGTERM', () => process.exit(143));
// Happens when the run itself was killed. This listener must not keep the process alive.
process.on('disconnect', () => process.exit(143));
process.channel?.unref();
process.on('exit', () => tell({ kind: 'left', cpuSeconds: cpuSeconds() }));

const { closeAll } = closesAtEnd();
after(closeAll);

for (const suite of process.argv.slice(2)) {
  describe(suite, async () => {
    before(() => tell({ kind: 'began', suite, cpuSeconds: cpuSeconds() }));
    await import(pathToFileURL(join(root, suite)).href);
  });
}
