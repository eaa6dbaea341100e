/** The process of some suites, given as arguments: each is a group of its own, and they run one after the other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { closesAtEnd } from '../../server/testing/at-end.ts';
import { tell } from './messages.ts';
import { root } from './root.ts';

/** Of a second; what Linux counts processor time in. */
const clockTicks = 100;

/** Seconds of this process and of the children it has waited for; of itself alone where there is no /proc. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program, in brackets, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ofChildren = Number(fields[13]) + Number(fields[14]);
    return own + ofChildren / clockTicks;
  } catch {
    return own;
  }
}

// A run that is broken off ends its processes by SIGTERM: what they started goes by their handlers of `exit`.
process.on('SIGTERM', () => process.exit(143));
// The run itself was killed. Waiting for that must not keep this process alive.
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
