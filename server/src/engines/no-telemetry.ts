/**
 * Turns off the telemetry of ONNX Runtime. Since version 1.29 its packages for Linux tell Microsoft about the machine
 * and each model, past the service's guard of outgoing connections, and keep an id of the machine in the home folder.
 * This must be imported before a network is opened. (Source: microsoft/onnxruntime, pull request 27379.)
 */
import { isMainThread } from 'node:worker_threads';

const variable = 'ORT_DISABLE_TELEMETRY';

if (isMainThread) process.env[variable] = '1';
// The library reads the environment of the process, of which a thread has only a copy.
else if (process.env[variable] !== '1')
  throw new Error(
    'the main thread must import no-telemetry.ts before a thread that opens networks',
  );
