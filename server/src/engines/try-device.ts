/**
 * `node try-device.ts DEVICE`: exits with 0 if ONNX Runtime computes on the device; if not, ONNX Runtime's log on
 * standard error says why.
 */
import { Tensor } from 'onnxruntime-node';
import type { Device } from './engine.ts';
import { onnxFile } from './onnx-file.ts';
import { openSession } from './onnx-session.ts';

const doubling = onnxFile({
  inputs: { x: [2] },
  outputs: { y: [2] },
  constants: [],
  nodes: [{ op: 'Add', inputs: ['x', 'x'], output: 'y' }],
});
// Without this, the CPU would silently take over.
const alone = { extra: { session: { disable_cpu_ep_fallback: '1' } } };
const session = await openSession(doubling, { device: process.argv[2] as Device }, alone);
const { y } = await session.run({ x: new Tensor('float32', [1, 2], [2]) });
if (String(y?.data) !== '2,4') throw new Error(`2 × 1, 2 gave ${y?.data}`);
