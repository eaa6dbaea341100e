/**
 * `node fetch-cuda.mjs FOLDER [SHA256]`: what ONNX Runtime needs for CUDA and npm does not carry, from NuGet, by the
 * script of its own package, in its own version. That script checks nothing, so the library's digest is printed, and
 * compared if one is given.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, expected = ''] = process.argv.slice(2);
const cuda = 'libonnxruntime_providers_cuda.so';

function fail(text) {
  console.error(text);
  process.exit(1);
}

if (process.arch !== 'x64')
  fail('The target cuda is for amd64: ONNX Runtime has no CUDA for others.');
// Its only name for CUDA, whichever version of CUDA it is built for.
const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'cuda12' };
const script = 'node_modules/onnxruntime-node/script/install.js';
try {
  execFileSync(process.execPath, [script], { env, stdio: 'inherit' });
} catch {
  fail('The CUDA libraries of ONNX Runtime could not be downloaded from api.nuget.org.');
}
const from = 'node_modules/onnxruntime-node/bin/napi-v6/linux/x64';
const digest = createHash('sha256')
  .update(readFileSync(join(from, cuda)))
  .digest('hex');
console.log(`${cuda}: ONNXRUNTIME_CUDA_SHA256=${digest}`);
if (expected !== '' && digest !== expected) fail(`${cuda} should have the SHA-256 ${expected}.`);
mkdirSync(folder, { recursive: true });
for (const file of [cuda, 'libonnxruntime_providers_shared.so'])
  copyFileSync(join(from, file), join(folder, file));
