/** For tests: a process that closes the pipe through which it gets its orders, but keeps running. */
import { closeSync, writeSync } from 'node:fs';

closeSync(0);
writeSync(3, '{}\n');
setInterval(() => undefined, 1000);
