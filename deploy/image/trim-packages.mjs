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
  // Of these packages only the networks are used, and of their networks only these.
  '@vladmandic/human/dist/!(human.node.js)',
  '@vladmandic/human/{assets,demo,src,types,tfjs,wiki}',
  '@vladmandic/human/models/!(centernet.*|models.json)',
  '@ricky0123/vad-web/dist/silero_vad_!(v6).onnx',
  // Of this one the list and the drawings are used; index.js is how they are found.
  'simple-icons/index.mjs',
  // Of the fonts two weights of one form, whole scripts instead of slices.
  '@fontsource/*/{*.css,scss,unicode.json,metadata.json,CHANGELOG.md}',
  '@fontsource/*/files/!(*-@(400|700)-normal.woff)',
  '@fontsource/*/files/*-@([0-9]|[0-9][0-9]|[0-9][0-9][0-9])-@(400|700)-normal.woff',
  // Sources, forms for browsers, and types.
  '{@huggingface/transformers,mediabunny,openai,zod}/src',
  '@huggingface/transformers/dist/*.web*',
  'swagger-ui-dist/{swagger-ui.js,swagger-ui-es-*}',
  '**/*.{map,d.ts,d.mts,d.cts}',
];
for (const found of parts.flatMap((part) => globSync(part, { cwd: 'node_modules' })))
  rmSync(`node_modules/${found}`, { recursive: true, force: true });
