/** The process that runs the suites given as arguments: each is a group of its own, one after the other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { closesAtEnd } from '../../server/testing/at-end.ts';
import { tell } from './messages.ts';
import { root } from './root.ts';

/** Ticks per second, in which Linux counts processor time. */
const clockTicks = 100;

/** Seconds of this process and of the children that it waited for; only its own if there is no /proc. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  const processSeconds = (user + system) / 1e6;
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The program's name, in brackets, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ofChildren = Number(fields[13]) + Number(fields[14]);
    return processSeconds + ofChildren / clockTicks;
  } catch {
    return processSeconds;
  }
}

// An aborted run ends its processes with SIGTERM; handlers of `exit` end what they started.
process.on('SIGTERM', () => process.exit(143));
// The run itself was killed. Listening for that must not keep this process alive.
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
