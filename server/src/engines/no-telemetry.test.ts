/** ONNX Runtime leaves no trace of its telemetry where the service opens networks. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { onnxFile } from './onnx-file.ts';

const run = promisify(execFile);
const moduleUrl = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);
const doubling = onnxFile({
  inputs: { x: [2] },
  outputs: { y: [2] },
  constants: [],
  nodes: [{ op: 'Add', inputs: ['x', 'x'], output: 'y' }],
});
let home: string;
let network: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'reelsight-telemetry-'));
  network = join(await mkdtemp(join(tmpdir(), 'reelsight-network-')), 'doubling.onnx');
  await writeFile(network, doubling);
});
afterEach(async () => {
  await rm(home, { recursive: true, force: true });
  await rm(join(network, '..'), { recursive: true, force: true });
});

/** Runs a program whose home and temporary folder are empty; returns what it left there. */
async function tracesOf(program: string): Promise<string[]> {
  // Without CI and other variables, where the library would be silent by itself.
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home };
  await run(process.execPath, ['--input-type=module', '--eval', program], { env });
  return readdir(home, { recursive: true });
}

const openInService = () =>
  `const { openSession } = await import(${moduleUrl('./onnx-session.ts')});
   await openSession(${JSON.stringify(network)}, {});`;

test('a network that is opened without it leaves an id of the machine', async () => {
  const traces = await tracesOf(
    `import { InferenceSession } from ${JSON.stringify(import.meta.resolve('onnxruntime-node'))};
     await InferenceSession.create(${JSON.stringify(network)});`,
  );
  assert.ok(
    traces.some((file) => file.endsWith('deviceid')),
    traces.join(),
  );
});

test('a network that the service opens leaves nothing', async () => {
  assert.deepEqual(await tracesOf(openInService()), []);
});

test('nor does one in a thread, which cannot open any where the process did not turn telemetry off', async () => {
  const inThread = `
    import { Worker } from 'node:worker_threads';
    const worker = new Worker(${JSON.stringify(openInService())}, { eval: true });
    await new Promise((resolve, reject) => worker.on('error', reject).on('exit', resolve));`;

  assert.deepEqual(await tracesOf(`import ${moduleUrl('./no-telemetry.ts')}; ${inThread}`), []);
  await assert.rejects(tracesOf(inThread), /the main thread must import no-telemetry/);
  assert.deepEqual(await readdir(home), []);
});
