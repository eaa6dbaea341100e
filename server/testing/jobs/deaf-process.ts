/** A process that closes the pipe it is told by, and stays. */
import { closeSync, writeSync } from 'node:fs';

closeSync(0);
writeSync(3, '{}\n');
setInterval(() => undefined, 1000);
