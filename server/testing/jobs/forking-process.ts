/** A process that starts a program which takes no notice of its end, as an engine deep in native code does. */
import { spawn } from 'node:child_process';
import { endWithWorker } from '../../src/jobs/processes/end-with-worker.ts';

const { pid } = spawn('sleep', ['300'], { stdio: 'ignore' });
endWithWorker();
process.on('message', () => process.exit(7));
process.send?.({ pid });
