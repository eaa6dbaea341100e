/**
 * For tests: a process that starts a program which goes on when its parent ends, as an engine deep in native code may
 * do.
 */
import { spawn } from 'node:child_process';
import { endWithWorker } from '../../src/jobs/processes/end-with-worker.ts';

const { pid } = spawn('sleep', ['300'], { stdio: 'ignore' });
endWithWorker();
process.on('message', () => process.exit(7));
process.send?.({ pid });
