/** Removes from node_modules what Linux on this processor never loads: two thirds of what npm installs. */
import { globSync, rmSync } from 'node:fs';

const others = { x64: 'arm64', arm64: 'x64' };
const parts = [
  // Programs for other systems and processors.
  'onnxruntime-node/bin/napi-v6/{darwin,win32}',
  `onnxruntime-node/bin/napi-v6/linux/${others[process.arch]}`,
  // The WebAssembly forms of ONNX Runtime: browsers only.
  '@ricky0123/vad-web/node_modules',
  'onnxruntime-web',
  // Of these packages only the networks are used.
  '@vladmandic/human/dist/!(human.node.js)',
  '@vladmandic/human/{assets,demo,src,types,tfjs,wiki}',
  '**/*.map',
];
for (const found of parts.flatMap((part) => globSync(part, { cwd: 'node_modules' })))
  rmSync(`node_modules/${found}`, { recursive: true, force: true });
