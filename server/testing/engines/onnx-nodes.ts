/** For tests: nodes of tiny ONNX models. */
import type { OnnxNode } from '../../src/engines/onnx-file.ts';

/** A node that passes a constant on as an output with the given name. */
export const handsOn = (constant: string, output: string): OnnxNode => ({
  op: 'Identity',
  inputs: [constant],
  output,
});
